"""What the IoT agent says of calls that it has not made: for actions that are kept for later."""

from collections.abc import Sequence

from yamori.agentkit.agent import Described, ToolCall
from yamori.agentkit.task import Task, ToolRun
from yamori.agents.iot.allowance import Allowance
from yamori.agents.iot.explaining import IotExplainer, orders_of
from yamori.agents.iot.policy import IotPolicy
from yamori.agents.iot.rules.described import described
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.never_late import is_never_late
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.agents.iot.texts import TEXTS
from yamori.domain.capability import Risk
from yamori.domain.errors import InvalidRequest
from yamori.understanding.coverage import coverage_of
from yamori.understanding.utterance import utterance_of

_GRAVITY = {Risk.SAFE: 0, Risk.CONFIRM: 1, Risk.PIN: 2}
_ONLY_NOW = frozenset({"undo_changes", "explain_changes", "tell_device"})
"""What has a meaning, or can be shown, at the time of asking alone."""


class IotDescriber:
    """Fulfils `agentkit.agent.Describer` over the agent's own policy."""

    def __init__(self, policy: IotPolicy, explainer: IotExplainer, allowance: Allowance) -> None:
        self._policy, self._explainer, self._allowance = policy, explainer, allowance

    async def describe(self, task: Task, calls: Sequence[ToolCall]) -> Sequence[Described]:
        context = await self._policy.context(task)
        return [_described(call, context, task, self._allowance) for call in calls]

    def left_out(self, task: Task, calls: Sequence[ToolCall]) -> Sequence[str]:
        """As of calls that were made (`understanding.covered`)."""
        made = [ToolRun(tool=call.tool, arguments=call.arguments, ok=True) for call in calls]
        evidence = self._explainer.explain_runs(task, made)
        if evidence is None:
            return ()
        return [clause.text for clause in coverage_of(utterance_of(task.request, task.now), evidence).left_out]


def _described(call: ToolCall, context: Context, task: Task, allowance: Allowance) -> Described:
    index = context.index
    if call.tool in _ONLY_NOW:
        raise InvalidRequest(f"{call.tool} cannot be kept for later", where="calls")
    if call.tool == "look":
        device, _, component = str(call.arguments.get("camera")).partition("/")
        name = spoken_name(index.devices[device], component or "main", index, task.language)
        return Described(shows=TEXTS.said(task.language, "describing.picture", device=name))
    orders = tuple(orders_of([call], index))
    if not orders:  # it only reads
        return Described(shows=task.request)
    risks = [(order.capability, index.capabilities[order.capability].commands[order.command].risk) for order in orders]
    needed = [allowance.needed(task.person, capability, risk) for capability, risk in risks]
    return Described(
        shows=described(orders, index, task.language),
        risk=max((risk for risk in needed if risk is not None), key=_GRAVITY.__getitem__, default=Risk.SAFE),
        forbidden=None in needed,
        never_late=is_never_late(orders, index, context.state),
    )
