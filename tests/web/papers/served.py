"""This view on a free port of this machine, for a real browser."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn

from .fake import FakePapers
from .shelf import shelf_of


@asynccontextmanager
async def served(papers: FakePapers) -> AsyncIterator[str]:
    server = uvicorn.Server(uvicorn.Config(shelf_of(papers), log_level="warning", log_config=None, timeout_graceful_shutdown=1))
    listening = socket.create_server(("127.0.0.1", 0))
    running = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        await running
