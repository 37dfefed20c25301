"""What an agent has decided and finished, by task key: a task that is sent again is neither decided nor done again.

Idempotency below a finished task is the tools' own (the gate's receipts, the schedule's changes), under keys derived
from the task's; so one row before acting and one after are enough to survive a kill at any point.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from pydantic import TypeAdapter

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.task import Outcome
from yamori.domain.database_file import unusable, unwritable
from yamori.domain.keylocks import KeyLocks

_CALLS: TypeAdapter[tuple[ToolCall, ...]] = TypeAdapter(tuple[ToolCall, ...])
_OUTCOME: TypeAdapter[Outcome] = TypeAdapter(Outcome)

_SCHEMA = """
CREATE TABLE IF NOT EXISTS decisions (agent TEXT, key TEXT, calls TEXT NOT NULL, PRIMARY KEY (agent, key)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS outcomes (agent TEXT, key TEXT, outcome TEXT NOT NULL, PRIMARY KEY (agent, key)) WITHOUT ROWID;
"""


class Journal:
    """A SQLite file (WAL, `synchronous=FULL`), or memory when `path` is None. Calls take well under a millisecond."""

    def __init__(self, path: Path | None) -> None:
        """Raises `Misconfigured` for a file that cannot be used."""
        self._keys = KeyLocks()
        try:
            self._db = sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("PRAGMA secure_delete=ON")
            self._db.executescript(_SCHEMA)
        except sqlite3.Error as error:
            raise unusable(str(path), error) from error

    def close(self) -> None:
        self._db.close()

    def alone(self, agent: str, key: str) -> AbstractAsyncContextManager[None]:
        """Held while a task is carried out: the same task sent again meanwhile waits for what came of it."""
        return self._keys.hold(f"{agent}/{key}")

    def decision(self, agent: str, key: str) -> tuple[ToolCall, ...] | None:
        row = self._db.execute("SELECT calls FROM decisions WHERE agent = ? AND key = ?", (agent, key)).fetchone()
        return _CALLS.validate_json(row[0]) if row else None

    def decided(self, agent: str, key: str, calls: tuple[ToolCall, ...]) -> None:
        self._write("INSERT OR REPLACE INTO decisions VALUES (?, ?, ?)", (agent, key, _CALLS.dump_json(calls).decode()))

    def outcome(self, agent: str, key: str) -> Outcome | None:
        row = self._db.execute("SELECT outcome FROM outcomes WHERE agent = ? AND key = ?", (agent, key)).fetchone()
        return _OUTCOME.validate_json(row[0]) if row else None

    def finished(self, agent: str, key: str, outcome: Outcome) -> None:
        self._write("INSERT OR REPLACE INTO outcomes VALUES (?, ?, ?)", (agent, key, _OUTCOME.dump_json(outcome).decode()))

    def forget(self, turns: Iterable[str]) -> None:
        """What agents decided and said in these turns, whose ids their keys begin with; no byte of it stays on the disk."""
        for turn in turns:
            for table in ("decisions", "outcomes"):
                self._write(f"DELETE FROM {table} WHERE key >= ? AND key < ?", (f"{turn}/", f"{turn}0"))  # `0` comes after `/`
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _write(self, statement: str, values: tuple[str, ...]) -> None:
        try:
            self._db.execute(statement, values)
        except sqlite3.OperationalError as error:
            raise unwritable("what agents do", error) from error
