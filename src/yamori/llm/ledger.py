"""What the models cost: one row for each call, in SQLite, summed by turn and by role. Fed by `recorded.py`."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from yamori.domain.clock import Clock
from yamori.llm.port import Role, Usage

if TYPE_CHECKING:
    import aiosqlite

_TABLE = """
CREATE TABLE IF NOT EXISTS model_calls (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    turn TEXT,
    role TEXT NOT NULL,
    model TEXT NOT NULL,
    prompt_tokens INTEGER NOT NULL,
    cached_tokens INTEGER NOT NULL,
    completion_tokens INTEGER NOT NULL,
    seconds REAL NOT NULL,
    price REAL,
    problem TEXT
);
CREATE INDEX IF NOT EXISTS model_calls_of_turn ON model_calls (turn);
"""
_SUMS = "COUNT(*), TOTAL(prompt_tokens), TOTAL(cached_tokens), TOTAL(completion_tokens), TOTAL(seconds), SUM(price), COUNT(problem)"


@dataclass(frozen=True, kw_only=True)
class Totals:
    """What a number of calls cost together."""

    calls: int = 0
    failed: int = 0
    """Of the calls, those that gave nothing usable."""
    prompt_tokens: int = 0
    cached_tokens: int = 0
    """Of the prompts' tokens, those that did not have to be computed."""
    completion_tokens: int = 0
    seconds: float = 0.0
    price: float | None = None
    """US dollars of those calls whose price is known; None when none is."""


@dataclass(frozen=True, kw_only=True)
class Call:
    """One row."""

    id: int
    at: datetime
    turn: str | None
    role: Role
    usage: Usage
    problem: str | None


class Ledger:
    """Open it with `open_ledger`. Rows are only ever added."""

    def __init__(self, connection: "aiosqlite.Connection", *, clock: Clock) -> None:
        self._connection = connection
        self._clock = clock

    async def record(self, usage: Usage, *, role: Role, turn: str | None = None, problem: str | None = None) -> None:
        tokens = (usage.prompt_tokens, usage.cached_tokens, usage.completion_tokens)
        values = (self._clock.now().isoformat(), turn, role.value, usage.model, *tokens, usage.seconds, usage.price, problem)
        await self._connection.execute(f"INSERT INTO model_calls VALUES (NULL{', ?' * len(values)})", values)

    async def totals(self, *, turn: str | None = None) -> Totals:
        """Of one turn, or of everything."""
        where, values = ("WHERE turn = ?", (turn,)) if turn is not None else ("", ())
        async with self._connection.execute(f"SELECT {_SUMS} FROM model_calls {where}", values) as rows:
            row = await rows.fetchone()
        return _totals(tuple(row or ()))

    async def by_role(self, *, turn: str | None = None) -> dict[Role, Totals]:
        """Of the roles that were asked, dearest in time first."""
        where, values = ("WHERE turn = ?", (turn,)) if turn is not None else ("", ())
        query = f"SELECT role, {_SUMS} FROM model_calls {where} GROUP BY role ORDER BY TOTAL(seconds) DESC"
        async with self._connection.execute(query, values) as rows:
            return {Role(row[0]): _totals(tuple(row)[1:]) async for row in rows}

    async def by_model(self) -> dict[str, Totals]:
        query = f"SELECT model, {_SUMS} FROM model_calls GROUP BY model ORDER BY TOTAL(seconds) DESC"
        async with self._connection.execute(query) as rows:
            return {row[0]: _totals(tuple(row)[1:]) async for row in rows}

    async def calls(self, *, turn: str | None = None, limit: int = 100) -> Sequence[Call]:
        """Newest first."""
        where, values = ("WHERE turn = ?", (turn, limit)) if turn is not None else ("", (limit,))
        async with self._connection.execute(f"SELECT * FROM model_calls {where} ORDER BY id DESC LIMIT ?", values) as rows:
            return [_call(tuple(row)) async for row in rows]


@asynccontextmanager
async def open_ledger(file: Path, *, clock: Clock) -> AsyncIterator[Ledger]:
    import aiosqlite

    file.parent.mkdir(parents=True, exist_ok=True)
    async with aiosqlite.connect(file, isolation_level=None) as connection:  # None: each insert commits by itself
        await connection.execute("PRAGMA journal_mode=WAL")
        await connection.execute("PRAGMA synchronous=FULL")
        await connection.execute("PRAGMA busy_timeout=5000")
        await connection.executescript(_TABLE)
        yield Ledger(connection, clock=clock)


def _totals(row: tuple[float | None, ...]) -> Totals:
    calls, prompt, cached, completion, seconds, price, failed = row
    return Totals(
        calls=int(calls or 0),
        failed=int(failed or 0),
        prompt_tokens=int(prompt or 0),
        cached_tokens=int(cached or 0),
        completion_tokens=int(completion or 0),
        seconds=seconds or 0.0,
        price=price,
    )


def _call(row: tuple[object, ...]) -> Call:
    id, at, turn, role, model, prompt, cached, completion, seconds, price, problem = row
    assert isinstance(id, int) and isinstance(prompt, int) and isinstance(cached, int) and isinstance(completion, int)
    assert isinstance(seconds, float)
    usage = Usage(
        model=str(model),
        prompt_tokens=prompt,
        cached_tokens=cached,
        completion_tokens=completion,
        seconds=seconds,
        price=price if isinstance(price, float) else None,
    )
    return Call(
        id=id,
        at=datetime.fromisoformat(str(at)),
        turn=None if turn is None else str(turn),
        role=Role(str(role)),
        usage=usage,
        problem=None if problem is None else str(problem),
    )
