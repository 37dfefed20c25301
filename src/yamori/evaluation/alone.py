"""One agent, spoken to alone through its own endpoint, as anybody may: no orchestrator around it."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx


@dataclass(frozen=True, kw_only=True)
class Told:
    """What came back for the sentence."""

    outcome: Mapping[str, Any] = field(default_factory=dict)
    """The agent's own; empty when there was none."""
    problem: str | None = None
    seconds: float

    @property
    def text(self) -> str:
        return str(self.outcome.get("text") or "")

    @property
    def asked(self) -> bool:
        return self.outcome.get("status") == "asking"

    @property
    def has_receipt(self) -> bool:
        receipts = [receipt for run in self.outcome.get("runs") or () for receipt in run.get("receipts") or ()]
        return any(receipt.get("status") in ("done", "unchanged") for receipt in receipts)


async def tell(client: httpx.AsyncClient, agent: str, request: Mapping[str, str | None], *, limit_seconds: float) -> Told:
    """`POST /agents/{agent}/chat`. `request` holds `text`, `person`, and if wanted `conversation`, `room` and `model`."""
    begun = time.monotonic()
    try:
        async with asyncio.timeout(limit_seconds):
            response = await client.post(f"/agents/{agent}/chat", json=dict(request), timeout=limit_seconds)
        response.raise_for_status()
        return Told(outcome=response.json(), seconds=time.monotonic() - begun)
    except TimeoutError:
        return Told(problem=f"no answer within {limit_seconds:g} s", seconds=time.monotonic() - begun)
    except httpx.HTTPError as error:
        return Told(problem=f"{type(error).__name__}: {error}", seconds=time.monotonic() - begun)
