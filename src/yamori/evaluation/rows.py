"""Rows of the schedule against the rows that a case expects."""

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from yamori.evaluation.matchers import TextMatch


@dataclass(frozen=True, kw_only=True)
class TaskSeed:
    """One row of the schedule as it is before the first turn; times are the home's."""

    title: str
    date: datetime.date | None = None
    time: datetime.time | None = None
    memo: str | None = None
    done: bool = False


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
class RowMatch:
    """A row that a case speaks of; only the keys that the case gave are compared."""

    given: Mapping[str, object]
    """Of `title`, `memo` (`TextMatch` or None), `date`, `time` (or None), `done`."""

    def holds(self, row: TaskRow) -> bool:
        return all(_fits(wanted, getattr(row, key)) for key, wanted in self.given.items())

    def __str__(self) -> str:
        return "{" + ", ".join(f"{key}: {_shown(wanted)}" for key, wanted in self.given.items()) + "}"


def missing_rows(
    expected: Sequence[RowMatch], rows: Sequence[TaskRow], *, first: Sequence[TaskRow] = ()
) -> tuple[list[RowMatch], list[TaskRow]]:
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


def changed_rows(before: Sequence[TaskRow], after: Sequence[TaskRow]) -> tuple[list[TaskRow], list[TaskRow]]:
    """Rows of `after` that were added or changed, and rows of `before` that are gone."""
    known, kept = {row.id: row for row in before}, {row.id for row in after}
    return [row for row in after if known.get(row.id) != row], [row for row in before if row.id not in kept]


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
    return wanted == value


def _shown(wanted: object) -> str:
    if not isinstance(wanted, TextMatch):
        return str(wanted)
    if wanted.whole is not None:
        return f'"{wanted.whole}"'
    return "{" + ", ".join(f"{k}: {list(v)}" for k, v in (("all", wanted.all), ("any", wanted.any), ("none", wanted.none)) if v) + "}"
