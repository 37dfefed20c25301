"""Scenes, what waits for an answer, and how often a proposal was turned down."""

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from yamori.domain.transaction_file import TransactionFile
from yamori.scenes.document import from_document, to_document
from yamori.scenes.pending import Pending
from yamori.scenes.scene import Scene
from yamori.scenes.store.file import open_file

KEPT_PENDING = 500
"""Older ones are forgotten, answered or not: a question that long ago is nobody's any more."""


async def open_scenes(path: Path | None) -> "SceneStore":
    """Open or make the file; None keeps everything in memory. Raises `Misconfigured` where it cannot be used."""
    return SceneStore(await open_file(path))


class SceneStore:
    """Everything raises `Misconfigured` where the file cannot be written any more."""

    def __init__(self, file: TransactionFile) -> None:
        self._file = file

    async def all(self) -> Sequence[Scene]:
        """In the order in which they were made."""
        rows = await self._file.run(lambda db: db.execute("SELECT document FROM scenes ORDER BY place").fetchall())
        return [from_document(json.loads(document), Scene) for (document,) in rows]

    async def put(self, scene: Scene) -> None:
        """A new one comes last; one that is there already is replaced where it stands. What was turned down before is agreed to now."""
        document = json.dumps(to_document(scene), ensure_ascii=False)

        def work(db: sqlite3.Connection) -> None:
            db.execute(
                "INSERT INTO scenes SELECT ?, coalesce(max(place), 0) + 1, ? FROM scenes WHERE true "
                "ON CONFLICT (id) DO UPDATE SET document = excluded.document",
                (scene.id, document),
            )
            db.execute("DELETE FROM declined WHERE id = ?", (scene.id,))

        await self._file.run(work)

    async def delete(self, id: str) -> None:
        await self._file.run(lambda db: db.execute("DELETE FROM scenes WHERE id = ?", (id,)))

    async def wait_for(self, pending: Pending) -> None:
        """Keep it until it is answered, and a while longer: an answer may come twice."""
        document = json.dumps(to_document(pending), ensure_ascii=False)

        def work(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO pending (id, document) VALUES (?, ?)", (pending.id, document))
            db.execute("DELETE FROM pending WHERE seq <= (SELECT max(seq) FROM pending) - ?", (KEPT_PENDING,))

        await self._file.run(work)

    async def waiting(self, id: str) -> Pending | None:
        row = await self._file.run(lambda db: db.execute("SELECT document FROM pending WHERE id = ?", (id,)).fetchone())
        return from_document(json.loads(row[0]), Pending) if row else None

    async def decline(self, id: str) -> None:
        """Count that a proposal was turned down."""
        upsert = "INSERT INTO declined VALUES (?, 1) ON CONFLICT (id) DO UPDATE SET times = times + 1"
        await self._file.run(lambda db: db.execute(upsert, (id,)))

    async def declined(self, id: str) -> int:
        row = await self._file.run(lambda db: db.execute("SELECT times FROM declined WHERE id = ?", (id,)).fetchone())
        return int(row[0]) if row else 0

    async def close(self) -> None:
        await self._file.close()
