"""What the first page of a house needs to know of how it was started: its home, the backends of the settings, its models.

`apps` fulfils it. Of a backend it is told what came of the last try to reach it: nothing here opens a connection but `nearby`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class HomeOrigin(StrEnum):
    """Where the description of the home comes from."""

    DEMO = "demo"
    """The simulated home that comes with Yamori."""
    EMPTY = "empty"
    """The home without anything that comes with Yamori."""
    OWN = "own"
    """A file of the household's own."""


@dataclass(frozen=True, kw_only=True)
class BackendTried:
    """A backend that the settings name, as it was last found."""

    has_joined: bool = False
    """It has brought its devices since the start; whether they answer now, their readings say."""
    is_refused: bool = False
    """It turned the house away, or its settings are wrong: somebody has to mend that, and it is not tried again before the next start."""
    says: str = ""
    """Why it has not joined, as `yamori doctor` says it: in English."""
    mend: str = ""
    """What to do, where that is known: in English."""


class ModelPlace(StrEnum):
    """Where a model is."""

    DISK = "disk"
    PART = "part"
    """Some of its file is on disk."""
    MISSING = "missing"
    IN_HOUSE = "in_house"
    """A server on this machine or in the house's network; nobody has asked it."""
    OUTSIDE = "outside"


@dataclass(frozen=True, kw_only=True)
class ModelUsed:
    """One model, and what it is used for."""

    name: str
    """`provider:model`."""
    title: str
    roles: Sequence[str]
    """Each is `consent.name_ROLE` in `words/`."""
    place: ModelPlace
    bytes_here: int = 0
    bytes_whole: int = 0
    """Of an embedded model; 0 where nobody knows."""
    fetched_as: str = ""
    """What `yamori models fetch` calls it; empty where it cannot be fetched."""


@dataclass(frozen=True, kw_only=True)
class FoundNearby:
    """Something in the home's network that can be connected. Its name is a stranger's text."""

    backend: str
    """`homeassistant` or `mqtt`."""
    name: str
    address: str
    port: int
    is_secure: bool = False
    answers: bool = False
    """It took a connection just now."""


@dataclass(frozen=True, kw_only=True)
class OfferedDevice:
    """A device of a backend, whether this house uses it or not."""

    id: str
    name: str
    room: str
    """Its name; empty for none."""
    is_hidden: bool = False
    """The settings say that it is left alone."""


class WelcomePort(Protocol):
    """How the house was started."""

    @property
    def home_origin(self) -> HomeOrigin: ...

    @property
    def settings_file(self) -> str:
        """The path of `yamori.toml`; empty where the house has none."""
        ...

    def backends(self) -> Mapping[str, BackendTried]:
        """Those that the settings name, by the name of their table."""
        ...

    def offered(self, backend: str) -> Sequence[OfferedDevice]:
        """All devices that a backend has brought; none where it has not."""
        ...

    async def nearby(self) -> Sequence[FoundNearby]:
        """What announces itself in the home's network now; takes some two seconds."""
        ...

    async def models(self) -> Sequence[ModelUsed]:
        """Those that a role uses; none where this house's models have no roles."""
        ...
