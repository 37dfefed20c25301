"""The worker's life in the chaos run: gives orders at the IoT agent's door and asks each again, by its key, until it is acknowledged.

Its journal says `["asked", NUMBER]` before an order leaves and `["acknowledged", NUMBER, [[KEY, ID, STATUS, PROBLEM], …]]` after its
answer came; a new life goes on with what was asked and not acknowledged.
"""

import asyncio
import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import httpx
from tests.chaos.orders import order
from tests.chaos.record import append, lines

HANDS = 6
"""Orders at the same time."""
LAST_S = 120.0
"""Seconds within which a house that is killed no more must have acknowledged everything."""
_BREATH = 0.1
"""Seconds at most between two orders of one hand."""
_AGAIN = 0.1
"""Seconds until an order that was not answered is asked again."""


async def live(journal: Path, *, server: str, ending: bool) -> None:
    """Until killed; when `ending` only until all that was asked is acknowledged. Raises `TimeoutError` when it never is."""
    asked, acknowledged = read(journal)
    numbers: Iterator[int] = iter(sorted(asked - acknowledged))
    if not ending:
        numbers = itertools.chain(numbers, itertools.count(max(asked, default=-1) + 1))
    limit = LAST_S if ending else None
    async with asyncio.timeout(limit), httpx.AsyncClient(base_url=server, timeout=10.0) as client:
        await asyncio.gather(*(_work(client, journal, numbers, asked) for _ in range(HANDS)))


async def _work(client: httpx.AsyncClient, journal: Path, numbers: Iterator[int], asked: set[int]) -> None:
    for number in numbers:
        if number not in asked:
            append(journal, "asked", number)
        append(journal, "acknowledged", number, await _acknowledged(client, journal, number))
        await asyncio.sleep(random.uniform(0, _BREATH))


async def _acknowledged(client: httpx.AsyncClient, journal: Path, number: int) -> list[list[str | None]]:
    asked = order(number)
    while True:
        try:
            answer = await client.post(f"/agents/iot/tools/{asked.tool}", json=asked.arguments, headers={"Idempotency-Key": asked.key})
            if answer.status_code == 200:
                receipts = answer.json()["receipts"]
                return [[receipt["cause"]["key"], receipt["id"], receipt["status"], receipt["problem"]] for receipt in receipts]
            append(journal, "refused", number, answer.status_code, answer.text[:300])
        except httpx.TransportError:
            pass
        await asyncio.sleep(_AGAIN)


def read(journal: Path) -> tuple[set[int], set[int]]:
    """Numbers that were asked, and those that were acknowledged."""
    found: dict[str, set[int]] = {"asked": set(), "acknowledged": set(), "refused": set()}
    for what, number, *_ in lines(journal):
        found[what].add(number)
    return found["asked"], found["acknowledged"]
