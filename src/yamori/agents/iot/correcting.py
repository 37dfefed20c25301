"""A policy around the agent's own that puts right what was just done, or takes it back where it is refused.

What a correction says is found by `rules.corrections` with the last request, which is in the focus only as long as nobody did anything
since. What it gives is done as if it had been said at first; where code alone did not read that request, it is read anew with the other
name in it. What was wrong is put back first, under the same key.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, cast

from yamori.agentkit.agent import Decided, Decision, Declined, Policy
from yamori.agentkit.apart import apart
from yamori.agentkit.around import Around
from yamori.agentkit.phrasing import sentences
from yamori.agentkit.task import ACTED, ORIGIN, Claim, Outcome, OutcomeStatus, Strength, Task, ToolRun
from yamori.agents.iot.explaining import orders_of
from yamori.agents.iot.policy import IotPolicy
from yamori.agents.iot.rules.choices import as_calls
from yamori.agents.iot.rules.commands import Order
from yamori.agents.iot.rules.corrections import Act, Correction, correction_of, for_good, refused
from yamori.agents.iot.rules.phrases import listed
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.agents.iot.rules.words import normal
from yamori.agents.iot.texts import TEXTS
from yamori.domain.receipt import Receipt, ReceiptStatus
from yamori.domain.values import Value
from yamori.understanding.reader import Reader
from yamori.understanding.recalled import RecalledReadings
from yamori.understanding.taking_back import only_rejects, refuses
from yamori.understanding.utterance import utterance_of

RIGHT_AFTER = timedelta(minutes=10)
"""What is said later than that after an act refuses nothing of it."""
_MOST_KEPT = 100


@dataclass(frozen=True, kw_only=True)
class _Found:
    """What a sentence does about the last act."""

    correction: Correction
    act: Act
    refuses: bool = False
    """The act itself is refused."""
    leaves: bool = False
    """It refuses only something more, and changes nothing."""


class Correcting(Around):
    """Fulfils `agentkit.agent.Policy` over another one."""

    def __init__(self, inner: Policy, reader: Reader, iot: IotPolicy, recalled: RecalledReadings | None = None) -> None:
        super().__init__(inner)
        self._reader, self._iot, self._recalled = reader, iot, recalled
        self._found: OrderedDict[str, _Found] = OrderedDict()
        """By task: what was decided on here, until it is reported on."""

    async def claim(self, task: Task) -> Claim:
        if await self._read(task) is not None:
            return Claim(strength=Strength.WHOLE, why="puts right what was just done")
        return await self._inner.claim(task)

    async def decide(self, task: Task) -> Decision:
        found = await self._read(task)
        if found is None:
            return await self._inner.decide(task)
        decision = await self._decided(task, found)
        if decision is None:
            return await self._inner.decide(task)
        if isinstance(decision, Decided):
            self._found[task.key] = found
            while len(self._found) > _MOST_KEPT:
                self._found.popitem(last=False)
        return decision

    async def _decided(self, task: Task, found: _Found) -> Decision | None:
        correction = found.correction
        if found.leaves:
            return Declined(text=TEXTS.said(task.language, "correcting.left"))
        if correction.which:
            return Declined(text=TEXTS.said(task.language, "correcting.which"))
        calls = as_calls(correction.back)
        if correction.anew:
            anew = replace(task, request=correction.anew, said=correction.anew, focus={})
            decision = await self._inner.decide(anew)
            if not isinstance(decision, Decided) or decision.is_doubtful:
                return None
            touched = {order.device for order in orders_of(decision.calls, self._iot.index)}
            if not touched:
                return None
            calls = [*as_calls([order for order in correction.back if order.device not in touched]), *decision.calls]
        else:
            calls += as_calls(correction.orders)
        if not calls:
            return Declined(text=_missing(correction.missing[0], task) if correction.missing else self._unmoved(task, found))
        return Decided(calls=tuple(calls), explained=((0, len(task.request)),), corrects=True, by="rules/correction")

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        found = self._found.pop(task.key, None)
        if found is None:
            return self._inner.report(task, runs)
        correction = found.correction
        origin, core = found.act.origin, correction.anew or correction.core or found.act.origin
        told = _told(runs, correction.back)
        outcome = replace(self._inner.report(replace(task, request=core, said=f"{origin} {task.said}"), told), runs=tuple(runs))
        more = [_missing(name, task) for name in correction.missing]
        if found.refuses and for_good(found.act, correction.back):
            more.append(self._unmoved(task, found))
        if more:
            status = OutcomeStatus.PARTLY if outcome.status is OutcomeStatus.DONE else outcome.status
            outcome = replace(outcome, text=sentences([outcome.text, *more], task.language), status=status, proven=False)
        if self._recalled is not None and any(run.ok for run in runs):
            self._recalled.forget_last()
        return replace(outcome, focus=_focus_after(outcome.focus, correction, core))

    def _unmoved(self, task: Task, found: _Found) -> str:
        """Why nothing, or not all, is taken back."""
        index = self._iot.index
        names = [spoken_name(index.devices[d], "main", index, task.language) for d in for_good(found.act, found.correction.back)]
        if not names:
            return TEXTS.said(task.language, "correcting.nothing")
        return TEXTS.said(task.language, "correcting.for_good", what=listed(names, task.language))

    async def _read(self, task: Task) -> _Found | None:
        """What the sentence does about the last act; None where it does nothing about it."""
        act = _last_act(task)
        if act is None or task.problem or task.findings or task.answers:
            return None
        known = self._iot.index.devices
        act = replace(
            act,
            devices=tuple(d for d in act.devices if d in known),
            changes=tuple(c for c in act.changes if c[0] in known),
            for_good=tuple(d for d in act.for_good if d in known),
        )
        utterance = utterance_of(task.request, task.now)
        frames = await self._reader.read(utterance)
        context = await self._iot.context(task)
        if refuses(frames, utterance):
            return _Found(correction=Correction(back=refused(act, context)), act=act, refuses=True)
        if only_rejects(frames, utterance) and context.lexicon.marks["other"].found(normal(task.request)) is None:
            return _Found(correction=Correction(), act=act, leaves=True)
        if not act.origin:
            return None
        correction = await apart(correction_of, utterance, frames, act, context)
        return _Found(correction=correction, act=act) if correction is not None else None


def _missing(what: str, task: Task) -> str:
    return TEXTS.said(task.language, "correcting.missing", what=what)


def _last_act(task: Task) -> Act | None:
    """What this agent did right before; without its request where another agent did something in the same turn."""
    origin, did = task.focus.get(ORIGIN), task.focus.get(ACTED)
    if not isinstance(did, Mapping):
        return None
    held = cast(Mapping[str, Any], did)
    if task.now - datetime.fromisoformat(str(held["at"])) > RIGHT_AFTER:
        return None
    return Act(
        origin=origin if isinstance(origin, str) else "",
        changes=tuple(tuple(change) for change in held["changes"]),
        devices=tuple(held["devices"]),
        for_good=tuple(held["for_good"]),
        several=bool(held["several"]),
    )


def _told(runs: Sequence[ToolRun], back: Sequence[Order]) -> tuple[ToolRun, ...]:
    """The runs without what is told of a device that at last was only switched back: its level behind that tells nothing."""
    switched = {(order.device, order.command) for order in back if not order.arguments}
    devices = {device for device, _ in switched}

    def is_told(receipt: Receipt) -> bool:
        command = receipt.command
        done = receipt.status in (ReceiptStatus.DONE, ReceiptStatus.UNCHANGED)
        return not done or command.device not in devices or (command.device, command.name) in switched

    return tuple(replace(run, receipts=tuple(filter(is_told, run.receipts))) for run in runs)


def _focus_after(focus: Mapping[str, Value], correction: Correction, core: str) -> Mapping[str, Value]:
    """What may be spoken of next: what was done in the place of what was wrong, and nothing that was only put back."""
    wrong = {order.device for order in correction.back}
    did = cast(Mapping[str, Any], focus.get(ACTED) or {})
    devices = [d for d in did.get("devices", ()) if d not in wrong]
    if not devices:
        return {key: value for key, value in focus.items() if key not in (ORIGIN, ACTED)}
    changes = [change for change in did["changes"] if change[0] not in wrong]
    parts = [part for part in cast(Sequence[Any], focus["parts"]) if part[0] not in wrong]
    return {**focus, "parts": parts, "changes": changes, ORIGIN: core, ACTED: {**did, "devices": devices, "changes": changes}}
