"""The page's doors, fulfilled by a running household."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from yamori.agentkit.card import Card
from yamori.domain.errors import InvalidRequest
from yamori.domain.events import TurnEvent
from yamori.domain.gate import Gate
from yamori.domain.home import Person
from yamori.llm.embedded import Stage
from yamori.llm.port import Models
from yamori.llm.router import RoleModels
from yamori.orchestrator.turns import Turns
from yamori.web.doors import TurnBegun, TurnSummary


@dataclass(frozen=True, kw_only=True)
class HouseholdDoors:
    """Fulfils `web.doors.Doors`."""

    gate: Gate
    turns: Turns
    models: Models
    speaker: str
    """Id of the person who is chosen first."""
    cards: Sequence[Card]

    @property
    def people(self) -> Sequence[Person]:
        people = self.gate.home.people or (Person(id=self.speaker, name=self.speaker),)
        return sorted(people, key=lambda p: p.id != self.speaker)

    async def start_turn(self, text: str, person: str, room: str | None, conversation: str | None) -> TurnBegun:
        if person not in {p.id for p in self.people}:
            raise InvalidRequest(f"nobody called {person!r} lives here", where="person", nearest=tuple(p.id for p in self.people))
        if room and room not in {r.id for r in self.gate.home.rooms}:
            raise InvalidRequest(f"there is no room {room!r}", where="room", nearest=tuple(r.id for r in self.gate.home.rooms))
        turn = await self.turns.start(text, person=person, room=room or None, conversation=conversation or None)
        return TurnBegun(turn=turn.id, conversation=turn.conversation)

    async def answer(self, turn: str, text: str, pin: str | None) -> None:
        await self.turns.answer(turn, text, pin=pin)

    async def events(self, turn: str, after: int) -> AsyncIterator[tuple[int, TurnEvent]]:
        async for stored in self.turns.follow(turn, after=after):
            yield stored.n, stored.event

    async def conversation(self, id: str) -> Sequence[TurnSummary]:
        turns = self.turns.conversation(id)
        if not turns:
            raise InvalidRequest(f"there is no conversation {id!r}", where="conversation")
        return [TurnSummary(turn=t.id, text=t.text, status=t.status.value, answer=t.answer or None) for t in turns]

    def model_state(self) -> str:
        if not isinstance(self.models, RoleModels):
            return "ready"
        states = [f"failed: {p.says}" if p.stage is Stage.FAILED else p.stage.value for p in self.models.progress().values()]
        return next((s for s in states if s != "ready"), "ready")

    def agents(self) -> Sequence[Card]:
        return self.cards
