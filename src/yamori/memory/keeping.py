"""Keeps every word of the people who live here, as it was said and before the answer is shown. No model has a part in it, and nothing is
kept of guests and of those who paused."""

import asyncio
import sqlite3
from collections.abc import Sequence
from datetime import datetime

from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.plain_text import strip_controls
from yamori.memory.audience import is_visible
from yamori.memory.ports import Residents
from yamori.memory.store import pauses, utterances
from yamori.memory.store.file import MemoryFile
from yamori.memory.terms import about_terms, terms_of
from yamori.memory.utterance import LONGEST_TEXT, KeptUtterance, Words

MOST_LISTED = 500


class Keeping:
    """Words as they are said."""

    def __init__(self, file: MemoryFile, residents: Residents) -> None:
        self._file, self._residents = file, residents
        self.arrived = asyncio.Event()
        """Set when there is something to encode."""
        self.spoken = asyncio.Event()
        """Set whenever somebody speaks, whether it is kept or not: what runs beside steps back. Whoever waits for it clears it."""

    async def keep(self, words: Words) -> KeptUtterance | None:
        """On disk when this returns; a second call with the same key gives the first one's. None where nothing is kept: of a guest, of
        somebody who paused, of a text without words. Raises `InvalidRequest` for a moment without time zone, `Misconfigured` where the
        file cannot be written."""
        self.spoken.set()
        if words.at.tzinfo is None:
            raise InvalidRequest("a moment needs its time zone", where="at")
        text = strip_controls(words.text).strip()[:LONGEST_TEXT]
        if not text or words.person not in self._residents.members():
            return None

        def work(db: sqlite3.Connection) -> tuple[KeptUtterance, bool] | None:
            if pauses.is_paused(db, words.person, words.at):
                return None
            terms = [*terms_of(text), *about_terms(speaker=words.person, at=words.at)]
            return utterances.insert(db, words, text, terms)

        made = await self._file.write(work)
        if made is None:
            return None
        if made[1]:
            self.arrived.set()
        return made[0]

    async def utterance(self, id: int, *, viewer: str) -> KeptUtterance:
        """Raises `NotFound` also for one that is not for the viewer: that it exists is private too."""
        found = await self._file.read(lambda db: utterances.find(db, id))
        may = viewer in self._residents.members()
        if found is None or not may or not is_visible(person=found.person, audience=found.audience, viewer=viewer):
            raise NotFound(f"there is no utterance {id}", where="id")
        return found

    async def utterances(self, person: str, *, before: int | None = None, limit: int = 50) -> Sequence[KeptUtterance]:
        """The person's own, newest first; `before` an id to page on."""
        return await self._file.read(lambda db: utterances.of_person(db, person, before=before, limit=min(max(limit, 0), MOST_LISTED)))

    async def pause(self, person: str, *, now: datetime, until: datetime | None = None) -> None:
        """Nothing that the person says is kept until then, or until they resume."""
        await self._file.write(lambda db: pauses.pause(db, person, now, until))

    async def resume(self, person: str) -> None:
        await self._file.write(lambda db: pauses.resume(db, person))

    async def is_paused(self, person: str, *, now: datetime) -> bool:
        return await self._file.read(lambda db: pauses.is_paused(db, person, now))
