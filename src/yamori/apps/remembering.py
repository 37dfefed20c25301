"""What is remembered of people for the orchestrator: words kept, sentences read with what is known, facts for
agents. Wired in `household`."""

from collections.abc import Callable, Collection, Sequence

from yamori.agentkit.task import Remembered
from yamori.agents.lifestyle.rules.constraints import constraints_of
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import language_of
from yamori.memory.kept import Keeping, Kept
from yamori.memory.reading.situations import settings_named
from yamori.memory.reading.vocabulary import folded, holds, words_for
from yamori.memory.statement import HEALTH, Topic
from yamori.memory.using.resolving import answered, in_full, question
from yamori.memory.wording import what
from yamori.orchestrator.remembering import Given, Heard, Resolved
from yamori.understanding.reader import Reader
from yamori.understanding.utterance import utterance_of

MOST_TOKENS = 150
"""Of what is handed to one agent."""
_TOPICS = {
    "taste": frozenset((Topic.LIKE, Topic.DISLIKE, Topic.SETTING, Topic.FAVOURITE)),
    "health": HEALTH,
    "names": frozenset((Topic.NAME, Topic.ALIAS)),
    "family": frozenset((Topic.NAME, Topic.BIRTHDAY, Topic.ANNIVERSARY)),
}
"""By the kind of fact that a card names."""


class HouseholdMemory:
    """Fulfils `orchestrator.remembering.Remembering`."""

    def __init__(self, keeping: Keeping, reader: Reader, residents: Callable[[], Collection[str]]) -> None:
        self._keeping, self._reader, self._residents = keeping, reader, residents

    async def hear(self, heard: Heard, *, key: str) -> None:
        if heard.person in self._residents():
            await self._keeping.hear(heard.person, heard.text, at=heard.now, key=key, conversation=heard.conversation, room=heard.room)

    async def resolve(self, heard: Heard) -> Resolved:
        facts = await self._known(heard)
        utterance = utterance_of(heard.text, heard.now)
        frames = await self._reader.read(utterance) if facts else ()
        full = in_full(heard.text, frames, facts, heard.now)
        if full.missing is not None:
            asks = heard.person in self._residents()
            return Resolved(text=heard.text, question=question(full.missing, language_of(heard.text)) if asks else "")
        return Resolved(text=full.text, used=tuple(_remembered(f, heard.person) for f in full.used), reasons=full.reasons)

    async def answered(self, heard: Heard, answer: str) -> Resolved:
        full = in_full(heard.text, (), await self._known(heard), heard.now)
        if full.missing is None:  # it was answered, and the turn goes on once more
            return await self.resolve(heard)
        language = language_of(heard.text)
        statement = answered(full.missing, answer, language)
        if statement is None:
            return Resolved(text=heard.text, question=question(full.missing, language))
        if not await self._keeping.paused(heard.person):
            await self._keeping.keep(heard.person, statement, source=answer, at=heard.now, turn=heard.turn)
        return await self.resolve(heard)

    async def given(self, heard: Heard, request: str, recalls: Collection[str]) -> Given:
        topics = frozenset(topic for kind in recalls for topic in _TOPICS.get(kind, ()))
        facts = [f for f in await self._known(heard) if f.statement.topic in topics and _concerns(f, request)]
        facts = _within(facts, MOST_TOKENS)
        constraints = tuple(dict.fromkeys(name for f in facts if f.statement.topic in HEALTH for name in _constraint(f)))
        return Given(facts=tuple(_remembered(f, heard.person) for f in facts), constraints=constraints)

    async def _known(self, heard: Heard) -> Sequence[Kept]:
        return await self._keeping.known(heard.person) if heard.person in self._residents() else ()


def _remembered(fact: Kept, person: str) -> Remembered:
    return Remembered(text=what(fact, person), source=fact.source, since=fact.since)


def _concerns(fact: Kept, request: str) -> bool:
    """Whether a request is about whom the fact is of: of others only where they are named, or the household eats together."""
    flat, about = folded(request), folded(fact.statement.about)
    if fact.statement.topic is Topic.SETTING:
        return fact.statement.key in settings_named(request)
    language = language_of(request)
    ours = (*words_for("household", language), *words_for("ourselves", language))
    return not about or holds(flat, (about, *ours)) is not None


def _constraint(fact: Kept) -> tuple[str, ...]:
    """The constraint as agents of food know it; none where they could not check it."""
    for words in (fact.statement.value, fact.statement.words):
        try:
            return tuple(constraint.name for constraint in constraints_of([words]))
        except InvalidRequest:
            continue
    return ()


def _within(facts: Sequence[Kept], most: int) -> list[Kept]:
    """The first of them that fit, a Japanese character or four Latin ones counted as a token."""
    found: list[Kept] = []
    left = float(most)
    for fact in facts:
        left -= sum(1.0 if ord(c) > 0x2E7F else 0.25 for c in fact.statement.words)
        if left < 0:
            break
        found.append(fact)
    return found
