"""Forgetting, which leaves nothing: what was said or known, what finds it, and what was made of it go in one transaction, and their bytes
are gone from the disk before it is said to be done.

Whatever else was told in the same conversation stays. What other parts of the house keep of a turn (the turns themselves, the schedule) is
theirs; `apps` forgets it with them.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from yamori.domain.errors import Forbidden, NotFound
from yamori.memory.audience import HOUSEHOLD
from yamori.memory.fact import Fact
from yamori.memory.merging import Gone
from yamori.memory.ports import Residents
from yamori.memory.recall.meaning import Meaning
from yamori.memory.recall.recalling import Recalling
from yamori.memory.store import facts, pauses, summaries, utterances
from yamori.memory.store.file import MemoryFile, Work
from yamori.memory.unlearning import unlearned


@dataclass(frozen=True, kw_only=True)
class Forgotten:
    """How much went."""

    utterances: int = 0
    facts: int = 0
    """Slots: versions of the same one count once."""
    summaries: int = 0
    """Days and profiles; they are made anew of what is left."""
    keys: tuple[str, ...] = ()
    """Of the utterances: what else was made under them elsewhere goes, too."""


class Forgetting:
    """Over the file and what is held in memory of it."""

    def __init__(self, file: MemoryFile, meaning: Meaning, recall: Recalling, residents: Residents, arrived: asyncio.Event) -> None:
        self._file, self._meaning, self._recall, self._residents, self._arrived = file, meaning, recall, residents, arrived
        self.elsewhere: Callable[[Sequence[str]], Awaitable[None]] | None = None
        """Forgets what other parts of the house keep of utterances, by their keys; set by `apps`."""

    async def forget_fact(self, id: str, *, by: str, words: bool = True) -> Forgotten:
        """One slot with its history, whoever's versions they are; `words`: the utterances that said it too. Raises `NotFound` for one that
        is neither of `by` nor of the household."""

        def work(db: sqlite3.Connection) -> tuple[Forgotten, Sequence[int]]:
            fact = facts.find(db, id)
            if fact is None or fact.person not in (by, HOUSEHOLD):
                raise NotFound(f"there is no fact {id!r}", where="id")
            versions = facts.of_slot(db, fact)
            sources = [f.source.utterance for f in versions if f.source.utterance is not None] if words else []
            own = [s for s in dict.fromkeys(sources) if (said := utterances.find(db, s)) is not None and said.person == by]
            facts.delete(db, [f.id for f in versions])
            gone, changed = _forget_words(db, own)
            # A summary may tell it in other words, of whatever day.
            made = summaries.forget_person(db, by)
            return Forgotten(utterances=len(own), facts=1 + gone.facts, summaries=made + gone.summaries, keys=gone.keys), changed

        return await self._forget(work, by)

    async def forget_utterance(self, id: int, *, by: str) -> Forgotten:
        """One of the person's own, with the facts that it is the source of. Raises `NotFound`."""

        def work(db: sqlite3.Connection) -> tuple[Forgotten, Sequence[int]]:
            found = utterances.find(db, id)
            if found is None or found.person != by:
                raise NotFound(f"there is no utterance {id}", where="id")
            return _forget_words(db, [id])

        return await self._forget(work, by)

    async def forget_turns(self, turns: Sequence[str], *, by: str) -> Forgotten:
        """What the person said in these turns of a conversation, with the facts that it is the source of."""

        def work(db: sqlite3.Connection) -> tuple[Forgotten, Sequence[int]]:
            # Answers within a turn came under `turn/question`; `0` comes after `/`.
            query = "SELECT id FROM utterances WHERE person = ? AND (key = ? OR (key >= ? AND key < ?))"
            return _forget_words(db, [id for turn in turns for (id,) in db.execute(query, (by, turn, f"{turn}/", f"{turn}0"))])

        return await self._forget(work, by)

    async def forget_person(self, person: str) -> Forgotten:
        """Everything of a person, who may have moved out. What they told of the household, or was told of it, goes where they said it."""

        def work(db: sqlite3.Connection) -> tuple[Forgotten, Sequence[int]]:
            ids = utterances.ids_of(db, person)
            slots = {(f.person, f.term, f.category, f.slot) for f in facts.of_person(db, person, ended=True)}
            facts.delete(db, [f.id for f in facts.of_person(db, person, ended=True)])
            gone, changed = _forget_words(db, ids)
            made = summaries.forget_person(db, person)
            pauses.resume(db, person)
            db.execute("DELETE FROM decided WHERE person = ?", (person,))
            db.execute("DELETE FROM offered WHERE person = ?", (person,))
            return Forgotten(utterances=len(ids), facts=len(slots) + gone.facts, summaries=made + gone.summaries, keys=gone.keys), changed

        return await self._forget(work, None)

    async def former_residents(self) -> Sequence[str]:
        """Ids of those of whom something is still here though they no longer live here."""
        tables = ("utterances", "facts", "days", "profiles", "passes", "decided", "offered", "paused")
        query = " UNION ".join(f"SELECT person FROM {table}" for table in tables)
        found = await self._file.read(lambda db: {str(person) for (person,) in db.execute(query)})
        return sorted(found - {*self._residents.members(), HOUSEHOLD})

    async def forget_everything(self, *, by: str) -> Forgotten:
        """Of everybody. Who may ask for that is `apps`' to say; a guest never may. Raises `Forbidden`."""

        def work(db: sqlite3.Connection) -> tuple[Forgotten, Sequence[int]]:
            keys = tuple(str(key) for (key,) in db.execute("SELECT key FROM utterances"))
            counts = [db.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in ("utterances", "days", "profiles")]
            slots = db.execute("SELECT count(*) FROM (SELECT DISTINCT person, term, category, slot FROM facts)").fetchone()[0]
            for table in ("utterances", "postings", "scopes", "facts", "days", "profiles", "passes", "decided", "offered"):
                db.execute(f"DELETE FROM {table}")
            members = self._residents.members()
            for (person,) in db.execute("SELECT person FROM paused").fetchall():
                if person not in members:
                    pauses.resume(db, person)
            return Forgotten(utterances=counts[0], facts=slots, summaries=counts[1] + counts[2], keys=keys), ()

        forgotten = await self._forget(work, by)
        await self._file.read(lambda db: self._meaning.clear())
        return forgotten

    async def _forget(self, work: Work[tuple[Forgotten, Sequence[int]]], by: str | None) -> Forgotten:
        if by is not None and by not in self._residents.members():
            raise Forbidden("only who lives here may have something forgotten", where="person")
        forgotten, ids = await self._file.write(work)
        await self._file.read(lambda db: self._meaning.remove(ids))
        self._recall.forget()
        await self._file.scrub()
        self._arrived.set()  # neighbours are encoded anew
        if self.elsewhere is not None and forgotten.keys:
            await self.elsewhere(forgotten.keys)
        return forgotten


