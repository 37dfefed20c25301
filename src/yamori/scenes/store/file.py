"""The schema of the file of the scenes, and how it is opened."""

from pathlib import Path

from yamori.domain.database_file import opened
from yamori.domain.transaction_file import TransactionFile

VERSION = 1
_SCHEMA = """
CREATE TABLE scenes (id TEXT PRIMARY KEY, place INTEGER NOT NULL, document TEXT NOT NULL);
CREATE TABLE pending (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, document TEXT NOT NULL);
CREATE TABLE declined (id TEXT PRIMARY KEY, times INTEGER NOT NULL);
"""


async def open_file(path: Path | None) -> TransactionFile:
    """Open or make the file; None keeps everything in memory. Raises `Misconfigured` where it cannot be used."""
    return TransactionFile(*await opened(path, schema=_SCHEMA, version=VERSION, thread="scenes"), holds="the scenes of the household")
