"""A task on a website on the page: what it shows, pausing, stopping, saying more, and taking the page over by hand.

The live view sends pictures as a stream and takes movements as they come; what is typed there goes to the page and nowhere else.
"""

import base64
import json
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Annotated, Any
from urllib.parse import quote, unquote

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from sse_starlette import ServerSentEvent

from yamori.agentkit.access import allowed
from yamori.domain.access import Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import NotFound, YamoriError
from yamori.web.form import fields, message
from yamori.web.look import HEADERS, Look, answered, reader_of
from yamori.web.marks import mark
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, problem_shown
from yamori.web.shell import Shell
from yamori.web.streams import TAKE_UP_AGAIN, Stream
from yamori.web.turns import CONVERSATION_COOKIE
from yamori.web.website_port import HandMove, WebsitePort, WebsiteTask

_MOST_BYTES = 64_000
_STOP_POLLING = 286
_ACTS = ("pause", "go_on", "take", "hand_back", "stop", "say", "model")
_NOW = "now"
PROBLEM = "website-problem"


class _Move(BaseModel):
    model_config = ConfigDict(extra="forbid")

    kind: Annotated[str, Field(max_length=10)]
    x: Annotated[float, Field(ge=0, le=10_000)] = 0.0
    y: Annotated[float, Field(ge=0, le=10_000)] = 0.0
    turned: Annotated[float, Field(ge=-5_000, le=5_000)] = 0.0
    text: Annotated[str, Field(max_length=2_000)] = ""
    key: Annotated[str, Field(max_length=20)] = ""
    shift: bool = False


_MOVES: TypeAdapter[list[_Move]] = TypeAdapter(Annotated[list[_Move], Field(max_length=200)])


