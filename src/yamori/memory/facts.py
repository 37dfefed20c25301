"""The facts of the people: read, changed by differences, used, promoted and ended. Decisions are `updating`'s and `promotion`'s."""

import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from yamori.domain.errors import InvalidRequest, NotFound
from yamori.memory.audience import HOUSEHOLD, Audience, is_visible
from yamori.memory.difference import Difference, Put
from yamori.memory.fact import Category, Fact, Term
from yamori.memory.ports import Residents
from yamori.memory.promotion import is_over, is_promoted
from yamori.memory.ranking import weight_of
from yamori.memory.store import facts, pauses
from yamori.memory.store.file import MemoryFile
from yamori.memory.updating import Update, updated


@dataclass(frozen=True, kw_only=True)
class Ended:
    """What the time did to short-lived facts."""

    promoted: tuple[Fact, ...] = ()
    """As they hold for good now."""
    ended: tuple[Fact, ...] = ()


class Facts:
    """Over the file. A viewer sees their own facts and those that are shared; who does not live here sees none."""

    def __init__(self, file: MemoryFile, residents: Residents) -> None:
        self._file, self._residents = file, residents

    async def of(
        self, viewer: str, *, now: datetime, categories: Collection[Category] = (), ended: bool = False, own: bool = False
    ) -> Sequence[Fact]:
        """The weightiest first. `categories`: only these; `ended`: the history too; `own`: nothing of others."""
        if viewer not in self._residents.members():
            return ()

        def work(db: sqlite3.Connection) -> Sequence[Fact]:
            found = facts.of_person(db, viewer, ended=ended)
            return found if own else [*found, *(f for f in facts.shared(db, ended=ended) if f.person != viewer)]

        found = [f for f in await self._file.read(work) if not is_over(f, now) and (not categories or f.category in categories)]
        return sorted(found, key=lambda f: (-weight_of(f, now), f.since))

    async def fact(self, id: str, *, viewer: str) -> Fact:
        """Raises `NotFound` also for one that is not for the viewer."""
        found = await self._file.read(lambda db: facts.find(db, id))
        if found is None or viewer not in self._residents.members() or not _is_for(found, viewer):
            raise NotFound(f"there is no fact {id!r}", where="id")
        return found

    async def history(self, id: str, *, viewer: str) -> Sequence[Fact]:
        """All versions of the fact's slot that are for the viewer, oldest first. Raises `NotFound`."""
        fact = await self.fact(id, viewer=viewer)
        return [f for f in await self._file.read(lambda db: facts.of_slot(db, fact)) if _is_for(f, viewer)]

    async def change(self, difference: Difference, *, now: datetime) -> Update:
        """One difference, at once. Of the same difference the second time nothing comes. Raises `InvalidRequest` for what is not believed,
        does not fit, or is of somebody of whom nothing is kept (a guest, one who paused)."""
        return (await self.change_all((difference,), now=now))[0]

    async def change_all(self, differences: Sequence[Difference], *, now: datetime) -> Sequence[Update]:
        """All of them or none."""
        members = {*self._residents.members(), HOUSEHOLD}
        for number, difference in enumerate(differences):
            if difference.person not in members:
                raise InvalidRequest("nothing is kept of somebody who does not live here", where=f"differences.{number}.person")

        def work(db: sqlite3.Connection) -> Sequence[Update]:
            for difference in differences:
                if pauses.is_paused(db, difference.person, now):
                    raise InvalidRequest("nothing is kept while memory is paused", where="person")
            return apply(db, differences, now=now)

        return await self._file.write(work)

    async def use(self, ids: Sequence[str], *, now: datetime) -> None:
        """They were of use for an answer: they fade slower, and a short-lived one may be promoted."""
        if ids:
            await self._file.write(lambda db: facts.use(db, ids, now))

    async def end_short_lived(self, *, now: datetime) -> Ended:
        """Those whose time is over end, or are promoted. May be called at any time, and again."""
        return await self._file.write(lambda db: expire(db, now))


def apply(db: sqlite3.Connection, differences: Sequence[Difference], *, now: datetime) -> Sequence[Update]:
    """Within a transaction of the caller's."""
    made = []
    for difference in differences:
        update = updated(facts.of_person(db, difference.person), difference, now=now)
        carry_out(db, update, now)
        made.append(update)
    return made


def carry_out(db: sqlite3.Connection, update: Update, now: datetime) -> None:
    if update.made is not None and facts.find(db, update.made.id) is None:
        facts.insert(db, update.made)
    for fact in update.ended:
        facts.end(db, fact.id, at=now, replaced_by=fact.replaced_by)
    if (again := update.confirmed) is not None:
        facts.strengthen(
            db, again.id, confidence=again.confidence, importance=again.importance, expires=again.expires, at=again.last_used or now
        )


def expire(db: sqlite3.Connection, now: datetime) -> Ended:
    promoted, ended = [], []
    for fact in (f for f in facts.short_lived(db) if is_over(f, now)):
        if is_promoted(fact):
            update = _promotion(db, fact, now)
            carry_out(db, update, now)
            promoted += [update.holds] if update.holds is not None else []
            replaced_by = update.holds.id if update.holds is not None else None
        else:
            replaced_by = None
            ended.append(replace(fact, ended=now))
        facts.end(db, fact.id, at=now, replaced_by=replaced_by)
    return Ended(promoted=tuple(promoted), ended=tuple(ended))


def _promotion(db: sqlite3.Connection, fact: Fact, now: datetime) -> Update:
    """The short-lived fact as a long-term one, with its uses; where the long-term slot holds something of another form, that stays."""
    difference = Difference(
        person=fact.person,
        category=fact.category,
        name=fact.name,
        change=Put(value=fact.value),
        source=fact.source,
        audience=fact.audience,
        term=Term.LONG,
        confidence=fact.confidence,
        importance=fact.importance,
    )
    try:
        update = updated(facts.of_person(db, fact.person), difference, now=now)
    except InvalidRequest:  # a list or a dictionary, which is not written over
        return Update()
    if update.made is not None:
        return replace(update, made=replace(update.made, uses=max(fact.uses, update.made.uses), last_used=fact.last_used))
    return update


def _is_for(fact: Fact, viewer: str) -> bool:
    return is_visible(person=fact.person, audience=Audience(fact.audience), viewer=viewer)
