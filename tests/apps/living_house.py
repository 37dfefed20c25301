"""A household that lives again and again: `python -m tests.apps.living_house DATA` forks a life for each line on its standard input.

A life opens the household over DATA, says numbered sentences to it without end, and writes a line for whatever it sees. It is there to
be killed. Forking from a process that has imported everything and has said each sentence once makes a start cost a tenth of a second.
"""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import httpx
import pytest
import structlog
from httpx_sse import aconnect_sse
from tests.route_types import share_routes, skip_subgraphs

from yamori.agentkit.apart import apart
from yamori.agentkit.transport import StreamingTransport
from yamori.apps.household import Household, run_household
from yamori.domain.clock import SystemClock
from yamori.gateway.homefile import LoadedHome, load_home
from yamori.llm.scripted import ScriptedModels
from yamori.orchestrator import checkpoints  # noqa: F401  # imported before the fork, as all that is slow

SPEAKERS = 2
"""They speak at the same time."""

SENTENCES = (
    "Set the bedside lamp to {level} % and add buy item {n} to my tasks",
    "デスクランプを{level}%にして、予定に「品{n}」を追加して",
    "Turn up the living room TV volume by 1 and add fix item {n} to my tasks",
    "Turn up the living room TV volume by 1 and add call number {n} to my tasks",
    "Unlock the front door",
)
"""Sentence n of a life is number n modulo their count; the last one waits for a yes."""


def sentence(n: int) -> str:
    return SENTENCES[n % len(SENTENCES)].format(n=n, level=n % 99 + 1)


def tell(line: str) -> None:
    os.write(1, f"{line}\n".encode())


async def live(home: LoadedHome, data: Path, first: int) -> None:
    tell("begun")
    async with open_house(home, data) as household, client_of(household) as client:
        tell("up")
        await asyncio.gather(*(speak(client, first + speaker) for speaker in range(SPEAKERS)))


def open_house(home: LoadedHome, data: Path | None) -> AbstractAsyncContextManager[Household]:
    return run_household(home, data=data, clock=SystemClock(home.home.place.timezone), models=ScriptedModels({}))


@asynccontextmanager
async def client_of(household: Household) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(transport=StreamingTransport(household.app), base_url="http://127.0.0.1", timeout=20.0) as client:
        yield client


async def speak(client: httpx.AsyncClient, n: int) -> None:
    while True:
        async for line in said(client, n):
            tell(line)
        n += SPEAKERS


async def said(client: httpx.AsyncClient, n: int) -> AsyncIterator[str]:
    """What is seen while a sentence is said."""
    yield f"asked {n}"
    begun = await client.post("/turns", json={"text": sentence(n), "person": "aiko", "conversation": f"c{n}"})
    assert begun.status_code == 202, begun.text
    turn = begun.json()["turn"]
    yield f"acknowledged {n} {turn}"
    async with aconnect_sse(client, "GET", f"/turns/{turn}/events") as source:
        async for event in source.aiter_sse():
            yield f"event {n} {event.event}"
            if event.event == "waiting":
                answered = await client.post(f"/turns/{turn}/answer", json={"text": "yes"})
                assert answered.status_code == 202, answered.text
                yield f"answered {n} {turn}"


async def warm(home: LoadedHome) -> None:
    """Whatever is imported, read or compiled late is so now, by a household that keeps nothing. No thread is at work any more: a lock that
    one holds at the fork is never released."""
    async with open_house(home, None) as household, client_of(household) as client:
        for agent in household.agents.values():
            await agent.policy.prepare()
        for n in range(len(SENTENCES)):
            async for _ in said(client, n):
                pass
    await apart(len, "")


def main() -> None:
    # Standard output is for what is told: a log of many lines that a kill cuts would run into the line after it.
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    patch = pytest.MonkeyPatch()
    share_routes(patch)
    skip_subgraphs(patch)
    data = Path(sys.argv[1])
    home = load_home("demo")
    asyncio.run(warm(home))
    tell("ready")
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            try:
                asyncio.run(live(home, data, json.loads(line)))
            finally:
                os._exit(1)  # a life does not end by itself
        tell(f"pid {child}")
        _, status = os.waitpid(child, 0)
        tell(f"over {os.waitstatus_to_exitcode(status)}")


if __name__ == "__main__":
    main()
