"""Notices on the page: what a person is told at its time, live, with an answer to it."""

import json
from collections.abc import AsyncGenerator, AsyncIterator

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from sse_starlette import ServerSentEvent

from yamori.domain.errors import YamoriError
from yamori.web.doors import Doors
from yamori.web.form import person_in
from yamori.web.look import HEADERS, Look
from yamori.web.problems import PageProblem
from yamori.web.schedule.answers import Answers, told
from yamori.web.schedule.wishes import minutes, whose, wish
from yamori.web.streams import TAKE_UP_AGAIN, Stream

_LONGEST_SNOOZE = 7 * 24 * 60


class NoticePages:
    """`/ui/notices`."""

    def __init__(self, doors: Doors, look: Look) -> None:
        self._doors = doors
        self._answers = Answers(doors, look)

    def router(self) -> APIRouter:
        router = APIRouter(prefix="/ui/notices", include_in_schema=False)
        router.add_api_route("", self.stream, methods=["GET"], response_model=None)
        router.add_api_route("/{id:int}/dismiss", self.dismiss, methods=["POST"])
        router.add_api_route("/{id:int}/snooze", self.snooze, methods=["POST"])
        return router

    async def stream(self, request: Request) -> Stream | JSONResponse:
        """Server-sent notices, from `Last-Event-ID` (or `?after=`) on."""
        try:
            person = person_in(request.query_params, self._doors.people)
        except PageProblem as problem:
            return self._answers.refused(request, problem)
        given = request.headers.get("last-event-id") or request.query_params.get("after", "")
        after = int(given) if given.isascii() and given.isdigit() and len(given) < 16 else 0
        return Stream(self._messages(person, after), headers=HEADERS)

    async def dismiss(self, request: Request, id: int) -> JSONResponse:
        try:
            wished = await wish(request)
            await self._doors.schedule.dismiss(whose(wished, self._doors.people), id)
        except (PageProblem, YamoriError) as problem:
            return self._answers.refused(request, problem)
        return told({"dismissed": id})

    async def snooze(self, request: Request, id: int) -> JSONResponse:
        try:
            wished = await wish(request)
            length = minutes(wished.get("minutes"), most=_LONGEST_SNOOZE) or 10
            await self._doors.schedule.snooze(whose(wished, self._doors.people), id, length)
        except (PageProblem, YamoriError) as problem:
            return self._answers.refused(request, problem)
        return told({"snoozed": id})

    async def _messages(self, person: str, after: int) -> AsyncIterator[ServerSentEvent]:
        yield TAKE_UP_AGAIN
        notices = self._doors.schedule.notices(person, after)
        try:
            async for number, notice in notices:
                said = {"id": notice.id, "text": notice.text, "due": notice.due.isoformat(timespec="minutes"), "late": notice.late}
                yield ServerSentEvent(event="notice", id=str(number), data=json.dumps(said, ensure_ascii=False))
        finally:
            # A page that went away must not leave the household listening for it.
            if isinstance(notices, AsyncGenerator):
                await notices.aclose()
