"""Vectors of passages on disk: what was encoded once is not encoded again at the next start. Losing the file costs time only."""

import hashlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from yamori.domain.database_file import unusable
from yamori.embedding.port import TextEncoder, Vectors

_SCHEMA = "CREATE TABLE IF NOT EXISTS passages (encoder TEXT, hash BLOB, vector BLOB NOT NULL, PRIMARY KEY (encoder, hash)) WITHOUT ROWID"


BATCH = 16
"""Encoded at a time: a question asked meanwhile waits for no more."""


class KeptPassages:
    """Fulfils `port.TextEncoder` over another one. A SQLite file (WAL, `synchronous=FULL`), or memory when `path` is None."""

    def __init__(self, encoder: TextEncoder, path: Path | None) -> None:
        """Raises `Misconfigured` for a file that cannot be used."""
        self._encoder = encoder
        self.name = encoder.name
        try:
            self._db = sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute(_SCHEMA)
        except sqlite3.Error as error:
            raise unusable(str(path), error) from error

    def close(self) -> None:
        self._db.close()

    async def questions(self, texts: Sequence[str]) -> Vectors:
        return await self._encoder.questions(texts)

    async def passages(self, texts: Sequence[str]) -> Vectors:
        import numpy as np

        hashes = [hashlib.sha256(t.encode()).digest() for t in texts]
        rows = (self._db.execute("SELECT vector FROM passages WHERE encoder = ? AND hash = ?", (self.name, h)).fetchone() for h in hashes)
        known = {h: np.frombuffer(row[0], dtype=np.float32) for h, row in zip(hashes, rows, strict=True) if row is not None}
        new = {h: t for h, t in zip(hashes, texts, strict=True) if h not in known}
        for start in range(0, len(new), BATCH):
            batch = list(new.items())[start : start + BATCH]
            made = await self._encoder.passages([text for _, text in batch])
            vectors = {h: vector.astype(np.float32) for (h, _), vector in zip(batch, made, strict=True)}
            known |= vectors
            self._db.execute("BEGIN")
            rows_made = [(self.name, h, v.tobytes()) for h, v in vectors.items()]
            self._db.executemany("INSERT OR REPLACE INTO passages VALUES (?, ?, ?)", rows_made)
            self._db.execute("COMMIT")
        return np.stack([known[h] for h in hashes]) if hashes else np.empty((0, 0), dtype=np.float32)
