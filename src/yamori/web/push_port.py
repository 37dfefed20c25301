"""What the settings need of push notices. `apps` fulfils it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class PushDeviceSeen:
    """A browser in which a person turned notices on."""

    id: str
    name: str
    at: datetime
    """Since when, in the home's time zone."""


class PushPort(Protocol):
    """Every method may raise a `YamoriError`."""

    async def key(self) -> str:
        """The house's public key, which the browser hands to its push service."""
        ...

    async def devices(self, person: str) -> Sequence[PushDeviceSeen]:
        """Of one person, the newest first."""
        ...

    async def turn_on(self, person: str, endpoint: str, *, p256dh: str, auth: str, name: str, session: str) -> PushDeviceSeen:
        """Send this person's notices to a browser from now on. Raises `InvalidRequest` for one whose push service is not known."""
        ...

    async def turn_off(self, person: str, id: str) -> None:
        """Raises `NotFound` for one that is none of theirs."""
        ...
