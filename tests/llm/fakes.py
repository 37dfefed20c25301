"""What the tests of `llm` share: a llama.cpp that only pretends, and a server that speaks the providers' protocols."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from yamori.domain.errors import ModelFailed
from yamori.domain.values import Value
from yamori.llm.llama import Completion, LlamaGone, LlamaSettings
from yamori.llm.port import Token

END = 3
"""The token after which the pretended template lets the model speak."""


@dataclass
class FakeLlama:
    """Slots as llama.cpp has them: what two prompts share is reused, the rest is computed in pieces, and the split leaves its mark.

    Each computed token carries a number that follows from everything before it *and* from how long its piece was, as real
    sums do in their last digits. An answer is that number, so that a prompt computed in another split answers otherwise.
    """

    settings: LlamaSettings
    slots: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """For each slot its (token, number) pairs."""
    adapters: dict[int, int | None] = field(default_factory=dict)
    """Which one each slot was computed with: asked with another, it is emptied."""
    log: list[str] = field(default_factory=list)
    hang: asyncio.Event | None = None
    """While set to an event, completions wait for it."""
    alive: bool = True
    closed: bool = False
    url: str = "http://127.0.0.1:0"

    async def render(self, messages: Sequence[Mapping[str, str]]) -> str:
        return "".join(f"<{m['role']}>{m['content']}\x00" for m in messages) + chr(END)

    async def tokens(self, text: str, *, special: bool) -> list[int]:
        return [ord(letter) for letter in text if special or letter not in "\x00\x03"]

    async def complete(
        self,
        tokens: Sequence[int],
        *,
        slot: int,
        limit: int,
        schema: Mapping[str, Value] | None = None,
        afresh: bool = False,
        weighed: bool = False,
        adapter: int | None = None,
    ) -> Completion:
        if not self.alive:
            raise LlamaGone("gone")
        if len(tokens) > 1:  # a single one only primes the grammar, or changes the adapter
            self.log.append(f"complete {slot} {len(tokens)} {limit}" + ("" if adapter is None else f" adapter {adapter}"))
        await asyncio.sleep(0)
        held = [] if afresh or self.adapters.get(slot) != adapter else self.slots.get(slot, [])
        self.adapters[slot] = adapter
        shared = 0
        while shared < min(len(held), len(tokens) - 1) and held[shared][0] == tokens[shared]:
            shared += 1
        held = held[:shared]
        for start in range(shared, len(tokens), self.settings.piece):
            piece = tokens[start : start + self.settings.piece]
            before = held[-1][1] if held else (0 if adapter is None else adapter + 1)
            for token in piece:
                before = hash((before, token, len(piece)))
                held.append((token, before))
        self.slots[slot] = held
        if self.hang is not None and limit:
            await self.hang.wait()
        text = json.dumps({"number": held[-1][1]}) if limit else ""
        if limit:
            self.slots[slot] = held + [(ord(letter), 0) for letter in text]
        return Completion(
            text=text,
            cut_off=len(text) > limit,
            prompt_tokens=len(tokens),
            cached_tokens=shared,
            completion_tokens=min(len(text), limit),
            tokens=tuple(Token(text=letter, chances={letter: 1.0}) for letter in text) if weighed else (),
        )

    async def save(self, slot: int, *, name: str) -> None:
        self.log.append(f"save {slot}")
        (Path(self.settings.states) / name).write_text(json.dumps(self.slots[slot]), encoding="utf-8")

    async def restore(self, slot: int, *, name: str) -> None:
        self.log.append(f"restore {slot}")
        try:
            held = json.loads((Path(self.settings.states) / name).read_text(encoding="utf-8"))
        except ValueError as error:
            raise ModelFailed("llama.cpp refused /slots: not a state") from error
        self.slots[slot] = [(token, number) for token, number in held]

    async def close(self) -> None:
        self.alive = False
        self.closed = True


class FakeLaunch:
    """Starts `FakeLlama`s; `started` holds them. `gate`, when given, must be set before one is ready."""

    def __init__(self, *, gate: asyncio.Event | None = None) -> None:
        self.started: list[FakeLlama] = []
        self._gate = gate

    async def __call__(self, settings: LlamaSettings, *, seconds: float, wait: str = "brief") -> FakeLlama:
        if self._gate is not None:
            await self._gate.wait()
        self.started.append(FakeLlama(settings=settings))
        return self.started[-1]


@dataclass
class Seen:
    """One request that reached the pretended provider."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, object]


