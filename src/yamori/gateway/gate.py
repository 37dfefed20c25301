"""The gate itself: validates, holds what is risky, journals, sends, reads back, and proves what happened with a receipt.

Called by agents through `domain.gate.Gate`; calls one backend and the ledger. Every command is journaled before it is sent and ended
after it was read back, so that whatever is cut off in between is finished, not repeated, when the same key comes again.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar, assert_never

from yamori.domain.agenda import AGENDA_CAPABILITIES, CalendarEvent, ListItem
from yamori.domain.capability import Capability, Risk
from yamori.domain.clock import Clock
from yamori.domain.errors import AskThePerson, HouseSilent, InvalidRequest, Misconfigured
from yamori.domain.gate import Undoing
from yamori.domain.group import AtOnce, InOrder, Step, commands_in
from yamori.domain.guessing import Guess, GuessLimits, opens_at
from yamori.domain.home import Home
from yamori.domain.keylocks import KeyLocks
from yamori.domain.language import Language
from yamori.domain.receipt import Cause, Command, Reading, Receipt, ReceiptStatus
from yamori.domain.values import Value
from yamori.gateway.backends.port import Backend, Instructable, Keeping, Listing, OnItsWay, Settable
from yamori.gateway.ending import AT_FIRST, LATER, Untold, judged, unproven
from yamori.gateway.following import Following
from yamori.gateway.ledger import Entry, Event, Ledger, Line
from yamori.gateway.pin import pin_matches
from yamori.gateway.pin_tries import PIN_LIMITS, burst_since
from yamori.gateway.registry import HouseRegistry
from yamori.gateway.rights import PRODUCT_RIGHTS, Need, Rights, read_rights
from yamori.gateway.sentences import Unanswered, say, say_in_all, spoken_wait
from yamori.gateway.undoing import last_turn, undone_by

MOST_COMMANDS = 100
"""In one group."""
ADMISSION = "edge.admission"
"""Stands where a command has its capability: to let a device at the edge join again is no command to it, but is held and approved alike."""
MOST_UNDONE = 500
"""Receipts that one undo looks back over."""

Result = TypeVar("Result")


@dataclass(frozen=True, kw_only=True)
class Approvals:
    """How long and how often an approval may be tried."""

    patience: timedelta = timedelta(minutes=10)
    """After this a held command is refused."""
    pins: GuessLimits = PIN_LIMITS


class HouseGate:
    """Fulfils `domain.gate.Gate` over one backend; made by `opening.open_gate`."""

    def __init__(
        self,
        *,
        registry: HouseRegistry,
        backend: Backend,
        ledger: Ledger,
        clock: Clock,
        pin_hash: Callable[[], str | None],
        approvals: Approvals,
        rights: Rights | None = None,
        admit: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        self.backend = backend
        self._registry = registry
        self._ledger = ledger
        self._clock = clock
        self._pin_hash = pin_hash
        self._approvals = approvals
        self._admit = admit
        self._rights = rights or read_rights(PRODUCT_RIGHTS)
        self._following = Following(ledger, partial(self._outcome, untold=LATER))
        self._keys = KeyLocks()
        self._one_pin_at_a_time = asyncio.Lock()
        self._warn_of_guessing: Callable[[datetime], Awaitable[None]] | None = None
        self._working: set[asyncio.Task[object]] = set()

    @property
    def home(self) -> Home:
        return self._registry.home

    @property
    def capabilities(self) -> Mapping[str, Capability]:
        return self._registry.capabilities

    def need(self, person: str, capability: str, risk: Risk) -> Need:
        """What this person's role needs for a command of this risk, wherever it reaches."""
        return self._rights.need(self.home, person, capability, risk)

    async def read(self, device: str, component: str, capability: str, attribute: str) -> Reading:
        self._registry.address(device, component, capability, attribute)
        return await self.backend.read(device, component, capability, attribute)

    async def items(self, device: str) -> Sequence[ListItem]:
        backend, component, capability = self._agenda(device, "items")
        return await backend.items(device, component, capability)

    async def events(self, device: str, start: datetime, end: datetime) -> Sequence[CalendarEvent]:
        backend, component, capability = self._agenda(device, "events")
        return await backend.events(device, component, capability, start, end)

    def _agenda(self, device: str, attribute: str) -> tuple[Listing, str, str]:
        """The backend, and which capability of the device is a list (`items`) or a calendar (`events`)."""
        base = AGENDA_CAPABILITIES[attribute]
        held = [(c, name) for c, name in self._registry.device(device).capabilities() if name.partition("-")[0] == base]
        if not held or not isinstance(self.backend, Listing):
            raise InvalidRequest(f"{device} has no {attribute}", where="device")
        return self.backend, *held[0]

    async def snapshot(self, device: str | None = None) -> Sequence[Reading]:
        if device is not None:
            self._registry.device(device)
        return await self.backend.snapshot(device)

    def changes(self) -> AsyncIterator[Reading]:
        return self.backend.changes()

    async def set(self, path: str, value: Value) -> Reading:
        """Move the world by hand: evaluations and sensors of the virtual home. Raises `InvalidRequest` where the backend is real."""
        if not isinstance(self.backend, Settable):
            raise InvalidRequest("the state of a real device cannot be set by hand", where=path)
        return await self.backend.set(path, value)

    async def execute(self, command: Command, cause: Cause) -> Receipt:
        if not cause.key:
            raise InvalidRequest("the cause needs a key", where="cause.key")
        return await self._undisturbed(self._execute(command, _storable(cause)))

    async def perform(self, step: Step, cause: Cause) -> Sequence[Receipt]:
        for number, command in enumerate(commands_in(step)):
            if number >= MOST_COMMANDS:
                raise InvalidRequest(f"a group has at most {MOST_COMMANDS} commands", where="steps")
            self._registry.checked(command)
        receipts, _ = await self._perform(step, cause, "")
        return receipts

    async def _perform(self, step: Step, cause: Cause, at: str) -> tuple[list[Receipt], bool]:
        """The receipts, and whether all of it was done."""
        match step:
            case InOrder():
                done: list[Receipt] = []
                for number, inner in enumerate(step.steps):
                    receipts, well = await self._perform(inner, cause, f"{at}/{number}")
                    done += receipts
                    if not well:
                        return done, False
                return done, True
            case AtOnce():
                parts = await asyncio.gather(*(self._perform(inner, cause, f"{at}/{n}") for n, inner in enumerate(step.steps)))
                return [receipt for receipts, _ in parts for receipt in receipts], all(well for _, well in parts)
            case Command():
                receipt = await self.execute(step, replace(cause, key=f"{cause.key}{at}"))
                return [receipt], receipt.status in (ReceiptStatus.DONE, ReceiptStatus.UNCHANGED)
            case _:
                assert_never(step)

    async def tell(self, device: str, sentence: str, language: Language, cause: Cause) -> tuple[Sequence[Receipt], str | None]:
        if not self._registry.device(device).thinks or not isinstance(self.backend, Instructable):
            raise InvalidRequest(f"{device} does not think for itself; give it commands", where="device")
        if self._rights.need(self.home, cause.person, "", Risk.SAFE) is not Need.DO:
            raise AskThePerson(say("no_right", cause.words))
        try:
            commands, problem = await self.backend.tell(device, sentence, language.value, cause.key)
        except Unanswered as error:
            raise HouseSilent(error.said(cause.words)) from error
        receipts: list[Receipt] = []
        for number, done in enumerate(commands):
            now = self._clock.now()
            line = Line(event=Event.INTENDED, at=now, by=cause.person)
            entry = await self._ledger.begin(done.command, _storable(replace(cause, key=f"{cause.key}/{number}")), Risk.SAFE, line)
            receipt = self._receipt(await self._ledger.add(entry, judged(entry, done.sent, self._registry)))
            assert receipt is not None, "an entry with an end has a receipt"
            receipts.append(receipt)
        return receipts, problem

    async def undo(self, cause: Cause, *, receipts: Sequence[str] = (), since: datetime | None = None) -> Undoing:
        if receipts:
            # Each value goes back to what it was before the oldest of them: the ledger knows their order, a caller may not.
            entries = sorted([await self._entry(id) for id in dict.fromkeys(receipts)], key=lambda entry: entry.seq, reverse=True)
            done = [found for entry in entries if (found := self._receipt(entry)) is not None]
        elif since is not None:
            done = list(await self.ledger(since=since, limit=MOST_UNDONE))
        else:
            done = last_turn(await self.ledger(limit=MOST_UNDONE))
        wanted = undone_by(done, {r.path: r.value for r in await self.snapshot()}, self._registry, cause.words)
        back = [
            await self.execute(command, replace(cause, key=f"{cause.key}/undo/{n}", rooms=())) for n, command in enumerate(wanted.commands)
        ]
        return Undoing(receipts=tuple(back), cannot=wanted.cannot)

    async def approve(self, receipt: str, *, by: str, pin: str | None = None, client: str = "") -> Receipt:
        return await self._undisturbed(self._approve(receipt, _clean(by), pin, _clean(client)))

    def warn_of_guessing(self, warn: Callable[[datetime], Awaitable[None]]) -> None:
        """Have `warn` called with the beginning of a burst of wrong PINs, after each of them once there are enough to be guessing."""
        self._warn_of_guessing = warn

    async def refuse(self, receipt: str, *, by: str) -> Receipt:
        return await self._undisturbed(self._refuse(receipt, _clean(by)))

    async def hold_admission(self, device: str, key: str) -> Receipt:
        """A device at the edge whose id has a token asks for another one: a person is to agree, as to any risky command.

        The same key gives the same receipt.
        """
        command = Command(device=device, capability=ADMISSION, name="join again")
        words = say_in_all("joins_again", device=device)
        cause = Cause(key=f"edge/admission/{key}", person=device, words=words)
        line = Line(event=Event.HELD, at=self._clock.now(), by=device)
        receipt = self._receipt(await self._ledger.begin(command, cause, Risk.CONFIRM, line))
        assert receipt is not None, "it is held, or has come to its end"
        return receipt

    async def ledger(self, *, turn: str | None = None, since: datetime | None = None, limit: int = 100) -> Sequence[Receipt]:
        entries = await self._ledger.entries(turn=turn, since=since, limit=limit)
        return [receipt for entry in entries if (receipt := self._receipt(entry)) is not None]

    async def forget_words(self, turns: Sequence[str]) -> None:
        """The words of what was asked for in these turns; the receipts stay."""
        await self._ledger.forget_words(turns)

    async def held(self) -> Sequence[Receipt]:
        """What waits for an approval now, newest first."""
        receipts = [self._receipt(entry) for entry in await self._ledger.unfinished()]
        return [receipt for receipt in receipts if receipt is not None and receipt.status is ReceiptStatus.HELD]

    async def recover(self) -> None:
        """End what a kill cut off after the device had done it. What never arrived waits for its key to come again."""
        for entry in await self._ledger.unfinished():
            if entry.held_since is not None:
                continue
            if (sent := await self.backend.sent(entry.cause.key)) is not None:
                await self._ledger.add(entry, judged(entry, sent, self._registry))
            elif isinstance(self.backend, Keeping) and await self.backend.keeps(entry.cause.key):
                self._following.add(entry)

    async def close(self) -> None:
        """Let what was begun come to its end, then close the backend and the ledger."""
        while self._working:
            await asyncio.wait(self._working)
        await self._following.close()
        await self.backend.close()
        await self._ledger.close()

    async def _undisturbed(self, work: Coroutine[object, object, Result]) -> Result:
        """Run the work to its end even when the caller goes away: between sending and journaling nothing may be dropped."""
        task = asyncio.ensure_future(work)
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        return await asyncio.shield(task)

    async def _execute(self, command: Command, cause: Cause) -> Receipt:
        async with self._keys.hold(cause.key):
            try:
                checked = self._registry.checked(command)
            except InvalidRequest:
                # A key that was used before gives its receipt even when what comes with it now is wrong.
                known = await self._ledger.find(key=cause.key)
                if known is None:
                    raise
                return await self._finished(known)
            need = self._need(checked, cause)
            risk = need.risk()
            now = self._clock.now()
            if need is Need.DO:
                line = Line(event=Event.INTENDED, at=now, by=cause.person)
            elif need is Need.REFUSE:
                line = Line(event=Event.REFUSED, at=now, by=cause.person, problem=say("no_right", cause.words))
            else:
                line = Line(event=Event.HELD, at=now, by=cause.person, before=await self._component_state(checked))
            return await self._finished(await self._ledger.begin(checked, cause, risk, line))

    def _need(self, command: Command, cause: Cause) -> Need:
        """What must happen before it is done: by its risk, by who wants it, and by where it reaches."""
        need = self._rights.need(self.home, cause.person, command.capability, self._registry.spec(command).risk)
        room = self._registry.device(command.device).room
        if cause.rooms and room is not None and room not in cause.rooms:
            need = max(need, self._rights.beyond_rooms, key=list(Need).index)
        return need

    async def _finished(self, entry: Entry) -> Receipt:
        """The entry's receipt; what was to be sent is sent first, and what is on its way is waited for once more."""
        receipt = self._ended(entry)
        return receipt if receipt is not None else await self._carry_out(entry)

    async def _carry_out(self, entry: Entry) -> Receipt:
        """Send and journal the end. Safe to repeat: the backend knows the key, and the ledger takes one end only."""
        try:
            line = await self._outcome(entry, untold=LATER if entry in self._following else AT_FIRST)
        except OnItsWay as away:
            self._following.add(entry)
            return self._on_its_way(entry, str(away))
        receipt = self._receipt(await self._ledger.add(entry, line))
        assert receipt is not None, "an entry with an end has a receipt"
        return receipt

    async def _outcome(self, entry: Entry, *, untold: Untold) -> Line:
        """Send and judge what came back. Raises `OnItsWay`."""
        try:
            if entry.command.capability == ADMISSION and self._admit is not None:
                await self._admit(entry.command.device)
                return Line(event=Event.UNCHANGED, at=self._clock.now())
            sent = await self.backend.send(entry.command, entry.cause.key)
        except OnItsWay:
            raise
        except (HouseSilent, InvalidRequest, Misconfigured) as error:
            return unproven(entry, error, at=self._clock.now(), untold=untold)
        return judged(entry, sent, self._registry)

    def _on_its_way(self, entry: Entry, said: str) -> Receipt:
        problem = say("on_its_way", entry.cause.words, said=said)
        return Receipt(
            id=entry.id,
            command=entry.command,
            cause=entry.cause,
            status=ReceiptStatus.WAITING,
            risk=entry.risk,
            at=self._clock.now(),
            problem=problem,
        )

    async def _approve(self, receipt: str, by: str, pin: str | None, client: str) -> Receipt:
        entry = await self._entry(receipt)
        async with self._keys.hold(entry.cause.key):
            entry = await self._entry(receipt)
            known = self._receipt(entry)
            if known is None:
                return await self._carry_out(entry)
            if known.status is not ReceiptStatus.HELD:
                return known
            if self._rights.need(self.home, by, entry.command.capability, entry.risk) is Need.REFUSE and entry.risk is not Risk.PIN:
                raise AskThePerson(say("not_yours", entry.cause.words))
            if entry.risk is Risk.PIN:
                async with self._one_pin_at_a_time:
                    await self._check_pin(entry, by, pin, client)
            return await self._finished(await self._ledger.add(entry, Line(event=Event.APPROVED, at=self._clock.now(), by=by)))

    async def _check_pin(self, entry: Entry, by: str, pin: str | None, client: str) -> None:
        """Raises `AskThePerson` unless the PIN is right. A wrong one leaves the command held: it may be somebody else's to approve."""
        words, limits = entry.cause.words, self._approvals.pins
        if (pin_hash := self._pin_hash()) is None:
            raise AskThePerson(say("no_pin", words))
        if not pin or not pin.strip():
            raise AskThePerson(say("pin_needed", words))
        now = self._clock.now()
        tries = list(await self._ledger.pin_tries(now - max(limits.known, limits.window, limits.remembered)))
        opens = opens_at(tries, account=by, origin=client, now=now, limits=limits)
        if opens is not None:
            raise AskThePerson(say("pins_locked", words, wait=spoken_wait(opens - now, words)))
        tried = Guess(account=by, origin=client, at=now, right=await asyncio.to_thread(pin_matches, pin, pin_hash))
        await self._ledger.pin_tried(tried)
        if tried.right:
            return
        await self._ledger.add(entry, Line(event=Event.WRONG_PIN, at=now, by=by))
        tries.append(tried)
        burst = burst_since(tries, limits)
        if burst is not None and self._warn_of_guessing is not None:
            await self._warn_of_guessing(burst)
        opens = opens_at(tries, account=by, origin=client, now=now, limits=limits)
        raise AskThePerson(say("wrong_pin", words) if opens is None else say("wrong_pin_wait", words, wait=spoken_wait(opens - now, words)))

    async def _refuse(self, receipt: str, by: str) -> Receipt:
        entry = await self._entry(receipt)
        async with self._keys.hold(entry.cause.key):
            entry = await self._entry(receipt)
            known = self._receipt(entry)
            if known is None:
                return await self._carry_out(entry)  # Approved and cut off: it was on its way already.
            if known.status is not ReceiptStatus.HELD:
                return known
            line = Line(event=Event.REFUSED, at=self._clock.now(), by=by, problem=say("said_no", entry.cause.words))
            return await self._finished(await self._ledger.add(entry, line))

    async def _entry(self, receipt: str) -> Entry:
        entry = await self._ledger.find(id=receipt)
        if entry is None:
            raise InvalidRequest(f"there is no receipt {receipt[:60]}", where="receipt")
        return entry

    def _ended(self, entry: Entry) -> Receipt | None:
        return entry.receipt(self._clock.now(), patience=self._approvals.patience, ran_out=say("ran_out", entry.cause.words))

    def _receipt(self, entry: Entry) -> Receipt | None:
        """As it stands, also of what is on its way."""
        receipt = self._ended(entry)
        return self._on_its_way(entry, "") if receipt is None and entry in self._following else receipt

    async def _component_state(self, command: Command) -> Mapping[str, Value]:
        readings = await self.backend.snapshot(command.device)
        return {f"{r.capability}.{r.attribute}": r.value for r in readings if r.component == command.component}


def _storable(cause: Cause) -> Cause:
    return replace(
        cause,
        key=_clean(cause.key),
        person=_clean(cause.person),
        words=_clean(cause.words),
        turn=None if cause.turn is None else _clean(cause.turn),
        agent=None if cause.agent is None else _clean(cause.agent),
    )


def _clean(text: str) -> str:
    """Half a surrogate pair can come in through JSON, but no file and no database takes it."""
    return text.encode("utf-8", "replace").decode()
