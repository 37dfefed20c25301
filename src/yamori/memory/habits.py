"""What somebody asks for day after day, as something to propose: never assumed, and never done by itself. Pure.

The same person, the same action, the same part of the day, on at least `DAYS` of the last `OF` days.
"""

import statistics
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from hashlib import blake2b

from yamori.domain.language import language_of
from yamori.memory.reading.vocabulary import folded
from yamori.memory.wording import TEXTS, text

DAYS = 4
OF = 7
_PARTS = ((5, "morning"), (11, "daytime"), (17, "evening"), (22, "night"))
"""Hours at which parts of a day begin; what comes before the first belongs to the last."""
_STEP = 5
"""Minutes to which a time is rounded."""


@dataclass(frozen=True, kw_only=True)
class Occurrence:
    """Something that a person had done once."""

    person: str
    action: str
    """What was done to what, and to which value: equal where the same was done."""
    words: str
    """What the person said."""
    at: datetime
    """In the home's time."""
    turn: str = ""
    """In which the person asked for it."""


@dataclass(frozen=True, kw_only=True)
class Habit:
    id: str
    """The same as long as it is the same habit."""
    person: str
    words: str
    """What the person said last."""
    minute: int
    """Of the day, about when."""
    days: int
    turn: str = ""
    """In which it was asked for last."""

    @property
    def time(self) -> str:
        return f"{self.minute // 60}:{self.minute % 60:02d}"


def habits_of(person: str, occurrences: Sequence[Occurrence], *, now: datetime, decided: Collection[str] = ()) -> tuple[Habit, ...]:
    """Those of a person, the most frequent first, without what they have decided on already; one for what one sentence does."""
    groups: dict[tuple[str, str], list[Occurrence]] = {}
    for one in occurrences:
        if one.person == person and now - timedelta(days=OF) < one.at <= now:
            groups.setdefault((one.action, _part(one.at)), []).append(one)
    found: dict[str, Habit] = {}
    for (action, part), held in sorted(groups.items()):
        days = len({one.at.date() for one in held})
        id = blake2b(f"{person}|{action}|{part}".encode(), digest_size=8).hexdigest()
        if days < DAYS or id in decided:
            continue
        last = max(held, key=lambda one: one.at)
        words = last.words.strip()
        found.setdefault(
            f"{part}|{folded(words)}", Habit(id=id, person=person, words=words, minute=_minute(held), days=days, turn=last.turn)
        )
    return tuple(sorted(found.values(), key=lambda habit: (-habit.days, habit.minute)))


def daily(habit: Habit) -> str:
    """The habit as a request: what the person said, every day at its time."""
    language = language_of(habit.words)
    request = habit.words.rstrip(text("after_request", language))
    return TEXTS.said(language, "daily", at=time(habit.minute // 60, habit.minute % 60), request=request)


def _part(at: datetime) -> str:
    return next((name for hour, name in reversed(_PARTS) if at.hour >= hour), _PARTS[-1][1])


def _minute(held: Sequence[Occurrence]) -> int:
    middle = statistics.median_low([(one.at.hour * 60 + one.at.minute + (1440 if one.at.hour < _PARTS[0][0] else 0)) for one in held])
    return round(middle / _STEP) * _STEP % 1440
