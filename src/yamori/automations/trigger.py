"""What sets an automation off: a moment, a recurrence, the sun, a reading or a forecast that becomes something, the end of something."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from datetime import date as Day
from datetime import time as Clock
from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import Discriminator

from yamori.automations.condition import AllOf, AnyOf, Comparison, Condition, GeneratedCode, Not, leaves_of, paths_of
from yamori.automations.recurrence import rule_of
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value, plain_value

MOST_SLOTS = 30
LONGEST_HOLD = timedelta(days=7)
LONGEST_OFFSET = timedelta(hours=12)
SHORTEST_INTERVAL = timedelta(minutes=1)


@dataclass(frozen=True, kw_only=True)
class At:
    """A moment: `at ten tonight`, `in 20 minutes` (reckoned when it was said)."""

    kind: Literal["at"] = "at"
    moment: datetime
    """Aware; kept in UTC."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "moment", _utc(self.moment, "moment"))


@dataclass(frozen=True, kw_only=True)
class Slot:
    """A time of day on the days of a rule."""

    rule: str
    """RFC 5545, without `RRULE:`, days and longer: `FREQ=WEEKLY;BYDAY=SU`."""
    at: Clock
    """On the household's clock. A time that the clocks skip is that much later, one that comes twice is the first (RFC 5545, 3.3.5)."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rule", rule_of(self.rule))
        if self.at.tzinfo is not None:
            raise InvalidRequest("a time of day is the household's, without an offset, such as 07:00", where="at")


@dataclass(frozen=True, kw_only=True)
class Recurring:
    """`Every weekday at seven, at nine on Sundays`: two slots."""

    kind: Literal["recurring"] = "recurring"
    slots: tuple[Slot, ...]
    starts: Day
    """The day from which the rules count (RFC 5545's DTSTART)."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.slots) <= MOST_SLOTS:
            raise InvalidRequest(f"a recurrence has between 1 and {MOST_SLOTS} times", where="slots")


@dataclass(frozen=True, kw_only=True)
class Every:
    """`Every twenty minutes`: time that passes, whatever the clocks show."""

    kind: Literal["every"] = "every"
    seconds: int
    start: datetime
    """The first time is one interval later."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", _utc(self.start, "start"))
        if self.seconds < SHORTEST_INTERVAL.total_seconds():
            raise InvalidRequest("an interval is a minute or longer", where="seconds")


class SunEvent(StrEnum):
    DAWN = "dawn"
    SUNRISE = "sunrise"
    NOON = "noon"
    SUNSET = "sunset"
    DUSK = "dusk"


@dataclass(frozen=True, kw_only=True)
class Sun:
    """`Half an hour before sunset`. On days without the event (near the poles) it does not come."""

    kind: Literal["sun"] = "sun"
    event: SunEvent
    offset_seconds: int = 0
    """Less than nothing for before."""

    def __post_init__(self) -> None:
        if abs(self.offset_seconds) > LONGEST_OFFSET.total_seconds():
            raise InvalidRequest("an offset from the sun is at most twelve hours", where="offset_seconds")


@dataclass(frozen=True, kw_only=True)
class Becomes:
    """Readings become so: a change from false to true, not that it is so (`rules.edges`)."""

    kind: Literal["becomes"] = "becomes"
    test: Annotated[Comparison | AllOf | AnyOf | Not, Discriminator("kind")]
    """Made of comparisons alone."""
    for_seconds: int = 0
    """How long it has to stay so, without a gap."""

    def __post_init__(self) -> None:
        if not all(isinstance(leaf, Comparison) for leaf in leaves_of(self.test)):
            raise InvalidRequest("what sets it off compares readings; times, sun and weather are conditions", where="test")
        if not 0 <= self.for_seconds <= LONGEST_HOLD.total_seconds():
            raise InvalidRequest("a state is waited for between 0 seconds and 7 days", where="for_seconds")


class Source(StrEnum):
    TIMER = "timer"
    AUTOMATION = "automation"


@dataclass(frozen=True, kw_only=True)
class Ends:
    """The end of a timer or of another automation's firing. The end of what a device does is a `Becomes` over what it reports."""

    kind: Literal["ends"] = "ends"
    source: Source
    id: str
    after_seconds: int = 0
    """So much later; a further end begins that anew."""

    def __post_init__(self) -> None:
        if not 0 <= self.after_seconds <= LONGEST_HOLD.total_seconds():
            raise InvalidRequest("an end is waited after for between 0 seconds and 7 days", where="after_seconds")


@dataclass(frozen=True, kw_only=True)
class Generated(GeneratedCode):
    """A generated condition becomes true; looked at whenever one of its readings changes, and each minute where it minds the clock."""

    kind: Literal["generated"] = "generated"

    def __post_init__(self) -> None:
        if not self.paths:
            raise InvalidRequest("a generated condition reads something, or it would never be looked at", where="paths")


@dataclass(frozen=True, kw_only=True)
class Forecast:
    """The forecast comes to say so. It is looked at every hour (`rules.looking`); a forecast that says so already when this is made counts,
    since nobody has heard of it yet, and from then on only one that says so again after it did not."""

    kind: Literal["forecast"] = "forecast"
    asks: Mapping[str, Value]
    """Known only to `ports.Weather`, as in `condition.WeatherIs`."""
    text: str
    """In the words of whoever asked for it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "asks", plain_value(self.asks))


Timed: TypeAlias = At | Recurring | Every | Sun
Trigger: TypeAlias = Annotated[Timed | Becomes | Ends | Generated | Forecast, Discriminator("kind")]
TIMED = (At, Recurring, Every, Sun)

_PRESENT = "present"


def arrives(path: str, *, value: str = _PRESENT) -> Becomes:
    """Somebody comes home: a presence reading becomes `present`. Not known in between is neither here nor gone."""
    return Becomes(test=Comparison(path=path, value=value))


def leaves(path: str, *, value: str = _PRESENT) -> Becomes:
    """Somebody goes: a presence reading becomes something else than `present`."""
    return Becomes(test=Not(test=Comparison(path=path, value=value)))


def trigger_paths(trigger: Trigger) -> tuple[str, ...]:
    """The readings whose change has to be looked at for this trigger."""
    match trigger:
        case Becomes():
            return paths_of(trigger.test)
        case Generated():
            return trigger.paths
        case _:
            return ()


def comparisons_of(test: Condition) -> tuple[Comparison, ...]:
    return tuple(leaf for leaf in leaves_of(test) if isinstance(leaf, Comparison))


def _utc(moment: datetime, where: str) -> datetime:
    if moment.tzinfo is None:
        raise InvalidRequest("a moment needs a time zone, such as 2026-11-22T09:00:00+09:00", where=where)
    return moment.astimezone(UTC)
