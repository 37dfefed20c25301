"""The lists, and every change of them: made once for its key, told and taken back by its rows."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import cast

from yamori.agents.lists.household_list import HouseholdList
from yamori.agents.lists.store.change import Change, ChangeMade
from yamori.agents.lists.store.file import open_file
from yamori.agents.lists.store.rows import Row, Rows
from yamori.domain.errors import InvalidRequest
from yamori.domain.transaction_file import TransactionFile
from yamori.domain.values import Value

KEPT_CHANGES = 2_000
"""Older ones can no longer be taken back, and a call that was made so long ago does not come again."""
Work = Callable[[Rows], Mapping[str, Value]]
"""Changes rows; what came of it."""


async def open_lists(path: Path | None) -> "ListStore":
    """Open or make the file; None keeps everything in memory. Raises `Misconfigured` where it cannot be used."""
    return ListStore(await open_file(path))


class ListStore:
    """Everything raises `Misconfigured` where the file cannot be written any more."""

    def __init__(self, file: TransactionFile) -> None:
        self._file = file
        self._changed = asyncio.Event()
        self._closed = False

    async def all(self, *, person: str) -> Sequence[HouseholdList]:
        """Those that the person sees, in their order."""
        return [one for one in await self.everything() if one.is_seen_by(person)]

    async def everything(self) -> Sequence[HouseholdList]:
        """Everybody's, for nobody's eyes: backups and evaluations."""
        return await self._file.run(lambda db: Rows(db).lists())

    async def change(self, change: Change, did: str, work: Work) -> ChangeMade:
        """Do the work once for the change's key. Raises whatever the work raises; nothing is changed then."""

        def changed(db: sqlite3.Connection) -> ChangeMade:
            if (made := _made(db, "key = ?", change.key)) is not None:
                return made
            rows = Rows(db)
            result = work(rows)
            db.execute(
                "INSERT INTO changes (key, at, person, words, turn, did, rows, result) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    change.key,
                    change.at.isoformat(),
                    change.person,
                    change.words,
                    change.turn,
                    did,
                    rows.written(),
                    json.dumps(result, ensure_ascii=False),
                ),
            )
            db.execute("DELETE FROM changes WHERE id <= (SELECT max(id) FROM changes) - ?", (KEPT_CHANGES,))
            found = _made(db, "key = ?", change.key)
            assert found is not None
            return found

        made = await self._file.run(changed)
        told, self._changed = self._changed, asyncio.Event()
        told.set()
        return made

    async def undo(self, id: int, change: Change) -> ChangeMade:
        """Put back what a change of this person changed, as far as nobody has changed it since. Raises `InvalidRequest` where there is
        nothing to put back."""

        def work(rows: Rows, written: str) -> Mapping[str, Value]:
            kept = 0
            back: list[tuple[str, str | int, Row | None]] = []
            for table, at, before, after in json.loads(written):
                if rows.row(table, at) == after:
                    back.append((table, at, before))
                else:
                    kept += 1
            if not back:
                raise InvalidRequest("that has been changed since, so it stays as it is", where="change")
            lists, items = ([each for each in back if each[0] == table] for table in ("lists", "items"))
            for table, at, before in (*(each for each in lists if each[2]), *items):
                if before is not None and table == "items" and rows.row("lists", before["list"]) is None:
                    kept += 1  # its list is gone since
                else:
                    rows.restore(table, at, before)
            for table, at, _ in (each for each in lists if each[2] is None):
                if rows.holds_items(at):
                    kept += 1  # somebody uses it now
                else:
                    rows.drop(table, at)
            return {"undone": id, "kept": kept}

        written = await self._file.run(
            lambda db: db.execute("SELECT rows FROM changes WHERE id = ? AND person = ?", (id, change.person)).fetchone()
        )
        if written is None:
            raise InvalidRequest("there is no such change of a list to take back", where="change")
        return await self.change(change, "undone", lambda rows: work(rows, written[0]))

    async def made(self, id: int) -> ChangeMade | None:
        return await self._file.run(lambda db: _made(db, "id = ?", id))

    async def of_turn(self, turn: str, *, person: str) -> Sequence[ChangeMade]:
        """What a person changed in a turn and nobody took back yet, the oldest first."""
        undone = "SELECT json_extract(result, '$.undone') FROM changes WHERE did = 'undone'"
        query = f"SELECT {_COLUMNS} FROM changes WHERE turn = ? AND person = ? AND did != 'undone' AND id NOT IN ({undone}) ORDER BY id"
        return [_change(row) for row in await self._file.run(lambda db: db.execute(query, (turn, person)).fetchall())]

    async def history(self, item: int) -> Sequence[ChangeMade]:
        """The changes of one item, the newest first."""
        rows = await self._file.run(lambda db: db.execute(f"SELECT {_COLUMNS}, rows FROM changes ORDER BY id DESC").fetchall())
        return [_change(row[:-1]) for row in rows if any(table == "items" and at == item for table, at, _, _ in json.loads(row[-1]))]

    async def forget_words(self, turns: Sequence[str]) -> None:
        """Leave nothing of what was said in these turns but what stands on the lists."""
        marks = ", ".join("?" for _ in turns)
        await self._file.run(lambda db: db.execute(f"UPDATE changes SET words = '' WHERE turn IN ({marks})", tuple(turns)))

    async def changes(self) -> AsyncIterator[None]:
        """Goes on whenever something of a list has changed; ends when this is closed."""
        changed = self._changed
        while not self._closed:
            await changed.wait()
            changed = self._changed  # of what happens while it is told, it hears the next time
            if not self._closed:
                yield None

    async def close(self) -> None:
        self._closed = True
        self._changed.set()
        await self._file.close()


_COLUMNS = "id, did, at, person, words, result"


def _made(db: sqlite3.Connection, where: str, value: str | int) -> ChangeMade | None:
    row = db.execute(f"SELECT {_COLUMNS} FROM changes WHERE {where}", (value,)).fetchone()
    return _change(row) if row is not None else None


def _change(row: Sequence[object]) -> ChangeMade:
    id, did, at, person, words, result = row
    return ChangeMade(
        id=cast(int, id),
        did=str(did),
        at=datetime.fromisoformat(str(at)),
        person=str(person),
        words=str(words),
        result=cast(Mapping[str, Value], json.loads(str(result))),
    )
