"""Running the calls that were decided on: one line of the execution log for each."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace

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
        circumstances = Call(key=f"{key}/{number}", task=task)
        if limit_of(agent, call) is None:
            yield ToolReturned(agent=agent.card.name, run=await run_call(agent, call, circumstances))
            continue
        async with aclosing(_run_in_steps(agent, call, circumstances)) as events:
            async for event in events:
                yield event


async def _run_in_steps(agent: Agent, call: ToolCall, circumstances: Call) -> AsyncGenerator[ToolCalled | ToolReturned, None]:
    """A call that reports what it does; whoever stops listening stops it."""
    steps: asyncio.Queue[ToolRun | None] = asyncio.Queue()
    running = asyncio.create_task(run_call(agent, call, replace(circumstances, report=steps.put_nowait)))
    running.add_done_callback(lambda _: steps.put_nowait(None))
    try:
        while (step := await steps.get()) is not None:
            yield ToolCalled(agent=agent.card.name, tool=step.tool, arguments=step.arguments)
            yield ToolReturned(agent=agent.card.name, run=step)
        yield ToolReturned(agent=agent.card.name, run=await running)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def limit_of(agent: Agent, call: ToolCall) -> float | None:
    """Of a tool that reports its steps; None of any other, and of one that is not there."""
    return agent.tools.get(call.tool).limit if call.tool in agent.tools.names() else None


async def run_call(agent: Agent, call: ToolCall, circumstances: Call) -> ToolRun:
    """What became of one call; whatever the tool raises is in it."""
    try:
        check_role(agent.tools.get(call.tool).access, circumstances.task.role)
        async with asyncio.timeout(limit_of(agent, call) or TOOL_LIMIT):
            result = await agent.tools.run(call.tool, call.arguments, call=circumstances)
    except YamoriError as error:
        return ToolRun(tool=call.tool, arguments=call.arguments, ok=False, problem=error.said(circumstances.task.said))
    except TimeoutError:
        return ToolRun(tool=call.tool, arguments=call.arguments, ok=False, problem=STOPPED)
    return ToolRun(
        tool=call.tool, arguments=call.arguments, ok=True, result=result.value, receipts=result.receipts, approvals=result.approvals
    )
