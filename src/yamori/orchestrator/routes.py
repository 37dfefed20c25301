"""The orchestrator's endpoints: `POST /turns`, `GET /turns/{id}`, its events (SSE, resumable), `POST /turns/{id}/answer`."""

import re
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from typing import Any

from fastapi import APIRouter, Header
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from sse_starlette import EventSourceResponse

from yamori.agentkit.access import SaidPerson, allowed
from yamori.agentkit.said import Constraints
from yamori.domain.access import Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.events import TurnEvent
from yamori.domain.home import Person
from yamori.orchestrator.own_turns import OwnTurns
from yamori.orchestrator.store import Turn
from yamori.orchestrator.turns import Turns

_KEY = Header(default=None, min_length=1, max_length=200)
"""`Idempotency-Key`: the same message sent again, after a lost connection, is taken once."""
_EVENT: TypeAdapter[TurnEvent] = TypeAdapter(TurnEvent)


class TurnRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    text: str
    person: SaidPerson
    room: str | None = Field(default=None, max_length=200)
    conversation: str | None = Field(default=None, min_length=1, max_length=100)
    model: str | None = Field(default=None, max_length=200)
    constraints: Constraints = ()
    replaces: str | None = Field(default=None, min_length=1, max_length=200)
    """The last turn of the conversation, which is said anew."""


class AnswerRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    text: str
    pin: str | None = Field(default=None, max_length=64)
    approvals: list[str] | None = Field(default=None, max_length=100)
    """Ids of the approvals that the person was shown: needed from whoever is signed in."""


def turn_router(
    all_turns: Turns,
    *,
    people: frozenset[str],
    rooms: Callable[[], Collection[str]],
    check_model: Callable[[str], object] | None = None,
    home: Callable[[], Sequence[Person]] = tuple,
) -> APIRouter:
    """The routes over these turns; `people` and `rooms` (as they are now) are the home's, others are refused, as are models that
    `check_model` refuses. `home`: the people with their roles, for who may see whose turns."""
    router, turns = APIRouter(), OwnTurns(all_turns, home)

    @router.post("/turns", status_code=202)
    @allowed(Who.GUEST, Scope.CHAT, owner=Owner.PERSON)
    async def start(request: TurnRequest, idempotency_key: str | None = _KEY) -> dict[str, str]:
        if request.person is not None and request.person not in people:
            raise InvalidRequest(f"nobody called {request.person!r} lives here", where="person", nearest=tuple(sorted(people)))
        if request.room is not None and request.room not in rooms():
            raise InvalidRequest(f"there is no room {request.room!r}", where="room", nearest=tuple(sorted(rooms())))
        if request.model is not None and check_model is not None:
            check_model(request.model)
        turn = await turns.start(
            request.text,
            person=request.person,
            room=request.room,
            conversation=request.conversation,
            model=request.model,
            constraints=request.constraints,
            key=idempotency_key,
            replaces=request.replaces,
        )
        return {"turn": turn.id, "conversation": turn.conversation}

    @router.get("/turns/{id}")
    @allowed(Who.GUEST, Scope.CHAT, owner=Owner.PERSON)
    async def show(id: str) -> dict[str, Any]:  # a JSON object
        return _view(turns.turn(id))

    @router.get("/turns/{id}/events")
    @allowed(Who.GUEST, Scope.CHAT, owner=Owner.PERSON)
    async def events(id: str, last_event_id: str | None = Header(default=None)) -> EventSourceResponse:
        after = int(last_event_id) if last_event_id and re.fullmatch("[0-9]{1,9}", last_event_id) else 0
        turns.turn(id)

        async def stream() -> AsyncIterator[dict[str, str]]:
            async for stored in turns.follow(id, after=after):
                yield {"id": str(stored.n), "event": event_name(stored.event), "data": _EVENT.dump_json(stored.event).decode()}

        return EventSourceResponse(stream())

    @router.post("/turns/{id}/answer", status_code=202)
    @allowed(Who.GUEST, Scope.CHAT, owner=Owner.PERSON)
    async def answer(id: str, request: AnswerRequest, idempotency_key: str | None = _KEY) -> dict[str, str]:
        await turns.answer(id, request.text, pin=request.pin, key=idempotency_key, shown=request.approvals)
        return {"turn": id}

    @router.get("/conversations/{id}")
    @allowed(Who.GUEST, Scope.CHAT, owner=Owner.PERSON)
    async def conversation(id: str) -> dict[str, Any]:  # a JSON object
        found = turns.conversation(id)
        if not found:
            raise NotFound(f"there is no conversation {id[:60]!r}", where="conversation")
        return {"conversation": id, "title": turns.title(id), "turns": [_view(t) for t in found]}

    @router.get("/agents")
    @allowed(Who.GUEST, Scope.READ)
    async def agents() -> JSONResponse:
        return JSONResponse(TypeAdapter(Any).dump_python(list(await all_turns.agents.cards()), mode="json"))

    return router


def event_name(event: TurnEvent) -> str:
    """`turn_started` for `TurnStarted`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(event).__name__).lower()


def _view(turn: Turn) -> dict[str, Any]:  # a JSON object
    summary = dict(turn.summary)
    agents, served = summary.pop("agents", []), summary.pop("served", None)
    return {
        "turn": turn.id,
        "conversation": turn.conversation,
        "status": turn.status.value,
        "person": turn.person,
        "by": turn.by,
        "text": turn.text,
        "at": turn.at.isoformat(),
        "answer": turn.answer,
        "waiting": turn.waiting,
        "replaced_by": turn.replaced_by,
        "agents": agents,
        "served": served,
        "usage": summary,
    }
