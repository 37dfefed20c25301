"""What a test's household remembers of its people, for the page."""

from collections.abc import Sequence
from dataclasses import replace

from yamori.domain.errors import NotFound
from yamori.domain.language import Language
from yamori.web.memory_port import FactView, HabitView


class FakeMemory:
    """Fulfils `web.memory_port.MemoryPort` with what a test puts there."""

    def __init__(self) -> None:
        self.held: dict[str, list[FactView]] = {}
        self.is_paused: set[str] = set()
        self.proposed: list[HabitView] = []
        self.is_kept = True

    async def facts(self, person: str, language: Language) -> Sequence[FactView]:
        return tuple(self.held.get(person, ()))

    async def paused(self, person: str) -> bool:
        return person in self.is_paused

    async def habits(self, person: str) -> Sequence[HabitView]:
        return tuple(self.proposed)

    async def accept(self, person: str, habit: str) -> str:
        self.proposed = [one for one in self.proposed if one.id != habit]
        return "accepted"

    async def decline(self, person: str, habit: str) -> None:
        self.proposed = [one for one in self.proposed if one.id != habit]

    async def correct(self, person: str, id: str, value: str) -> None:
        facts = self.held.get(person, [])
        if not any(fact.id == id for fact in facts):
            raise NotFound("there is no such fact", where="fact")
        self.held[person] = [replace(fact, value=value) if fact.id == id else fact for fact in facts]

    async def forget(self, person: str, id: str) -> None:
        self.held[person] = [fact for fact in self.held.get(person, []) if fact.id != id]

    async def forget_everything(self, person: str) -> None:
        self.held.pop(person, None)

    async def pause(self, person: str, paused: bool) -> None:
        (self.is_paused.add if paused else self.is_paused.discard)(person)

    async def export(self, person: str) -> str:
        return "{}"

    async def load(self, person: str, document: str) -> int:
        return 0
