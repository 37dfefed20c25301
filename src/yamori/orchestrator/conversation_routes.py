"""The endpoints of conversations (list, rename, delete), and of what a turn did (stop, what it changed, undo, correct).

`apps` fulfils `TurnChanges`.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from fastapi.encoders import jsonable_encoder
from pydantic import BaseModel, ConfigDict, Field

from yamori.agentkit.access import allowed
from yamori.domain.access import Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.home import Person
from yamori.domain.turn_changes import TakenBack, TurnChanges
from yamori.orchestrator.conversation_title import LONGEST_GIVEN, age_of
from yamori.orchestrator.own_turns import OwnTurns
from yamori.orchestrator.turns import Turns

_LONGEST_SEARCH = 200
_Id = Annotated[str, Path(max_length=200)]


class TitleRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    title: str = Field(min_length=1, max_length=LONGEST_GIVEN)


class UndoRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    key: str = Field(min_length=1, max_length=100)
    """The same key does it once."""


class CorrectionRequest(UndoRequest):
    receipt: str = Field(min_length=1, max_length=200)
    device: str | None = Field(default=None, max_length=200)
    value: bool | int | float | str | None = None


def conversation_router(
    all_turns: Turns, changes: TurnChanges, *, home: Callable[[], Sequence[Person]], now: Callable[[], datetime]
) -> APIRouter:
    """`now`: in the home's time zone, for what is of today."""
    router, turns = APIRouter(), OwnTurns(all_turns, home)

    @router.get("/conversations")
    @allowed(Who.GUEST, Scope.CHAT, owner=Owner.PERSON)
    async def conversations(
        person: Annotated[str | None, Query(max_length=200)] = None, search: Annotated[str, Query(max_length=_LONGEST_SEARCH)] = ""
    ) -> dict[str, Any]:  # a JSON object
        """The caller's, the latest first."""
        listed = turns.conversations(person=person, search=search)
        today = now()
        return {
            "conversations": [
                {"id": c.id, "title": c.title, "last": c.last.isoformat(), "age": age_of(c.last, today).value} for c in listed
            ]
        }

    @router.patch("/conversations/{id}")
    @allowed(Who.GUEST, Scope.CHAT, owner=Owner.PERSON)
    async def rename(id: _Id, request: TitleRequest) -> dict[str, str]:
        turns.rename(id, request.title)
        return {"id": id, "title": turns.title(id)}

    @router.delete("/conversations/{id}", status_code=204)
    @allowed(Who.GUEST, Scope.CHAT, owner=Owner.PERSON)
    async def delete(id: _Id) -> Response:
        """Nothing of its words remains, nor what was learnt from them; what was done in it stays done."""
        await changes.delete(id)
        return Response(status_code=204)

    @router.post("/turns/{id}/stop")
    @allowed(Who.GUEST, Scope.CHAT, owner=Owner.PERSON)
    async def stop(id: _Id) -> dict[str, str]:
        """End the turn; what was done by then stays done, and the answer says so."""
        turn = await turns.stop(id)
        return {"turn": turn.id, "status": turn.status.value, "answer": turn.answer}

    @router.get("/turns/{id}/changes")
    @allowed(Who.FAMILY, Scope.CHAT, owner=Owner.PERSON)
    async def changed(id: _Id) -> dict[str, Any]:  # a JSON object
        """What the turn changed, and what could have been meant instead."""
        found: dict[str, Any] = jsonable_encoder(await changes.of(id))
        return found

    @router.post("/turns/{id}/undo")
    @allowed(Who.FAMILY, Scope.CHAT, owner=Owner.PERSON)
    async def undo(id: _Id, request: UndoRequest) -> dict[str, Any]:  # a JSON object
        """Take back everything that the turn changed."""
        return _view(await changes.undo(id, key=request.key))

    @router.post("/turns/{id}/correction")
    @allowed(Who.FAMILY, Scope.CHAT, owner=Owner.PERSON)
    async def correct(id: _Id, request: CorrectionRequest) -> dict[str, Any]:  # a JSON object
        """Another device or value instead of what one receipt of the turn proves."""
        return _view(await changes.correct(id, request.receipt, device=request.device, value=request.value, key=request.key))

    return router


def _view(taken: TakenBack) -> dict[str, Any]:  # a JSON object
    found: dict[str, Any] = jsonable_encoder(taken)
    found["cannot"] = [{"receipt": jsonable_encoder(receipt), "why": why} for receipt, why in taken.cannot]
    return found
