"""Who may do what: a person's role and a command's risk give what is needed for it. The table is data, `rights.yaml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from yamori.domain.capability import Risk
from yamori.domain.home import Home, PersonRole
from yamori.gateway.mistakes import parse
from yamori.gateway.yamlfile import read_yaml

PRODUCT_RIGHTS = Path(__file__).parent / "rights.yaml"
_Word = Literal["do", "confirm", "pin", "refuse"]


class Need(StrEnum):
    """What must happen before a command is done, from the least to the most."""

    DO = "do"
    CONFIRM = "confirm"
    PIN = "pin"
    REFUSE = "refuse"

    def risk(self) -> Risk:
        """The risk that an approval of this need has; a refusal has none."""
        return {Need.CONFIRM: Risk.CONFIRM, Need.PIN: Risk.PIN}.get(self, Risk.SAFE)


class _Risks(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    safe: _Word
    confirm: _Word
    pin: _Word


class _Role(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    risks: _Risks
    capabilities: dict[str, _Word] = {}


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    adult: _Role
    child: _Role
    guest: _Role
    beyond_rooms: _Word = "confirm"


@dataclass(frozen=True, kw_only=True)
class Rights:
    """The table of one home."""

    risks: Mapping[PersonRole, Mapping[Risk, Need]]
    capabilities: Mapping[PersonRole, Mapping[str, Need]]
    beyond_rooms: Need

    def need(self, home: Home, person: str, capability: str, risk: Risk) -> Need:
        """What this person needs for a command of this risk; the stricter of the two rules where a capability has one of its own."""
        known = home.person(person)
        # A home without people asks nobody who they are.
        role = known.role if known is not None else PersonRole.GUEST if home.people else PersonRole.ADULT
        need = self.risks[role][risk]
        own = self.capabilities[role].get(capability)
        return need if own is None else max(need, own, key=list(Need).index)


def read_rights(file: Path) -> Rights:
    """Raises `Misconfigured` with file, line and key."""
    table = parse(_Table, read_yaml(file))
    roles = {PersonRole.ADULT: table.adult, PersonRole.CHILD: table.child, PersonRole.GUEST: table.guest}
    return Rights(
        risks={role: {risk: Need(getattr(held.risks, risk.value)) for risk in Risk} for role, held in roles.items()},
        capabilities={role: {name: Need(word) for name, word in held.capabilities.items()} for role, held in roles.items()},
        beyond_rooms=Need(table.beyond_rooms),
    )


def rights_beside(home_file: Path | None) -> Rights:
    """The home's own table, or the product's."""
    own = home_file.parent / "rights.yaml" if home_file is not None else None
    return read_rights(own) if own is not None and own.is_file() else _product()


@lru_cache(maxsize=1)
def _product() -> Rights:
    return read_rights(PRODUCT_RIGHTS)
