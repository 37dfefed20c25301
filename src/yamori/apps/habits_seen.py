"""What a person asks for day after day, from the receipts of what was done: for the Memory page and for conversations."""

import json
from collections.abc import Collection, Sequence
from datetime import timedelta

from yamori.domain.capability import Risk
from yamori.domain.clock import Clock
from yamori.domain.gate import Gate
from yamori.domain.receipt import Receipt, ReceiptStatus
from yamori.memory import Memory
from yamori.memory.decisions import Decisions
from yamori.memory.habits import OF, Habit, Occurrence, habits_of
from yamori.memory.told_facts import ToldFacts

_DONE = frozenset((ReceiptStatus.DONE, ReceiptStatus.UNCHANGED))
_MOST_RECEIPTS = 5_000


class HabitsSeen:
    """Over the gate's ledger of the last days."""

    def __init__(self, memory: Memory, told: ToldFacts, clock: Clock, gate: Gate) -> None:
        self._memory, self._told, self._clock, self._gate = memory, told, clock, gate

    @property
    def decisions(self) -> Decisions:
        return self._memory.decisions

    async def of(self, person: str) -> Sequence[Habit]:
        """Those that the person has not decided on, of what they asked for in words; none while they have remembering paused."""
        if await self._told.paused(person):
            return ()
        return await self._seen(person, decided=await self.decisions.of(person))

    async def with_id(self, person: str, id: str) -> Habit | None:
        """The one of this id, decided on or not; None where it is no habit any more."""
        return next((habit for habit in await self._seen(person) if habit.id == id), None)

    async def _seen(self, person: str, decided: Collection[str] = ()) -> Sequence[Habit]:
        now = self._clock.now()
        receipts = await self._gate.ledger(since=now - timedelta(days=OF), limit=_MOST_RECEIPTS)
        seen = [
            Occurrence(person=r.cause.person, action=_action(r), words=r.cause.words, at=r.at.astimezone(now.tzinfo), turn=r.cause.turn)
            for r in receipts
            if r.cause.turn is not None and r.cause.by is None and r.risk is Risk.SAFE and r.status in _DONE
        ]
        return habits_of(person, seen, now=now, decided=decided)


def _action(receipt: Receipt) -> str:
    command = receipt.command
    arguments = json.dumps(command.arguments, sort_keys=True, default=str)
    return "|".join((command.device, command.component, command.capability, command.name, arguments))
