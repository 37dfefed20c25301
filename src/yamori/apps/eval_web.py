"""`yamori eval web`: serves the simulated web on this machine alone until it is stopped."""

from collections.abc import Sequence
from datetime import datetime

import uvicorn

from yamori.domain.clock import SystemClock
from yamori.domain.errors import InvalidRequest


async def serve_simulated_web(*, now: Sequence[str], port: int, seed: int, delay: float) -> int:
    """`now`: at most one moment in ISO format with its offset from UTC; none for the present."""
    if len(now) > 1:
        raise InvalidRequest("`yamori eval web` takes one --now", where="--now")
    try:
        clock = datetime.fromisoformat(now[0]) if now else SystemClock("UTC").now()
    except ValueError as error:
        raise InvalidRequest(f"{now[0]!r} is no moment; for example 2026-03-04T09:00+09:00", where="--now") from error
    if clock.tzinfo is None:
        raise InvalidRequest("--now needs an offset from UTC, for example 2026-03-04T09:00+09:00", where="--now")
    from yamori.evaluation.web.app import simulated_web

    app = simulated_web(now=clock, seed=seed, delay=delay)
    await uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, lifespan="off", access_log=False)).serve()
    return 0
