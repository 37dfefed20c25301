"""Which command keys went out to a device and what came of them, on disk before anything is sent.

A key that was begun and has no end is the honest middle: it may or may not have reached the device, and whoever finds it reads the
device back before deciding. Used by every backend that reaches real devices over a network.
"""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from yamori.domain.values import Value
from yamori.gateway.sentences import Doubt
from yamori.gateway.sqlite import SqliteFile

SENT_KEYS_SCHEMA = """
CREATE TABLE IF NOT EXISTS sent_keys (
    key TEXT PRIMARY KEY, begun TEXT NOT NULL, before TEXT NOT NULL, wanted TEXT NOT NULL, again INTEGER NOT NULL,
    ended TEXT, after TEXT, problem TEXT, doubt TEXT, note TEXT
) WITHOUT ROWID;
"""
_KEPT = timedelta(days=90)
"""Longer than any turn is repeated."""


@dataclass(frozen=True, kw_only=True)
class SentKey:
    """One command's key."""

    key: str
    begun: datetime
    before: Mapping[str, Value]
    """The component's attributes just before it was sent, as `capability.attribute`."""
    wanted: Mapping[str, Value]
    """What the device reports once it has done it; empty where nothing tells."""
    again: bool
    """Whether sending it twice is the same as sending it once."""
    ended: datetime | None = None
    """None while nothing is known about the end."""
    after: Mapping[str, Value]
    problem: str | None = None
    doubt: Doubt | None = None
    note: Value = None
    """What the backend itself wants to know when the key comes again."""


class SentKeys:
    """Kept in a backend's own SQLite file."""

    def __init__(self, store: SqliteFile) -> None:
        self._store = store

    async def find(self, key: str) -> SentKey | None:
        return await self._store.run(lambda db: _find(db, key))

    async def begin(self, key: SentKey) -> None:
        """Record that it is about to be sent."""
        await self._store.run(lambda db: _put(db, key))

    async def end(self, key: SentKey) -> None:
        """Record what came of it."""
        await self._store.run(lambda db: _put(db, key))

    async def drop(self, key: str) -> None:
        """It never left: the same key may be tried again."""
        await self._store.run(lambda db: db.execute("DELETE FROM sent_keys WHERE key = ?", (key,)))

    async def forget(self, now: datetime) -> None:
        """Drop what nobody will repeat any more."""
        before = (now - _KEPT).isoformat()
        await self._store.run(lambda db: db.execute("DELETE FROM sent_keys WHERE ended IS NOT NULL AND begun < ?", (before,)))


def _put(db: sqlite3.Connection, key: SentKey) -> None:
    db.execute(
        "INSERT OR REPLACE INTO sent_keys VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            key.key,
            key.begun.isoformat(),
            json.dumps(key.before),
            json.dumps(key.wanted),
            key.again,
            key.ended.isoformat() if key.ended else None,
            json.dumps(key.after),
            key.problem,
            key.doubt,
            json.dumps(key.note),
        ),
    )


def _find(db: sqlite3.Connection, key: str) -> SentKey | None:
    columns = "begun, before, wanted, again, ended, after, problem, doubt, note"
    row = db.execute(f"SELECT {columns} FROM sent_keys WHERE key = ?", (key,)).fetchone()
    if row is None:
        return None
    return SentKey(
        key=key,
        begun=datetime.fromisoformat(row[0]),
        before=json.loads(row[1]),
        wanted=json.loads(row[2]),
        again=bool(row[3]),
        ended=datetime.fromisoformat(row[4]) if row[4] else None,
        after=json.loads(row[5]),
        problem=row[6],
        doubt=Doubt(row[7]) if row[7] else None,
        note=json.loads(row[8]),
    )
