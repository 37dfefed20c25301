"""What the first page of a house needs to know of how it was started: its home, the backends of the settings, its models.

`apps` fulfils it. Nothing here opens a connection: of a backend it is told what came of the last try to reach it.
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

    async def models(self) -> Sequence[ModelUsed]:
        """Those that a role uses; none where this house's models have no roles."""
        ...
