"""How the Lists agent explains its calls to the coverage check. The words that they carry out come with each decision."""

from collections.abc import Sequence

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.task import Task, ToolRun
from yamori.agents.lists.rules.reading import READS, honoured
from yamori.agents.lists.wording import describing
from yamori.understanding.coverage import Evidence
from yamori.understanding.covered import Explain, Reading


class ListsExplainer:
    """Fulfils `understanding.covered.Explainer`."""

    async def explain(self, task: Task) -> Explain:
        def explain(calls: Sequence[ToolCall]) -> Reading | None:
            return Reading(
                evidence=Evidence(honours=honoured(calls)),
                description=describing(calls, task.language) if len(calls) == 1 else "",
                only_reads=all(call.tool in READS for call in calls),
            )

        return explain

    def explain_runs(self, task: Task, runs: Sequence[ToolRun]) -> Evidence | None:
        calls = [ToolCall(tool=run.tool, arguments=run.arguments) for run in runs if run.ok]
        return Evidence(honours=honoured(calls)) if calls else None
