"""What a test's household remembers of its people, for the page."""

from collections.abc import Sequence
from dataclasses import replace

from yamori.domain.errors import NotFound
from yamori.domain.language import Language
from yamori.web.memory_port import FactView, HabitView, SentenceView


class FakeMemory:
    """Fulfils `web.memory_port.MemoryPort` with what a test puts there."""

    def __init__(self) -> None:
        self.held: dict[str, list[FactView]] = {}
        self.is_paused: set[str] = set()
        self.proposed: list[HabitView] = []
        self.said: dict[str, list[SentenceView]] = {}
        """The newest first."""
        self.is_kept = True

    async def facts(self, person: str, language: Language) -> Sequence[FactView]:
        return tuple(self.held.get(person, ()))

    async def profile(self, person: str) -> str:
        return ""

    async def sentences(self, person: str, *, before: int | None, limit: int) -> Sequence[SentenceView]:
        return [one for one in self.said.get(person, ()) if before is None or one.id < before][:limit]

    async def forget_sentence(self, person: str, id: int) -> None:
        self.said[person] = [one for one in self.said.get(person, ()) if one.id != id]

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

    async def is_adult(self, person: str) -> bool:
        return True

    async def former_residents(self) -> Sequence[str]:
        return ()

    async def forget_former(self, person: str, former: str) -> None:
        raise NotFound("nobody has moved out", where="former")

    async def forget_household(self, person: str) -> None:
        self.held.clear()

    async def pause(self, person: str, paused: bool) -> None:
        (self.is_paused.add if paused else self.is_paused.discard)(person)

    @property
    def most_bytes(self) -> int:
        return 1_000_000

    async def export(self, person: str) -> str:
        return "{}"

    async def load(self, person: str, document: str) -> int:
        return 0
