"""What the Lists agent says of calls that it has not made yet: those of automations."""

from collections.abc import Sequence

from yamori.agentkit.agent import Described, ToolCall
from yamori.agentkit.task import Task
from yamori.agents.lists.wording import describing
from yamori.domain.errors import InvalidRequest


class ListDescriber:
    """Fulfils `agentkit.agent.Describer`."""

    async def describe(self, task: Task, calls: Sequence[ToolCall]) -> Sequence[Described]:
        return [Described(shows=_shown(call, task)) for call in calls]

    def left_out(self, task: Task, calls: Sequence[ToolCall]) -> Sequence[str]:
        return ()  # the policy takes a sentence whole or not at all


def _shown(call: ToolCall, task: Task) -> str:
    shows = describing([call], task.language)
    if not shows:
        raise InvalidRequest("only adding to a list can be kept for later", where="calls")
    return shows
