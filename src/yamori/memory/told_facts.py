"""What people told, as facts of the memory: fulfils `kept.Keeping` over it."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from yamori.domain.clock import Clock
from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.language import Language, language_of
from yamori.memory.audience import HOUSEHOLD, Audience
from yamori.memory.difference import Difference, Merge, Withdraw
from yamori.memory.fact import Category, Fact, Source, Term
from yamori.memory.kept import Kept, Said
from yamori.memory.memory import Memory
from yamori.memory.ranking import weight_of
from yamori.memory.reading.asking import shared_words
from yamori.memory.reading.vocabulary import bare, ends, starts, words_for
from yamori.memory.recall.query import Form, Query
from yamori.memory.stated import CATEGORIES, fields_of, name_of, statement_of
from yamori.memory.statement import Statement, Topic
from yamori.memory.utterance import Words

_NEAR = 0.8
"""Relevance from which on something said is about what was asked, without a word of it."""
_LONGEST_QUOTE = 1_000
_TURNS = 200
"""Turns of which it is known which utterance they are."""


class ToldFacts:
    def __init__(self, memory: Memory, clock: Clock) -> None:
        self._memory, self._clock = memory, clock
        self._utterances: OrderedDict[str, int] = OrderedDict()

    async def known(self, person: str) -> Sequence[Kept]:
        now = self._clock.now()
        facts = await self._memory.facts.of(person, now=now)
        return sorted((_kept(fact, now) for fact in facts), key=lambda kept: (kept.since, kept.statement.until is not None), reverse=True)

    async def profile(self, person: str) -> str:
        return await self._memory.profiles.profile(person)

    async def history(self, person: str, id: str) -> Sequence[tuple[Kept, datetime]]:
        """What a fact was before and until when, the oldest first, as far as the person may hear it."""
        try:
            versions = await self._memory.facts.history(id, viewer=person)
        except NotFound:  # forgotten meanwhile
            return ()
        return [(_kept(fact, self._clock.now()), fact.ended) for fact in versions if fact.ended is not None]

    async def keep(self, person: str, statement: Statement, *, source: str, at: datetime, turn: str | None) -> tuple[Kept, Kept | None]:
        update = await self._memory.facts.change(
            Difference(
                person=HOUSEHOLD if statement.shared else person,
                category=CATEGORIES.get(statement.topic, Category.OTHER),
                name=name_of(statement),
                change=Merge(fields=fields_of(statement, by=person)),
                source=Source(utterance=self._utterances.get(turn or ""), quote=source[:_LONGEST_QUOTE]),
                audience=Audience.SHARED if statement.shared else Audience.PRIVATE,
                term=Term.LONG if statement.until is None else Term.SHORT,
                lives=None if statement.until is None else statement.until - at,
                # What has an end is kept for good because it was used, and for no other reason.
                importance=0.9 if statement.topic in (Topic.ALLERGY, Topic.AVOID) and statement.until is None else 0.6,
            ),
            now=at,
        )
        if update.holds is None:
            raise InvalidRequest("that could not be kept", where="statement")
        return _kept(update.holds, at), _kept(update.ended[0], at) if update.ended else None

    async def share(self, person: str, id: str, *, with_everyone: bool, at: datetime) -> Kept:
        old = await self._memory.facts.fact(id, viewer=person)
        statement = replace(_kept(old, at).statement, shared=with_everyone)
        lives = old.expires - at if old.expires is not None else None
        withdrawn = Difference(
            person=old.person,
            category=old.category,
            name=old.name,
            change=Withdraw(),
            source=old.source,
            audience=Audience(old.audience),
            term=old.term,
        )
        kept = replace(
            withdrawn,
            person=HOUSEHOLD if with_everyone else person,
            name=name_of(statement),
            change=Merge(fields=fields_of(statement, by=person)),
            audience=Audience.SHARED if with_everyone else Audience.PRIVATE,
            lives=lives,
            importance=old.importance,
        )
        update = (await self._memory.facts.change_all((withdrawn, kept), now=at))[-1]
        if update.holds is None:
            raise InvalidRequest("that could not be kept", where="fact")
        return _kept(update.holds, at)

    async def used(self, person: str, ids: Sequence[str]) -> None:
        if ids and not await self.paused(person):
            await self._memory.facts.use(ids, now=self._clock.now())

    async def forget(self, person: str, ids: Sequence[str], *, turn: str | None = None) -> Sequence[Kept]:
        known = {kept.id: kept for kept in await self.known(person)}
        gone = [known[id] for id in ids if id in known and known[id].person in (person, HOUSEHOLD)]
        for kept in gone:
            with suppress(NotFound):  # another one went with the words of both
                await self._memory.forgetting.forget_fact(kept.id, by=person)
        if turn is not None and turn in self._utterances:  # that it is to be forgotten says it once more
            with suppress(NotFound):
                await self._memory.forgetting.forget_utterance(self._utterances.pop(turn), by=person)
        return gone

    async def forget_everything(self, person: str) -> int:
        return (await self._memory.forgetting.forget_person(person)).facts

    async def hear(self, person: str, text: str, *, at: datetime, key: str, conversation: str, room: str | None = None) -> None:
        words = Words(person=person, conversation=conversation, at=at, text=text, language=Language(language_of(text)), room=room, key=key)
        kept = await self._memory.words.keep(words)
        if kept is not None:
            self._utterances[key] = kept.id
            while len(self._utterances) > _TURNS:
                self._utterances.popitem(last=False)

    async def said(
        self, person: str, query: str, *, limit: int, before: datetime, turn: str | None = None, at_least: float = 0.0
    ) -> Sequence[Said]:
        """What a person said about something, the nearest first; `at_least`: the relevance that it must have, 0 to 1."""
        own = self._utterances.get(turn or "")
        without = frozenset({own} if own is not None else ())
        found = await self._memory.recall.recall(
            Query(person=person, text=query, now=before, facts=False, limit=4 * limit, budget=2_000, without=without)
        )
        items = [i for i in found.items if i.form is Form.UTTERANCE and i.person == person and i.utterance is not None]
        near = [i for i in items if i.relevance >= max(_NEAR, at_least) or (i.relevance >= at_least and shared_words(query, i.text))]
        said = [await self._memory.words.utterance(i.utterance or 0, viewer=person) for i in near]
        return [Said(id=str(s.id), person=s.person, text=s.text, at=s.at) for s in said if not _asks(s.text)][:limit]

    async def pause(self, person: str, paused: bool) -> None:
        await (self._memory.words.pause(person, now=self._clock.now()) if paused else self._memory.words.resume(person))

    async def paused(self, person: str) -> bool:
        return await self._memory.words.is_paused(person, now=self._clock.now())


def _asks(text: str) -> bool:
    """Whether something said only asks what is remembered, or to forget it: that tells nothing of the thing."""
    language = language_of(text)
    flat = bare(text, "around")
    verbs = words_for("forgets", language)
    return (
        text.rstrip().endswith(("?", "？"))
        or starts(flat, (*verbs, *words_for("says_before", language))) is not None
        or ends(flat, verbs) is not None
    )


def _kept(fact: Fact, now: datetime) -> Kept:
    by = fact.value.get("by") if isinstance(fact.value, Mapping) else None
    return Kept(
        id=fact.id,
        person=fact.person,
        by=str(by or fact.person),
        statement=statement_of(fact),
        since=fact.since,
        source=fact.source.quote,
        weight=weight_of(fact, now),
    )
