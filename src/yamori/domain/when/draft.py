"""What the rules of both languages share: the sentence they look at, and the drafts they make of what they find."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from datetime import date as Day
from datetime import time as Clock
from functools import cached_property

from yamori.domain.language import Language, language_of
from yamori.domain.when import calendar
from yamori.domain.when.impossible import Impossible
from yamori.domain.when.recurrence import Every, Recurrence
from yamori.domain.when.signs import says
from yamori.domain.when.span import DayPart, Kind, WhenSpan

_WIDE = {0xFF01 + i: 0x21 + i for i in range(94)} | {
    ord(wide): narrow
    for wide, narrow in {
        "’": "'",
        "‘": "'",
        "–": "-",
        "—": "-",
        "〜": "~",
        "～": "~",
        "　": " ",
        "\t": " ",
        "\n": " ",
        "\r": " ",
        "\u00a0": " ",
        "−": "-",
    }.items()
}
_PAST = re.compile(
    r"\b(?:was|were|had|happened|did \w+ (?!(?:already )?(?:put|add|plan|schedule|book|note|write|enter|set)\b)"
    r"|have (?:i|we) (?!got\b|to\b|any)|ago)\b"
    r"|(?:でした|(?<!なり)(?<!わり)(?<!まり)ました|だった|なかった|してた|していた|やった"
    r"|(?<!予約)(?<!約束)(?<!約束を)(?<!ま)した)(?:か|の|っけ|$|[?。、])"
)
_LEVELS = re.compile(
    r"\b(?:levels?|volume|speed|brightness|temperature|channel|fan|thermostat|degrees?|humidity|dim|dimm\w+"
    r"|bright\w*|lower|raise|reduce|increase|decrease"
    r"|warmer|cooler|louder|quieter|turn (?:it |this |that |the [\w ]{1,30} )?(?:up|down)|blinds?|shutters?|curtains?|step|percent)\b|%"
)


def folded(text: str) -> str:
    """Lower case, narrow forms and plain spaces, each character still where it was."""
    low = text.translate(_WIDE)
    lower = low.lower()
    return lower if len(lower) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in low)


class Sentence:
    """One text under search, with what its words say about how to read an open hour or an open year."""

    def __init__(self, text: str, now: datetime) -> None:
        self.text = text
        self.low = folded(text)
        self.now = now
        self.today = now.date()

    @cached_property
    def language(self) -> Language:
        return language_of(self.text)

    @cached_property
    def past(self) -> bool:
        """It speaks of what was."""
        return bool(_PAST.search(self.low))

    @cached_property
    def moving(self) -> bool:
        """It moves something from one time to another."""
        return says(self.low, "moving")

    @cached_property
    def levels(self) -> bool:
        """It speaks of amounts and settings, so that a bare number is no hour."""
        return bool(_LEVELS.search(self.low))

    @cached_property
    def meal(self) -> DayPart | None:
        """The half of the day that waking and meals put an open hour into."""
        if says(self.low, "late"):
            return DayPart.EVENING
        return DayPart.MORNING if says(self.low, "early") else None


@dataclass(slots=True)
class Draft:
    """A `WhenSpan` in the making; an `open` hour has no morning or afternoon yet."""

    start: int
    end: int
    kind: Kind
    date: Day | None = None
    time: Clock | None = None
    open: bool = False
    end_date: Day | None = None
    end_time: Clock | None = None
    end_open: bool = False
    duration: timedelta | None = None
    part: DayPart | None = None
    recurrence: Recurrence | None = None
    repeated: Recurrence | None = None
    times: int | None = None
    counted: tuple[int, Every] | None = None
    next_day: bool = False
    lead: str = ""
    ambiguous: tuple[Day | Clock, ...] = ()
    problem: str | None = None
    loose: str = ""
    """`weekday` or `day` where a range's end is counted from its start instead of from today; `times` where it counts only beside times."""

    def span(self, text: str) -> WhenSpan:
        return WhenSpan(
            start=self.start,
            end=self.end,
            text=text[self.start : self.end],
            kind=self.kind,
            date=self.date,
            time=self.time,
            end_date=self.end_date,
            end_time=self.end_time,
            duration=self.duration,
            part=self.part,
            recurrence=self.recurrence,
            repeated=self.repeated,
            times=self.times,
            counted=self.counted,
            next_day=self.next_day,
            lead=self.lead,
            ambiguous=self.ambiguous,
            problem=self.problem,
        )


@dataclass(frozen=True)
class Rule:
    """A pattern and what it makes of a match. `hints` are texts one of which every match contains: the rest is skipped unread."""

    hints: tuple[str, ...]
    source: str
    """The regular expression; compiled when a text first has one of the hints, as most processes never meet most of them."""
    build: Callable[[re.Match[str], Sentence], Iterable[Draft]]
    kind: Kind

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self.source)


def set_clock(draft: Draft, hour: int, minute: int, *, open: bool = False) -> Draft:
    """Gives the draft a time; 24:00 becomes 0:00 of the next day."""
    if hour == 24 and minute == 0:
        draft.time, draft.next_day = Clock(0), True
        return draft
    draft.time = calendar.clock(hour, minute)
    draft.open = open and 1 <= hour <= 12
    return draft


def shift(draft: Draft, now: datetime, amount: float, unit: Every | None, *, seconds: float = 0) -> Draft:
    """Moves the draft from now by an amount: hours and less count as time that passes, days and more as days of the calendar."""
    if unit in (Every.MONTH, Every.YEAR):
        months, part = divmod(amount * (12 if unit is Every.YEAR else 1), 1)
        draft.date = calendar.plus_days(calendar.plus_months(now.date(), int(months)), round(part * 30))
        return draft
    if unit is Every.WEEK or (unit is Every.DAY and amount == int(amount)):
        draft.date = calendar.plus_days(now.date(), round(amount * (7 if unit is Every.WEEK else 1)))
        return draft
    seconds += amount * {Every.DAY: 86400, Every.HOUR: 3600, Every.MINUTE: 60}.get(unit, 1) if unit is not None else amount
    try:
        then = (now.astimezone(UTC) + timedelta(seconds=seconds)).astimezone(now.tzinfo)
    except OverflowError:
        raise Impossible("endless_moment") from None
    draft.kind, draft.date, draft.time = Kind.MOMENT, then.date(), then.time().replace(microsecond=0)
    return draft


def whole(amount: float, unit: Every | None, *, seconds: float = 0) -> tuple[int, Every] | None:
    """An amount as what can bound a recurrence: a whole number of days or more."""
    if unit in (None, Every.MINUTE, Every.HOUR) or seconds or amount != int(amount) or amount < 1:
        return None
    return int(amount), unit


def length(amount: float, unit: Every | None, *, seconds: float = 0) -> timedelta:
    """A duration; a month counts 30 days and a year 365. No unit: seconds."""
    days = {Every.DAY: 1, Every.WEEK: 7, Every.MONTH: 30, Every.YEAR: 365}
    if unit in days:
        return timedelta(days=amount * days[unit], seconds=seconds)
    return timedelta(seconds=seconds + amount * {Every.HOUR: 3600, Every.MINUTE: 60}.get(unit, 1) if unit is not None else amount)
