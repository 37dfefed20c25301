"""How the IoT agent explains its calls to the coverage check, and what it would ask before doing them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.task import Task, ToolRun
from yamori.agents.iot.policy import IotPolicy
from yamori.agents.iot.rules.asked_elsewhere import asked_elsewhere
from yamori.agents.iot.rules.commands import Order
from yamori.agents.iot.rules.described import described
from yamori.agents.iot.rules.events_waited_for import evidence_of_reading
from yamori.agents.iot.rules.evidence import evidence_of
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.texts import TEXTS
from yamori.domain.language import Language
from yamori.understanding.coverage import Evidence
from yamori.understanding.covered import Explain, Reading
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of
from yamori.understanding.vocabulary import MarkerKind

_MOST_DESCRIBED = 3
"""Commands that a question can hold."""


class IotExplainer:
    """Fulfils `understanding.covered.Explainer` over the agent's own policy."""

    def __init__(self, policy: IotPolicy) -> None:
        self._policy = policy

    async def explain(self, task: Task) -> Explain:
        context = await self._policy.context(task)

        def explain(calls: Sequence[ToolCall]) -> Reading | None:
            orders = tuple(orders_of(calls, context.index))
            if not orders:
                return _of_reading(calls, task, context)
            evidence = evidence_of(utterance_of(task.request, task.now), orders, context, staged=_is_staged(calls))
            return Reading(
                evidence=evidence,
                description=_description(orders, context.index, task.language),
                unfound=lambda said: TEXTS.said(task.language, "framing.unknown_unchanged", place=said),
            )

        return explain

    def explain_runs(self, task: Task, runs: Sequence[ToolRun]) -> Evidence | None:
        context = self._policy.decided_in(task)
        calls = [ToolCall(tool=run.tool, arguments=run.arguments) for run in runs if run.ok]
        orders = tuple(orders_of(calls, context.index))
        if not orders or any(run.tool not in _CHANGING for run in runs):
            return None  # what else was asked may be what was read
        return evidence_of(utterance_of(task.request, task.now), orders, context, staged=_is_staged(calls))


def _of_reading(calls: Sequence[ToolCall], task: Task, context: Context) -> Reading | None:
    """Of calls that only read devices; None where they need no explanation."""
    if not calls or any(call.tool != "read_devices" for call in calls):
        return None
    utterance = utterance_of(task.request, task.now)
    evidence = evidence_of_reading(utterance)
    if evidence is None:
        devices = {str(address).partition("/")[0] for call in calls for address in cast(Sequence[str], call.arguments.get("devices", ()))}
        elsewhere = asked_elsewhere(utterance, devices, context)
        evidence = Evidence(spans=_between(elsewhere, utterance), honours=frozenset(MarkerKind)) if elsewhere else None
    return Reading(evidence=evidence, only_reads=True) if evidence is not None else None


def _between(left: Sequence[Span], utterance: Utterance) -> tuple[Span, ...]:
    """All of the sentence but these words."""
    bounds = [0, *(edge for span in left for edge in span), len(utterance.normal.text)]
    return tuple(Span(start, end) for start, end in zip(bounds[::2], bounds[1::2], strict=True) if end > start)


def _is_staged(calls: Sequence[ToolCall]) -> bool:
    return any(call.tool == "perform" and len(list(_steps(call.arguments.get("step")))) > 1 for call in calls)


_CHANGING = ("control_devices", "perform")


def orders_of(calls: Sequence[ToolCall], index: HomeIndex) -> Iterator[Order]:
    """Every command of the calls. What takes back changes, or hands the sentence on to a device, has none."""
    for call in calls:
        if call.tool == "perform":
            yield from _steps(call.arguments.get("step"))
        elif call.tool == "control_devices":
            arguments = cast(Mapping[str, Any], call.arguments)
            for address in arguments.get("devices", ()):
                device, _, component = str(address).partition("/")
                if device in index.devices:
                    capability = str(arguments["capability"])
                    held = (c for c, name in index.devices[device].capabilities() if name == capability)
                    given = dict(arguments.get("arguments") or {})
                    yield Order(device, component or next(held, "main"), capability, str(arguments["command"]), given)


def _steps(step: object) -> Iterator[Order]:
    if isinstance(step, Mapping):
        if "device" in step:
            given = dict(cast(Mapping[str, Any], step.get("arguments") or {}))
            yield Order(str(step["device"]), str(step.get("component") or "main"), str(step["capability"]), str(step["command"]), given)
        for inner in (*step.get("sequence", ()), *step.get("parallel", ())):
            yield from _steps(inner)


def _description(orders: Sequence[Order], index: HomeIndex, language: Language) -> str:
    """What the commands would do, as a question can end; empty where they are too many to say."""
    return described(orders, index, language) if len(orders) <= _MOST_DESCRIBED else ""
