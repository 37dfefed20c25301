"""One question to the Life-Style agent alone, through the endpoint that streams: what came back, when it began and when it was whole."""

import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx
from httpx_sse import SSEError, aconnect_sse

AGENT = "lifestyle"


@dataclass(frozen=True, kw_only=True)
class Heard:
    outcome: Mapping[str, Any] = field(default_factory=dict)
    """The agent's own; empty when there was none."""
    problem: str | None = None
    first_seconds: float | None = None
    """Until the first event with words of the answer in it; None when there was none."""
    seconds: float

    @property
    def text(self) -> str:
        return str(self.outcome.get("text") or "")


async def ask(client: httpx.AsyncClient, request: Mapping[str, str | None], *, limit_seconds: float) -> Heard:
    """`POST /agents/lifestyle/chat` as an event stream. `request` holds `text`, `person` and if wanted `model`."""
    begun, first = time.monotonic(), None
    outcome: Mapping[str, Any] = {}
    problem: str | None = "the stream ended without an answer"
    try:
        async with (
            asyncio.timeout(limit_seconds),
            aconnect_sse(client, "POST", f"/agents/{AGENT}/chat", json=dict(request), timeout=limit_seconds) as source,
        ):
            source.response.raise_for_status()
            async for message in source.aiter_sse():
                if message.event == "ToolCalled":
                    continue
                if first is None:
                    first = time.monotonic() - begun
                if message.event == "Finished":
                    outcome, problem = json.loads(message.data)["outcome"], None
    except TimeoutError:
        problem = f"no answer within {limit_seconds:g} s"
    except (httpx.HTTPError, SSEError) as error:
        problem = f"{type(error).__name__}: {error}"
    return Heard(outcome=outcome, problem=problem, first_seconds=first, seconds=time.monotonic() - begun)
