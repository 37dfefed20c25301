"""Has the calls of a scene done by their agents, under keys of its own, and says what came of it. The tools call it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.proposal import MOST_CALLS
from yamori.agentkit.task import Approval, Outcome, OutcomeStatus, Task
from yamori.domain.capability import Capability
from yamori.domain.errors import AskThePerson, HouseSilent
from yamori.domain.receipt import Receipt
from yamori.domain.values import Value
from yamori.scenes.composing import TOOL, devices_in, effects_of, without_devices
from yamori.scenes.pending import Pending
from yamori.scenes.ports import Actors, HouseState
from yamori.scenes.scene import SceneCall, digest_of
from yamori.scenes.store import SceneStore
from yamori.scenes.wording import gone_text, joined, not_all_text, silent_text, so_already_text

HELD = "held/"
"""How the ids of approvals begin that an agent waits for: the pending, then what the agent calls it."""
_ALWAYS_SENT = frozenset({"lock"})
"""Capabilities of which a person wants to hear even where nothing had to be done."""


@dataclass(frozen=True, kw_only=True)
class Ran:
    text: str
    """Exactly what was done and what was not, in the task's language."""
    receipts: tuple[Receipt, ...] = ()
    approvals: tuple[Approval, ...] = ()
    complete: bool = True
    """Nothing failed, and nothing waits."""


class Running:
    def __init__(self, store: SceneStore, state: HouseState, actors: Actors) -> None:
        self._store, self._state, self._actors = store, state, actors

    async def run(self, calls: Sequence[SceneCall], task: Task, key: str) -> Ran:
        """Do them; the same key again does nothing again. What the gate holds waits, and is told as approvals."""
        readings = {reading.path: reading.value for reading in await self._state.snapshot()}
        there = {device.id for device in self._state.home.devices}
        gone = [id for call in calls for a in devices_in(call.arguments) if (id := a.partition("/")[0]) not in there]
        left = [kept for call in calls if (kept := without_devices(call, gone)) is not None]
        needed = [kept for call in left if (kept := self._needed(call, readings)) is not None]
        parts: list[Ran] = []
        for agent, of_agent in groupby(needed, key=lambda call: call.agent):
            held = list(of_agent)
            for number, start in enumerate(range(0, len(held), MOST_CALLS)):
                parts.append(await self._part(agent, held[start : start + MOST_CALLS], task, f"scene/{key}/{agent}/{number}"))
        texts = [part.text for part in parts if part.text] or [so_already_text(task.language)]
        if gone:
            texts.append(gone_text(len(set(gone)), task.language))
        return Ran(
            text=joined(texts, task.language),
            receipts=tuple(r for part in parts for r in part.receipts),
            approvals=tuple(a for part in parts for a in part.approvals),
            complete=not gone and all(part.complete for part in parts),
        )

    async def settle(self, approval: str, said: str, task: Task) -> Ran:
        """Carry the person's answer to what an agent holds. Raises `AskThePerson` where it is not enough."""
        id, _, receipt = approval.removeprefix(HELD).partition("/")
        pending = await self._store.waiting(id)
        if pending is None:
            return Ran(text=silent_text(task.language), complete=False)
        inner = _inner(pending.now, task, pending.key, answers={receipt: said})
        outcome = await self._actors.do(pending.now[0].agent, _calls(pending.now), inner)
        if any(held.id == receipt for held in outcome.approvals):
            raise AskThePerson(outcome.question.text if outcome.question is not None else outcome.text)
        return _ran(outcome, id, task)

    async def _part(self, agent: str, calls: Sequence[SceneCall], task: Task, key: str) -> Ran:
        try:
            outcome = await self._actors.do(agent, _calls(calls), _inner(calls, task, key))
        except HouseSilent:
            return Ran(text=silent_text(task.language), complete=False)
        id = digest_of(key)
        if outcome.approvals:
            await self._store.wait_for(Pending(id=id, person=task.person, now=tuple(calls), key=key))
        return _ran(outcome, id, task)

    def _needed(self, call: SceneCall, readings: Mapping[str, Value]) -> SceneCall | None:
        """The call without the devices that are so already, for all that is known."""
        if call.tool != TOOL or call.arguments.get("capability") in _ALWAYS_SENT:
            return call
        so = [a for a in devices_in(call.arguments) if _is_so(a, call, readings, self._state.capabilities)]
        addresses = [a for a in devices_in(call.arguments) if a not in so]
        return replace(call, arguments={**call.arguments, "devices": addresses}) if addresses else None


def _is_so(address: str, call: SceneCall, readings: Mapping[str, Value], capabilities: Mapping[str, Capability]) -> bool:
    name, command, arguments = (call.arguments.get(key) for key in ("capability", "command", "arguments"))
    if not isinstance(name, str) or name not in capabilities:
        return False
    effects = effects_of(capabilities[name], str(command), arguments if isinstance(arguments, Mapping) else {})
    device, _, component = address.partition("/")
    known = {path: readings.get(f"{device}.{component or 'main'}.{path}") for path in effects}
    own = [path for path in effects if path.startswith(f"{name}.")]
    return bool(own) and all(
        known[path] == value for path, value in effects.items() if path in own or f"{device}.{component or 'main'}.{path}" in readings
    )


def _inner(calls: Sequence[SceneCall], task: Task, key: str, answers: Mapping[str, str] | None = None) -> Task:
    """The task of whoever does them. It asks for what the first of them does, in words of the agent's own, so that nothing that the person
    said beside is reported as left out; and it has no room: what a scene does was shown and agreed to, wherever it is."""
    request = calls[0].says.get(task.language) or task.request
    return replace(task, key=key, request=request, room=None, focus={}, problem=None, answers=answers or {}, findings=())


def _calls(calls: Sequence[SceneCall]) -> list[ToolCall]:
    return [ToolCall(tool=call.tool, arguments=call.arguments) for call in calls]


def _ran(outcome: Outcome, id: str, task: Task) -> Ran:
    text = outcome.text
    if outcome.status is OutcomeStatus.FAILED and not text:
        text = not_all_text(task.language)
    return Ran(
        text=text,
        receipts=tuple(receipt for run in outcome.runs for receipt in run.receipts),
        approvals=tuple(replace(a, id=f"{HELD}{id}/{a.id}") for a in outcome.approvals),
        complete=outcome.status is OutcomeStatus.DONE,
    )
