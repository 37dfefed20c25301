"""What the IoT agent says of calls that it has not made: for actions that are kept for later."""

from collections.abc import Sequence

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.task import Task, ToolRun
from yamori.agents.iot.explaining import IotExplainer, orders_of
from yamori.agents.iot.policy import IotPolicy
from yamori.agents.iot.rules.described import described
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.domain.capability import Risk
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language
from yamori.understanding.coverage import coverage_of
from yamori.understanding.utterance import utterance_of

_GRAVITY = {Risk.SAFE: 0, Risk.CONFIRM: 1, Risk.PIN: 2}
_ONLY_NOW = frozenset({"undo_changes", "explain_changes", "tell_device"})
"""What has a meaning, or can be shown, at the time of asking alone."""


class IotDescriber:
    """Fulfils `agentkit.agent.Describer` over the agent's own policy."""

    def __init__(self, policy: IotPolicy, explainer: IotExplainer) -> None:
        self._policy, self._explainer = policy, explainer

    async def describe(self, task: Task, calls: Sequence[ToolCall]) -> Sequence[tuple[str, Risk]]:
        index = (await self._policy.context(task)).index
        return [_described(call, index, task) for call in calls]

    def left_out(self, task: Task, calls: Sequence[ToolCall]) -> Sequence[str]:
        """As of calls that were made (`understanding.covered`)."""
        made = [ToolRun(tool=call.tool, arguments=call.arguments, ok=True) for call in calls]
        evidence = self._explainer.explain_runs(task, made)
        if evidence is None:
            return ()
        return [clause.text for clause in coverage_of(utterance_of(task.request, task.now), evidence).left_out]


def _described(call: ToolCall, index: HomeIndex, task: Task) -> tuple[str, Risk]:
    if call.tool in _ONLY_NOW:
        raise InvalidRequest(f"{call.tool} cannot be kept for later", where="calls")
    if call.tool == "look":
        device, _, component = str(call.arguments.get("camera")).partition("/")
        name = spoken_name(index.devices[device], component or "main", index, task.language)
        return (f"take a picture with {name}" if task.language is Language.ENGLISH else f"{name}で写真を撮る"), Risk.SAFE
    orders = tuple(orders_of([call], index))
    if not orders:  # it only reads
        return task.request, Risk.SAFE
    risks = (index.capabilities[order.capability].commands[order.command].risk for order in orders)
    return described(orders, index, task.language), max(risks, key=_GRAVITY.__getitem__)
