"""A small site for the gear operate: pages as they are given, and a note of everything that was sent to it."""

import asyncio
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

import uvicorn
from starlette.types import Receive, Scope, Send


@dataclass
class Site:
    """`pages` are bodies by path; `sent` every request that is not only reading; `opened` every path, `sockets` of web sockets."""

    pages: dict[str, str] = field(default_factory=dict)
    headers: dict[str, Mapping[str, str]] = field(default_factory=dict)
    sent: list[tuple[str, Mapping[str, str]]] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    sockets: list[str] = field(default_factory=list)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if scope["type"] == "websocket":
            self.sockets.append(path)
            return
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        if scope["method"] == "GET":
            self.opened.append(path)
        else:
            self.sent.append((path, dict(parse_qsl(body.decode("utf-8", "replace")))))
        page = self.pages.get(path, "<title>Thank you</title><main>Received.</main>" if scope["method"] != "GET" else "")
        extra = [(name.encode(), value.encode()) for name, value in self.headers.get(path, {}).items()]
        headers = [(b"content-type", b"text/html; charset=utf-8"), *extra]
        status = 302 if path in self.headers and "location" in self.headers[path] else 200 if page else 404
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": page.encode()})


@asynccontextmanager
async def served(app: object) -> AsyncIterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        config = uvicorn.Config(app, log_config=None, access_log=False, lifespan="off", timeout_graceful_shutdown=1)  # type: ignore[arg-type]
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await running
