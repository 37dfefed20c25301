"""Makes the vectors of what was said, off the person's path. The queue is the utterances without a vector, so that a kill loses nothing of
it."""

import asyncio

import structlog

from yamori.domain.errors import HouseSilent, Misconfigured
from yamori.embedding.port import TextEncoder
from yamori.embedding.vectors import packed
from yamori.memory.recall.meaning import Meaning
from yamori.memory.store import utterances
from yamori.memory.store.file import MemoryFile

BATCH = 16
"""Encoded at a time: a question asked meanwhile waits for no more."""
AGAIN_AFTER = 30.0
"""Seconds until an encoder or a disk that failed is tried again."""
_log = structlog.get_logger()


class Encoding:
    """Over an encoder; without one there is nothing to do."""

    def __init__(self, file: MemoryFile, meaning: Meaning, encoder: TextEncoder | None, arrived: asyncio.Event) -> None:
        self._file, self._meaning, self._encoder, self._arrived = file, meaning, encoder, arrived

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            try:
                await self.catch_up()
            except (HouseSilent, Misconfigured) as error:
                _log.warning("what was said is found by words alone for now", why=str(error))
                await asyncio.sleep(AGAIN_AFTER)
                continue
            await self._arrived.wait()

    async def catch_up(self) -> int:
        """Encode whatever has no vector. Gives the number encoded. Raises `HouseSilent`, `Misconfigured`."""
        self._arrived.clear()
        if self._encoder is None:
            return 0
        done = 0
        while waiting := await self._file.read(lambda db: utterances.unencoded(db, BATCH)):
            rows = packed(await self._encoder.passages([window for _, _, window in waiting]))
            made = [(id, scope, window, row) for (id, scope, window), row in zip(waiting, rows, strict=True)]
            kept = await self._file.write(lambda db, made=made: utterances.encode(db, made))  # type: ignore[misc]  # a default binds it now
            # What was forgotten while it was encoded is not there any more, and is not found either.
            await self._file.read(lambda db, kept=kept: self._meaning.put(kept))  # type: ignore[misc]
            done += len(kept)
        return done
