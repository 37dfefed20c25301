"""What a device's page needs of the past: how its readings went. `apps` fulfils it over the house's history."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from yamori.domain.values import Value


@dataclass(frozen=True, kw_only=True)
class PastLine:
    """How one attribute went: steps, each value until the next point, the last until `end`."""

    component: str
    capability: str
    attribute: str
    unit: str | None
    points: Sequence[tuple[datetime, Value]]
    """In the home's time zone; None where nothing was known. The first is at `start`."""
    start: datetime
    end: datetime
    since: datetime
    """From here on readings are kept."""


class PastPort(Protocol):
    """Every method may raise a `YamoriError`, whose message the page shows."""

    async def lines(self, device: str, hours: int) -> Sequence[PastLine] | None:
        """The attributes of a device that changed or can change, for the last `hours`; None where this house keeps no history.

        Raises `NotFound` for a device that is not there.
        """
        ...
