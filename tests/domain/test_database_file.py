"""Opening a database: made with its schema, kept for the next time, and refused in words where it cannot be used."""

import sqlite3
from pathlib import Path

import pytest

from yamori.domain.database_file import connected, opened
from yamori.domain.errors import Misconfigured

SCHEMA = "CREATE TABLE notes (text TEXT NOT NULL);"


async def written(path: Path | None, text: str) -> list[str]:
    connection, thread = await opened(path, schema=SCHEMA, version=1, thread="notes")

    def write() -> list[str]:
        connection.execute("INSERT INTO notes VALUES (?)", (text,))
        found = [row[0] for row in connection.execute("SELECT text FROM notes ORDER BY rowid")]
        connection.close()
        return found

    found = thread.submit(write).result(timeout=5)
    thread.shutdown()
    return found


async def test_a_file_is_made_with_its_schema_and_found_again_with_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "below" / "notes.sqlite3"
    assert await written(path, "milk") == ["milk"]
    assert await written(path, "bread") == ["milk", "bread"]


async def test_without_a_path_nothing_is_kept() -> None:
    assert await written(None, "milk") == ["milk"]
    assert await written(None, "bread") == ["bread"]


async def test_a_file_of_a_newer_version_is_left_alone_and_said(tmp_path: Path) -> None:
    path = tmp_path / "notes.sqlite3"
    connected(path, schema=SCHEMA, version=2).close()
    with pytest.raises(Misconfigured, match="newer Yamori"):
        await opened(path, schema=SCHEMA, version=1, thread="notes")
    with sqlite3.connect(path) as kept:
        assert kept.execute("PRAGMA user_version").fetchone() == (2,)


async def test_a_file_that_is_no_database_is_said_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "notes.sqlite3"
    path.write_bytes(b"not a database, whatever its name says" * 100)
    with pytest.raises(Misconfigured) as refused:
        await opened(path, schema=SCHEMA, version=1, thread="notes")
    assert refused.value.where == str(path)


def test_a_schema_that_fails_leaves_the_file_as_new(tmp_path: Path) -> None:
    path = tmp_path / "notes.sqlite3"
    with pytest.raises(sqlite3.Error):
        connected(path, schema="CREATE TABLE notes (text); CREATE TABLE notes (text);", version=1)
    connection = connected(path, schema=SCHEMA, version=1)
    assert connection.execute("SELECT count(*) FROM notes").fetchone() == (0,)
    connection.close()
