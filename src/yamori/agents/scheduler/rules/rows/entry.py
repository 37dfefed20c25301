"""A row of the schedule, and what may stand in it. The store keeps these; rules and tools read them."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock
from typing import Any

from yamori.domain.errors import InvalidRequest
from yamori.domain.plain_text import strip_controls
from yamori.domain.values import Value

LONGEST_TITLE = 300
LONGEST_PLACE = 300
LONGEST_MEMO = 4000
LONGEST_DURATION = timedelta(days=366)


@dataclass(frozen=True, kw_only=True)
class CustomTask:
    """Something to do, or to be at, of one person."""

    id: int
    person: str
    title: str
    date: Day | None = None
    """None: to be done some day."""
    time: Clock | None = None
    """When it begins, in the home's wall-clock time; None: any time of the day."""
    duration: timedelta | None = None
    place: str | None = None
    memo: str | None = None
    done: bool = False
    version: int = 1
    """Counts the changes: two people who edit the same version are told of each other."""
    created: datetime
    """Aware."""
    updated: datetime

    @property
    def last_day(self) -> Day | None:
        """The last day that it touches; None for what has no day."""
        return last_day_of(self.date, self.time, self.duration) if self.date is not None else None

    @property
    def of_whole_days(self) -> bool:
        """It lasts from one day to another."""
        return self.time is None and self.last_day != self.date

    def view(self) -> Mapping[str, Value]:
        """The row as JSON; keys that hold nothing are left out."""
        minutes = int(self.duration.total_seconds() // 60) if self.duration else None
        row: dict[str, Value] = {
            "id": self.id,
            "title": self.title,
            "date": self.date.isoformat() if self.date else None,
            "time": self.time.strftime("%H:%M") if self.time else None,
            "minutes": minutes,
            "place": self.place,
            "memo": self.memo,
        }
        return {k: v for k, v in row.items() if v is not None} | {"done": self.done, "version": self.version}


def last_day_of(day: Day, time: Clock | None, duration: timedelta | None) -> Day:
    """The last day that something touches which begins on a day and lasts so long."""
    if not duration:
        return day
    try:
        return (datetime.combine(day, time or Clock()) + duration - timedelta(seconds=1)).date()
    except OverflowError:  # the calendar ends before it
        return Day.max


def viewed(row: Mapping[str, Any], *, person: str, at: datetime) -> CustomTask:
    """The task of a `view`, as far as a view holds it."""
    minutes = row.get("minutes")
    return CustomTask(
        id=row["id"],
        person=person,
        title=row["title"],
        date=Day.fromisoformat(row["date"]) if row.get("date") else None,
        time=Clock.fromisoformat(row["time"]) if row.get("time") else None,
        duration=timedelta(minutes=minutes) if minutes else None,
        place=row.get("place"),
        memo=row.get("memo"),
        done=row.get("done", False),
        version=row.get("version", 1),
        created=at,
        updated=at,
    )


def checked(task: CustomTask) -> CustomTask:
    """The task with its texts trimmed. Raises `InvalidRequest` that names the field and what would be right."""
    title = text_of(task.title, "title", LONGEST_TITLE, lines=False)
    if not title:
        raise InvalidRequest("a task needs a title", where="title")
    if task.time is not None and task.time.tzinfo is not None:
        raise InvalidRequest("a time is the home's wall-clock time, without an offset, such as 15:30", where="time")
    if task.duration is not None and not timedelta(0) < task.duration <= LONGEST_DURATION:
        raise InvalidRequest("a duration is longer than nothing and at most 366 days", where="minutes")
    place = text_of(task.place, "place", LONGEST_PLACE, lines=False) if task.place else None
    memo = text_of(task.memo, "memo", LONGEST_MEMO, lines=True) if task.memo else None
    return replace(task, title=title, place=place or None, memo=memo or None)


def text_of(text: str, where: str, longest: int, *, lines: bool) -> str:
    """Words for a field, trimmed. Raises `InvalidRequest` for too many of them and for control characters; `lines` allows line breaks."""
    trimmed = text.strip()
    if len(trimmed) > longest:
        raise InvalidRequest(f"the {where} has {len(trimmed)} characters; at most {longest} fit", where=where)
    for c in trimmed:
        if unicodedata.category(c) in ("Cc", "Cs") and not (lines and c in "\n\t"):
            raise InvalidRequest(f"the {where} holds a control character (U+{ord(c):04X}); plain text is wanted", where=where)
    return strip_controls(trimmed)  # what turns the order of letters around
