"""A provider on 127.0.0.1: speaks a protocol, does what it is told next, and keeps what reached it."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum
from itertools import cycle
from typing import Any

from tests.llm.providers.protocols import Body, Protocol, Rejected
from tests.llm.providers.questions import sample


class Does(Enum):
    """What a provider may do instead of answering well."""

    REFUSES = "says that it will not"
    CALLS_A_TOOL = "calls a tool that nobody offered"
    IS_EMPTY = "says nothing"
    CUTS_OFF = "reaches the limit of tokens"
    CHATS = "says something in prose"
    BREAKS_OFF = "closes the connection in the middle"
    GARBLES = "sends a body that is no JSON"
    FAILS = "500"
    IS_BUSY = "429, and says how long"
    REJECTS = "400"


Line = Does | str
"""A string is what the model says, word for word."""


@dataclass
class Provider:
    protocol: Protocol
    does: list[Line]
    url: str = ""
    bodies: list[Body] = field(default_factory=list)
    schemas: list[dict[str, Any] | None] = field(default_factory=list)
    """What the answers were held to, one for each request that the protocol accepts."""
    answers: Callable[[Body], str] | None = None
    """Says what the model says, from what the protocol's request holds."""
    _turns: dict[str, Any] = field(default_factory=dict)

    def reply(self, body: Body) -> tuple[int, dict[str, str], bytes, int]:
        """Status, headers, body, and how much of it is sent."""
        self.bodies.append(body)
        line = self.does.pop(0) if self.does else None
        protocol = self.protocol
        if line is Does.FAILS:
            return self._said(500, protocol.wrong(500, "overloaded"))
        if line is Does.IS_BUSY:
            return self._said(429, protocol.wrong(429, "slow down"), {"retry-after": "3"})
        if line is Does.REJECTS:
            return self._said(400, protocol.wrong(400, "no"))
        try:
            schema = protocol.sees(body)
        except Rejected as rejected:
            return self._said(400, protocol.wrong(400, str(rejected)))
        self.schemas.append(schema)
        text = line if isinstance(line, str) else self._instance(schema, body)
        match line:
            case Does.REFUSES:
                return self._said(200, protocol.refuses(body))
            case Does.CALLS_A_TOOL:
                return self._said(200, protocol.calls_a_tool(body))
            case Does.IS_EMPTY:
                return self._said(200, protocol.says(body, ""))
            case Does.CUTS_OFF:
                return self._said(200, protocol.cuts_off(body, text))
            case Does.CHATS:
                return self._said(200, protocol.says(body, "With pleasure!"))
            case Does.BREAKS_OFF:
                status, headers, content, size = self._said(200, protocol.says(body, text))
                return status, headers, content, size // 2
            case Does.GARBLES:
                return 200, {"content-type": "application/json"}, b'{"half', 6
            case _:
                return self._said(200, protocol.says(body, text))

    def _instance(self, schema: dict[str, Any] | None, body: Body) -> str:
        """The next instance of the schema that it sees; of none it finds one in the request."""
        if self.answers is not None:
            return self.answers(body)
        if schema is None:
            request = self.protocol.texts(body)[-1][1]
            if "JSON schema:\n" not in request:
                return "Good evening."
            schema = json.loads(request.partition("JSON schema:\n")[2])
        key = json.dumps(schema)
        if key not in self._turns:
            self._turns[key] = cycle(list(sample(schema)))
        return json.dumps(next(self._turns[key]), ensure_ascii=False)

    def _said(self, status: int, body: Body | None, headers: dict[str, str] | None = None) -> tuple[int, dict[str, str], bytes, int]:
        content = json.dumps(body).encode() + b"\n"
        return status, {"content-type": "application/json", **(headers or {})}, content, len(content)


@asynccontextmanager
async def serving(
    protocol: Protocol, does: Sequence[Line] = (), *, answers: Callable[[Body], str] | None = None
) -> AsyncIterator[Provider]:
    """The provider, listening."""
    provider = Provider(protocol, list(does), answers=answers)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        size = next(int(line.split(":")[1]) for line in head.splitlines() if line.lower().startswith("content-length"))
        status, headers, content, sent = provider.reply(json.loads(await reader.readexactly(size)))
        lines = [f"HTTP/1.1 {status} X", f"content-length: {len(content)}", "connection: close", *(f"{k}: {v}" for k, v in headers.items())]
        writer.write("\r\n".join([*lines, "", ""]).encode() + content[:sent])
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        provider.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}{protocol.path}"
        yield provider
