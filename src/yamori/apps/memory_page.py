"""What is remembered of people, for the page. Wired in `household`."""

import json
from collections.abc import Sequence
from dataclasses import replace

from yamori.domain.clock import Clock
from yamori.domain.errors import Misconfigured, NotFound
from yamori.domain.language import Language
from yamori.memory import HOUSEHOLD, Memory
from yamori.memory.kept import Kept
from yamori.memory.statement import Topic
from yamori.memory.told_facts import ToldFacts
from yamori.memory.tools import corrected_words
from yamori.memory.wording import what
from yamori.web.memory_port import FactView

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

    def __init__(self, memory: Memory | None, told: ToldFacts | None, clock: Clock) -> None:
        self._memory, self._told, self._clock = memory, told, clock

    async def facts(self, person: str, language: Language) -> Sequence[FactView]:
        known = await self._told.known(person) if self._told is not None else ()
        return [
            FactView(
                id=kept.id,
                group=_GROUPS.get(kept.statement.topic, "other"),
                says=_sentence(what(kept, person)),
                value=kept.statement.value,
                source=kept.source,
                since=kept.since.astimezone(self._clock.now().tzinfo),
                shared=kept.statement.shared,
            )
            for kept in known
        ]

    async def paused(self, person: str) -> bool:
        return await self._told.paused(person) if self._told is not None else False

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

    async def pause(self, person: str, paused: bool) -> None:
        await self._opened().pause(person, paused)

    async def export(self, person: str) -> str:
        self._opened()
        assert self._memory is not None
        return json.dumps(await self._memory.transfer.export(person, now=self._clock.now()), ensure_ascii=False, indent=2)

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
