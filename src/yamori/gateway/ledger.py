"""What was asked of the house, by whom, why, and what came of it: commands and their events, appended and never changed.

Triggers in the file itself forbid every UPDATE, DELETE and REPLACE, and anything after a command's end. What a command came to is read
from its events; nothing else is kept. One thing may go: the words in which something was asked, once the person has them forgotten. What
was done, by whom and when stays.
"""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import blake2b
from pathlib import Path

from yamori.domain.capability import Risk
from yamori.domain.guessing import Guess
from yamori.domain.receipt import Cause, Command, Receipt, ReceiptStatus
from yamori.domain.values import Value
from yamori.gateway.sqlite import SqliteFile, open_sqlite

_SCHEMA = """
CREATE TABLE IF NOT EXISTS commands (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, key TEXT NOT NULL UNIQUE,
    device TEXT NOT NULL, component TEXT NOT NULL, capability TEXT NOT NULL, name TEXT NOT NULL, arguments TEXT NOT NULL,
    risk TEXT NOT NULL, person TEXT NOT NULL, words TEXT NOT NULL, turn TEXT, agent TEXT, at TEXT NOT NULL, moment REAL NOT NULL,
    acted_by TEXT
);
CREATE INDEX IF NOT EXISTS commands_turn ON commands (turn);
CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, command INTEGER NOT NULL REFERENCES commands (seq),
    event TEXT NOT NULL CHECK (event IN ('intended', 'held', 'approved', 'wrong_pin', 'done', 'unchanged', 'failed', 'refused')),
    by TEXT, before TEXT, after TEXT, problem TEXT, at TEXT NOT NULL, moment REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS pin_tries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, person TEXT NOT NULL, client TEXT NOT NULL, was_right INTEGER NOT NULL,
    at TEXT NOT NULL, moment REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS pin_tries_moment ON pin_tries (moment);
CREATE TRIGGER IF NOT EXISTS pin_tries_stay BEFORE UPDATE ON pin_tries BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER IF NOT EXISTS pin_tries_last BEFORE DELETE ON pin_tries BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE INDEX IF NOT EXISTS events_command ON events (command);
CREATE UNIQUE INDEX IF NOT EXISTS events_one_end ON events (command) WHERE event IN ('done', 'unchanged', 'failed', 'refused');
CREATE TRIGGER IF NOT EXISTS commands_first BEFORE INSERT ON commands
    WHEN EXISTS (SELECT 1 FROM commands WHERE seq = NEW.seq OR id = NEW.id OR key = NEW.key)
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER IF NOT EXISTS events_first BEFORE INSERT ON events
    WHEN EXISTS (
        SELECT 1 FROM events WHERE seq = NEW.seq OR (command = NEW.command AND event IN ('done', 'unchanged', 'failed', 'refused'))
    )
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER IF NOT EXISTS commands_last BEFORE DELETE ON commands BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER IF NOT EXISTS events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER IF NOT EXISTS events_last BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
"""
_COMMANDS_STAY = """
CREATE TRIGGER commands_stay BEFORE UPDATE ON commands
    WHEN NEW.words <> '' OR NEW.seq IS NOT OLD.seq OR NEW.id IS NOT OLD.id OR NEW.key IS NOT OLD.key OR NEW.device IS NOT OLD.device
        OR NEW.component IS NOT OLD.component OR NEW.capability IS NOT OLD.capability OR NEW.name IS NOT OLD.name
        OR NEW.arguments IS NOT OLD.arguments OR NEW.risk IS NOT OLD.risk OR NEW.person IS NOT OLD.person OR NEW.turn IS NOT OLD.turn
        OR NEW.agent IS NOT OLD.agent OR NEW.at IS NOT OLD.at OR NEW.moment IS NOT OLD.moment OR NEW.acted_by IS NOT OLD.acted_by
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
"""
"""Only words may go, and nothing may come in their place."""


class Event(StrEnum):
    """What happens to a command."""

    INTENDED = "intended"
    """About to be sent."""
    HELD = "held"
    APPROVED = "approved"
    """About to be sent, with a person's leave."""
    WRONG_PIN = "wrong_pin"
    DONE = "done"
    UNCHANGED = "unchanged"
    FAILED = "failed"
    REFUSED = "refused"


_ENDS = {
    Event.DONE: ReceiptStatus.DONE,
    Event.UNCHANGED: ReceiptStatus.UNCHANGED,
    Event.FAILED: ReceiptStatus.FAILED,
    Event.REFUSED: ReceiptStatus.REFUSED,
}


