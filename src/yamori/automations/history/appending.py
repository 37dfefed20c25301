"""Writes changes into the file, each by its own moment. Runs on the writing thread, called by `History` alone."""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from yamori.automations.history.entry import Entry
from yamori.automations.history.stored import Stored


@dataclass(kw_only=True)
class _Newest:
    """What an attribute said last, so that the usual change is written without looking anything up."""

    series: int
    unit: str | None
    at: int
    value: Stored
    again: int = 0
    """When it said the same once more, which is not written down."""


class Appending:
    """Remembers the newest reading of each attribute."""

    def __init__(self) -> None:
        self._newest: dict[str, _Newest] = {}

    def forget(self) -> None:
        """To be called when a transaction was not written after all."""
        self._newest.clear()

    def write(self, db: sqlite3.Connection, entries: Iterable[Entry], *, now: int) -> int:
        """How many were new. A value equal to the one before it is no change; nothing can have happened later than `now`."""
        count = 0
        for entry in entries:
            at, value = max(0, min(entry.at, now)), entry.value
            newest = self._newest.get(entry.path) or self._find(db, entry.path)
            if newest is None:
                self._newest[entry.path] = _first(db, entry, at)
                count += 1
                continue
            if entry.unit is not None and entry.unit != newest.unit:
                newest.unit = entry.unit
                db.execute("UPDATE series SET unit = ? WHERE id = ?", (entry.unit, newest.series))
            if at <= newest.at:
                count += _write_late(db, newest, at, value)
            elif value == newest.value:
                newest.again = max(newest.again, at)
            else:
                count += _write_new(db, newest, at, value, said=at)
        db.execute("UPDATE history SET recorded_until = ?", (now,))
        return count

    def resume(self, db: sqlite3.Connection, entries: Iterable[Entry], *, now: int, patience: int) -> int:
        """Write what is so now. Where nobody recorded for longer than `patience`, what changed since was not known until it did."""
        (recorded_until,) = db.execute("SELECT recorded_until FROM history").fetchone()
        present = {entry.path: entry for entry in entries}
        gaps: list[Entry] = []
        if recorded_until and now - recorded_until > patience:
            for (path,) in db.execute("SELECT path FROM series").fetchall():
                newest, entry = self._newest.get(path) or self._find(db, path), present.get(path)
                if newest is not None and (entry is None or entry.at > recorded_until):
                    gaps.append(Entry(path=path, unit=None, at=max(recorded_until, newest.at + 1), value=None))
        return self.write(db, [*gaps, *present.values()], now=now)

    def _find(self, db: sqlite3.Connection, path: str) -> _Newest | None:
        query = """SELECT s.id, s.unit, r.at, r.value FROM series s JOIN readings r ON r.series = s.id
                   WHERE s.path = ? ORDER BY r.at DESC LIMIT 1"""
        row = db.execute(query, (path,)).fetchone()
        if row is None:
            return None
        self._newest[path] = newest = _Newest(series=row[0], unit=row[1], at=row[2], value=row[3])
        return newest


def _write_new(db: sqlite3.Connection, newest: _Newest, at: int, value: Stored, *, said: int) -> int:
    """After everything that is there, at the moment at which it was `said` or the next free one. Where it comes late, what was said since
    then is true again from there on."""
    _insert(db, newest.series, at, value)
    if said < newest.again:
        newest.at = newest.again = max(newest.again, at + 1)
        _insert(db, newest.series, newest.at, newest.value)
        return 2
    newest.at, newest.value, newest.again = at, value, said
    return 1


def _write_late(db: sqlite3.Connection, newest: _Newest, at: int, value: Stored) -> int:
    """Between those that are there. Of several in the same millisecond each gets the next free one, in the order in which they came."""
    said, query = at, "SELECT at, value FROM readings WHERE series = ? AND at <= ? ORDER BY at DESC LIMIT 1"
    before = db.execute(query, (newest.series, at)).fetchone()
    if before is not None and before[0] == at:
        for taken, held in db.execute("SELECT at, value FROM readings WHERE series = ? AND at >= ? ORDER BY at", (newest.series, at)):
            if taken != at:
                break
            before, at = (taken, held), at + 1
    if before is not None and value == before[1]:
        return 0
    if at > newest.at:
        return _write_new(db, newest, at, value, said=said)
    _insert(db, newest.series, at, value)
    lowered = "fine_until = min(fine_until, ?2), coarse_until = min(coarse_until, ?2), dropped_until = min(dropped_until, ?2)"
    db.execute(f"UPDATE series SET {lowered} WHERE id = ?1", (newest.series, at))
    return 1


def _first(db: sqlite3.Connection, entry: Entry, at: int) -> _Newest:
    ((series,),) = db.execute("INSERT INTO series (path, unit) VALUES (?, ?) RETURNING id", (entry.path, entry.unit)).fetchall()
    _insert(db, series, at, entry.value)
    return _Newest(series=series, unit=entry.unit, at=at, value=entry.value)


def _insert(db: sqlite3.Connection, series: int, at: int, value: Stored) -> None:
    db.execute("INSERT INTO readings VALUES (?, ?, ?)", (series, at, value))
