"""The values that date words become: one `WhenSpan` for each expression, one `When` for a whole sentence."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from datetime import date as Day
from datetime import time as Clock
from enum import StrEnum

from yamori.domain.when.recurrence import Every, Recurrence


class Kind(StrEnum):
    """What sort of expression it is."""

    DATE = "date"
    """One day: `tomorrow`, `11月3日`; perhaps with a part of it (`tomorrow morning`)."""
    TIME = "time"
    """A time of day without a day: `half past three`, `15時`; a range of them has an `end_time`."""
    MOMENT = "moment"
    """A day and a time in one: `in 20 minutes`, `2026-11-03T15:30`."""
    PART = "part"
    """A part of a day without a day: `in the evening`, `夜に`."""
    PERIOD = "period"
    """`date` to `end_date`, both included: `next week`, `今月`, `Monday to Friday`."""
    DURATION = "duration"
    """`for two hours`, `30分間`."""
    RECURRENCE = "recurrence"
    """`every Monday`, `毎朝`."""


class DayPart(StrEnum):
    """A part of a day, with the hours that people mean by it."""

    MORNING = "morning"
    AFTERNOON = "afternoon"
    EVENING = "evening"
    NIGHT = "night"

    @property
    def begins(self) -> Clock:
        return {"morning": Clock(5), "afternoon": Clock(12), "evening": Clock(17), "night": Clock(18)}[self.value]

    @property
    def ends(self) -> Clock:
        return {"morning": Clock(12), "afternoon": Clock(18), "evening": Clock(22), "night": Clock(23, 59)}[self.value]


@dataclass(frozen=True, kw_only=True)
class WhenSpan:
    """One expression of a text, read from `now`. `text == whole[start:end]`."""

    start: int
    end: int
    text: str
    kind: Kind
    date: Day | None = None
    """The day, or the first day of a period."""
    time: Clock | None = None
    """Household wall-clock time."""
    end_date: Day | None = None
    """The last day of a period, included."""
    end_time: Clock | None = None
    duration: timedelta | None = None
    part: DayPart | None = None
    recurrence: Recurrence | None = None
    """For recurrences: how it comes again."""
    repeated: Recurrence | None = None
    """For days: what they would be in a sentence that repeats (`on Tuesday` in `every two weeks on Tuesday`)."""
    times: int | None = None
    """For recurrences: how often in all (`five times`)."""
    counted: tuple[int, Every] | None = None
    """For lengths in days and more that follow `for` or `the next`, or carry 間: how many of which unit."""
    next_day: bool = False
    """The time lies after the midnight that ends the day named: `24:00`, `tonight at one`."""
    lead: str = ""
    """The role that the words around it give: `from`, `to`, `by`, `until`, `since`, `before`, `after`; else empty."""
    ambiguous: tuple[Day | Clock, ...] = ()
    """What else the date or time may mean, likeliest first; the reading chosen is not in it."""
    problem: str | None = None
    """Why no such date or time exists, in the text's language; then nothing else is set."""


@dataclass(frozen=True, kw_only=True)
class When:
    """What one sentence says about time, its spans taken together."""

    spans: tuple[WhenSpan, ...] = ()
    date: Day | None = None
    """The day, or a period's first. A time without a day gets the next day on which it is still to come."""
    date_said: bool = False
    """The sentence names the day itself; False where `date` only follows from the time."""
    time: Clock | None = None
    end_date: Day | None = None
    """A period's last day, included."""
    end_time: Clock | None = None
    duration: timedelta | None = None
    part: DayPart | None = None
    recurrence: Recurrence | None = None
    """How it comes again; `date` is then the first day on which it does."""
    deadline: bool = False
    """`by Friday`, `金曜日までに`: until then rather than on that day."""
    ambiguous: tuple[Day | Clock, ...] = ()
    problem: str | None = None
    """The first span's problem, in the sentence's language."""
    origin: "When | None" = None
    """In a sentence that moves something (`from Monday to Friday`): the date that it had, which says what is meant."""
    others: tuple[WhenSpan, ...] = field(default=())
    """Spans that name further days (`today and on Friday`) and are not part of the reading above."""
    each: "tuple[When, ...]" = ()
    """A reading for each of the days and times that the sentence lists (`Monday at 7 and Wednesday at 8`, `every day at 9 and at 12`);
    empty where it lists none. Days that come again at one time are one series, not listed."""

    @property
    def found(self) -> bool:
        """Something about time was said, even if impossible."""
        return bool(self.spans)

    @property
    def scattered(self) -> bool:
        """It names further days or times, and they are no list."""
        return bool(self.others) and not self.each

    @property
    def rrule(self) -> str | None:
        """The value of an RRULE (RFC 5545), for an event that begins on `date`; None where nothing comes again."""
        return self.recurrence.rrule if self.recurrence else None

    @property
    def every(self) -> Every | None:
        return self.recurrence.every if self.recurrence else None

    @property
    def interval(self) -> int:
        return self.recurrence.interval if self.recurrence else 1

    @property
    def weekdays(self) -> tuple[int, ...]:
        return self.recurrence.weekdays if self.recurrence else ()

    def moment(self, zone: tzinfo) -> datetime | None:
        """The start as an aware moment, or None without a time. In a repeated hour (DST ends) the first one, but what was counted from
        now (`in 3 hours`) is exactly then: its `time` carries the `fold`."""
        if self.date is None or self.time is None:
            return None
        return datetime.combine(self.date, self.time, zone)


def exists(moment: datetime) -> bool:
    """False for a wall-clock time that is skipped when the clocks go forward."""
    try:
        return moment.astimezone(UTC).astimezone(moment.tzinfo).replace(tzinfo=None) == moment.replace(tzinfo=None)
    except OverflowError:
        return True
