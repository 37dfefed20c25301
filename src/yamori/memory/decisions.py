"""What people decided on the habits that were proposed to them: each once in a conversation, and on the page until it is decided on."""

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

    async def offer(self, person: str, habit: str, *, conversation: str, turn: str) -> bool:
        """Note that a habit is proposed at the end of this turn. False where it may not be: it was proposed in another
        turn, or decided on."""
        row = (person, habit, conversation, turn)

        def work(db: sqlite3.Connection) -> bool:
            if db.execute("SELECT 1 FROM decided WHERE person = ? AND habit = ?", (person, habit)).fetchone() is not None:
                return False
            db.execute("INSERT OR IGNORE INTO offered VALUES (?, ?, ?, ?, NULL)", row)
            found = db.execute("SELECT turn FROM offered WHERE person = ? AND habit = ?", (person, habit)).fetchone()
            return found is not None and str(found[0]) == turn

        return await self._file.write(work)

    async def take_offer(self, person: str, *, conversation: str, turn: str) -> str | None:
        """The habit that was proposed right before this turn of the conversation, which is noted as the one that answers: no later
        turn gets it, the same one again does."""

        def find(db: sqlite3.Connection) -> str | None:
            found = db.execute(
                "SELECT habit FROM offered WHERE person = ? AND conversation = ? AND (answered IS NULL OR answered = ?)",
                (person, conversation, turn),
            ).fetchone()
            return str(found[0]) if found is not None else None

        if await self._file.read(find) is None:
            return None

        def work(db: sqlite3.Connection) -> str | None:
            habit = find(db)
            db.execute(
                "UPDATE offered SET answered = ? WHERE person = ? AND conversation = ? AND answered IS NULL", (turn, person, conversation)
            )
            return habit

        return await self._file.write(work)

    async def decide(self, person: str, habit: str, *, accepted: bool, now: datetime) -> bool:
        """False where the person has decided on it already."""
        row = (person, habit, int(accepted), now.isoformat())

        def work(db: sqlite3.Connection) -> int:
            return db.execute("INSERT OR IGNORE INTO decided VALUES (?, ?, ?, ?)", row).rowcount

        return await self._file.write(work) == 1
