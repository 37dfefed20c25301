"""Takes what is old out of the file, a little at a time. Runs on the writing thread, called by `History.thin` alone.

Each step is a transaction of its own that reads at most a few thousand readings, so that changes are written between two of them and a kill
loses nothing but the step.
"""

import sqlite3
from dataclasses import dataclass

from yamori.automations.history.limits import HistoryLimits
from yamori.automations.history.moments import MINUTE
from yamori.automations.history.thinning import COARSE, FINE, bucket_of, horizons, removable

STEP_READINGS = 4000
"""Looked at in one step."""
_STEP_SERIES = 100
_STEP_PAGES = 400
_IDLE_PAGES = 256
"""A file may have so many free pages, or a quarter, before it is made smaller: what comes next is written there."""
_SLICES = 64
"""Where there is too much, the oldest 64th of the time goes at once."""
_TIERS = ((FINE, "fine_until"), (COARSE, "coarse_until"))


@dataclass(frozen=True, kw_only=True)
class Step:
    """What one transaction came to."""

    removed: int = 0
    """Readings."""
    is_last: bool = False
    """There is nothing left to do for this `now`."""


def shrink_step(db: sqlite3.Connection, *, now: int, limits: HistoryLimits) -> Step:
    """The next piece of work: thin numbers, then drop by age, then by size, then give pages back to the disk."""
    ages = horizons(now, limits)
    for (width, column), until in zip(_TIERS, (ages.fine, ages.coarse), strict=True):
        if (step := _thin(db, width=width, column=column, until=until)) is not None:
            return step
    (kept_since,) = db.execute("SELECT kept_since FROM history").fetchone()
    if kept_since < ages.dropped:
        kept_since = ages.dropped
        db.execute("UPDATE history SET kept_since = ?", (kept_since,))
    if (step := _drop(db, kept_since)) is not None:
        return step
    if used_bytes(db) > limits.size_mb * 1_000_000 and (cut := _cut(db, now)) is not None:
        db.execute("UPDATE history SET kept_since = ?", (max(cut, kept_since),))
        return Step()
    return Step(is_last=not _give_back(db))


def used_bytes(db: sqlite3.Connection) -> int:
    """Of the pages that hold something."""
    return (_pragma(db, "page_count") - _pragma(db, "freelist_count")) * _pragma(db, "page_size")


def _thin(db: sqlite3.Connection, *, width: int, column: str, until: int) -> Step | None:
    """None where all of it is thinned so far."""
    waiting = db.execute(f"SELECT id, {column} FROM series WHERE {column} < ? LIMIT ?", (until, _STEP_SERIES)).fetchall()
    if not waiting:
        return None
    removed, budget = 0, STEP_READINGS
    for series, since in waiting:
        since = bucket_of(since, width)
        rows = _rows(db, series, since, until)
        reached = until
        if len(rows) == STEP_READINGS:
            reached = bucket_of(rows[-1][0], width)
            # A single bucket with more than a step's readings is thinned by parts, until what stays fits.
            rows = [row for row in rows if row[0] < reached] or rows
        gone = removable(rows, width)
        db.executemany("DELETE FROM readings WHERE series = ? AND at = ?", ((series, moment) for moment in gone))
        if reached == since and not gone:
            reached += width
        exact = bucket_of(gone[-1], width) + width if gone else 0
        db.execute(f"UPDATE series SET {column} = ?, exact_since = max(exact_since, ?) WHERE id = ?", (reached, exact, series))
        removed += len(gone)
        budget -= len(rows)
        if budget <= 0:
            break
    return Step(removed=removed)


def _rows(db: sqlite3.Connection, series: int, since: int, until: int) -> list[tuple[int, int | float | str | bytes | None]]:
    query = "SELECT at, value FROM readings WHERE series = ? AND at >= ? AND at < ? ORDER BY at LIMIT ?"
    return db.execute(query, (series, since, until, STEP_READINGS)).fetchall()


def _drop(db: sqlite3.Connection, kept_since: int) -> Step | None:
    """Of each attribute everything before the moment, but for the last, which still held then. None where nothing is left to drop."""
    query = "SELECT id FROM series WHERE dropped_until < ? LIMIT ?"
    waiting = db.execute(query, (kept_since, _STEP_SERIES)).fetchall()
    if not waiting:
        return None
    removed = 0
    for (series,) in waiting:
        old = "SELECT at FROM readings WHERE series = ? AND at < ? ORDER BY at LIMIT ?"
        moments = [at for (at,) in db.execute(old, (series, kept_since, STEP_READINGS))]
        if len(moments) > 1:
            removed += db.execute("DELETE FROM readings WHERE series = ? AND at < ?", (series, moments[-1])).rowcount
        if len(moments) == STEP_READINGS:
            break
        db.execute("UPDATE series SET dropped_until = ? WHERE id = ?", (kept_since, series))
        if removed >= STEP_READINGS:
            break
    return Step(removed=removed)


def _cut(db: sqlite3.Connection, now: int) -> int | None:
    """The moment to drop everything before, so that at least one reading goes; None where each attribute has but one left."""
    second = "SELECT at FROM readings r WHERE r.series = s.id ORDER BY at LIMIT 1 OFFSET 1"
    (oldest,) = db.execute(f"SELECT min(({second})) FROM series s").fetchone()
    return None if oldest is None else oldest + max((now - oldest) // _SLICES, MINUTE)


def _give_back(db: sqlite3.Connection) -> bool:
    """Whether there may be more of it to do."""
    free = _pragma(db, "freelist_count")
    if free <= max(_IDLE_PAGES, _pragma(db, "page_count") // 4):
        return False
    db.execute(f"PRAGMA incremental_vacuum({_STEP_PAGES})").fetchall()
    return _pragma(db, "freelist_count") < free


def _pragma(db: sqlite3.Connection, name: str) -> int:
    (value,) = db.execute(f"PRAGMA {name}").fetchone()
    return int(value)
