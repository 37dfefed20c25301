"""A policy around the IoT agent's own for questions with more words about their answer than `asked_alone` leaves them."""

from collections.abc import Sequence
from dataclasses import replace

from yamori.agentkit.agent import Decision, Policy
from yamori.agentkit.task import Claim, Outcome, Task, ToolRun
from yamori.domain.answer import No, Pin, Yes
from yamori.llm.port import Prompt
from yamori.understanding.asked_alone import asked_alone


class AskingAlone:
    """Fulfils `agentkit.agent.Policy` over another one, which is told the question alone; what was said stays as it was."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    @property
    def inner(self) -> Policy:
        return self._policy

    async def prefix(self) -> Prompt:
        return await self._policy.prefix()

    async def prepare(self) -> None:
        await self._policy.prepare()

    async def claim(self, task: Task) -> Claim:
        return await self._policy.claim(_asked(task))

    async def settle(self, approval: str, answer: Yes | No | Pin, task: Task) -> ToolRun:
        return await self._policy.settle(approval, answer, task)

    async def decide(self, task: Task) -> Decision:
        return await self._policy.decide(_asked(task))

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        return self._policy.report(_asked(task), runs)


def _asked(task: Task) -> Task:
    return replace(task, request=asked_alone(task.request))