def _forget_words(db: sqlite3.Connection, ids: Sequence[int]) -> tuple[Forgotten, Sequence[int]]:
    """The utterances, the facts that they are the source of, and the summaries of their days; and whose vectors are gone."""
    slots, made = 0, 0
    for id in ids:
        said = utterances.find(db, id)
        if said is None:
            continue
        for fact in facts.made_of(db, id):
            _unlearn(db, fact)
            slots += 1
        made += summaries.forget_days(db, said.person, [said.at.date().isoformat()])
    keys = tuple(utterances.keys_of(db, ids))
    changed = utterances.delete(db, ids)
    return Forgotten(utterances=len(ids), facts=slots, summaries=made, keys=keys), changed


def _unlearn(db: sqlite3.Connection, fact: Fact) -> None:
    """One version goes, and what it brought goes from the later ones. The one before it does not come back: it was told to be over."""
    versions = facts.of_slot(db, fact)
    place = next(number for number, version in enumerate(versions) if version.id == fact.id)
    former = versions[place - 1].value if place else None
    for later in versions[place + 1 :]:
        value = unlearned(later.value, fact.value, former)
        if isinstance(value, Gone):
            facts.delete(db, [later.id])
        elif value != later.value:
            facts.rewrite(db, later.id, value)
    facts.delete(db, [fact.id])
