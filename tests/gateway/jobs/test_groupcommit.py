"""Many small changes share one wait for the disk, and each is answered after its own commit."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from yamori.domain.errors import InvalidRequest, Misconfigured
from yamori.gateway.jobs.groupcommit import GroupCommit
from yamori.gateway.sqlite import open_sqlite

SCHEMA = "CREATE TABLE IF NOT EXISTS line (text TEXT UNIQUE);"


def write(text: str) -> Callable[[sqlite3.Connection], int]:
    return lambda db: db.execute("INSERT INTO line VALUES (?)", (text,)).rowcount


async def open_commits(folder: Path) -> GroupCommit:
    return GroupCommit(await open_sqlite(folder / "file", schema=SCHEMA))


def kept(folder: Path) -> int:
    """As another connection sees it: what is committed."""
    with sqlite3.connect(folder / "file") as other:
        return int(other.execute("SELECT COUNT(*) FROM line").fetchone()[0])


async def test_many_at_once_share_a_transaction_and_each_is_answered_after_its_commit(tmp_path: Path) -> None:
    commits = await open_commits(tmp_path)
    uncommitted: list[int] = []
    seen_when_answered: list[bool] = []

    def work(number: int) -> Callable[[sqlite3.Connection], int]:
        def write_one(db: sqlite3.Connection) -> int:
            write(str(number))(db)
            uncommitted.append(kept(tmp_path))  # how many were there before this transaction
            return number

        return write_one

    async def ask(number: int) -> None:
        await commits.run(work(number))
        seen_when_answered.append(kept(tmp_path) > number)

    await asyncio.gather(*(ask(number) for number in range(100)))
    assert len(set(uncommitted)) < 5 and all(seen_when_answered)
    await commits.close()


async def test_one_that_is_refused_leaves_the_others_be(tmp_path: Path) -> None:
    commits = await open_commits(tmp_path)

    def refuse(db: sqlite3.Connection) -> int:
        raise InvalidRequest("not this one")

    outcomes = await asyncio.gather(*(commits.run(work) for work in (write("a"), refuse, write("b"))), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [int, InvalidRequest, int] and kept(tmp_path) == 2
    await commits.close()


async def test_a_transaction_that_breaks_answers_nobody_with_success(tmp_path: Path) -> None:
    commits = await open_commits(tmp_path)
    await commits.run(write("first"))
    outcomes = await asyncio.gather(*(commits.run(write(text)) for text in ("a", "first", "b")), return_exceptions=True)
    assert all(isinstance(outcome, sqlite3.IntegrityError) for outcome in outcomes) and kept(tmp_path) == 1
    assert await commits.run(write("after")) == 1
    await commits.close()


async def test_what_was_asked_before_closing_is_done_and_nothing_after(tmp_path: Path) -> None:
    commits = await open_commits(tmp_path)
    asked = [asyncio.create_task(commits.run(write(str(number)))) for number in range(10)]
    await asyncio.gather(*(asyncio.wait_for(one, 5) for one in asked[:1]))
    await commits.close()
    assert sum(await asyncio.gather(*asked)) == 10 == kept(tmp_path)
    with pytest.raises(Misconfigured):
        await commits.run(write("late"))
