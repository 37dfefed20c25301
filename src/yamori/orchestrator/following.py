"""Following a task at its agent: what the agent does is reported as it happens, and an agent that breaks off is asked once more."""

from collections.abc import Callable
from contextlib import aclosing

from yamori.agentkit.failures import log_failure
from yamori.agentkit.task import Finished, Outcome, OutcomeStatus, Task, ToolCalled, ToolReturned, ToolRun
from yamori.domain.errors import HouseSilent
from yamori.domain.events import ToolEnded, ToolStarted, TurnEvent
from yamori.orchestrator.directory import AgentDirectory
from yamori.orchestrator.speech import broken_text, stuck_text


class Following:
    """Notifies of each tool that runs, under a key by which it is notified once."""

    def __init__(self, agents: AgentDirectory, notify: Callable[[str, str, TurnEvent], None]) -> None:
        self._agents, self._notify = agents, notify

    async def followed(self, task: Task, agent: str, number: int, mark: str) -> Outcome:
        """What came of a task; its tools are reported as they run. An agent that broke off in the middle is asked again what came of it:
        the task's key makes that harmless, and nothing else would tell what was done."""
        turn, language = task.turn or "", task.language
        runs: list[ToolRun] = []
        why = ""
        for _ in range(2):
            runs.clear()
            calls = 0
            try:
                async with aclosing(self._agents.relay(agent, task)) as events:
                    async for event in events:
                        match event:
                            case ToolCalled():
                                started = ToolStarted(task=number, agent=event.agent, tool=event.tool, arguments=event.arguments)
                                self._notify(turn, f"{mark}-call-{calls}", started)
                                calls += 1
                            case ToolReturned():
                                self._notify(turn, f"{mark}-return-{len(runs)}", _ended(number, agent, event.run))
                                runs.append(event.run)
                            case Finished():
                                self._notify_rest(turn, mark, number, agent, event.outcome, reported=len(runs))
                                return event.outcome
                why = f"the {agent} agent ended without an answer"
            except HouseSilent as error:
                why = str(error)
            if not calls:
                break
        done = sum(run.ok for run in runs)
        status = OutcomeStatus.PARTLY if done else OutcomeStatus.FAILED
        log_failure("agent broke off", why)
        text = broken_text(language, done=done) if done else stuck_text(language)
        return Outcome(status=status, text=text, runs=tuple(runs), final=True)

    def _notify_rest(self, turn: str, mark: str, number: int, agent: str, outcome: Outcome, *, reported: int) -> None:
        """Tools that ran before a kill, or when the person's answer let them: their agent reports them only at the end."""
        if reported or outcome.status is OutcomeStatus.HELD:
            return
        for i, run in enumerate(outcome.runs):
            self._notify(turn, f"{mark}-return-{i}", _ended(number, agent, run))


def _ended(number: int, agent: str, run: ToolRun) -> ToolEnded:
    return ToolEnded(task=number, agent=agent, tool=run.tool, ok=run.ok, result=run.result, problem=run.problem, receipts=run.receipts)
