"""The home that Home Assistant last showed, on disk: so that the house can be opened while Home Assistant is away."""

import json
import sqlite3
from collections.abc import Mapping

from yamori.gateway.sqlite import SqliteFile

KEPT_HOME_SCHEMA = """
CREATE TABLE IF NOT EXISTS home (id INTEGER PRIMARY KEY CHECK (id = 1), registries TEXT NOT NULL);
"""


class KeptHome:
    """Kept in the backend's own SQLite file, as it came."""

    def __init__(self, store: SqliteFile) -> None:
        self._store = store

    async def keep(self, registries: Mapping[str, object]) -> None:
        written = json.dumps(registries, ensure_ascii=False, default=str)
        await self._store.run(lambda db: db.execute("INSERT OR REPLACE INTO home VALUES (1, ?)", (written,)))

    async def find(self) -> Mapping[str, object] | None:
        """None where no home was ever seen."""
        row = await self._store.run(_home)
        return json.loads(row) if row is not None else None


def _home(db: sqlite3.Connection) -> str | None:
    row = db.execute("SELECT registries FROM home WHERE id = 1").fetchone()
    return str(row[0]) if row is not None else None
