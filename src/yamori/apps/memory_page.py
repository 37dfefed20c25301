"""What is remembered of people, for the page. Wired in `household`."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace

from yamori.agentkit.access import CALLER
from yamori.apps.habits_seen import HabitsSeen
from yamori.domain.access import chooses_person
from yamori.domain.clock import Clock
from yamori.domain.errors import Forbidden, Misconfigured, NotFound
from yamori.domain.gate import Gate
from yamori.domain.home import PersonRole
from yamori.domain.language import Language
from yamori.memory import HOUSEHOLD, Memory
from yamori.memory.habits import Habit, daily
from yamori.memory.kept import Kept
from yamori.memory.statement import Topic
from yamori.memory.told_facts import ToldFacts
from yamori.memory.tools import corrected_words
from yamori.memory.transfer import LARGEST
from yamori.memory.wording import what
from yamori.orchestrator.turns import Turns
from yamori.web.memory_port import FactView, HabitView, SentenceView, VersionView

_GROUPS = {
    Topic.ALLERGY: "health",
    Topic.AVOID: "health",
    Topic.BODY: "health",
    Topic.SETTING: "settings",
    Topic.LIKE: "taste",
    Topic.DISLIKE: "taste",
    Topic.FAVOURITE: "taste",
    Topic.NAME: "people",
    Topic.BIRTHDAY: "people",
    Topic.ANNIVERSARY: "people",
    Topic.ALIAS: "names",
    Topic.WORK: "life",
    Topic.ADDRESS: "life",
    Topic.HABIT: "life",
}


class MemoryOnThePage:
    """Fulfils `web.memory_port.MemoryPort`; in a house that remembers nothing there is nothing to see."""

    def __init__(self, memory: Memory | None, told: ToldFacts | None, clock: Clock, gate: Gate, turns: Turns) -> None:
        self._memory, self._told, self._clock, self._gate, self._turns = memory, told, clock, gate, turns
        self._seen = HabitsSeen(memory, told, clock, gate) if memory is not None and told is not None else None

    @property
    def is_kept(self) -> bool:
        return self._told is not None

    async def facts(self, person: str, language: Language) -> Sequence[FactView]:
        return [await self._fact(kept, person) for kept in await self._told.known(person)] if self._told is not None else []

    async def _fact(self, kept: Kept, person: str) -> FactView:
        zone = self._clock.now().tzinfo
        former = [
            VersionView(says=_sentence(what(one, person)), since=one.since.astimezone(zone), until=until.astimezone(zone))
            for one, until in await self._opened().history(person, kept.id)
        ]
        return FactView(
            id=kept.id,
            group=_GROUPS.get(kept.statement.topic, "other"),
            says=_sentence(what(kept, person)),
            value=kept.statement.value,
            source=kept.source,
            since=kept.since.astimezone(zone),
            shared=kept.statement.shared,
            history=former[::-1],
        )

    async def profile(self, person: str) -> str:
        caller = CALLER.get()
        if self._told is None or not (chooses_person(caller) or (caller.person == person and caller.acting_for is None)):
            return ""
        return await self._told.profile(person)

    async def sentences(self, person: str, *, before: int | None, limit: int) -> Sequence[SentenceView]:
        if self._memory is None:
            return ()
        zone = self._clock.now().tzinfo
        said = await self._memory.words.utterances(person, before=before, limit=limit)
        return [SentenceView(id=one.id, text=one.text, at=one.at.astimezone(zone)) for one in said]

    async def forget_sentence(self, person: str, id: int) -> None:
        self._opened()
        assert self._memory is not None
        await self._memory.forgetting.forget_utterance(id, by=person)

    async def paused(self, person: str) -> bool:
        return await self._told.paused(person) if self._told is not None else False

    async def habits(self, person: str) -> Sequence[HabitView]:
        return [HabitView(id=h.id, words=h.words, time=h.time, days=h.days) for h in await self._habits(person)]

    async def accept(self, person: str, habit: str) -> str:
        found = next((one for one in await self._habits(person) if one.id == habit), None)
        if found is None or self._memory is None:
            raise NotFound("nothing of that id is proposed", where="habit")
        await self._memory.decisions.decide(person, habit, accepted=True, now=self._clock.now())
        return (await self._turns.start(daily(found), person=person, caller=CALLER.get())).conversation

    async def decline(self, person: str, habit: str) -> None:
        if self._memory is not None and any(one.id == habit for one in await self._habits(person)):
            await self._memory.decisions.decide(person, habit, accepted=False, now=self._clock.now())

    async def _habits(self, person: str) -> Sequence[Habit]:
        return await self._seen.of(person) if self._seen is not None else ()

    async def correct(self, person: str, id: str, value: str) -> None:
        old = await self._own(person, id)
        new = replace(old.statement, value=value, words=corrected_words(old.statement, value))
        if new.slot != old.statement.slot:
            await self._opened().forget(person, [id])
        await self._opened().keep(person, new, source=value, at=self._clock.now(), turn=None)

    async def forget(self, person: str, id: str) -> None:
        await self._own(person, id)
        await self._opened().forget(person, [id])

    async def forget_everything(self, person: str) -> None:
        await self._opened().forget_everything(person)

    async def is_adult(self, person: str) -> bool:
        caller = CALLER.get()
        if not chooses_person(caller):
            return caller.role is PersonRole.ADULT
        chosen = self._gate.home.person(person)
        return chosen.role is PersonRole.ADULT if chosen is not None else not self._gate.home.people

    async def former_residents(self) -> Sequence[str]:
        return await self._memory.forgetting.former_residents() if self._memory is not None else ()

    async def forget_former(self, person: str, former: str) -> None:
        await self._check_adult(person)
        if former not in await self.former_residents():
            raise NotFound("nothing is kept of somebody of that name who moved out", where="former")
        assert self._memory is not None
        await self._memory.forgetting.forget_person(former)

    async def forget_household(self, person: str) -> None:
        await self._check_adult(person)
        self._opened()
        assert self._memory is not None
        caller = CALLER.get()
        await self._memory.forgetting.forget_everything(by=person if chooses_person(caller) else caller.person or "")

    async def _check_adult(self, person: str) -> None:
        if not await self.is_adult(person):
            raise Forbidden("only an adult may have forgotten what is of others", where="person")

    async def pause(self, person: str, paused: bool) -> None:
        await self._opened().pause(person, paused)

    @property
    def most_bytes(self) -> int:
        return LARGEST

    async def export(self, person: str) -> str:
        self._opened()
        assert self._memory is not None
        found = await self._memory.transfer.export(person, now=self._clock.now())
        return await asyncio.to_thread(json.dumps, found, ensure_ascii=False, indent=2)

    async def load(self, person: str, document: str) -> int:
        self._opened()
        assert self._memory is not None
        return (await self._memory.transfer.load(person, document, now=self._clock.now())).facts

    async def _own(self, person: str, id: str) -> Kept:
        found = next((k for k in await self._opened().known(person) if k.id == id and k.person in (person, HOUSEHOLD)), None)
        if found is None:
            raise NotFound("nothing of that id is remembered", where="fact")
        return found

    def _opened(self) -> ToldFacts:
        if self._told is None:
            raise Misconfigured("this house remembers nothing of people", where="[memory]", mend="keep = true in the settings")
        return self._told


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