class WebsitePages:
    """`/websites/{id}` and the routes below `/ui/websites`."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports, self._look = ports, look
        self._shell = Shell(ports, look)

    def router(self) -> APIRouter:
        router = APIRouter(include_in_schema=False)
        router.add_api_route("/websites/{id}", self.page, methods=["GET"])
        router.add_api_route("/ui/websites/now", self.now, methods=["GET"])
        router.add_api_route("/ui/websites/{id}/pictures/{number}", self.picture, methods=["GET"])
        router.add_api_route("/ui/websites/{id}/frames", self.frames, methods=["GET"])
        router.add_api_route("/ui/websites/{id}/hand", self.hand, methods=["POST"])
        router.add_api_route("/ui/websites/{id}/dialog", self.dialog, methods=["POST"])
        router.add_api_route("/ui/websites/{id}/{act}", self.act, methods=["POST"])
        return router

    @allowed(Who.FAMILY, Scope.CHAT, owner=Owner.PERSON)
    async def page(self, request: Request, id: str) -> Response:
        """The page itself, for a person's own hands."""
        task = self._port.task(id)
        return await self._shell.page(request, "website.html", task=task, here=f"/websites/{id}")

    @allowed(Who.FAMILY, Scope.CHAT, owner=Owner.PERSON)
    async def now(self, request: Request) -> Response:
        """How the task of a turn stands; nothing (204) where the page shows it so."""
        asked = request.query_params
        turn = asked.get("turn", "")
        try:
            task = self._port.of_turn(turn)
        except NotFound:
            task = None
        if task is not None and asked.get("seen") == str(task.version):
            return Response(status_code=204, headers=HEADERS)
        if task is None and "last" in asked:
            return answered("", status=_STOP_POLLING)
        html = self._look.render("website_now.html", reader=reader_of(request), task=task, turn=turn)
        return answered(html, status=_STOP_POLLING if task is not None and task.state == "ended" else 200)

    @allowed(Who.FAMILY, Scope.CHAT, owner=Owner.PERSON)
    async def picture(self, id: str, number: int) -> Response:
        return Response(self._port.picture(id, number), media_type="image/jpeg", headers=HEADERS)

    @allowed(Who.FAMILY, Scope.CHAT, owner=Owner.PERSON)
    async def frames(self, id: str) -> Stream:
        """Pictures of the page as it is, and how the task stands."""
        return Stream(self._seen(self._port.task(id)), headers=HEADERS)

    async def _seen(self, task: WebsiteTask) -> AsyncIterator[ServerSentEvent]:
        frames = self._port.frames(task.id)
        yield TAKE_UP_AGAIN
        try:
            async for frame in frames:
                now = self._port.task(task.id)
                told: dict[str, Any] = {
                    "state": now.state,
                    "url": now.url,
                    "title": now.title,
                    "asks": now.asks,
                    "text": now.asks_for_text,
                }
                yield ServerSentEvent(event="state", data=json.dumps(told, ensure_ascii=False))
                if frame:
                    yield ServerSentEvent(event="frame", data=base64.b64encode(frame).decode("ascii"))
        except YamoriError:
            pass  # the task is gone
        finally:
            if isinstance(frames, AsyncGenerator):
                await frames.aclose()
        yield ServerSentEvent(event="end", data="-")

    @allowed(Who.FAMILY, Scope.CHAT, owner=Owner.PERSON)
    async def hand(self, request: Request, id: str) -> Response:
        """Movements, as JSON, in their order."""
        body = bytearray()
        async for chunk in request.stream():
            body += chunk
            if len(body) > _MOST_BYTES:
                return Response(status_code=413, headers=HEADERS)
        try:
            moves = _MOVES.validate_json(bytes(body))
            await self._port.by_hand(id, [HandMove(**move.model_dump()) for move in moves])
        except ValidationError:
            return Response(status_code=422, headers=HEADERS)  # without what was sent: it may be a password
        except YamoriError as problem:
            return problem_shown(problem, look=self._look, reader=reader_of(request), place=PROBLEM)
        return Response(status_code=204, headers=HEADERS)

    @allowed(Who.FAMILY, Scope.CHAT, owner=Owner.PERSON)
    async def dialog(self, request: Request, id: str) -> Response:
        try:
            sent = await fields(request)
            await self._port.answer(id, accept=sent.get("answer") == "yes", text=sent.get("text", "")[:2_000])
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader_of(request), place=PROBLEM)
        return Response(status_code=204, headers=HEADERS)

    @allowed(Who.FAMILY, Scope.CHAT, owner=Owner.PERSON)
    async def act(self, request: Request, id: str, act: str) -> Response:
        """Pause, go on, take over, hand back, stop, say more, change the model."""
        reader, turn = reader_of(request), request.query_params.get("turn", "")
        try:
            if act not in _ACTS:
                raise NotFound("there is no such act", where="act")
            if id == _NOW:  # the one of a turn, whose number its panel does not know yet
                task = self._port.of_turn(turn)
                if task is None:
                    raise NotFound("nothing is done on a website there", where="turn")
                id = task.id
            sent = await fields(request)
            text = message(sent) if act == "say" else sent.get("text", "")[:200]
            await self._port.act(id, act, text)
        except (PageProblem, YamoriError) as problem:
            place = f"{mark('turn', turn)}-{PROBLEM}" if turn else PROBLEM
            return problem_shown(problem, look=self._look, reader=reader, place=place)
        if act == "take":
            address = f"/websites/{quote(id, safe='')}"
            if "hx-request" in request.headers:
                return Response(status_code=204, headers={**HEADERS, "HX-Redirect": address})
            return RedirectResponse(address, status_code=303, headers=HEADERS)
        if "hx-request" not in request.headers:
            talk = request.cookies.get(CONVERSATION_COOKIE)  # where it was begun, most likely
            return RedirectResponse(f"/?conversation={quote(unquote(talk), safe='')}" if talk else "/", status_code=303, headers=HEADERS)
        return Response(status_code=204, headers=HEADERS)

    @property
    def _port(self) -> WebsitePort:
        port = self._ports.websites
        if port is None:
            raise NotFound("no website is operated here", where="website")
        return port
