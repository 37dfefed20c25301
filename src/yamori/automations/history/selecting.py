"""Reads the file. Runs on the reading thread, called by `History` alone; changes nothing."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, tzinfo

from yamori.automations.history.moments import Interval, from_millis, to_millis
from yamori.automations.history.states import LastTime, last_stay
from yamori.automations.history.stored import from_stored
from yamori.automations.history.timeline import Kept, Sought, Timeline
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value

MOST = 500_000
"""Changes of one attribute that are read for one question."""


@dataclass(frozen=True, kw_only=True)
class ValueThen:
    """What an attribute was at a moment."""

    value: Value
    """None where it is not known: the device was away, or it is before history begins."""
    at: datetime | None
    """Since when it had been so; None before history begins."""
    unit: str | None
    kept: Kept


@dataclass(frozen=True, kw_only=True)
class _Series:
    id: int
    unit: str | None
    kept: Kept


def select_kept(db: sqlite3.Connection, path: str, zone: tzinfo | None) -> Kept:
    series = _series(db, path, zone)
    return Kept() if series is None else series.kept


def select_value(db: sqlite3.Connection, path: str, at: datetime) -> ValueThen:
    series = _series(db, path, at.tzinfo)
    if series is None:
        return ValueThen(value=None, at=None, unit=None, kept=Kept())
    row = _last_before(db, series.id, to_millis(at) + 1)
    if row is None:
        return ValueThen(value=None, at=None, unit=series.unit, kept=series.kept)
    return ValueThen(value=row[1], at=from_millis(row[0], at.tzinfo), unit=series.unit, kept=series.kept)


def select_timeline(db: sqlite3.Connection, path: str, interval: Interval, now: datetime) -> Timeline:
    """Raises `InvalidRequest` for an interval with more changes than can be looked at."""
    start, end = interval.start, max(interval.start, min(interval.end, now))
    series = _series(db, path, start.tzinfo)
    if series is None:
        return Timeline(path=path, start=start, end=end)
    first = to_millis(start)
    query = "SELECT at, value FROM readings WHERE series = ? AND at >= ? AND at < ? ORDER BY at LIMIT ?"
    rows = db.execute(query, (series.id, first, to_millis(end), MOST + 1)).fetchall()
    if len(rows) > MOST:
        raise InvalidRequest(f"{path} changed more than {MOST:,} times in this interval; ask for a shorter one", where="interval")
    moments, stored = [moment for moment, _ in rows], [value for _, value in rows]
    values = [from_stored(value) for value in stored] if bytes in set(map(type, stored)) else stored
    before = _last_before(db, series.id, first)
    known = before if before is None or before[1] is not None else _last_before(db, series.id, first, known=True)
    return Timeline(
        path=path,
        unit=series.unit,
        start=start,
        end=end,
        before=before[1] if before else None,
        known_before=known[1] if known else None,
        moments=moments,
        values=values,
        kept=series.kept,
    )


def select_last(db: sqlite3.Connection, path: str, sought: Sought, before: datetime) -> LastTime:
    series = _series(db, path, before.tzinfo)
    if series is None:
        return LastTime(was=False, kept=Kept())
    stay = last_stay(_newest_first(db, series.id, to_millis(before)), sought)
    if stay is None:
        return LastTime(was=False, kept=series.kept)
    began = from_millis(stay.began, before.tzinfo) if stay.began is not None else None
    ended = from_millis(stay.ended, before.tzinfo) if stay.ended is not None else None
    return LastTime(was=True, began=began, ended=ended, kept=series.kept)


def _newest_first(db: sqlite3.Connection, series: int, before: int) -> Iterator[tuple[int, Value]]:
    for at, value in db.execute("SELECT at, value FROM readings WHERE series = ? AND at < ? ORDER BY at DESC", (series, before)):
        yield at, from_stored(value)


def _last_before(db: sqlite3.Connection, series: int, moment: int, *, known: bool = False) -> tuple[int, Value] | None:
    only = "AND value IS NOT NULL" if known else ""
    query = f"SELECT at, value FROM readings WHERE series = ? AND at < ? {only} ORDER BY at DESC LIMIT 1"
    row = db.execute(query, (series, moment)).fetchone()
    return None if row is None else (row[0], from_stored(row[1]))


def _series(db: sqlite3.Connection, path: str, zone: tzinfo | None) -> _Series | None:
    query = "SELECT id, unit, exact_since, (SELECT min(at) FROM readings WHERE series = id) FROM series WHERE path = ?"
    row = db.execute(query, (path,)).fetchone()
    if row is None or row[3] is None:
        return None
    kept = Kept(since=from_millis(row[3], zone), exact_since=from_millis(max(row[2], row[3]), zone))
    return _Series(id=row[0], unit=row[1], kept=kept)
