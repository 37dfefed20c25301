"""The schema of the file of the lists, and how it is opened."""

from pathlib import Path

from yamori.domain.database_file import opened
from yamori.domain.transaction_file import TransactionFile

VERSION = 1
_SCHEMA = """
CREATE TABLE lists (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, owner TEXT NOT NULL, by_section INTEGER NOT NULL, place INTEGER NOT NULL
);
CREATE TABLE items (
    id INTEGER PRIMARY KEY AUTOINCREMENT, list TEXT NOT NULL, name TEXT NOT NULL, quantity TEXT NOT NULL, note TEXT NOT NULL,
    done INTEGER NOT NULL, place INTEGER NOT NULL, added_by TEXT NOT NULL, added_at TEXT NOT NULL, done_by TEXT NOT NULL
);
CREATE INDEX items_of_list ON items (list, place);
CREATE TABLE changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, at TEXT NOT NULL, person TEXT NOT NULL, words TEXT NOT NULL,
    turn TEXT NOT NULL, did TEXT NOT NULL, rows TEXT NOT NULL, result TEXT NOT NULL
);
"""


async def open_file(path: Path | None) -> TransactionFile:
    """Open or make the file; None keeps everything in memory. Raises `Misconfigured` where it cannot be used."""
    return TransactionFile(*await opened(path, schema=_SCHEMA, version=VERSION, thread="lists"), holds="the lists of the household")
