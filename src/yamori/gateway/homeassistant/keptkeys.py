"""What was sent to Home Assistant, by key, on disk before it is sent: so that nothing is done twice, also after a kill or a restart."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from yamori.domain.values import Value
from yamori.gateway.homeassistant.calls import Call, Sending
from yamori.gateway.sqlite import SqliteFile, open_sqlite

_SCHEMA = """
CREATE TABLE IF NOT EXISTS sent (
    key TEXT PRIMARY KEY, calls TEXT NOT NULL, wanted TEXT NOT NULL, before TEXT NOT NULL, after TEXT, problem TEXT, at TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS home (id INTEGER PRIMARY KEY CHECK (id = 1), registries TEXT NOT NULL);
"""


@dataclass(frozen=True, kw_only=True)
class Begun:
    """A command that was begun; `after` is None until it was seen to its end."""

    sending: Sending
    before: Mapping[str, Value]
    after: Mapping[str, Value] | None
    problem: str | None
    at: datetime


class KeptKeys:
    """Made by `open_keys`."""

    def __init__(self, store: SqliteFile) -> None:
        self._store = store

    async def find(self, key: str) -> Begun | None:
        row = await self._store.run(
            lambda db: db.execute("SELECT calls, wanted, before, after, problem, at FROM sent WHERE key = ?", (key,)).fetchone()
        )
        if row is None:
            return None
        calls = tuple(Call(**call) for call in json.loads(row[0]))
        wanted = {name: tuple(values) for name, values in json.loads(row[1]).items()}
        after = None if row[3] is None else json.loads(row[3])
        return Begun(
            sending=Sending(calls=calls, wanted=wanted),
            before=json.loads(row[2]),
            after=after,
            problem=row[4],
            at=datetime.fromisoformat(row[5]),
        )

    async def begin(self, key: str, sending: Sending, before: Mapping[str, Value], at: datetime) -> None:
        row = (key, _json([asdict(c) for c in sending.calls]), _json(sending.wanted), _json(before), at.isoformat())
        await self._store.run(lambda db: db.execute("INSERT OR REPLACE INTO sent VALUES (?, ?, ?, ?, NULL, NULL, ?)", row))

    async def end(self, key: str, after: Mapping[str, Value], problem: str | None, at: datetime) -> None:
        row = (_json(after), problem, at.isoformat(), key)
        await self._store.run(lambda db: db.execute("UPDATE sent SET after = ?, problem = ?, at = ? WHERE key = ?", row))

    async def keep_home(self, registries: Mapping[str, object]) -> None:
        """So that the house can be opened while Home Assistant is away."""
        written = _json(registries)
        await self._store.run(lambda db: db.execute("INSERT OR REPLACE INTO home VALUES (1, ?)", (written,)))

    async def kept_home(self) -> Mapping[str, object] | None:
        row = await self._store.run(_home)
        return json.loads(row) if row is not None else None

    async def close(self) -> None:
        await self._store.close()


async def open_keys(file: Path | None) -> KeptKeys:
    """None keeps everything in memory. Raises `Misconfigured` when the file cannot be used."""
    return KeptKeys(await open_sqlite(file, schema=_SCHEMA, alone=True))


def _home(db: sqlite3.Connection) -> str | None:
    row = db.execute("SELECT registries FROM home WHERE id = 1").fetchone()
    return str(row[0]) if row is not None else None


def _json(value: Mapping[str, object] | Sequence[object]) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
