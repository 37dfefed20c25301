"""Turns on the page: sending one, watching it live, answering what it asks. HTML fragments only."""

import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from sse_starlette import ServerSentEvent

from yamori.agentkit.access import CALLER, allowed
from yamori.domain.access import Owner, Who, chooses_person
from yamori.domain.caller import Scope
from yamori.domain.errors import YamoriError
from yamori.domain.language import Language, language_of
from yamori.web.destinations import is_page
from yamori.web.form import PERSON_COOKIE, fields, message, person_in
from yamori.web.look import HEADERS, Look, Reader, answered, reader_of
from yamori.web.marks import mark
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, problem_shown
from yamori.web.progress import Progress, turn_place
from yamori.web.streams import TAKE_UP_AGAIN, Stream

ROOM_COOKIE = "yamori_room"
CONVERSATION_COOKIE = "yamori_conversation"
"""The one in which something was said last on this device."""
_A_YEAR = 31_536_000
_LAST_MESSAGE = ServerSentEvent(event="end", data="-")


class TurnPages:
    """The routes below `/ui/turns`."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports = ports
        self._look = look

    def router(self) -> APIRouter:
        router = APIRouter(prefix="/ui/turns", include_in_schema=False)
        router.add_api_route("", self.start, methods=["POST"])
        router.add_api_route("/{turn:path}/live", self.live, methods=["GET"])
        router.add_api_route("/{turn:path}/events", self.events, methods=["GET"])
        router.add_api_route("/{turn:path}/answer", self.answer, methods=["POST"])
        return router

    @allowed(Who.GUEST, Scope.CHAT, owner=Owner.PERSON)
    async def start(self, request: Request) -> Response:
        """Take on a sentence; the fragment shows it at once and then follows the turn by itself."""
        reader = reader_of(request)
        try:
            sent = await fields(request)
            text = message(sent)
            person, room = person_in(sent, self._ports.people), self._room(sent)
            replaces = sent.get("replaces") or None
            if replaces is not None and sent.get("take_back"):
                await take_back(self._ports, replaces)
            device = self._ports.gate.home.device(sent.get("looked_at", ""))
            begun = await self._ports.start_turn(
                text,
                person,
                (device.room if device is not None else None) or room,
                sent.get("conversation") or None,
                replaces=replaces,
                looked_at=device.id if device is not None else None,
            )
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="say-problem")
        opened = f"?conversation={quote(begun.conversation, safe='')}"
        if "hx-request" not in request.headers:  # without scripts, or sent before they had come: the conversation's own page
            return RedirectResponse(f"/{opened}", status_code=303, headers=HEADERS)
        # A page with the conversation in its box stays where it is.
        address = f"{sent['page'] if is_page(sent.get('page', '')) else '/'}{opened}"
        before = turn_place(replaces) if replaces is not None else None
        html = self._look.render(
            "sent.html", reader=reader, conversation=begun.conversation, before=before, **turn_values(begun.turn, text)
        )
        response = answered(html, headers={"HX-Replace-Url": address})
        for cookie, value in ((PERSON_COOKIE, person), (ROOM_COOKIE, room or ""), (CONVERSATION_COOKIE, begun.conversation)):
            response.set_cookie(cookie, quote(value), max_age=_A_YEAR, samesite="strict", httponly=True)
        return response

    @allowed(Who.GUEST, Scope.CHAT, owner=Owner.PERSON)
    async def live(self, request: Request, turn: str) -> Response:
        """The steps of a turn that ended before the page was opened; they come as they came then."""
        await self._check_there(turn)
        return answered(self._look.render("live.html", reader=reader_of(request), quiet=True, **turn_place(turn)))

    @allowed(Who.GUEST, Scope.CHAT, owner=Owner.PERSON)
    async def events(self, request: Request, turn: str) -> Stream:
        """Server-sent fragments, from `Last-Event-ID` on."""
        await self._check_there(turn)
        reader = reader_of(request)
        after = _number(request.headers.get("last-event-id"))
        quiet = "quiet" in request.query_params
        return Stream(self._fragments(turn, after=after, reader=reader, pointing=not quiet), headers=HEADERS)

    @allowed(Who.GUEST, Scope.CHAT, owner=Owner.PERSON)
    async def answer(self, request: Request, turn: str) -> Response:
        """Hand the person's answer on; what comes of it appears in the turn's own stream."""
        reader = reader_of(request)
        try:
            sent = await fields(request)
            await self._ports.answer(turn, message(sent), sent.get("pin") or None, shown(sent))
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader, place=f"{mark('turn', turn)}-problem")
        return Response(status_code=204, headers=HEADERS)

    async def _fragments(self, turn: str, *, after: int, reader: Reader, pointing: bool) -> AsyncIterator[ServerSentEvent]:
        titles = agent_titles(self._ports, reader.language)
        yield TAKE_UP_AGAIN
        progress = Progress(turn, look=self._look, reader=reader, gate=self._ports.gate, titles=titles, pointing=pointing)
        # Read from the first event even on a reconnect: where a fragment goes depends on those before it.
        events = self._ports.events(turn, 0)
        try:
            async for number, event in events:
                fragment = progress.show(number, event)
                if number > after:
                    yield ServerSentEvent(event="step", id=str(number), data=fragment)
        except YamoriError as problem:
            text = str(problem) or self._look.words(reader.language)("problem.turn")
            yield ServerSentEvent(event="step", data=self._look.render("lost.html", reader=reader, turn_mark=progress.mark, text=text))
        finally:
            # A page that went away must not leave the household listening for it.
            if isinstance(events, AsyncGenerator):
                await events.aclose()
        yield _LAST_MESSAGE

    async def _check_there(self, turn: str) -> None:
        """Raises `NotFound` where the turn is none of the caller's; while nobody has an account that is said in the stream."""
        if chooses_person(CALLER.get()):
            return
        events = self._ports.events(turn, 0)
        try:
            await anext(events, None)
        finally:
            if isinstance(events, AsyncGenerator):
                await events.aclose()

    def _room(self, sent: Mapping[str, str]) -> str | None:
        room = sent.get("room") or None
        if room is not None and self._ports.gate.home.room(room) is None:
            raise PageProblem("problem.room", name=room)
        return room


async def take_back(ports: Ports, turn: str) -> None:
    """What a sentence did that is said anew; first it is stopped, where it still runs."""
    await ports.conversations.stop(turn)
    await ports.conversations.changes.undo(turn, key=secrets.token_hex(8))


def shown(sent: Mapping[str, str]) -> tuple[str, ...] | None:
    """Ids of the approvals that the form showed; None for one that showed none."""
    return tuple(sent["approvals"].split()) if sent.get("approvals") else None


def turn_values(turn: str, text: str) -> dict[str, str]:
    """What the templates of a turn need."""
    return {**turn_place(turn), "text": text, "text_lang": language_of(text).value}


def agent_titles(ports: Ports, language: Language) -> dict[str, str]:
    return {card.name: card.told(language).title for card in ports.agents()}


def _number(last_event_id: str | None) -> int:
    return int(last_event_id) if last_event_id and last_event_id.isascii() and last_event_id.isdigit() and len(last_event_id) < 16 else 0
