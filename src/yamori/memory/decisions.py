"""What people decided on the habits that were proposed to them: each is proposed once, and a refused one never again."""

import sqlite3
from collections.abc import Collection
from datetime import datetime

from yamori.memory.store.file import MemoryFile


class Decisions:
    def __init__(self, file: MemoryFile) -> None:
        self._file = file

    async def of(self, person: str) -> Collection[str]:
        """Ids of the habits that the person has decided on."""
        rows = await self._file.read(lambda db: db.execute("SELECT habit FROM decided WHERE person = ?", (person,)).fetchall())
        return frozenset(str(habit) for (habit,) in rows)

    async def decide(self, person: str, habit: str, *, accepted: bool, now: datetime) -> bool:
        """False where the person has decided on it already."""
        row = (person, habit, int(accepted), now.isoformat())

        def work(db: sqlite3.Connection) -> int:
            return db.execute("INSERT OR IGNORE INTO decided VALUES (?, ?, ?, ?)", row).rowcount

        return await self._file.write(work) == 1
