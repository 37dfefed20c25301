"""Whoever visits the page in a test: requests through the ASGI door, and streams that are read while they still run."""

import asyncio
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import httpx
from fastapi import FastAPI

from yamori.web.page import page_router

from .household import FakeHousehold

PATIENCE = 5.0
"""Seconds until a test gives up; never waited for when all is well."""


def page_of(household: FakeHousehold) -> FastAPI:
    app = FastAPI()
    app.include_router(page_router(household))
    return app


def visit(household: FakeHousehold, **headers: str) -> httpx.AsyncClient:
    """A browser without scripts; headers by their names with `_` for `-`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=page_of(household)), base_url="http://yamori.test", headers=named)


@dataclass(frozen=True, kw_only=True)
class Message:
    """One server-sent message."""

    event: str
    id: str | None
    data: str


class Watching:
    """An open event stream. httpx's ASGI transport gives a response only when it has ended; a live page cannot wait for that."""

    def __init__(self, household: FakeHousehold, path: str, **headers: str) -> None:
        self._app = page_of(household)
        parts = urlsplit(path)
        self._scope: dict[str, Any] = {  # Any: ASGI's own type for a scope
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": parts.path,
            "raw_path": parts.path.encode(),
            "query_string": parts.query.encode(),
            "root_path": "",
            "headers": [(name.replace("_", "-").lower().encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("yamori.test", 80),
        }
        self._chunks: asyncio.Queue[bytes] = asyncio.Queue()
        self._gone = asyncio.Event()
        self._text = ""
        self.headers: Mapping[str, str] = {}

    async def __aenter__(self) -> Self:
        self._run = asyncio.create_task(self._app(self._scope, self._receive, self._send))
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Goes away like a closed tab, and waits until the page has noticed."""
        self._gone.set()
        await asyncio.wait_for(self._run, PATIENCE)

    async def message(self) -> Message:
        """The next message; comments that only keep a connection alive are skipped."""
        while True:
            while "\n\n" not in self._text:
                self._text += (await asyncio.wait_for(self._chunks.get(), PATIENCE)).decode().replace("\r\n", "\n")
            block, self._text = self._text.split("\n\n", 1)
            messages = read_messages(block)
            if messages:
                return messages[0]

    async def _receive(self) -> dict[str, Any]:  # Any: ASGI's own type for a message
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Mapping[str, Any]) -> None:  # Any: as above
        if message["type"] == "http.response.start":
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            self._chunks.put_nowait(message.get("body", b""))


def read_messages(text: str) -> list[Message]:
    """Every message of a finished stream."""
    found = []
    for block in text.replace("\r\n", "\n").split("\n\n"):
        fields = [line.partition(": ") for line in block.splitlines() if line and not line.startswith(":")]
        data = "\n".join(value for name, _, value in fields if name == "data")
        named = {name: value for name, _, value in fields}
        if "data" in named:
            found.append(Message(event=named.get("event", "message"), id=named.get("id"), data=data))
    return found


def htmx_settings(html: str) -> Mapping[str, object]:
    """What the page tells htmx about itself."""
    written = re.search(r"name=\"htmx-config\" content='([^']+)'", html)
    assert written
    settings = json.loads(written.group(1))
    assert isinstance(settings, dict)
    return settings
