"""Readings that a model made and receipts have proven, recalled the next time the same is said: no model is asked for them again.

`understanding.framed` keeps and finds them, for one agent; `apps` gives each agent its file. What was said is kept without its courtesies
and with its numbers taken out, where the calls hold them; names stay, since they choose what is touched. A reading is forgotten when what
it did is taken back, or when its words are. Not for an agent whose calls hold dates: those are of the day on which they were said.
"""

import json
import re
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from yamori.agentkit.agent import ToolCall
from yamori.domain.database_file import unusable
from yamori.domain.values import Value
from yamori.understanding.utterance import Utterance

MOST = 2_000
"""Readings of one agent; the oldest goes first."""
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\d.])")
_BLANK = "#"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS readings (
  number INTEGER PRIMARY KEY AUTOINCREMENT, agent TEXT, said TEXT, room TEXT, numbers TEXT, calls TEXT, turn TEXT,
  UNIQUE (agent, said, room, numbers)
);
"""


@dataclass(frozen=True, kw_only=True)
class Said:
    """What was said, in the form in which it is compared."""

    text: str
    """With a blank for each number."""
    numbers: tuple[float, ...]


def said_of(utterance: Utterance) -> Said:
    """Without courtesies, marks and numbers."""
    bare = utterance.vocabulary.fillers.sub(" ", utterance.normal.text.lower())
    numbers = tuple(float(found.group()) for found in _NUMBER.finditer(bare))
    words = re.sub(r"[\s,.!?。、！？]+", " ", _NUMBER.sub(_BLANK, bare))
    return Said(text=words.strip(), numbers=numbers)


class RecalledReadings:
    """Those of one agent, in a SQLite file or in memory. Calls take well under a millisecond."""

    def __init__(self, path: Path | None, agent: str) -> None:
        """Raises `Misconfigured` for a file that cannot be used."""
        self._agent = agent
        self._last: int | None = None
        try:
            self._db = sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA secure_delete=ON")
            self._db.executescript(_SCHEMA)
            if not any(name == "turn" for _, name, *_ in self._db.execute("PRAGMA table_info(readings)")):  # an earlier Yamori's
                self._db.execute("ALTER TABLE readings ADD COLUMN turn TEXT")
        except sqlite3.Error as error:
            raise unusable(str(path), error) from error

    def close(self) -> None:
        self._db.close()

    def find(self, utterance: Utterance, room: str | None) -> tuple[ToolCall, ...] | None:
        """The calls that this was proven to mean in that room, with its numbers; None where it was not."""
        said = said_of(utterance)
        rows = self._db.execute(
            "SELECT numbers, calls FROM readings WHERE agent = ? AND said = ? AND room = ?", (self._agent, said.text, room or "")
        )
        for numbers, calls in rows:
            kept = json.loads(numbers)
            if len(kept) == len(said.numbers) and all(k is None or k == n for k, n in zip(kept, said.numbers, strict=True)):
                return tuple(ToolCall(tool=c["tool"], arguments=_filled(c["arguments"], said.numbers)) for c in json.loads(calls))
        return None

    def keep(self, utterance: Utterance, room: str | None, calls: Sequence[ToolCall], *, turn: str | None = None) -> None:
        """A reading that receipts have proven, said in `turn`. Of numbers that stand twice nobody could tell which is which: they
        stay as they are."""
        said = said_of(utterance)
        held = [n for call in calls for n in _numbers_in(call.arguments)]
        free = [n if said.numbers.count(n) > 1 or held.count(n) != 1 else None for n in said.numbers]
        places = {n: at for at, n in enumerate(said.numbers) if free[at] is None}
        written = [{"tool": call.tool, "arguments": _blanked(call.arguments, places)} for call in calls]
        row = (self._agent, said.text, room or "", json.dumps(free), json.dumps(written, ensure_ascii=False), turn)
        columns = "agent, said, room, numbers, calls, turn"
        cursor = self._db.execute(f"INSERT OR REPLACE INTO readings ({columns}) VALUES (?, ?, ?, ?, ?, ?)", row)
        self._last = cursor.lastrowid
        self._db.execute(
            "DELETE FROM readings WHERE agent = ? AND number <= (SELECT MAX(number) FROM readings WHERE agent = ?) - ?",
            (self._agent, self._agent, MOST),
        )

    def used(self, utterance: Utterance, room: str | None) -> None:
        """The reading of this was just used: it is what an undo takes back."""
        said = said_of(utterance)
        row = self._db.execute(
            "SELECT number FROM readings WHERE agent = ? AND said = ? AND room = ?", (self._agent, said.text, room or "")
        ).fetchone()
        self._last = row[0] if row else None

    def forget_words(self, turns: Sequence[str]) -> None:
        """What was said in these turns; no byte of it stays. Of readings of an earlier Yamori nobody knows when they were said: they go."""
        gone = self._db.execute("DELETE FROM readings WHERE turn IS NULL").rowcount
        gone += sum(self._db.execute("DELETE FROM readings WHERE turn = ?", (turn,)).rowcount for turn in turns)
        if gone:
            self._db.execute("VACUUM")
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def forget_last(self) -> None:
        """What was done last was taken back."""
        if self._last is not None:
            self._db.execute("DELETE FROM readings WHERE number = ?", (self._last,))
            self._last = None


def _numbers_in(value: object) -> list[float]:
    if isinstance(value, Mapping):
        return [n for each in value.values() for n in _numbers_in(each)]
    if isinstance(value, list | tuple):
        return [n for each in value for n in _numbers_in(each)]
    return [float(value)] if isinstance(value, int | float) and not isinstance(value, bool) else []


def _blanked(value: Value, places: Mapping[float, int]) -> Value:
    if isinstance(value, Mapping):
        return {key: _blanked(each, places) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_blanked(each, places) for each in value]
    if isinstance(value, int | float) and not isinstance(value, bool) and float(value) in places:
        return {_BLANK: places[float(value)]}
    return value


def _filled(value: Value, numbers: Sequence[float]) -> dict[str, Value]:
    assert isinstance(value, Mapping)
    return {key: _number(each, numbers) for key, each in value.items()}


def _number(value: Value, numbers: Sequence[float]) -> Value:
    if isinstance(value, Mapping):
        if set(value) == {_BLANK}:
            at = value[_BLANK]
            number = numbers[at] if isinstance(at, int) else 0.0
            return int(number) if number.is_integer() else number
        return _filled(value, numbers)
    if isinstance(value, list | tuple):
        return [_number(each, numbers) for each in value]
    return value
