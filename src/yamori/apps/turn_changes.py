"""What a turn changed, taken back or done otherwise afterwards, over the gate, the schedule and what else it made (`turn_entries`); and
conversations forgotten with all that others keep of them. Wired in `household`."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from yamori.agentkit.access import CALLER
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.log import DayLog
from yamori.agents.scheduler.rules.rows.reminder import Reminder
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.agents.scheduler.store import Change, Did, Schedule
from yamori.apps.texts import TEXTS
from yamori.apps.turn_entries import StandingEntry, TurnEntries
from yamori.domain.access import chooses_person
from yamori.domain.correcting import Correction, corrected, correction_of
from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.events import ToolEnded
from yamori.domain.gate import Gate, Undoing
from yamori.domain.group import InOrder
from yamori.domain.language import language_of
from yamori.domain.receipt import Cause, Receipt, ReceiptStatus
from yamori.domain.turn_changes import Changed, EntryBack, EntryDid, TakenBack
from yamori.domain.values import Value
from yamori.memory import Memory
from yamori.orchestrator.own_turns import OwnTurns
from yamori.orchestrator.store import Turn
from yamori.orchestrator.turns import Turns

_MOST_RECEIPTS = 500
_BACK = "/undo/"
"""In the keys of commands that bring something back, as the gate writes them."""


@dataclass(frozen=True, kw_only=True)
class HouseholdTurnChanges:
    """Fulfils `domain.turn_changes.TurnChanges`."""

    turns: Turns
    gate: Gate
    schedule: Schedule
    memory: Memory | None
    residents: Callable[[], Collection[str]]
    """Ids of those of whom something is remembered."""
    others: Sequence[TurnEntries] = ()
    """What else a turn can make."""

    async def of(self, turn: str) -> Changed:
        found = self._own.turn(turn)
        receipts = await self._receipts(found)
        entries = await self.schedule.changes.last(person=found.person, turn=found.id)
        standing, count = _standing(receipts), len(entries) + len(await self._other_entries(found))
        return Changed(
            receipts=tuple(receipts),
            entries=count,
            can_undo=bool(standing or count),
            undone=not standing and any(_is_back(receipt) for receipt in receipts) and not count,
            corrections=self._corrections(standing),
        )

    async def undo(self, turn: str, *, key: str) -> TakenBack:
        found = self._own.turn(turn)
        entries, kept = await self._entries_back(found, key)
        receipts = await self._receipts(found)
        if not _standing(receipts):
            begun = tuple(r for r in receipts if r.cause.key.startswith(f"page/{key}{_BACK}"))
            return TakenBack(receipts=begun, entries=entries, entries_cannot=kept)
        undoing = await self.gate.undo(self._cause(found, f"page/{key}"), receipts=[r.id for r in receipts])
        back, held = await self._settled(undoing.receipts, found)
        return TakenBack(receipts=back, cannot=(*undoing.cannot, *held), entries=entries, entries_cannot=kept)

    async def correct(self, turn: str, receipt: str, *, device: str | None, value: Value, key: str) -> TakenBack:
        found = self._own.turn(turn)
        receipts = await self._receipts(found)
        wrong = next((r for r in receipts if r.id == receipt), None)
        if wrong is None:
            raise NotFound(f"the turn did nothing with the receipt {receipt[:60]!r}", where="receipt")
        commands = corrected(wrong, self.gate.home, self.gate.capabilities, device=device, value=value)
        if not commands:
            raise InvalidRequest("it cannot be set to this", where="value")
        cause = self._cause(found, f"page/{key}")
        # Another value of the same device is set over the first one; another device leaves the first as it was before.
        other = commands[0].device != wrong.command.device
        undoing = await self.gate.undo(cause, receipts=[wrong.id]) if other else Undoing()
        done = await self.gate.perform(InOrder(commands), self._cause(found, f"page/{key}/instead"))
        back, back_held = await self._settled(undoing.receipts, found)
        instead, held = await self._settled(done, found)
        return TakenBack(receipts=back, cannot=(*undoing.cannot, *back_held, *held), done=instead)

    async def delete(self, conversation: str) -> None:
        own = self._own
        turns = own.conversation(conversation)
        if not turns:
            raise NotFound(f"there is no conversation {conversation[:60]!r}", where="conversation")
        for turn in turns:
            await self.turns.stop(turn.id)
        ids = [turn.id for turn in turns]
        if self.memory is not None:
            for person in dict.fromkeys(turn.person for turn in turns if turn.person in self.residents()):
                await self.memory.forgetting.forget_turns(ids, by=person)
        await self.turns.forget(ids)

    @property
    def _own(self) -> OwnTurns:
        return OwnTurns(self.turns, lambda: self.gate.home.people)

    async def _receipts(self, turn: Turn) -> Sequence[Receipt]:
        return list(await self.gate.ledger(turn=turn.id, limit=_MOST_RECEIPTS))[::-1]

    def _corrections(self, standing: Sequence[Receipt]) -> tuple[Correction, ...]:
        home, capabilities = self.gate.home, self.gate.capabilities
        found = (correction_of(receipt, home, capabilities) for receipt in standing)
        return tuple(correction for correction in found if correction is not None)

    async def _entries_back(self, turn: Turn, key: str) -> tuple[tuple[EntryBack, ...], tuple[EntryBack, ...]]:
        """Newest first, and those that were changed again since."""
        back, kept = [], []
        for number, change in enumerate(await self.schedule.changes.last(person=turn.person, turn=turn.id)):
            try:
                taken = await self.schedule.changes.undo(change.key, person=turn.person, key=f"page/{key}/{number}")
            except InvalidRequest:
                kept.append(EntryBack(kind=change.kind.value, title=_title(change), did=EntryDid.UNCHANGED))
            else:
                back.append(EntryBack(kind=change.kind.value, title=_title(change), did=_did(taken)))
        for number, entry in enumerate(await self._other_entries(turn)):
            try:
                await entry.take_back(f"page/{key}/other/{number}")
            except (InvalidRequest, NotFound):
                kept.append(replace(entry.becomes, did=EntryDid.UNCHANGED))
            else:
                back.append(entry.becomes)
        return tuple(back), tuple(kept)

    async def _other_entries(self, turn: Turn) -> Sequence[StandingEntry]:
        ended = [stored.event for stored in self.turns.events(turn.id) if isinstance(stored.event, ToolEnded)]
        return [entry for each in self.others for entry in await each.standing(turn, ended)]

    async def _settled(self, receipts: Sequence[Receipt], turn: Turn) -> tuple[tuple[Receipt, ...], tuple[tuple[Receipt, str], ...]]:
        """Those that have come to an end, and why the others have not: a button asks for no approval, so what waits for one is dropped."""
        held = [receipt for receipt in receipts if receipt.status is ReceiptStatus.HELD]
        for receipt in held:
            await self.gate.refuse(receipt.id, by=turn.person)
        why = TEXTS.said(language_of(turn.text), "needs_an_ok")
        return tuple(r for r in receipts if r not in held), tuple((receipt, why) for receipt in held)

    def _cause(self, turn: Turn, key: str) -> Cause:
        caller = CALLER.get()
        by = turn.by if chooses_person(caller) or caller.person == turn.person else caller.person
        return Cause(key=key, person=turn.person, words=turn.text, turn=turn.id, by=by)


def _standing(receipts: Sequence[Receipt]) -> list[Receipt]:
    """Of a turn's receipts, oldest first, those whose change was not brought back by a later one: the last of each attribute that is not
    an undo, and differs from what was before all of them."""
    before: dict[str, Value] = {}
    now: dict[str, Value] = {}
    last: dict[str, Receipt] = {}
    for receipt in receipts:
        if receipt.status is not ReceiptStatus.DONE:
            continue
        for name, (was, is_now) in receipt.changed().items():
            path = f"{receipt.command.device}.{receipt.command.component}.{name}"
            before.setdefault(path, was)
            now[path] = is_now
            if not _is_back(receipt):
                last[path] = receipt
    standing = {last[path].id for path, value in now.items() if path in last and value != before[path]}
    return [receipt for receipt in receipts if receipt.id in standing]


def _is_back(receipt: Receipt) -> bool:
    """Whether it brought something back by hand; what was said to be undone is a turn's own deed."""
    return receipt.cause.key.startswith("page/") and _BACK in receipt.cause.key


def _title(change: Change) -> str:
    """Empty for what has none, such as a timer."""
    match change.row:
        case CustomTask(title=title) | Routine(title=title):
            return title
        case Reminder(text=text) | DayLog(text=text):
            return (text or "").partition("\n")[0]
        case _:
            return ""


def _did(taken: Change) -> EntryDid:
    match taken.did:
        case Did.DELETED:
            return EntryDid.REMOVED
        case Did.UNCHANGED:
            return EntryDid.UNCHANGED
        case _:
            return EntryDid.RESTORED
