"""Reads a `*.home.yaml` into a `Home` with the capabilities its devices have. The home comes by name, by path, or as a value."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol
from zoneinfo import ZoneInfo, available_timezones

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from yamori.domain.capability import Capability
from yamori.domain.errors import Misconfigured
from yamori.domain.home import Device, Floor, Home, Person, PersonRole, Place, Room
from yamori.gateway.attributes import Unfit, fit
from yamori.gateway.capabilityfile import PRODUCT_CAPABILITIES, CapabilityCatalog
from yamori.gateway.mistakes import Mistake, as_value, did_you_mean, dotted, parse, raise_mistakes, wrong_type
from yamori.gateway.names import listed
from yamori.gateway.yamlfile import SEE, Document, Where, read_yaml

PRODUCT_HOMES = Path(__file__).parent / "homes"
_SUFFIX = ".home.yaml"
_ID = re.compile(r"\w[\w:-]*")
"""No dots: they separate the parts of an address."""


class _Block(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _PlaceBlock(_Block):
    name: str = Field(min_length=1)
    country: str
    latitude: float = Field(ge=-90, le=90, allow_inf_nan=False)
    longitude: float = Field(ge=-180, le=180, allow_inf_nan=False)
    timezone: str


class _FloorBlock(_Block):
    id: str
    name: str = Field(min_length=1)
    aliases: list[str] | None = None


class _RoomBlock(_Block):
    id: str
    name: str = Field(min_length=1)
    floor: str | None = None
    aliases: list[str] | None = None


class _PersonBlock(_Block):
    id: str
    name: str = Field(min_length=1)
    role: Literal["adult", "child", "guest"] = "adult"
    aliases: list[str] | None = None
    private: bool = False


class _DeviceBlock(_Block):
    id: str
    name: str = Field(min_length=1)
    aliases: list[str] | None = None
    room: str | None = None
    photo: str | None = None
    components: dict[str, dict[str, dict[str, JsonValue] | None]]


class _HomeBlock(_Block):
    home: str = Field(min_length=1)
    place: _PlaceBlock
    floors: list[_FloorBlock] | None = None
    rooms: list[_RoomBlock] | None = None
    people: list[_PersonBlock] | None = None
    devices: list[_DeviceBlock] | None = None


@dataclass(frozen=True, kw_only=True)
class LoadedHome:
    """A home that is known to be right, with the capabilities of its devices by name."""

    home: Home
    capabilities: Mapping[str, Capability]
    file: Path | None = None


def load_home(source: Home | str | Path, *, capabilities: Path | None = None) -> LoadedHome:
    """A home by its value, its name among the product's (`demo`), or its path.

    A folder `capabilities` beside the file wins over the product's capabilities, and the folder given as `capabilities` over both.
    Raises `Misconfigured` with file, line and key of every mistake.
    """
    if isinstance(source, Home):
        catalog = CapabilityCatalog(*([capabilities] if capabilities else []), PRODUCT_CAPABILITIES)
        mistakes = list(_home_mistakes(source, catalog, None))
        if mistakes:
            said = "\n".join(f"{dotted(m.at)}: {m.message}{'; ' + m.mend if m.mend else ''}" for m in mistakes)
            raise Misconfigured(said, where=f"home {source.name}", mend=SEE)
        return LoadedHome(home=source, capabilities=_used(source, catalog))
    file = find_home(source)
    catalog = CapabilityCatalog(*([capabilities] if capabilities else []), file.parent / "capabilities", PRODUCT_CAPABILITIES)
    document = read_yaml(file)
    home = _home(parse(_HomeBlock, document))
    raise_mistakes(document, _home_mistakes(home, catalog, document))
    return LoadedHome(home=home, capabilities=_used(home, catalog), file=file)


def find_home(source: str | Path) -> Path:
    """The file of a home's name or path; raises `Misconfigured` with the names that exist."""
    path = Path(source)
    if path.is_file():
        return path
    if isinstance(source, str) and path.name == source and not source.endswith((".yaml", ".yml")):
        named = PRODUCT_HOMES / f"{source}{_SUFFIX}"
        if named.is_file():
            return named
        names = tuple(sorted(file.name.removesuffix(_SUFFIX) for file in PRODUCT_HOMES.glob(f"*{_SUFFIX}")))
        near = did_you_mean(source, names)
        raise Misconfigured(
            f"there is no home named {source}; the homes are {listed(names)}, or give the path of a {_SUFFIX} file",
            where="home",
            mend=near or "give a name or a path",
        )
    raise Misconfigured(f"there is no file {path}", where="home", mend=f"give the path of a {_SUFFIX} file, or a name such as demo")


def _home(block: _HomeBlock) -> Home:
    return Home(
        name=block.home,
        place=Place(
            name=block.place.name,
            country=block.place.country,
            latitude=block.place.latitude,
            longitude=block.place.longitude,
            timezone=block.place.timezone,
        ),
        floors=tuple(Floor(id=f.id, name=f.name, aliases=tuple(f.aliases or ())) for f in block.floors or ()),
        rooms=tuple(Room(id=r.id, name=r.name, floor=r.floor, aliases=tuple(r.aliases or ())) for r in block.rooms or ()),
        people=tuple(_person(p) for p in block.people or ()),
        devices=tuple(_device(d) for d in block.devices or ()),
    )


