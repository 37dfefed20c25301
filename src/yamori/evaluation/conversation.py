"""The person's side of a conversation, through `/turns` alone: say, follow, answer when asked, count what it cost."""

import asyncio
import contextlib
import json
import re
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import httpx

from yamori.domain.answer import Pin, read_answer
from yamori.domain.errors import HouseSilent
from yamori.domain.values import Value

_POLL_SECONDS = 0.05
_SAME_WAIT_SECONDS = 2.0
"""So long, an unchanged question right after its answer is taken for the old one, not for a repetition."""
_EVENTS_SECONDS = 10.0


@dataclass(frozen=True, kw_only=True)
class Heard:
    """What came back for one text."""

    said: str
    turn: str | None
    """None when the house did not take the text."""
    status: str
    """`done`, `waiting`, `failed`, `rejected` (an error in the request) or `silent` (no end within the limit)."""
    answer: str
    """The answer, or the question and what it shows for approval, or the error's message."""
    asked: bool = False
    """A question waits that is not an approval."""
    approvals: Mapping[str, str] = field(default_factory=dict)
    """What waits for approval: id to what it shows."""
    seconds: float
    agents: tuple[str, ...] = ()
    usage: Mapping[str, Value] = field(default_factory=dict)
    """Of the whole turn so far."""

    def problem(self) -> str | None:
        """Why nothing that was seen can make this right."""
        match self.status:
            case "failed":
                return f"the turn failed: {self.answer}"
            case "rejected":
                return f"the request was rejected: {self.answer}"
            case "silent":
                return f"no end after {self.seconds:.0f} s"
        return None


class Conversation:
    """One conversation of one person. Every method raises `HouseSilent` when the house answers with an error of its own."""

    def __init__(
        self, client: httpx.AsyncClient, *, person: str, room: str | None = None, model: str | None = None, limit_seconds: float = 120.0
    ) -> None:
        self._client = client
        self._request: dict[str, str | None] = {"person": person, "room": room, "conversation": None, "model": model}
        self._limit = limit_seconds
        self._waiting: tuple[str, Mapping[str, Value]] | None = None
        self.heard: list[Heard] = []

    def move(self, room: str | None) -> None:
        """The person is in this room from now on; None: nobody knows where."""
        self._request["room"] = room

    async def say(self, text: str) -> Heard:
        """A new turn, or the answer to the one that waits; returns when the house is done or waits."""
        started = time.monotonic()
        try:
            async with asyncio.timeout(self._limit):
                heard = await self._say(text, started)
        except TimeoutError:
            turn = self._waiting[0] if self._waiting else None
            heard = Heard(said=text, turn=turn, status="silent", answer="", seconds=time.monotonic() - started)
        self.heard.append(heard)
        return heard

    async def events(self, turns: Collection[str] | None = None) -> dict[str, list[Value]]:
        """Turn to what happened in it, in order, up to its end or to where it waits; of these turns, or of all."""
        waits = {turn: sum(h.turn == turn and h.status == "waiting" for h in self.heard) for turn in {h.turn for h in self.heard if h.turn}}
        last = {heard.turn: heard.status for heard in self.heard if heard.turn}
        found: dict[str, list[Value]] = {}
        for turn, status in last.items():
            if status not in ("done", "failed", "waiting") or (turns is not None and turn not in turns):
                continue
            with contextlib.suppress(TimeoutError, httpx.HTTPError):  # a turn without events is judged by its answer
                async with asyncio.timeout(_EVENTS_SECONDS):
                    found[turn] = _server_sent(await self._stream(turn, waits=waits[turn] if status == "waiting" else None))
        return found

    async def _stream(self, turn: str, *, waits: int | None) -> str:
        """The events as they are sent. The stream of a turn that waits has no end: it is left after as many waits as were seen."""
        lines: list[str] = []
        async with self._client.stream("GET", f"/turns/{turn}/events", headers={"accept": "text/event-stream"}) as response:
            if response.status_code != httpx.codes.OK:
                return ""
            async for line in response.aiter_lines():
                lines.append(line)
                if not line and waits is not None and lines.count("event: waiting") >= waits:
                    break
        return "\n".join(lines)

    def cost(self, key: str) -> int:
        """One of the turns' usage numbers, summed."""
        last = {heard.turn: heard.usage for heard in self.heard}
        return sum(int(n) for usage in last.values() if isinstance(n := usage.get(key, 0), int | float))

    async def _say(self, text: str, started: float) -> Heard:
        old = self._waiting
        if old is None:
            response = await self._client.post("/turns", json={"text": text, **self._request}, timeout=self._limit)
        else:
            answer: dict[str, str] = {"text": text}
            if pin := _pin_for(old[1], text):
                answer["pin"] = pin
            response = await self._client.post(f"/turns/{old[0]}/answer", json=answer, timeout=self._limit)
        if response.is_client_error:
            return _rejected(response, text, seconds=time.monotonic() - started)
        if response.is_error:
            raise HouseSilent(f"{response.request.method} {response.request.url.path} answered {response.status_code}")
        if old is None:
            accepted = response.json()
            turn = str(accepted["turn"])
            self._request["conversation"] = str(accepted["conversation"])
        else:
            turn = old[0]
        self._waiting = (turn, {})
        view = await self._followed(turn, before=old[1] if old else None)
        waiting = view.get("waiting") if view["status"] == "waiting" else None
        self._waiting = (turn, waiting) if isinstance(waiting, Mapping) else None
        return _heard(view, text, turn, seconds=time.monotonic() - started)

    async def _followed(self, turn: str, *, before: Mapping[str, Value] | None) -> Mapping[str, Value]:
        patience = time.monotonic() + _SAME_WAIT_SECONDS
        while True:
            response = await self._client.get(f"/turns/{turn}", timeout=self._limit)
            if response.is_error:
                raise HouseSilent(f"GET /turns/{turn} answered {response.status_code}")
            view: Mapping[str, Value] = response.json()
            stale = before is not None and view.get("waiting") == before and time.monotonic() < patience
            if view["status"] in ("done", "failed") or (view["status"] == "waiting" and not stale):
                return view
            await asyncio.sleep(_POLL_SECONDS)