@dataclass(frozen=True, kw_only=True)
class Line:
    """One event of a command."""

    event: Event
    at: datetime
    by: str | None = None
    """Who approved, refused or gave the PIN."""
    before: Mapping[str, Value] | None = None
    after: Mapping[str, Value] | None = None
    problem: str | None = None


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One command with everything that happened to it."""

    seq: int
    id: str
    command: Command
    cause: Cause
    risk: Risk
    lines: tuple[Line, ...]

    @property
    def end(self) -> Line | None:
        return next((line for line in self.lines if line.event in _ENDS), None)

    @property
    def held_since(self) -> datetime | None:
        """When it was held, if it still is: neither approved nor at its end."""
        if self.end is not None or any(line.event is Event.APPROVED for line in self.lines):
            return None
        return next((line.at for line in self.lines if line.event is Event.HELD), None)

    def receipt(self, now: datetime, *, patience: timedelta, ran_out: str) -> Receipt | None:
        """The receipt, None while it is being sent. An approval that nobody gave within `patience` is refused with `ran_out`."""
        if (end := self.end) is not None:
            return self._receipt(_ENDS[end.event], end, end.at)
        if (held := self.held_since) is None:
            return None
        line = next(line for line in self.lines if line.event is Event.HELD)
        if now >= held + patience:
            return self._receipt(ReceiptStatus.REFUSED, line, held + patience, problem=ran_out)
        return self._receipt(ReceiptStatus.HELD, line, held)

    def _receipt(self, status: ReceiptStatus, line: Line, at: datetime, *, problem: str | None = None) -> Receipt:
        before = line.before if line.before is not None else next((known.before for known in self.lines if known.before is not None), {})
        return Receipt(
            id=self.id,
            command=self.command,
            cause=self.cause,
            status=status,
            risk=self.risk,
            before=before,
            after=line.after or {},
            at=at,
            problem=problem or line.problem,
        )


async def open_ledger(file: Path | None) -> "Ledger":
    """Raises `Misconfigured` when the file cannot be used."""
    store = await open_sqlite(file, schema=_SCHEMA)
    await store.run(_bring_up_to_date)
    return Ledger(store)


def _bring_up_to_date(db: sqlite3.Connection) -> None:
    """A file from before an adult could act for a child, or from before words could be forgotten."""
    if not any(name == "acted_by" for _, name, *_ in db.execute("PRAGMA table_info(commands)")):
        db.execute("ALTER TABLE commands ADD COLUMN acted_by TEXT")
    db.execute("DROP TRIGGER IF EXISTS commands_stay")
    db.execute(_COMMANDS_STAY)


class Ledger:
    """The commands and events of one house."""

    def __init__(self, store: SqliteFile) -> None:
        self._store = store

    async def begin(self, command: Command, cause: Cause, risk: Risk, line: Line) -> Entry:
        """The entry of the cause's key: a new one with this first line, or the one that there is already, as it stands."""

        def work(db: sqlite3.Connection) -> Entry:
            known = _select(db, "key = ?", (cause.key,))
            return known[0] if known else _insert(db, command, cause, risk, line)

        return await self._store.run(work)

    async def add(self, entry: Entry, line: Line) -> Entry:
        """The entry with the line. An entry at its end takes no more: it comes back as it stands."""

        def work(db: sqlite3.Connection) -> Entry:
            (known,) = _select(db, "seq = ?", (entry.seq,))
            if known.end is not None:
                return known
            _append(db, entry.seq, line)
            return Entry(seq=known.seq, id=known.id, command=known.command, cause=known.cause, risk=known.risk, lines=(*known.lines, line))

        return await self._store.run(work)

    async def find(self, *, key: str | None = None, id: str | None = None) -> Entry | None:
        where, value = ("key = ?", key) if key is not None else ("id = ?", id)
        found = await self._store.run(lambda db: _select(db, where, (value,)))
        return found[0] if found else None

    async def entries(self, *, turn: str | None = None, since: datetime | None = None, limit: int = 100) -> Sequence[Entry]:
        """Newest first."""
        first = since.timestamp() if since is not None else None
        where = "(?1 IS NULL OR turn = ?1) AND (?2 IS NULL OR moment >= ?2)"
        return await self._store.run(lambda db: _select(db, where, (turn, first), limit=limit))

    async def unfinished(self) -> Sequence[Entry]:
        """Those without an end: held, or cut off by a kill."""
        ends = "'done', 'unchanged', 'failed', 'refused'"
        where = f"NOT EXISTS (SELECT 1 FROM events e WHERE e.command = commands.seq AND e.event IN ({ends}))"
        return await self._store.run(lambda db: _select(db, where, ()))

    async def forget_words(self, turns: Sequence[str]) -> None:
        """Of commands that were asked for in these turns: what was done stays, in which words it was asked for does not, in no byte."""

        def work(db: sqlite3.Connection) -> bool:
            there = [turn for turn in turns if db.execute("SELECT 1 FROM commands WHERE turn = ? LIMIT 1", (turn,)).fetchone()]
            for turn in there:
                db.execute("UPDATE commands SET words = '' WHERE turn = ?", (turn,))
            return bool(there)

        if await self._store.run(work):
            await self._store.scrub()

    async def pin_tried(self, tried: Guess) -> None:
        """Write down that a PIN was looked at, and whether it was right."""
        row = (tried.account, tried.origin, tried.right, tried.at.isoformat(), tried.at.timestamp())
        insert = "INSERT INTO pin_tries (person, client, was_right, at, moment) VALUES (?, ?, ?, ?, ?)"
        await self._store.run(lambda db: db.execute(insert, row))

    async def pin_tries(self, since: datetime) -> Sequence[Guess]:
        """Those after a time, oldest first."""
        query = "SELECT person, client, was_right, at FROM pin_tries WHERE moment > ? ORDER BY seq"
        rows = await self._store.run(lambda db: db.execute(query, (since.timestamp(),)).fetchall())
        return [Guess(account=p, origin=c, right=bool(right), at=datetime.fromisoformat(at)) for p, c, right, at in rows]

    async def close(self) -> None:
        await self._store.close()


