"""One file, one transaction at a time, whole or not at all."""

import sqlite3
from pathlib import Path

import pytest

from yamori.domain.errors import Misconfigured
from yamori.gateway.sqlite import open_sqlite

SCHEMA = "CREATE TABLE IF NOT EXISTS line (text TEXT);"


async def test_a_full_disk_is_told_and_leaves_what_was_there(tmp_path: Path) -> None:
    store = await open_sqlite(tmp_path / "file", schema=SCHEMA)
    await store.run(lambda db: db.execute("INSERT INTO line VALUES ('first')").rowcount)
    pages = await store.run(lambda db: int(db.execute("PRAGMA page_count").fetchone()[0]))
    await store.run(lambda db: db.execute(f"PRAGMA max_page_count = {pages + 2}").fetchall())

    def fill(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO line VALUES ('second')")
        db.execute("INSERT INTO line VALUES (?)", ("x" * 1_000_000,))

    with pytest.raises(Misconfigured, match="the disk is full") as raised:
        await store.run(fill)
    assert raised.value.mend == "free some space"
    assert await store.run(lambda db: db.execute("SELECT text FROM line").fetchall()) == [("first",)]
    await store.close()


async def test_every_file_waits_for_the_disk_and_keeps_a_write_ahead_log(tmp_path: Path) -> None:
    store = await open_sqlite(tmp_path / "file", schema=SCHEMA)
    assert await store.run(lambda db: db.execute("PRAGMA journal_mode").fetchone()) == ("wal",)
    assert await store.run(lambda db: db.execute("PRAGMA synchronous").fetchone()) == (2,)
    await store.close()
    await store.close()


async def test_work_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    store = await open_sqlite(None, schema=SCHEMA)

    def fail(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO line VALUES ('half')")
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError):
        await store.run(fail)
    assert await store.run(lambda db: db.execute("SELECT text FROM line").fetchall()) == []
    await store.close()
