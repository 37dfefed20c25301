"""Automations, their states and their firings; a firing is claimed together with the state that it leaves behind, or not at all."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from yamori.automations.automation import Automation
from yamori.automations.document import from_document, to_document
from yamori.automations.firing import Firing
from yamori.automations.state import AutomationState
from yamori.automations.store.file import StoreFile, open_file

if TYPE_CHECKING:
    from pydantic import TypeAdapter

KEPT_FIRINGS = 20_000
"""Older ones that have ended are forgotten; a moment that long ago does not come again."""


async def open_automations(path: Path | None) -> "AutomationStore":
    """Open or make the file; None keeps everything in memory. Raises `Misconfigured` where it cannot be used."""
    return AutomationStore(await open_file(path))


class AutomationStore:
    """Everything raises `Misconfigured` where the file cannot be written any more."""

    def __init__(self, file: StoreFile) -> None:
        self._file = file

    async def all(self) -> Sequence[tuple[Automation, AutomationState]]:
        """In the order in which they were made."""
        query = "SELECT document, state FROM automations JOIN states USING (id) ORDER BY place"
        rows = await self._file.run(lambda db: db.execute(query).fetchall())
        return [(from_document(json.loads(document)), _states().validate_json(state)) for document, state in rows]

    async def put(self, automation: Automation, state: AutomationState) -> None:
        """A new one comes last; one that is there already is replaced where it stands."""
        document = json.dumps(to_document(automation), ensure_ascii=False)

        def work(db: sqlite3.Connection) -> None:
            db.execute(
                "INSERT INTO automations SELECT ?, coalesce(max(place), 0) + 1, ? FROM automations WHERE true "
                "ON CONFLICT (id) DO UPDATE SET document = excluded.document",
                (automation.id, document),
            )
            _write_state(db, automation.id, state)

        await self._file.run(work)

    async def delete(self, id: str) -> None:
        """Its firings stay: they happened."""

        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM automations WHERE id = ?", (id,))
            db.execute("DELETE FROM states WHERE id = ?", (id,))

        await self._file.run(work)

    async def save_state(self, id: str, state: AutomationState) -> None:
        await self._file.run(lambda db: _write_state(db, id, state))

    async def save_states(self, states: Mapping[str, AutomationState]) -> None:
        """All of them at once."""

        def work(db: sqlite3.Connection) -> None:
            for id, state in states.items():
                _write_state(db, id, state)

        await self._file.run(work)

    async def claim(self, firing: Firing, state: AutomationState, *, otherwise: AutomationState | None = None) -> bool:
        """Keeps the firing and the state. Where the firing's key is known already: False, and the state kept is `otherwise` if given."""
        row = (firing.key, firing.automation, _written(firing), firing.status.value, firing.claimed.isoformat())

        def work(db: sqlite3.Connection) -> bool:
            insert = "INSERT INTO firings (key, automation, firing, status, claimed) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
            is_new = db.execute(insert, row).rowcount == 1
            _write_state(db, firing.automation, state if is_new or otherwise is None else otherwise)
            if is_new:
                old = "DELETE FROM firings WHERE seq <= (SELECT max(seq) FROM firings) - ? AND status != 'claimed'"
                db.execute(old, (KEPT_FIRINGS,))
            return is_new

        return await self._file.run(work)

    async def go_on(self, firing: Firing) -> None:
        """Keeps what has come of it so far."""
        await self._file.run(lambda db: _write_firing(db, firing))

    async def finish(self, firing: Firing, state: AutomationState) -> None:
        """Keeps the firing at its end, with the state."""

        def work(db: sqlite3.Connection) -> None:
            _write_firing(db, firing)
            _write_state(db, firing.automation, state)

        await self._file.run(work)

    async def unfinished(self) -> Sequence[Firing]:
        """Claimed and not ended, oldest first."""
        query = "SELECT firing FROM firings WHERE status = 'claimed' ORDER BY seq"
        rows = await self._file.run(lambda db: db.execute(query).fetchall())
        return [_firings().validate_json(firing) for (firing,) in rows]

    async def firing(self, key: str) -> Firing | None:
        row = await self._file.run(lambda db: db.execute("SELECT firing FROM firings WHERE key = ?", (key,)).fetchone())
        return _firings().validate_json(row[0]) if row else None

    async def firings(self, automation: str | None = None, limit: int = 50) -> Sequence[Firing]:
        """Newest first."""
        where, values = ("WHERE automation = ?", (automation,)) if automation is not None else ("", ())
        query = f"SELECT firing FROM firings {where} ORDER BY seq DESC LIMIT ?"
        rows = await self._file.run(lambda db: db.execute(query, (*values, max(limit, 0))).fetchall())
        return [_firings().validate_json(firing) for (firing,) in rows]

    async def seen(self) -> datetime | None:
        """When the engine last looked at the clock, to half a minute; None before the first time."""
        row = await self._file.run(lambda db: db.execute("SELECT at FROM seen").fetchone())
        return datetime.fromisoformat(row[0]) if row else None

    async def see(self, at: datetime) -> None:
        await self._file.run(lambda db: db.execute("INSERT OR REPLACE INTO seen VALUES (1, ?)", (at.isoformat(),)))

    async def close(self) -> None:
        await self._file.close()


def _write_state(db: sqlite3.Connection, id: str, state: AutomationState) -> None:
    db.execute("INSERT OR REPLACE INTO states VALUES (?, ?)", (id, _states().dump_json(state).decode()))


def _write_firing(db: sqlite3.Connection, firing: Firing) -> None:
    db.execute("UPDATE firings SET firing = ?, status = ? WHERE key = ?", (_written(firing), firing.status.value, firing.key))


def _written(firing: Firing) -> str:
    return _firings().dump_json(firing).decode()


@lru_cache(maxsize=1)
def _states() -> "TypeAdapter[AutomationState]":
    from pydantic import TypeAdapter

    return TypeAdapter(AutomationState)


@lru_cache(maxsize=1)
def _firings() -> "TypeAdapter[Firing]":
    from pydantic import TypeAdapter

    return TypeAdapter(Firing)
