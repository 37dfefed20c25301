"""What the engine needs from outside; `apps` fulfils it."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from yamori.automations.action import ActionResult, Ask, Call
from yamori.automations.automation import Automation
from yamori.automations.condition import GeneratedCode
from yamori.automations.firing import Firing
from yamori.automations.history import Interval, Timeline
from yamori.automations.trigger import SunEvent
from yamori.domain.receipt import Reading
from yamori.domain.values import Value


class Readings(Protocol):
    """What devices say. A reading whose value is None is not known."""

    async def snapshot(self) -> Sequence[Reading]:
        """All of them as they are now. Raises `HouseSilent`."""
        ...

    def changes(self) -> AsyncIterator[Reading]:
        """Every change from the first `anext` on, in order, for ever. A reading may come again unchanged."""
        ...


class KeptReadings(Protocol):
    """What devices said, for as long as it is kept."""

    async def timelines(self, paths: Sequence[str], interval: Interval, *, now: datetime) -> Mapping[str, Timeline] | None:
        """How each went, by path; None where this house keeps no history. Raises `InvalidRequest` for too many changes."""
        ...


class Performer(Protocol):
    async def perform(self, action: Call | Ask, *, key: str, automation: Automation, firing: Firing) -> ActionResult:
        """Do it with the owner's rights. The same key again does nothing again and tells what came of it the first time.

        Raises `YamoriError` whose text is for a person where it could not be done.
        """
        ...


class Notices(Protocol):
    async def tell(self, person: str, text: str, *, key: str) -> None:
        """Tell a person unasked; the same key again tells nothing again. Raises `HouseSilent`."""
        ...


class Sky(Protocol):
    """Pure: the same answer for the same moment."""

    def next(self, event: SunEvent, after: datetime) -> datetime | None:
        """The first one later than `after`, aware; None where there is none within a year."""
        ...

    def is_up(self, at: datetime) -> bool:
        """The sun is above the horizon."""
        ...


class Weather(Protocol):
    async def holds(self, asks: Mapping[str, Value], now: datetime, *, before: bool | None = None) -> bool | None:
        """None where it is not known. `before`: what it was when it was last asked, where that is to be held on to within a margin."""
        ...


class Evaluator(Protocol):
    async def evaluate(self, code: GeneratedCode, readings: Mapping[str, Value], now: datetime) -> bool | None:
        """A generated condition, which somebody has agreed to, over values by path (None: not known). None where it does not know.

        Raises `HouseSilent` (`TooSlow` too) or `InvalidRequest` where it could not be evaluated.
        """
        ...