@dataclass(frozen=True)
class Reply:
    """What the pretended provider answers next."""

    text: str = '{"tool": "turn_on"}'
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    finish: str = "stop"
    silent: bool = False
    """Never answers."""


class Provider:
    """Replies from a list, the last one for ever, in the protocol of whichever path is asked."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies) or [Reply()]
        self.seen: list[Seen] = []
        self.url = ""

    def reply(self) -> Reply:
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


@asynccontextmanager
async def provider(*replies: Reply) -> AsyncIterator[Provider]:
    """A real server on 127.0.0.1, so that the SDKs' own clients talk to it."""
    import uvicorn
    from fastapi import FastAPI, Request, Response

    fake = Provider(*replies)
    app = FastAPI()
    stop = asyncio.Event()

    async def take(request: Request) -> Response:
        body = await request.json()
        fake.seen.append(Seen(request.url.path, dict(request.headers), body))
        reply = fake.reply()
        if reply.silent:
            await stop.wait()
        if reply.status != 200:
            error = {"error": {"message": "pretended trouble", "type": "trouble", "code": reply.status}}
            return Response(json.dumps(error), reply.status, dict(reply.headers), "application/json")
        return Response(json.dumps(_spoken(request.url.path, body, reply)), 200, dict(reply.headers), "application/json")

    app.add_api_route("/{path:path}", take, methods=["POST"])
    started = asyncio.Event()

    class Server(uvicorn.Server):
        async def startup(self, sockets: "list[socket.socket] | None" = None) -> None:
            await super().startup(sockets)
            started.set()

    server = Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error", lifespan="off"))
    serving = asyncio.create_task(server.serve())
    await started.wait()
    fake.url = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    try:
        yield fake
    finally:
        stop.set()
        server.should_exit = server.force_exit = True
        await serving


def _spoken(path: str, body: Mapping[str, object], reply: Reply) -> dict[str, object]:
    if path.endswith("/messages"):
        tool: list[dict[str, object]] = [{"type": "tool_use", "id": "t1", "name": "answer", "input": json.loads(reply.text)}]
        content = tool if body.get("tools") else [{"type": "text", "text": reply.text}]
        usage = {"input_tokens": 30, "output_tokens": 7, "cache_read_input_tokens": 70, "cache_creation_input_tokens": 0}
        about = {"id": "m1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn", "stop_sequence": None}
        return {**about, "content": content, "usage": usage}
    if path.endswith("/api/chat"):
        message = {"role": "assistant", "content": reply.text}
        counts = {"prompt_eval_count": 100, "eval_count": 7, "total_duration": 1, "load_duration": 1}
        return {"model": "m", "created_at": "2026-11-21T00:00:00Z", "message": message, "done": True, "done_reason": reply.finish, **counts}
    if path.endswith(":generateContent"):
        candidate = {"content": {"role": "model", "parts": [{"text": reply.text}]}, "finishReason": "STOP", "index": 0}
        counts = {"promptTokenCount": 100, "cachedContentTokenCount": 70, "candidatesTokenCount": 7, "totalTokenCount": 107}
        return {"candidates": [candidate], "usageMetadata": counts, "modelVersion": "m"}
    message = {"role": "assistant", "content": reply.text}
    if body.get("tools"):
        call = {"id": "c1", "type": "function", "function": {"name": "answer", "arguments": reply.text}}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}  # type: ignore[dict-item]
    counted: dict[str, object] = {
        "prompt_tokens": 100,
        "completion_tokens": 7,
        "total_tokens": 107,
        "prompt_tokens_details": {"cached_tokens": 70},
    }
    choice = {"index": 0, "message": message, "finish_reason": reply.finish}
    return {"id": "c1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": counted}
