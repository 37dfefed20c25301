"""What a device says of itself when it registers, checked as strictly as a file: a device may lie, or be somebody else's.

Pure: text in, a `Description` or an `InvalidRequest` out. The format is in `docs/edge-protocol.md`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from yamori.domain.capability import Capability
from yamori.domain.errors import InvalidRequest, Misconfigured
from yamori.domain.home import Device
from yamori.domain.values import Value
from yamori.gateway.attributes import Unfit, fit
from yamori.gateway.capabilityfile import PRODUCT_CAPABILITIES, CapabilityCatalog, capability_in
from yamori.gateway.mistakes import as_value
from yamori.gateway.names import listed, nearest
from yamori.gateway.yamlfile import Document

LARGEST = 256 * 1024
"""Bytes of a description."""

_ID = r"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"
_Name = Field(min_length=1, max_length=100)


class _Block(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    id: str = Field(pattern=_ID)
    name: str = _Name
    aliases: list[str] = Field(default=[], max_length=20)
    profile: str | None = Field(default=None, max_length=64)
    version: str = Field(default="1", max_length=64)
    room: str | None = Field(default=None, max_length=64)
    private: bool = False
    thinks: bool = False
    components: dict[str, dict[str, dict[str, JsonValue]]] = Field(min_length=1, max_length=64)
    capabilities: dict[str, dict[str, JsonValue]] = Field(default={}, max_length=200)


@dataclass(frozen=True, kw_only=True)
class Description:
    """A device as it described itself, known to be right in itself."""

    device: Device
    capabilities: Mapping[str, Capability]
    profile: str | None
    version: str
    """Changes whenever anything in the description does: documentation is cached by it."""
    private: bool
    thinks: bool
    text: str
    """As it came, for the store."""


def described(text: str | bytes) -> Description:
    """Raises `InvalidRequest` that says where and what would be right."""
    if len(text) > LARGEST:
        raise InvalidRequest(f"a description has at most {LARGEST // 1024} KB; this one has {len(text) // 1024} KB", where="")
    try:
        plain = text.decode() if isinstance(text, bytes) else text
        block = _Block.model_validate_json(plain)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise InvalidRequest(first["msg"], where=".".join(str(part) for part in first["loc"])) from error
    except UnicodeDecodeError as error:
        raise InvalidRequest(f"is not UTF-8 (byte {error.start})", where="") from error
    own = {name: _capability(name, document) for name, document in block.capabilities.items()}
    capabilities, names = _settled(own, block)
    device = Device(
        id=block.id,
        name=block.name.strip() or block.id,
        room=block.room,
        aliases=tuple(a for a in block.aliases if a.strip()),
        components={
            component: {names[name]: {key: as_value(value) for key, value in initial.items()} for name, initial in held.items()}
            for component, held in block.components.items()
        },
    )
    for component, held in device.components.items():
        if not component.replace("-", "").replace("_", "").isalnum():
            raise InvalidRequest(f"`{component[:60]}` is no name; use letters, digits, - and _", where="components")
        for name, initial in held.items():
            _check_initial(f"components.{component}.{name}", capabilities[name], initial)
    return Description(
        device=device,
        capabilities=capabilities,
        profile=block.profile,
        version=blake2b(json.dumps(block.model_dump(), sort_keys=True).encode(), digest_size=8).hexdigest(),
        private=block.private,
        thinks=block.thinks,
        text=plain,
    )


def _capability(name: str, document: Mapping[str, JsonValue]) -> Capability:
    where = f"capabilities.{name[:60]}"
    data = cast(Value, document)
    try:
        found = capability_in(Document(file=Path(where), data=data, lines={}, written={})).capability
    except Misconfigured as error:
        raise InvalidRequest(str(error), where=where) from error
    if found.name != name:
        raise InvalidRequest(f"says `{found.name[:60]}`, but stands under `{name[:60]}`", where=f"{where}.capability")
    return found


def _settled(own: Mapping[str, Capability], block: _Block) -> tuple[dict[str, Capability], dict[str, str]]:
    """The capabilities by the name they get here, and that name by the device's. The product's documentation of a name holds;
    a device that means something else by it has it under a name of its own (`switch.ID`)."""
    catalog = CapabilityCatalog(PRODUCT_CAPABILITIES)
    settled: dict[str, Capability] = {}
    names: dict[str, str] = {}
    for component, held in block.components.items():
        for name in held:
            ours = catalog.find(name)
            theirs = own.get(name)
            if theirs is None and ours is None:
                known = (*own, *catalog.names)
                near = nearest(name, known)
                or_these = f", or did you mean {listed(near)}" if near else ""
                raise InvalidRequest(
                    f"there is no documentation of `{name[:60]}`; put it into `capabilities`{or_these}",
                    where=f"components.{component[:60]}.{name[:60]}",
                    nearest=near,
                )
            if ours is not None and (theirs is None or theirs == ours.capability):
                settled[name], names[name] = ours.capability, name
            elif theirs is not None and ours is None:
                settled[name], names[name] = theirs, name
            elif theirs is not None:
                names[name] = f"{name}.{block.id}"
                settled[names[name]] = replace(theirs, name=names[name])
    return settled, names


def _check_initial(where: str, capability: Capability, initial: Mapping[str, Value]) -> None:
    for name, value in initial.items():
        attribute = capability.attributes.get(name)
        if attribute is None:
            raise InvalidRequest(
                f"`{capability.name}` has no attribute `{name[:60]}`",
                where=f"{where}.{name[:60]}",
                nearest=nearest(name, capability.attributes),
            )
        if value is not None:
            try:
                fit(attribute, value)
            except Unfit as unfit:
                raise InvalidRequest(str(unfit), where=f"{where}.{name}") from unfit
