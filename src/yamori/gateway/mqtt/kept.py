"""What devices reported last, on disk between two runs of the house: so that it can be told since when nothing is known any more."""

import json
import sqlite3
from collections.abc import Mapping
from datetime import datetime

from yamori.domain.receipt import Report
from yamori.gateway.sqlite import SqliteFile

KEPT_REPORTS_SCHEMA = """
CREATE TABLE IF NOT EXISTS reported (path TEXT PRIMARY KEY, value TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID;
"""


class KeptReports:
    """Kept in the backend's own SQLite file, by `device.component.capability.attribute`."""

    def __init__(self, store: SqliteFile) -> None:
        self._store = store

    async def find(self) -> Mapping[str, Report]:
        rows = await self._store.run(lambda db: db.execute("SELECT path, value, at FROM reported").fetchall())
        return {path: Report(value=json.loads(value), at=datetime.fromisoformat(at)) for path, value, at in rows}

    async def keep(self, reports: Mapping[str, Report]) -> None:
        """These, and no others."""
        rows = [(path, json.dumps(report.value), report.at.isoformat()) for path, report in reports.items()]

        def write(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM reported")
            db.executemany("INSERT INTO reported VALUES (?, ?, ?)", rows)

        await self._store.run(write)
