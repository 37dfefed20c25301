"""What of a running household is ready now, part by part: `GET /readyz`, and `yamori doctor` says the same of a house that runs.

`GET /healthz` only says that the process lives. Nothing here changes anything, and no part is waited for longer than `PATIENCE`.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import JSONResponse

from yamori.agentkit.access import allowed
from yamori.domain.access import Who
from yamori.domain.errors import YamoriError

PATIENCE = 2.0
"""Seconds for each part; all are looked at at the same time."""
_PROBE = 65_536
"""Bytes: more than a single write of a household's databases needs."""
Look = Callable[[], Awaitable[object]]
"""Raises where the part cannot be used; a `YamoriError` says why."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """One thing that a household works with."""

    name: str
    look: Look
    needed: bool = True
    """Without it the household is not ready."""


@dataclass(frozen=True, kw_only=True)
class State:
    """How a part was found."""

    ready: bool
    needed: bool
    says: str = ""
    """Why it is not ready."""


async def look_at(parts: Sequence[Part], *, patience: float = PATIENCE) -> Mapping[str, State]:
    """Each part by its name."""
    found = await asyncio.gather(*(_looked(part, patience) for part in parts))
    return {part.name: state for part, state in zip(parts, found, strict=True)}


async def _looked(part: Part, patience: float) -> State:
    try:
        async with asyncio.timeout(patience):
            await part.look()
    except TimeoutError:
        return State(ready=False, needed=part.needed, says=f"it did not answer within {patience:g} s")
    except YamoriError as error:
        return State(ready=False, needed=part.needed, says=str(error))
    except Exception as error:  # whatever a part may raise, it is not ready, and the others are still looked at
        return State(ready=False, needed=part.needed, says=f"{type(error).__name__}: {error}")
    return State(ready=True, needed=part.needed)


def is_ready(states: Mapping[str, State]) -> bool:
    return all(state.ready or not state.needed for state in states.values())


def add_readiness(app: FastAPI, parts: Callable[[], Sequence[Part]], *, patience: float = PATIENCE) -> None:
    """`GET /readyz`: 200, or 503 where a part that is needed is not ready; every part by its name."""

    @app.get("/readyz")
    @allowed(Who.ANYBODY)
    async def readyz() -> JSONResponse:
        states = await look_at(parts(), patience=patience)
        ready = is_ready(states)
        body = {"ready": ready, "parts": {name: asdict(state) for name, state in states.items()}}
        return JSONResponse(body, status_code=200 if ready else 503, headers={"Cache-Control": "no-store"})


async def disk_takes(folder: Path) -> None:
    """Raises `OSError` where the folder takes nothing more."""

    def write() -> None:
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(bytes(_PROBE))
            trial.flush()

    await asyncio.to_thread(write)
