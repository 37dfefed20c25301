"""A policy around another one, of which most agents are put together: everything is passed on but what a policy of its kind decides."""

from collections.abc import Sequence

from yamori.agentkit.agent import Decision, Policy
from yamori.agentkit.task import Claim, Outcome, Task, ToolRun
from yamori.domain.answer import No, Pin, Yes
from yamori.llm.port import Prompt


class Around:
    """Fulfils `agent.Policy` over another one."""

    def __init__(self, inner: Policy) -> None:
        self._inner = inner

    @property
    def inner(self) -> Policy:
        """The policy that this one stands around."""
        return self._inner

    async def prefix(self) -> Prompt:
        return await self._inner.prefix()

    async def prepare(self) -> None:
        await self._inner.prepare()

    async def claim(self, task: Task) -> Claim:
        return await self._inner.claim(task)

    async def decide(self, task: Task) -> Decision:
        return await self._inner.decide(task)

    async def settle(self, approval: str, answer: Yes | No | Pin, task: Task) -> ToolRun:
        return await self._inner.settle(approval, answer, task)

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        return self._inner.report(task, runs)
