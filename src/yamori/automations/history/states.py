"""How long, how often, when last: questions about a state (open, on, above 28). Plain functions of what is kept.

A state begins when the sought value follows another one, as a trigger sees it: what is not known in between changes nothing, and a value
that is there when history begins has not become so.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from yamori.automations.history.timeline import Kept, Sought, Timeline, milliseconds
from yamori.domain.values import Value


@dataclass(frozen=True, kw_only=True)
class TimeIn:
    """How long a state lasted within an interval."""

    total: timedelta
    unknown: timedelta
    """How much of the interval nothing is known of: the device was away, or it is before history begins."""
    asked: timedelta
    """How long the interval is, up to now."""
    kept: Kept


@dataclass(frozen=True, kw_only=True)
class Count:
    """How often a state began within an interval."""

    count: int
    times: tuple[datetime, ...]
    """When; the last few hundred."""
    kept: Kept


@dataclass(frozen=True, kw_only=True)
class LastTime:
    """The last time that a state was there, up to a moment."""

    was: bool
    """It was there at all; the rest is only then told."""
    began: datetime | None = None
    """None: before history begins."""
    ended: datetime | None = None
    """When it was something else, or not known, for the first time after it. None: it still was so."""
    kept: Kept


_TIMES = 500


def time_in(timeline: Timeline, sought: Sought) -> TimeIn:
    """Two intervals that follow each other add up."""
    total = unknown = asked = 0
    for start, end, value in timeline.spans():
        asked += end - start
        if value is None:
            unknown += end - start
        elif sought(value):
            total += end - start
    return TimeIn(total=milliseconds(total), unknown=milliseconds(unknown), asked=milliseconds(asked), kept=timeline.kept)


def count_into(timeline: Timeline, sought: Sought) -> Count:
    """Two intervals that follow each other add up: what begins exactly between them belongs to the later one."""
    was = None if timeline.known_before is None else sought(timeline.known_before)
    begun: list[int] = []
    for moment, value in zip(timeline.moments, timeline.values, strict=True):
        if value is None:
            continue
        now = sought(value)
        if now and was is False:
            begun.append(moment)
        was = now
    return Count(count=len(begun), times=tuple(timeline.moment(moment) for moment in begun[-_TIMES:]), kept=timeline.kept)


@dataclass(frozen=True, kw_only=True)
class Stay:
    """A time in a state, in milliseconds since 1970."""

    began: int | None
    ended: int | None


def last_stay(newest_first: Iterable[tuple[int, Value]], sought: Sought) -> Stay | None:
    """Reads back only as far as it has to: until the state before this one."""
    found = False
    began: int | None = None
    ended: int | None = None
    later: int | None = None
    for moment, value in newest_first:
        if value is not None:
            if sought(value):
                if not found:
                    found, ended = True, later
                began = moment
            elif found:
                return Stay(began=began, ended=ended)
        later = moment
    return Stay(began=None, ended=ended) if found else None
