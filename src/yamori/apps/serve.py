"""`yamori serve` and `yamori agent NAME`: one process that listens, and says plainly why when it cannot."""

import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from yamori.apps.household import open_household
from yamori.apps.logging import start_logging
from yamori.apps.preconditions import check_reachable, listening_socket
from yamori.apps.reach import reach_of
from yamori.apps.settings import Settings

LAST_REPLIES = 3
"""Seconds that open connections get when the process is told to stop; turns are kept and go on at the next start."""


async def serve(settings: Settings, *, agent: str | None = None) -> int:
    """Run the household, or one agent's endpoints alone, until told to stop. Raises `Misconfigured`."""
    with listening_socket(settings.host, settings.port) as listening:
        start_logging(level=settings.log, form=settings.log_format)
        async with open_household(settings, url=settings.url) as household:
            check_reachable(reach_of(settings), has_accounts=await household.callers.has_accounts())
            app: ASGIApp = household.app
            if agent is not None:
                app = OneAgent(app, agent)
            print(f"Yamori{f' ({agent})' if agent else ''}: {settings.url}  (Ctrl-C ends)", file=sys.stderr, flush=True)
            settle()
            config = uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                lifespan="off",
                timeout_graceful_shutdown=LAST_REPLIES,
                proxy_headers=False,  # who asks is who is connected: anybody can write another address into a header
                server_header=False,
            )
            await HouseServer(config, leave=household.house.edge.leave).serve(sockets=[listening])
    return 0


def settle() -> None:
    """What was loaded stays for good, so that the collector need not look at it again: that took a tenth of a second each time, in the
    middle of somebody's sentence."""
    gc.collect()
    gc.freeze()


class HouseServer(uvicorn.Server):
    """Being told to stop is how a server ends well: unlike uvicorn's own, it does not kill its process with the signal again
    before the household around it is closed. Devices that wait at its endpoint are let go first: `leave`."""

    def __init__(self, config: uvicorn.Config, *, leave: Callable[[], None]) -> None:
        super().__init__(config)
        self._leave = leave

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._leave()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {told: signal.signal(told, self.handle_exit) for told in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for told, handler in before.items():
                signal.signal(told, handler)


class OneAgent:
    """One agent of a household at the root of a server of its own: `/card` instead of `/agents/iot/card`."""

    def __init__(self, app: ASGIApp, name: str) -> None:
        self._app = app
        self._prefix = f"/agents/{name}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            path = self._prefix + scope["path"]
            scope = {**scope, "path": path, "raw_path": path.encode()}
        await self._app(scope, receive, send)
