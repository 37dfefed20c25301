"""Running the calls that were decided on: one line of the execution log for each."""

import asyncio
from collections.abc import AsyncGenerator, Sequence

from yamori.agentkit.access import check_role
from yamori.agentkit.agent import Agent, ToolCall
from yamori.agentkit.failures import STOPPED
from yamori.agentkit.task import Task, ToolCalled, ToolReturned, ToolRun
from yamori.agentkit.tool import Call
from yamori.domain.errors import YamoriError

TOOL_LIMIT = 60.0
"""Seconds that one tool may take."""


async def run_calls(agent: Agent, task: Task, calls: Sequence[ToolCall], *, key: str) -> AsyncGenerator[ToolCalled | ToolReturned, None]:
    """Run them in order, each under a key of its own."""
    for number, call in enumerate(calls):
        yield ToolCalled(agent=agent.card.name, tool=call.tool, arguments=call.arguments)
        run = await run_call(agent, call, Call(key=f"{key}/{number}", task=task))
        yield ToolReturned(agent=agent.card.name, run=run)


async def run_call(agent: Agent, call: ToolCall, circumstances: Call) -> ToolRun:
    """What became of one call; whatever the tool raises is in it."""
    try:
        check_role(agent.tools.get(call.tool).access, circumstances.task.role)
        async with asyncio.timeout(TOOL_LIMIT):
            result = await agent.tools.run(call.tool, call.arguments, call=circumstances)
    except YamoriError as error:
        return ToolRun(tool=call.tool, arguments=call.arguments, ok=False, problem=error.said(circumstances.task.said))
    except TimeoutError:
        return ToolRun(tool=call.tool, arguments=call.arguments, ok=False, problem=STOPPED)
    return ToolRun(
        tool=call.tool, arguments=call.arguments, ok=True, result=result.value, receipts=result.receipts, approvals=result.approvals
    )
