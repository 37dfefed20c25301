"""A policy around the IoT agent's own for questions with more words about their answer than `asked_alone` leaves them."""

from collections.abc import Sequence
from dataclasses import replace

from yamori.agentkit.agent import Decision
from yamori.agentkit.around import Around
from yamori.agentkit.task import Claim, Outcome, Task, ToolRun
from yamori.understanding.asked_alone import asked_alone


class AskingAlone(Around):
    """Fulfils `agentkit.agent.Policy` over another one, which is told the question alone; what was said stays as it was."""

    async def claim(self, task: Task) -> Claim:
        return await self._inner.claim(_asked(task))

    async def decide(self, task: Task) -> Decision:
        return await self._inner.decide(_asked(task))

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        return self._inner.report(_asked(task), runs)


def _asked(task: Task) -> Task:
    return replace(task, request=asked_alone(task.request))