def _heard(view: Mapping[str, Value], text: str, turn: str, *, seconds: float) -> Heard:
    status, waiting, usage, agents = str(view["status"]), view.get("waiting"), view.get("usage"), view.get("agents")
    answer, asked, shown = str(view.get("answer") or ""), False, dict[str, str]()
    if status == "waiting" and isinstance(waiting, Mapping):
        approvals = _items(waiting.get("approvals"))
        asked = not approvals
        shown = {str(a.get("id", "")): str(a.get("shows", "")) for a in approvals if isinstance(a, Mapping)}
        parts = (str(waiting.get("question") or ""), *map(str, _items(waiting.get("options"))), *shown.values())
        answer = "\n".join(part for part in parts if part)
    return Heard(
        said=text,
        turn=turn,
        status=status,
        answer=answer,
        asked=asked,
        approvals=shown,
        seconds=seconds,
        agents=tuple(str(a) for a in _items(agents)),
        usage=usage if isinstance(usage, Mapping) else {},
    )


def _rejected(response: httpx.Response, text: str, *, seconds: float) -> Heard:
    """A text that the house will not take (empty, too long) is answered by the error; anything else wrong is the case's own mistake."""
    try:
        error = response.json()["error"]
        message, where = str(error["message"]), str(error.get("where") or "")
    except (ValueError, KeyError, TypeError, AttributeError):
        message, where = response.text[:500], ""
    status = "done" if where.split(".")[-1] == "text" else "rejected"
    return Heard(said=text, turn=None, status=status, answer=message, seconds=seconds)


def _pin_for(waiting: Mapping[str, Value], text: str) -> str | None:
    wants = any(isinstance(a, Mapping) and a.get("pin") for a in _items(waiting.get("approvals")))
    answer = read_answer(text)
    return answer.digits if wants and isinstance(answer, Pin) else None


def _items(value: Value) -> list[Value]:
    return list(value) if isinstance(value, list | tuple) else []


def _server_sent(text: str) -> list[Value]:
    found: list[Value] = []
    for block in re.split(r"\r?\n\r?\n", text):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line and not line.startswith(":"))
        if "data" in fields:
            try:
                found.append({"event": fields.get("event", "message"), "data": json.loads(fields["data"])})
            except json.JSONDecodeError:
                found.append({"event": fields.get("event", "message"), "data": fields["data"]})
    return found
