"""What texts that are made to keep the house busy cost: each as a turn and at every endpoint of every agent, while `/healthz` is asked.

PYTHONPATH=src python benchmarks/hostile.py [TEXTS] [SEED]
"""

import asyncio
import sys
import time
from datetime import datetime

import httpx

from yamori.agentkit.transport import StreamingTransport
from yamori.apps.household import run_household
from yamori.domain.clock import SetClock
from yamori.evaluation.hostile import Struck, hostile_texts, strike
from yamori.gateway.homefile import load_home
from yamori.llm.scripted import ScriptedModels

NOW = datetime.fromisoformat("2026-11-21T09:00:00+09:00")


async def main(count: int, seed: int) -> int:
    costs: list[Struck] = []
    waits: list[float] = []

    async def ask_how_it_is(client: httpx.AsyncClient) -> None:
        while True:
            asked = time.monotonic()
            (await client.get("/healthz")).raise_for_status()
            waits.append(time.monotonic() - asked)
            await asyncio.sleep(0.02)

    async with (
        run_household(load_home("demo"), data=None, clock=SetClock(NOW), models=ScriptedModels({})) as household,
        httpx.AsyncClient(transport=StreamingTransport(household.app), base_url="http://127.0.0.1", timeout=60.0) as client,
    ):
        for text in ("Turn on the bedside lamp", "寝室の照明を消して"):  # what is read and compiled once
            _ = [struck async for struck in strike(client, household.agents, text, number=0, person="aiko", now=NOW)]
        asking = asyncio.create_task(ask_how_it_is(client))
        for number, text in enumerate(hostile_texts(count, seed=seed)):
            costs += [s async for s in strike(client, household.agents, text, number=number, person="aiko", now=NOW)]
        asking.cancel()
    worst = max(costs, key=lambda s: s.seconds)
    print(f"{count} texts, {len(costs)} requests, {sum(s.status >= 500 for s in costs)} of them a 500")
    print(f"worst: {worst.seconds:.2f} s of processor at {worst.endpoint}, {len(worst.text)} characters, {worst.text[:40]!r}")
    print(f"over 0.5 s: {sum(s.seconds > 0.5 for s in costs)}; most of the event loop's own: {max(s.loop_seconds for s in costs):.2f} s")
    print(f"/healthz {len(waits)} times meanwhile, worst {max(waits):.2f} s by the clock")
    return 0


if __name__ == "__main__":
    arguments = [int(a) for a in sys.argv[1:]]
    raise SystemExit(asyncio.run(main(*(arguments + [2000, 20261125][len(arguments) :]))))