def _person(block: _PersonBlock) -> Person:
    role, aliases = PersonRole(block.role), tuple(block.aliases or ())
    return Person(id=block.id, name=block.name, role=role, aliases=aliases, private=block.private)


def _device(block: _DeviceBlock) -> Device:
    return Device(
        id=block.id,
        name=block.name,
        room=block.room,
        aliases=tuple(block.aliases or ()),
        photo=block.photo,
        components={
            component: {name: {key: as_value(value) for key, value in (held or {}).items()} for name, held in capabilities.items()}
            for component, capabilities in block.components.items()
        },
    )


def _used(home: Home, catalog: CapabilityCatalog) -> Mapping[str, Capability]:
    names = {name: None for device in home.devices for _, name in device.capabilities()}
    found = {}
    for name in names:
        catalog.check_reach(name)
        if (file := catalog.find(name)) is not None:
            found[name] = file.capability
    return found


class _Named(Protocol):
    @property
    def id(self) -> str: ...


def _home_mistakes(home: Home, catalog: CapabilityCatalog, document: Document | None) -> Iterator[Mistake]:
    yield from _place_mistakes(home.place)
    for kind, named in (("floors", home.floors), ("rooms", home.rooms), ("people", home.people), ("devices", home.devices)):
        yield from _id_mistakes(kind, named, document)
    floors = tuple(floor.id for floor in home.floors)
    for index, room in enumerate(home.rooms):
        if room.floor is not None and room.floor not in floors:
            yield _unknown(("rooms", index, "floor"), "floor", room.floor, floors)
    rooms = tuple(room.id for room in home.rooms)
    for index, device in enumerate(home.devices):
        if device.room is not None and device.room not in rooms:
            yield _unknown(("devices", index, "room"), "room", device.room, rooms)
        if device.photo is not None and (Path(device.photo).is_absolute() or ".." in Path(device.photo).parts):
            yield Mistake(at=("devices", index, "photo"), message="a photo lies beside the home file", mend="write a path below its folder")
        yield from _component_mistakes(("devices", index, "components"), device, catalog, document)


def _place_mistakes(place: Place) -> Iterator[Mistake]:
    if not re.fullmatch(r"[A-Z]{2}", place.country):
        yield Mistake(
            at=("place", "country"), message=f"`{place.country}` is no country code", mend="expected two capital letters, such as JP"
        )
    try:
        ZoneInfo(place.timezone)
    except (OSError, ValueError, LookupError):  # whatever the name is, the zone's file cannot be found or read
        near = did_you_mean(place.timezone, available_timezones())
        yield Mistake(at=("place", "timezone"), message=f"unknown time zone `{place.timezone}`", mend=near or "expected such as Asia/Tokyo")


def _id_mistakes(kind: str, named: Sequence[_Named], document: Document | None) -> Iterator[Mistake]:
    first: dict[str, int] = {}
    for index, item in enumerate(named):
        at: Where = (kind, index, "id")
        if not _ID.fullmatch(item.id):
            yield Mistake(at=at, message=f"`{item.id}` is no id", mend="use letters, digits, -, _ and :")
        elif item.id in first:
            before = f"line {document.line((kind, first[item.id], 'id'))}" if document else f"{kind}[{first[item.id]}]"
            yield Mistake(at=at, message=f"the id `{item.id}` is used twice; the first is in {before}", mend="give each its own")
        first.setdefault(item.id, index)


def _component_mistakes(at: Where, device: Device, catalog: CapabilityCatalog, document: Document | None) -> Iterator[Mistake]:
    if not device.components:
        yield Mistake(at=at, message="a device has at least one component", mend="expected such as {main: {switch: {}}}")
    for component, held in device.components.items():
        if not _ID.fullmatch(component):
            yield Mistake(at=(*at, component), message=f"`{component}` is no name", mend="use letters, digits, - and _")
        for name, initial in held.items():
            where: Where = (*at, component, name)
            found = catalog.find(name)
            if found is None:
                yield Mistake(
                    at=where,
                    message=f"unknown capability `{name}`",
                    mend=did_you_mean(name, catalog.names) or f"put {name}.capability.yaml into a folder capabilities beside the home file",
                )
            else:
                yield from _initial_mistakes(where, found.capability, initial, document)


def _initial_mistakes(at: Where, capability: Capability, initial: Mapping[str, object], document: Document | None) -> Iterator[Mistake]:
    for name, value in initial.items():
        where: Where = (*at, name)
        attribute = capability.attributes.get(name)
        if attribute is None:
            known = tuple(capability.attributes)
            mend = did_you_mean(name, known) or (f"it has {listed(known)}" if known else "it has none")
            yield Mistake(at=where, message=f"`{capability.name}` has no attribute `{name}`", mend=mend)
        elif value is not None:
            try:
                fit(attribute, as_value(value))
            except Unfit as unfit:
                if unfit.expected and document is not None and isinstance(value, bool):
                    yield wrong_type(document, where, value, unfit.expected)
                else:
                    yield Mistake(at=where, message=str(unfit))


def _unknown(at: Where, what: str, name: str, valid: Sequence[str]) -> Mistake:
    mend = did_you_mean(name, valid) or (f"expected {listed(valid)}" if valid else f"the home has no {what}s")
    return Mistake(at=at, message=f"unknown {what} `{name}`", mend=mend)
