"""The orchestrator's HTTP endpoint from a program's side: say something, follow what happens, answer. `terminal` shows it."""

import asyncio
import json
import re
import uuid
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import get_args

import httpx
from httpx_sse import aconnect_sse
from pydantic import TypeAdapter, ValidationError

from yamori.domain.errors import HouseSilent, InvalidRequest
from yamori.domain.events import Replied, TurnEvent, TurnFailed

_TRIES = 5
"""Connections to one turn's events in a row that brought nothing, before we give up."""
UNAUTHORIZED = 401
NO_TOKEN = (
    "the people of this home have accounts, and this program has shown no token that is good. Make one with "
    "`yamori token add chat --person NAME`, and hand it on: `export YAMORI_TOKEN=…`"
)
_REPLY = TypeAdapter(dict[str, object])


@dataclass(frozen=True, kw_only=True)
class Happened:
    """One event of a turn, as sent."""

    id: str
    """What `Last-Event-ID` goes on from."""
    name: str
    data: str
    """The event's JSON."""
    event: TurnEvent


class Conversation:
    """One person's conversation, over an HTTP client. A lost connection is taken up again where it was."""

    def __init__(
        self,
        client: httpx.AsyncClient,
        *,
        person: str | None,
        room: str | None = None,
        model: str | None = None,
        constraints: Sequence[str] = (),
        wait: float = 0.5,
    ) -> None:
        """`person` is None where the client's token says who speaks."""
        self._client = client
        self._person = person
        self._room = room
        self._model = model
        self._constraints = list(constraints)
        self._wait = wait
        self._id: str | None = None

    async def say(self, text: str) -> str:
        """Start a turn; its id. Raises `InvalidRequest` when the orchestrator does not take it."""
        said = {"text": text, "person": self._person, "room": self._room, "conversation": self._id, "model": self._model}
        given: dict[str, object] = {name: value for name, value in said.items() if value is not None}
        reply = await self._post("/turns", {**given, "constraints": self._constraints} if self._constraints else given)
        self._id = str(reply["conversation"])
        return str(reply["turn"])

    async def answer(self, turn: str, text: str, *, pin: str | None = None) -> None:
        """Answer what the turn waits for."""
        await self._post(f"/turns/{turn}/answer", {"text": text} if pin is None else {"text": text, "pin": pin})

    async def events(self, turn: str) -> AsyncGenerator[Happened]:
        """Everything that happens in the turn, to its end. Raises `HouseSilent` when the connection stays lost."""
        last, failures = "", 0
        while True:
            try:
                async with aclosing(self._listen(turn, after=last)) as heard:
                    async for happened in heard:
                        last, failures = happened.id, 0
                        yield happened
                        if isinstance(happened.event, Replied | TurnFailed):
                            return
            except httpx.TransportError as error:
                if failures + 1 >= _TRIES:
                    raise HouseSilent(
                        f"the household stopped answering ({type(error).__name__}); the turn {turn} is kept and goes on"
                    ) from error
            failures += 1
            if failures >= _TRIES:
                raise HouseSilent(f"the events of turn {turn} ended before the turn did")
            await asyncio.sleep(self._wait * failures)

    async def _listen(self, turn: str, *, after: str) -> AsyncGenerator[Happened]:
        headers = {"Last-Event-ID": after} if after else {}
        async with aconnect_sse(self._client, "GET", f"/turns/{turn}/events", headers=headers) as source:
            if source.response.is_error:
                await source.response.aread()
                raise _refusal(source.response)
            async for sent in source.aiter_sse():
                if event := read_event(sent.event, sent.data):
                    yield Happened(id=sent.id, name=sent.event, data=sent.data, event=event)

    async def _post(self, path: str, body: Mapping[str, object]) -> dict[str, object]:
        """Send a message, again while the connection fails; its key sees to it that the household hears it once."""
        key = uuid.uuid4().hex
        for failures in range(1, _TRIES + 1):
            try:
                reply = await self._client.post(path, json=dict(body), headers={"Idempotency-Key": key})
            except httpx.TransportError as error:
                if failures == _TRIES:
                    raise HouseSilent(f"the household does not answer ({type(error).__name__})") from error
                await asyncio.sleep(self._wait * failures)
            else:
                break
        if reply.is_error:
            raise _refusal(reply)
        return _REPLY.validate_json(reply.content)


def snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


_EVENTS = {snake_case(event.__name__): TypeAdapter(event) for event in get_args(TurnEvent)}


def read_event(name: str, data: str) -> TurnEvent | None:
    """The event of that name; None for one that a newer server sends and this program does not know."""
    if name not in _EVENTS:
        return None
    try:
        event: TurnEvent = _EVENTS[name].validate_json(data)
    except ValidationError as error:
        raise HouseSilent(f"the household sent an event `{name}` that does not fit: {error.errors()[0]['msg']}") from error
    return event


def _refusal(reply: httpx.Response) -> InvalidRequest | HouseSilent:
    if reply.status_code == UNAUTHORIZED:
        return InvalidRequest(NO_TOKEN, where="YAMORI_TOKEN")
    try:
        problem = json.loads(reply.content)["error"]
        message, where, nearest = str(problem["message"]), str(problem.get("where") or ""), tuple(problem.get("nearest") or ())
    except (ValueError, KeyError, TypeError):
        message, where, nearest = f"the household answered {reply.status_code}", "", ()
    return InvalidRequest(message, where=where, nearest=nearest) if reply.status_code < 500 else HouseSilent(message)
