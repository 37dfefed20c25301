"""Notices on the page: what a person is notified of at its time, live, with an answer to it."""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from sse_starlette import ServerSentEvent

from yamori.agentkit.access import allowed
from yamori.domain.access import Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import YamoriError
from yamori.domain.values import Value
from yamori.web.form import person_in
from yamori.web.look import HEADERS, Look
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem
from yamori.web.schedule.answers import Answers, as_json
from yamori.web.schedule.submissions import Submission, key, minutes, submission, whose
from yamori.web.schedule_port import Notice
from yamori.web.streams import TAKE_UP_AGAIN, Stream

_LONGEST_SNOOZE = 7 * 24 * 60
_SNOOZE = 10
"""Minutes, where the page names none."""


class NoticePages:
    """`/ui/notices`."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports = ports
        self._answers = Answers(ports, look)

    def router(self) -> APIRouter:
        router = APIRouter(prefix="/ui/notices", include_in_schema=False)
        router.add_api_route("", self.stream, methods=["GET"], response_model=None)
        router.add_api_route("/open", self.open, methods=["GET"])
        router.add_api_route("/{id:int}/seen", self.see, methods=["POST"])
        router.add_api_route("/{id:int}/dismiss", self.dismiss, methods=["POST"])
        router.add_api_route("/{id:int}/snooze", self.snooze, methods=["POST"])
        return router

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def stream(self, request: Request) -> Stream | JSONResponse:
        """Server-sent notices, from `Last-Event-ID` (or `?after=`) on."""
        try:
            person = person_in(request.query_params, self._ports.people)
        except PageProblem as problem:
            return self._answers.refused(request, problem)
        given = request.headers.get("last-event-id") or request.query_params.get("after", "")
        after = int(given) if given.isascii() and given.isdigit() and len(given) < 16 else 0
        return Stream(self._messages(person, after), headers=HEADERS)

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def open(self, request: Request) -> JSONResponse:
        """What nobody has put away yet, and the number from which the stream goes on."""
        try:
            after, found = await self._ports.schedule.open_notices(person_in(request.query_params, self._ports.people))
        except (PageProblem, YamoriError) as problem:
            return self._answers.refused(request, problem)
        return as_json({"after": after, "notices": [_view(notice) for notice in found]})

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def see(self, request: Request, id: int) -> JSONResponse:
        return await self._done(request, lambda person, _: self._ports.schedule.see(person, id))

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def dismiss(self, request: Request, id: int) -> JSONResponse:
        return await self._done(request, lambda person, _: self._ports.schedule.dismiss(person, id))

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def snooze(self, request: Request, id: int) -> JSONResponse:
        async def act(person: str, submitted: Submission) -> None:
            length = minutes(submitted.get("minutes"), most=_LONGEST_SNOOZE) or _SNOOZE
            await self._ports.schedule.snooze(person, id, length, key=key(submitted))

        return await self._done(request, act)

    async def _done(self, request: Request, act: Callable[[str, Submission], Awaitable[None]]) -> JSONResponse:
        try:
            submitted = await submission(request)
            await act(whose(submitted, self._ports.people), submitted)
        except (PageProblem, YamoriError) as problem:
            return self._answers.refused(request, problem)
        return as_json({})

    async def _messages(self, person: str, after: int) -> AsyncIterator[ServerSentEvent]:
        yield TAKE_UP_AGAIN
        notices = self._ports.schedule.notices(person, after)
        try:
            async for number, notice in notices:
                yield ServerSentEvent(event="notice", id=str(number), data=json.dumps(_view(notice), ensure_ascii=False))
        finally:
            # A page that went away must not leave the household listening for it.
            if isinstance(notices, AsyncGenerator):
                await notices.aclose()


def _view(notice: Notice) -> Mapping[str, Value]:
    return {"id": notice.id, "text": notice.text, "due": notice.due.isoformat(timespec="minutes"), "missed": notice.missed}
