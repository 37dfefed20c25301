"""Turns, their events and what conversations are about: written before anything is acknowledged, read back after a restart."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import get_args

from pydantic import TypeAdapter

from yamori.domain.database_file import unusable, unwritable
from yamori.domain.events import TurnEvent
from yamori.domain.home import PersonRole
from yamori.domain.values import Value
from yamori.orchestrator.conversation_title import title_of

_SCHEMA = """
CREATE TABLE IF NOT EXISTS turns (
    id TEXT PRIMARY KEY, conversation TEXT NOT NULL, person TEXT NOT NULL, room TEXT, text TEXT NOT NULL, model TEXT,
    at TEXT NOT NULL, status TEXT NOT NULL, answer TEXT NOT NULL DEFAULT '', waiting TEXT, summary TEXT,
    constraints TEXT, acted_by TEXT, session TEXT, role TEXT, replaced_by TEXT
);
CREATE INDEX IF NOT EXISTS turns_of_conversation ON turns (conversation);
CREATE TABLE IF NOT EXISTS events (
    turn TEXT NOT NULL, n INTEGER NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (turn, n), UNIQUE (turn, key)
);
CREATE TABLE IF NOT EXISTS sent (key TEXT PRIMARY KEY, turn TEXT NOT NULL, text TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS forgetting (turn TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS focus (
    conversation TEXT NOT NULL, agent TEXT NOT NULL, focus TEXT NOT NULL, turn TEXT NOT NULL, PRIMARY KEY (conversation, agent)
);
CREATE TABLE IF NOT EXISTS focus_before (
    turn TEXT NOT NULL, agent TEXT NOT NULL, focus TEXT NOT NULL, of_turn TEXT NOT NULL, PRIMARY KEY (turn, agent)
);
CREATE TABLE IF NOT EXISTS titles (conversation TEXT PRIMARY KEY, title TEXT NOT NULL);
"""
_EVENT: TypeAdapter[TurnEvent] = TypeAdapter(TurnEvent)


class TurnStatus(StrEnum):
    RUNNING = "running"
    WAITING = "waiting"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, kw_only=True)
class Turn:
    """One turn as it stands."""

    id: str
    conversation: str
    person: str
    room: str | None
    text: str
    model: str | None
    constraints: tuple[str, ...] = ()
    """What the person must not eat, as it was said with the turn."""
    at: datetime
    status: TurnStatus = TurnStatus.RUNNING
    answer: str = ""
    waiting: Mapping[str, Value] | None = None
    summary: Mapping[str, Value] = field(default_factory=dict)
    """Agents used, seconds, model calls, tokens, price."""
    by: str | None = None
    """The adult who acted for `person`; None where they spoke themselves."""
    session: str | None = None
    """The session or token that began it, from which alone what it asks may be approved; None while nobody has an account."""
    role: PersonRole | None = None
    """Of `person`, as the session said; None while nobody has an account."""
    replaced_by: str | None = None
    """The turn in which the person said it anew."""


@dataclass(frozen=True, kw_only=True)
class StoredEvent:
    n: int
    event: TurnEvent


@dataclass(frozen=True, kw_only=True)
class Sent:
    """What came in under an idempotency key."""

    turn: str
    text: str
    """As it was written down: an answer's PIN is not in it."""


@dataclass(frozen=True, kw_only=True)
class ListedConversation:
    """One conversation in a person's list."""

    id: str
    title: str
    last: datetime
    """When its latest turn began."""


class TurnStore:
    """A SQLite file (WAL, `synchronous=FULL`), or memory when `path` is None; each write is one transaction."""

    def __init__(self, path: Path | None) -> None:
        try:
            self._db = sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("PRAGMA secure_delete=ON")
            self._db.executescript(_SCHEMA)
            there = {name for _, name, *_ in self._db.execute("PRAGMA table_info(turns)")}
            for column in ("constraints", "acted_by", "session", "role", "replaced_by"):
                if column not in there:
                    self._db.execute(f"ALTER TABLE turns ADD COLUMN {column} TEXT")  # a file from before there were any
        except sqlite3.Error as error:
            raise unusable(str(path), error) from error

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is written inside is one transaction. No `await` inside: there is one connection. Raises `Misconfigured` (disk full)."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield
            self._db.execute("COMMIT")
        except BaseException as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            if isinstance(error, sqlite3.OperationalError):
                raise unwritable("turns", error) from error
            raise

    def begin(self, turn: Turn) -> None:
        values = (turn.id, turn.conversation, turn.person, turn.room, turn.text, turn.model, turn.at.isoformat(), turn.status.value)
        self._write(
            "INSERT INTO turns (id, conversation, person, room, text, model, at, status, constraints, acted_by, session, role) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*values, json.dumps(turn.constraints, ensure_ascii=False), turn.by, turn.session, turn.role),
        )

    def turn(self, id: str) -> Turn | None:
        row = self._db.execute(f"SELECT {_COLUMNS} FROM turns WHERE id = ?", (id,)).fetchone()
        return _turn(row) if row else None

    def conversation(self, id: str) -> Sequence[Turn]:
        """Its turns, oldest first."""
        rows = self._db.execute(f"SELECT {_COLUMNS} FROM turns WHERE conversation = ? ORDER BY rowid", (id,))
        return [_turn(row) for row in rows]

    def conversations(self, person: str, *, search: str = "", limit: int = 100) -> Sequence[ListedConversation]:
        """Those in which this person spoke, the latest first; with `search` those whose title, texts or answers hold it."""
        pattern = "%" + search.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
        rows = self._db.execute(_CONVERSATIONS, {"person": person, "pattern": pattern, "limit": limit})
        return [ListedConversation(id=id, title=given or title_of(text), last=datetime.fromisoformat(at)) for id, given, text, at in rows]

    def title(self, conversation: str) -> str | None:
        """The one that a person gave it."""
        row = self._db.execute("SELECT title FROM titles WHERE conversation = ?", (conversation,)).fetchone()
        return str(row[0]) if row else None

    def rename(self, conversation: str, title: str) -> None:
        self._write("INSERT OR REPLACE INTO titles VALUES (?, ?)", (conversation, title))

    def said_by(self, person: str, *, limit: int) -> Sequence[Turn]:
        """What this person said, the latest first."""
        rows = self._db.execute(f"SELECT {_COLUMNS} FROM turns WHERE person = ? ORDER BY rowid DESC LIMIT ?", (person, limit))
        return [_turn(row) for row in rows]

    def replace(self, id: str, *, by: str) -> None:
        """The turn was said anew: agents speak of what they spoke of before it."""
        self._write("UPDATE turns SET replaced_by = ? WHERE id = ?", (by, id))
        self._write(
            "INSERT OR REPLACE INTO focus SELECT f.conversation, b.agent, b.focus, b.of_turn FROM focus_before b"
            " JOIN focus f ON f.turn = b.turn AND f.agent = b.agent WHERE b.turn = ?",
            (id,),
        )
        self._write("DELETE FROM focus WHERE turn = ?", (id,))

    def unfinished(self) -> Sequence[Turn]:
        rows = self._db.execute(f"SELECT {_COLUMNS} FROM turns WHERE status IN ('running', 'waiting') ORDER BY rowid")
        return [_turn(row) for row in rows]

    def waiting_in(self, conversation: str) -> Sequence[Turn]:
        """Those of a conversation that wait for an answer, oldest first."""
        query = f"SELECT {_COLUMNS} FROM turns WHERE conversation = ? AND status = 'waiting' ORDER BY rowid"
        return [_turn(row) for row in self._db.execute(query, (conversation,))]

    def to_forget(self, ids: Iterable[str]) -> None:
        """Note down that turns are to be forgotten, whatever becomes of this process."""
        with self.together():
            self._db.executemany("INSERT OR IGNORE INTO forgetting VALUES (?)", [(id,) for id in ids])

    def noted(self) -> Sequence[str]:
        """Those of them that have ended."""
        query = "SELECT turn FROM forgetting WHERE turn NOT IN (SELECT id FROM turns WHERE status IN ('running', 'waiting'))"
        return [str(id) for (id,) in self._db.execute(query)]

    def forget(self, ids: Sequence[str]) -> None:
        """Their words, their events, what agents spoke of in them, and that they were to be forgotten; no byte stays on the disk."""
        with self.together():
            for table, column in _KEPT_OF_A_TURN:
                self._db.executemany(f"DELETE FROM {table} WHERE {column} = ?", [(id,) for id in ids])
            self._db.execute("DELETE FROM titles WHERE conversation NOT IN (SELECT conversation FROM turns)")
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def waiting(self, id: str, waiting: Mapping[str, Value]) -> None:
        self._write("UPDATE turns SET status = 'waiting', waiting = ? WHERE id = ?", (json.dumps(waiting, ensure_ascii=False), id))

    def resumed(self, id: str) -> bool:
        """Take the turn out of waiting; False when it was not waiting (somebody else answered first)."""
        return self._write("UPDATE turns SET status = 'running', waiting = NULL WHERE id = ? AND status = 'waiting'", (id,)) == 1

    def ended(self, id: str, *, status: TurnStatus, answer: str, summary: Mapping[str, Value]) -> None:
        text = json.dumps(summary, ensure_ascii=False)
        self._write("UPDATE turns SET status = ?, answer = ?, summary = ?, waiting = NULL WHERE id = ?", (status.value, answer, text, id))

    def send(self, key: str, *, turn: str, text: str) -> bool:
        """Keep what came in under an idempotency key; False when something had come under it already."""
        return self._write("INSERT OR IGNORE INTO sent VALUES (?, ?, ?)", (key, turn, text)) == 1

    def sent(self, key: str) -> Sent | None:
        row = self._db.execute("SELECT turn, text FROM sent WHERE key = ?", (key,)).fetchone()
        return Sent(turn=row[0], text=row[1]) if row else None

    def add(self, turn: str, key: str, event: TurnEvent) -> bool:
        """Append an event once; False when this key is there already (a step that is repeated after a restart)."""
        data = _EVENT.dump_json(event).decode()
        added = self._write(
            "INSERT OR IGNORE INTO events SELECT ?, COALESCE(MAX(n), 0) + 1, ?, ?, ? FROM events WHERE turn = ?",
            (turn, key, type(event).__name__, data, turn),
        )
        return added == 1

    def answers_to(self, turn: str, question: str) -> Sequence[str]:
        """What was answered to one question of a turn, as `Resumed` events with `answer_key` say."""
        query = "SELECT json_extract(data, '$.answer') FROM events WHERE turn = ? AND substr(key, 1, ?) = ? ORDER BY n"
        start = answer_key(question, "")
        return [answer for (answer,) in self._db.execute(query, (turn, len(start), start))]

    def count(self, turn: str) -> int:
        """How many events the turn has."""
        return int(self._db.execute("SELECT COUNT(*) FROM events WHERE turn = ?", (turn,)).fetchone()[0])

    def events(self, turn: str, *, after: int = 0) -> Sequence[StoredEvent]:
        rows = self._db.execute("SELECT n, name, data FROM events WHERE turn = ? AND n > ? ORDER BY n", (turn, after))
        return [StoredEvent(n=n, event=_ADAPTERS[name].validate_json(data)) for n, name, data in rows]

    def focuses(self, conversation: str) -> Mapping[str, Mapping[str, Value]]:
        """What each agent last spoke of, the latest agent last."""
        rows = self._db.execute("SELECT agent, focus FROM focus WHERE conversation = ? ORDER BY rowid", (conversation,))
        return {agent: json.loads(focus) for agent, focus in rows}

    def spoken_of_in(self, turn: str) -> Mapping[str, Mapping[str, Value]]:
        """What each agent that acted in a turn spoke of there, as long as it has spoken of nothing since."""
        rows = self._db.execute("SELECT agent, focus FROM focus WHERE turn = ? ORDER BY rowid", (turn,))
        return {agent: json.loads(focus) for agent, focus in rows}

    def focus(self, conversation: str, agent: str, focus: Mapping[str, Value], *, turn: str) -> None:
        """What it spoke of before this turn is kept for when the turn is said anew."""
        self._write(
            "INSERT OR IGNORE INTO focus_before SELECT ?, agent, focus, turn FROM focus WHERE conversation = ? AND agent = ? AND turn != ?",
            (turn, conversation, agent, turn),
        )
        self._write("INSERT OR REPLACE INTO focus VALUES (?, ?, ?, ?)", (conversation, agent, json.dumps(focus, ensure_ascii=False), turn))

    def check(self) -> None:
        """Raises `Misconfigured` where the file cannot be used now."""
        try:
            self._db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except sqlite3.DatabaseError as error:
            raise unusable("the turns", error) from error

    def _write(self, statement: str, values: tuple[str | None, ...]) -> int:
        """How many rows it touched."""
        try:
            return self._db.execute(statement, values).rowcount
        except sqlite3.OperationalError as error:
            raise unwritable("turns", error) from error


def answer_key(question: str, number: int | str) -> str:
    """The key of the event that a question was answered."""
    return f"answered-{question}-{number}"


_COLUMNS = (
    "id, conversation, person, room, text, model, at, status, answer, waiting, summary, constraints, acted_by, session, role, replaced_by"
)
_KEPT_OF_A_TURN = (
    ("turns", "id"),
    ("events", "turn"),
    ("sent", "turn"),
    ("focus", "turn"),
    ("focus_before", "turn"),
    ("focus_before", "of_turn"),
    ("forgetting", "turn"),
)

_CONVERSATIONS = r"""
SELECT first.conversation, titles.title, first.text, last.at
FROM (
    SELECT COALESCE(MIN(CASE WHEN replaced_by IS NULL THEN rowid END), MIN(rowid)) AS first, MAX(rowid) AS last FROM turns
    WHERE conversation IN (
        SELECT t.conversation FROM turns t LEFT JOIN titles n ON n.conversation = t.conversation WHERE t.person = :person
        AND (t.text LIKE :pattern ESCAPE '\' OR t.answer LIKE :pattern ESCAPE '\' OR n.title LIKE :pattern ESCAPE '\')
    ) AND person = :person GROUP BY conversation
) AS spoken JOIN turns AS first ON first.rowid = spoken.first JOIN turns AS last ON last.rowid = spoken.last
LEFT JOIN titles ON titles.conversation = first.conversation
ORDER BY last.rowid DESC LIMIT :limit
"""


def _turn(row: tuple[str, ...]) -> Turn:
    id, conversation, person, room, text, model, at, status, answer, waiting, summary, constraints, by, session, role, replaced_by = row
    return Turn(
        id=id,
        conversation=conversation,
        person=person,
        room=room,
        text=text,
        model=model,
        at=datetime.fromisoformat(at),
        status=TurnStatus(status),
        answer=answer,
        waiting=json.loads(waiting) if waiting else None,
        summary=json.loads(summary) if summary else {},
        constraints=tuple(json.loads(constraints)) if constraints else (),
        by=by,
        session=session,
        role=PersonRole(role) if role else None,
        replaced_by=replaced_by,
    )


_ADAPTERS: Mapping[str, TypeAdapter[TurnEvent]] = {kind.__name__: TypeAdapter(kind) for kind in get_args(TurnEvent)}
