"""Runs a memory pass when a conversation has ended or got long, off the person's path (paper 3.1.2).

A pass is known by its conversation, person and last utterance: what it applies and that it was made are written in one transaction, so that
one that was killed is repeated as if it had never begun, and one that was made is not made again.
"""

import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value
from yamori.llm.port import Models, Role
from yamori.memory.audience import HOUSEHOLD
from yamori.memory.fact import Fact
from yamori.memory.facts import apply
from yamori.memory.passes.checking import Refusal, checked
from yamori.memory.passes.prompting import LONGEST_LINE, fitting, prefix, request, schema
from yamori.memory.ports import Residents
from yamori.memory.recall.recalling import shown_value
from yamori.memory.store import facts, pauses, summaries, utterances
from yamori.memory.store.file import MemoryFile
from yamori.memory.updating import Update
from yamori.memory.utterance import KeptUtterance

QUIET = timedelta(minutes=10)
"""After so long without a word a conversation has ended."""
LONG = 20
"""Utterances without a pass that make a conversation a long one."""
MOST_AT_ONCE = 30
"""Utterances of one pass; the next one sees the rest."""
SAID_TOKENS = 900
KNOWN_TOKENS = 350
"""What of a pass's request is what was said and what is known: with the beginning and the answer it fits a small model's context."""


@dataclass(frozen=True, kw_only=True)
class Passed:
    """What came of a pass."""

    person: str
    conversation: str
    updates: tuple[Update, ...] = ()
    refused: Mapping[str, int] = field(default_factory=dict)
    """How many proposals were not believed, by reason."""
    is_new: bool = True
    """False where nothing was left to be seen."""


class Passes:
    """Over the file and the `memory` role."""

    def __init__(self, file: MemoryFile, residents: Residents, models: Models | None) -> None:
        self._file, self._residents, self._models = file, residents, models

    async def due(self, *, now: datetime) -> Sequence[tuple[str, str]]:
        """Conversation and person of those that have ended or got long since their last pass; none without a model."""
        if self._models is None:
            return ()
        members = self._residents.members()
        waiting = await self._file.read(summaries.unpassed)
        return [(c, p) for c, p, count, last in waiting if p in members and (count >= LONG or now - last >= QUIET)]

    async def run(self, conversation: str, person: str, *, now: datetime) -> Passed:
        """Raises `ModelFailed` or `Misconfigured` where no model answers: nothing was applied then, and the pass stays due."""
        nothing = Passed(person=person, conversation=conversation, is_new=False)
        if self._models is None or person not in self._residents.members():
            return nothing
        said, held = await self._file.read(lambda db: _seen(db, conversation, person))
        if not said:
            return nothing
        known = [f"{fact.category.value} | {fact.name}: {_shown(fact)}" for fact in held]
        known = known[: fitting(known, KNOWN_TOKENS)]
        prompt = replace(prefix(), request=request(known, [u.text for u in said]), schema=schema(len(said)))
        data = (await self._models.ask(Role.MEMORY, prompt)).data
        key = f"{conversation}\n{person}\n{said[-1].id}"
        return await self._file.write(lambda db: _applied(db, key, data, said=said, person=person, conversation=conversation, now=now))

    async def refusals(self) -> Mapping[str, int]:
        """How often what the model proposed was not believed, by reason."""
        return await self._file.read(summaries.refusals)


def _shown(fact: Fact) -> str:
    """Of a statement, what it tells: its other parts stand in the name."""
    value = fact.value
    return shown_value(value["value"] if isinstance(value, Mapping) and "topic" in value and "value" in value else value)


def _seen(db: sqlite3.Connection, conversation: str, person: str) -> tuple[Sequence[KeptUtterance], Sequence[Fact]]:
    after = summaries.passed_until(db, conversation, person)
    said = utterances.of_conversation(db, conversation, person, after=after, limit=MOST_AT_ONCE)
    household = [fact for fact in facts.shared(db) if fact.person == HOUSEHOLD]
    return said[: fitting([each.text[:LONGEST_LINE] for each in said], SAID_TOKENS)], [*facts.of_person(db, person), *household]


def _applied(
    db: sqlite3.Connection, key: str, data: Value, *, said: Sequence[KeptUtterance], person: str, conversation: str, now: datetime
) -> Passed:
    """Judged by what is there now: somebody may have forgotten or changed something while the model thought."""
    if summaries.has_passed(db, key):
        return Passed(person=person, conversation=conversation, is_new=False)
    there = [each if utterances.find(db, each.id) is not None else replace(each, text="") for each in said]
    _, held = _seen(db, conversation, person)
    found = checked(data, person=person, said=there, held=held)
    refused, updates = Counter(found.refused), list[Update]()
    for difference in found.differences:
        if pauses.is_paused(db, person, now):
            break
        try:
            updates += apply(db, [difference], now=now)
        except InvalidRequest:
            refused[Refusal.UNFIT] += 1
    applied = sum(not update.is_empty for update in updates)
    last = said[-1].id
    summaries.put_pass(db, key, person=person, conversation=conversation, last=last, at=now, applied=applied, refused=refused)
    return Passed(person=person, conversation=conversation, updates=tuple(updates), refused=dict(refused))