_COLUMNS = "seq, id, key, device, component, capability, name, arguments, risk, person, words, turn, agent, acted_by"


def _select(db: sqlite3.Connection, where: str, values: tuple[str | float | None, ...], *, limit: int = -1) -> list[Entry]:
    rows = db.execute(f"SELECT {_COLUMNS} FROM commands WHERE {where} ORDER BY seq DESC LIMIT ?", (*values, limit)).fetchall()
    return [_entry(row, _lines(db, row[0])) for row in rows]


def _entry(row: Sequence[str], lines: tuple[Line, ...]) -> Entry:
    seq, id, key, device, component, capability, name, arguments, risk, person, words, turn, agent, by = row
    return Entry(
        seq=int(seq),
        id=id,
        command=Command(device=device, component=component, capability=capability, name=name, arguments=json.loads(arguments)),
        cause=Cause(key=key, person=person, words=words, turn=turn, agent=agent, by=by),
        risk=Risk(risk),
        lines=lines,
    )


def _lines(db: sqlite3.Connection, seq: int | str) -> tuple[Line, ...]:
    rows = db.execute("SELECT event, at, by, before, after, problem FROM events WHERE command = ? ORDER BY seq", (seq,)).fetchall()
    return tuple(
        Line(
            event=Event(event),
            at=datetime.fromisoformat(at),
            by=by,
            before=None if before is None else json.loads(before),
            after=None if after is None else json.loads(after),
            problem=problem,
        )
        for event, at, by, before, after, problem in rows
    )


def _insert(db: sqlite3.Connection, command: Command, cause: Cause, risk: Risk, line: Line) -> Entry:
    id = blake2b(cause.key.encode(), digest_size=8).hexdigest()
    marks = ", ".join("?" * 15)
    columns = _COLUMNS.removeprefix("seq, ")
    cursor = db.execute(
        f"INSERT INTO commands ({columns}, at, moment) VALUES ({marks})",
        (
            id,
            cause.key,
            command.device,
            command.component,
            command.capability,
            command.name,
            json.dumps(command.arguments),
            risk.value,
            cause.person,
            cause.words,
            cause.turn,
            cause.agent,
            cause.by,
            line.at.isoformat(),
            line.at.timestamp(),
        ),
    )
    seq = cursor.lastrowid or 0
    _append(db, seq, line)
    return Entry(seq=seq, id=id, command=command, cause=cause, risk=risk, lines=(line,))


def _append(db: sqlite3.Connection, seq: int, line: Line) -> None:
    db.execute(
        "INSERT INTO events (command, event, by, before, after, problem, at, moment) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (seq, line.event.value, line.by, _json(line.before), _json(line.after), line.problem, line.at.isoformat(), line.at.timestamp()),
    )


def _json(value: Mapping[str, Value] | None) -> str | None:
    return None if value is None else json.dumps(value)
