"""Rows of the schedule (tasks, routines, days of the diary) against the rows that a case expects."""

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TypeVar

from yamori.evaluation.matchers import TextMatch
from yamori.evaluation.standing import AutomationRow, FactRow, NoticeRow

_WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


@dataclass(frozen=True, kw_only=True)
class TaskSeed:
    """One row of the schedule as it is before the first turn; times are the home's."""

    title: str
    date: datetime.date | None = None
    time: datetime.time | None = None
    memo: str | None = None
    done: bool = False


@dataclass(frozen=True, kw_only=True)
class Step:
    """One part of a routine."""

    title: str
    minutes: int | None = None

    def __str__(self) -> str:
        return self.title + (f" {self.minutes} min" if self.minutes else "")


@dataclass(frozen=True, kw_only=True)
class RoutineSeed:
    """One routine as it is before the first turn."""

    title: str
    days: tuple[str, ...]
    """`mon` to `sun`, at least one."""
    time: datetime.time | None = None
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, kw_only=True)
class LogSeed:
    """What the diary holds of one day before the first turn."""

    date: datetime.date
    text: str


@dataclass(frozen=True, kw_only=True)
class ScheduleSeed:
    """The whole schedule as it is before the first turn."""

    tasks: tuple[TaskSeed, ...] = ()
    routines: tuple[RoutineSeed, ...] = ()
    logs: tuple[LogSeed, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TaskRow:
    """One row of the schedule as the household holds it."""

    id: str
    """The household's own; the same row keeps it when it is changed."""
    title: str
    date: datetime.date | None = None
    time: datetime.time | None = None
    memo: str | None = None
    done: bool = False

    def __str__(self) -> str:
        when = " ".join(str(part) for part in (self.date, self.time and self.time.strftime("%H:%M")) if part)
        return f'"{self.title}"' + (f" {when}" if when else "") + (f" ({self.memo})" if self.memo else "") + (" done" if self.done else "")


@dataclass(frozen=True, kw_only=True)
class RoutineRow:
    """One routine as the household holds it."""

    id: str
    title: str
    days: frozenset[str]
    """Of every week; empty for a routine that recurs in another way."""
    recurrence: str = ""
    """As the household writes it down; a change of it is a change of the routine."""
    time: datetime.time | None = None
    steps: tuple[Step, ...] = ()
    """In their order."""

    def __str__(self) -> str:
        when = " ".join([*(day for day in _WEEK if day in self.days), *([self.time.strftime("%H:%M")] if self.time else [])])
        return f'"{self.title}" {when or self.recurrence}'.rstrip() + (f" [{', '.join(map(str, self.steps))}]" if self.steps else "")


@dataclass(frozen=True, kw_only=True)
class LogRow:
    """One day of the diary as the household holds it, all its entries joined."""

    id: str
    date: datetime.date
    text: str

    def __str__(self) -> str:
        return f'{self.date} "{" / ".join(self.text.splitlines())}"'


Row = TaskRow | RoutineRow | LogRow
"""Of the schedule."""
StandingRow = NoticeRow | AutomationRow | FactRow
AnyRow = TypeVar("AnyRow", bound=Row | StandingRow)


@dataclass(frozen=True, kw_only=True)
class ScheduleRows:
    """The whole schedule at one moment."""

    tasks: Sequence[TaskRow] = ()
    routines: Sequence[RoutineRow] = ()
    logs: Sequence[LogRow] = ()
    ticks: frozenset[str] = field(default_factory=frozenset)
    """What was ticked off of routines on which day, in the household's own words: no rows, but something that was done."""

    def of(self, kind: str) -> Sequence[Row]:
        """`tasks`, `routines` or `logs`."""
        kinds: Mapping[str, Sequence[Row]] = {"tasks": self.tasks, "routines": self.routines, "logs": self.logs}
        return kinds[kind]


@dataclass(frozen=True, kw_only=True)
class RowMatch:
    """A row (or a step of one) that a case speaks of; only the keys that the case gave are compared."""

    given: Mapping[str, object]
    """Key of the row to a `TextMatch`, a tuple of `RowMatch` for its steps, or the value itself."""

    def holds(self, row: Row | StandingRow | Step) -> bool:
        return all(_fits(wanted, getattr(row, key)) for key, wanted in self.given.items())

    def __str__(self) -> str:
        return "{" + ", ".join(f"{key}: {_shown(wanted)}" for key, wanted in self.given.items()) + "}"


def missing_rows(
    expected: Sequence[RowMatch], rows: Sequence[AnyRow], *, first: Sequence[AnyRow] = ()
) -> tuple[list[RowMatch], list[AnyRow]]:
    """Give each expected row a row of its own; returns the expected rows without one, and those of `first` that nothing expects.

    A row of `first` (one that was added or changed) is given away before any other, so that an expected row never
    takes one that stood there already while the new one goes unexplained.
    """
    fits = [[i for i, e in enumerate(expected) if e.holds(row)] for row in rows]
    row_of: dict[int, int] = {}
    expected_of: dict[int, int] = {}
    changed = [i for i, row in enumerate(rows) if row in first]
    for r in changed:
        _augment(r, lambda r: fits[r], expected_of, row_of)
    for e in range(len(expected)):
        if e not in row_of:
            _augment(e, lambda e: [r for r in range(len(rows)) if e in fits[r]], row_of, expected_of)
    return [e for i, e in enumerate(expected) if i not in row_of], [rows[r] for r in changed if r not in expected_of]


def changed_rows(before: Sequence[AnyRow], after: Sequence[AnyRow]) -> tuple[list[AnyRow], list[AnyRow]]:
    """Rows of `after` that were added or changed, and rows of `before` that are gone."""
    known, kept = {row.id: row for row in before}, {row.id for row in after}
    return [row for row in after if known.get(row.id) != row], [row for row in before if row.id not in kept]


def written_rows(rows: ScheduleRows) -> dict[str, object]:
    """For a trace."""
    kinds = {kind: [asdict(row) for row in rows.of(kind)] for kind in ("tasks", "routines", "logs")}
    for routine in kinds["routines"]:
        routine["days"] = [day for day in _WEEK if day in routine["days"]]
    return {**kinds, "ticks": sorted(rows.ticks)}


def _augment(start: int, choices: Callable[[int], Sequence[int]], mine: dict[int, int], theirs: dict[int, int]) -> bool:
    """One step of bipartite matching: find `start` a partner, moving others aside where that is possible."""
    seen: set[int] = set()

    def place(one: int) -> bool:
        for other in choices(one):
            if other in seen:
                continue
            seen.add(other)
            if other not in theirs or place(theirs[other]):
                mine[one], theirs[other] = other, one
                return True
        return False

    return place(start)


def _fits(wanted: object, value: object) -> bool:
    if isinstance(wanted, TextMatch):
        return wanted.misses(str(value) if value is not None else "") is None
    if isinstance(wanted, tuple):
        return isinstance(value, tuple) and len(wanted) == len(value) and all(w.holds(v) for w, v in zip(wanted, value, strict=True))
    return wanted == value


def _shown(wanted: object) -> str:
    if isinstance(wanted, frozenset):
        return "[" + ", ".join(day for day in _WEEK if day in wanted) + "]"
    if isinstance(wanted, tuple):
        return "[" + ", ".join(map(str, wanted)) + "]"
    if not isinstance(wanted, TextMatch):
        return str(wanted)
    if wanted.whole is not None:
        return f'"{wanted.whole}"'
    return "{" + ", ".join(f"{k}: {list(v)}" for k, v in (("all", wanted.all), ("any", wanted.any), ("none", wanted.none)) if v) + "}"
