"""What people ask of devices by hand: through the gate, once for each key, followed to its end when the device is slow.

One for the process. `pages` acts through it; every open page follows `changed` to show what waits, what failed and why, and what needs an
OK. It decides nothing about rights and risk: the gate does.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from yamori.domain.errors import NotFound, YamoriError
from yamori.domain.gate import Gate
from yamori.domain.receipt import Cause, Command, Receipt, ReceiptStatus

PATIENCE = 1.0
"""Seconds after which a device that has not answered is shown as waiting."""
_BETWEEN = 2.0
"""Seconds between two looks at a command that is on its way."""
_FOLLOWED = timedelta(minutes=30)
"""A command that is on its way for longer is followed by the queue of jobs alone."""
_SHOWN = timedelta(minutes=2)
"""How long a reason for something that was not done is shown."""
_HELD = timedelta(minutes=10)
"""An approval that nobody answered in this time has run out; see `gateway.gate.Approvals`."""
_MOST_WAITING = 500
"""Commands that are followed at once; more are refused."""


@dataclass(frozen=True, kw_only=True)
class Standing:
    """What people asked of one device by hand, as far as it has no end."""

    waiting: tuple[Command, ...] = ()
    """Sent, and not answered for a while; oldest first."""
    held: Receipt | None = None
    """Waits for an OK."""
    problem: str | None = None
    """Why the last one was not done, in the words of whoever asked; empty where nobody knows why. None: nothing went wrong."""
    revision: int = 0
    """Grows with each change of the above."""


@dataclass(frozen=True, kw_only=True)
class _Kept:
    standing: Standing
    at: datetime
    """When the problem or the approval came."""


class HandActions:
    """Commands by hand that are under way, by device."""

    def __init__(self, gate: Gate, now: Callable[[], datetime], *, patience: float = PATIENCE) -> None:
        self._gate, self._now, self._patience = gate, now, patience
        self._kept: dict[str, _Kept] = {}
        self._working: set[asyncio.Task[Receipt]] = set()
        self._listening: set[asyncio.Queue[str]] = set()
        self._revision = 0

    def standing(self, device: str) -> Standing:
        """As of now: what has run out is left out."""
        kept = self._kept.get(device)
        if kept is None:
            return Standing()
        age = self._now() - kept.at
        standing = kept.standing
        if age > _SHOWN:
            standing = replace(standing, problem=None)
        if age > _HELD:
            standing = replace(standing, held=None)
        return standing

    def listen(self) -> "asyncio.Queue[str]":
        """Ids of devices whose standing changes from now on; given back with `forget`."""
        queue: asyncio.Queue[str] = asyncio.Queue()
        self._listening.add(queue)
        return queue

    def forget(self, queue: "asyncio.Queue[str]") -> None:
        self._listening.discard(queue)

    async def act(self, command: Command, cause: Cause) -> Receipt | None:
        """Have it done; its receipt, or None where the device has not answered yet: then it is followed. Raises a `YamoriError` for what
        the gate turns down."""
        return await self._followed(command, lambda: self._gate.execute(command, cause))

    async def answer(self, receipt: str, *, agreed: bool, by: str, pin: str | None, client: str) -> Receipt | None:
        """A person's answer to what waits for an OK here. Raises `NotFound` for what does not wait (any more), `AskThePerson` for a wrong
        PIN, which leaves it held."""
        held = next((k.standing.held for k in self._kept.values() if k.standing.held is not None and k.standing.held.id == receipt), None)
        if held is None or self.standing(held.command.device).held is None:
            raise NotFound("nothing waits for an OK here any more", where="receipt")
        if not agreed:
            refused = await self._gate.refuse(receipt, by=by)
            self._put(held.command.device)
            return refused
        return await self._followed(held.command, lambda: self._gate.approve(receipt, by=by, pin=pin, client=client))

    async def _followed(self, command: Command, send: Callable[[], Awaitable[Receipt]]) -> Receipt | None:
        if len(self._working) >= _MOST_WAITING:
            raise YamoriError("too many commands wait for their devices at the moment")
        task = asyncio.ensure_future(self._to_its_end(command, send))
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        await asyncio.wait([task], timeout=self._patience)
        if task.done():
            return task.result()
        task.add_done_callback(lambda done: self._ended_late(command, done))
        self._put(command.device, add=command)
        return None

    async def _to_its_end(self, command: Command, send: Callable[[], Awaitable[Receipt]]) -> Receipt:
        """Raises what the gate raises. A command that is on its way is asked after under its key until it has an end."""
        begun, receipt = self._now(), await send()
        while receipt.status is ReceiptStatus.WAITING and self._now() - begun < _FOLLOWED:
            self._put(command.device, add=command)
            await asyncio.sleep(_BETWEEN)
            receipt = await self._gate.execute(receipt.command, receipt.cause)
        self._put(
            command.device,
            remove=command,
            held=receipt if receipt.status is ReceiptStatus.HELD else None,
            problem=(receipt.problem or "") if receipt.status in (ReceiptStatus.FAILED, ReceiptStatus.REFUSED) else None,
        )
        return receipt

    def _ended_late(self, command: Command, task: "asyncio.Task[Receipt]") -> None:
        """Nobody waits for its result any more: a problem is shown on the device's tile."""
        if task.cancelled():
            return
        if (problem := task.exception()) is not None:
            self._put(command.device, remove=command, problem=str(problem))

    def _put(
        self,
        device: str,
        *,
        problem: str | None = None,
        add: Command | None = None,
        remove: Command | None = None,
        held: Receipt | None = None,
    ) -> None:
        before = self._kept[device].standing if device in self._kept else Standing()
        waiting = tuple(c for c in before.waiting if c not in (add, remove)) + ((add,) if add is not None else ())
        after = Standing(waiting=waiting, held=held, problem=problem, revision=before.revision)
        if after == before:
            return
        self._revision += 1
        self._kept[device] = _Kept(standing=replace(after, revision=self._revision), at=self._now())
        for queue in self._listening:
            queue.put_nowait(device)
