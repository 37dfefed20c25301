"""`/schedule`, `/schedule/routines` and `/schedule/diary`: whole pages, each with the conversation beside it."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup

from yamori.agentkit.access import allowed
from yamori.agentkit.taking_in import take_in
from yamori.domain.access import Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import YamoriError
from yamori.domain.home import Person
from yamori.domain.values import Value
from yamori.web.form import PERSON_COOKIE, chosen_person
from yamori.web.look import HEADERS, Look, Reader, reader_of, set_choice
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem
from yamori.web.schedule.diary import DiaryParts
from yamori.web.schedule.embed import EmbedPages
from yamori.web.schedule.notification import NoticePages
from yamori.web.schedule.reminding import ReminderParts, leads
from yamori.web.schedule.routines import RoutineParts
from yamori.web.schedule.sharing import ShareParts
from yamori.web.schedule.submissions import day
from yamori.web.schedule.tasks import TaskActs, events_of
from yamori.web.schedule_port import CalendarSeen
from yamori.web.shell import Shell

_PLAIN = timedelta(days=27)
"""So far the plain list reaches."""
_SIGNS = "▲■◆★●▼♠♣♥"
"""Of connected calendars, so that no colour alone tells them apart."""
_COLOURS = 6
_FOR_SCRIPTS = ("schedule", "did", "problem", "notice", "share")
"""Sections of words of which a script needs some."""


class SchedulePages:
    """The pages, and every route of the view."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports = ports
        self._look = look
        self._shell = Shell(ports, look)
        self._routines = RoutineParts(ports, look)
        self._diary = DiaryParts(ports, look)

    def router(self) -> APIRouter:
        router = APIRouter(include_in_schema=False)
        router.add_api_route("/schedule", self.calendar, methods=["GET"])
        router.add_api_route("/schedule/routines", self.routines, methods=["GET"])
        router.add_api_route("/schedule/diary", self.diary, methods=["GET"])
        for part in (TaskActs, ReminderParts, ShareParts, NoticePages, EmbedPages):
            take_in(router, part(self._ports, self._look).router())
        take_in(router, self._routines.router(), self._diary.router())
        return router

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def calendar(self, request: Request) -> Response:
        """The calendar, which needs scripts; with `?plain` what comes in the next weeks as a list, which needs none."""
        if "plain" not in request.query_params:
            return await self._page(request, "schedule/calendar.html", plain=None)
        reader, first, days = reader_of(request), self._ports.schedule.now().date(), defaultdict[date, list[Mapping[str, Value]]](list)
        try:
            events = await events_of(self._ports, self._whose(request).id, first, first + _PLAIN)
        except YamoriError as problem:
            return await self._page(request, "schedule/calendar.html", plain=(), trouble=Markup(self._trouble(problem, reader)))
        for event in sorted(events, key=lambda each: str(each["start"])):
            days[date.fromisoformat(str(event["start"])[:10])].append(event)
        return await self._page(request, "schedule/calendar.html", plain=sorted(days.items()), trouble="")

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def routines(self, request: Request) -> Response:
        reader, whose = reader_of(request), self._whose(request)
        try:
            part = await self._routines.part(whose.id, reader)
        except YamoriError as problem:
            part = self._trouble(problem, reader)
        return await self._page(request, "schedule/routines_page.html", routines=Markup(part))

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def diary(self, request: Request) -> Response:
        reader, whose = reader_of(request), self._whose(request)
        try:
            shown = day(request.query_params.get("date")) or self._ports.schedule.now().date()
            part = await self._diary.part(whose.id, shown, reader)
        except PageProblem:  # a day that is none: today's page instead
            return RedirectResponse("/schedule/diary", status_code=303, headers=HEADERS)
        except YamoriError as problem:
            part = self._trouble(problem, reader)
        return await self._page(request, "schedule/diary_page.html", day=Markup(part), date=shown)

    async def _page(self, request: Request, template: str, **values: object) -> Response:
        reader, whose = reader_of(request), self._whose(request)
        words = self._look.words(reader.language)
        response = await self._shell.page(
            request,
            template,
            {"calendars": await self._calendars(whose.id)} | values,
            whose=whose,
            now=self._ports.schedule.now(),
            leads=leads(words),
            words=json.dumps({k: v for k, v in words.sentences.items() if k.partition(".")[0] in _FOR_SCRIPTS}, ensure_ascii=False),
        )
        if request.query_params.get("person") == whose.id:
            set_choice(response, PERSON_COOKIE, quote(whose.id), hidden=True)
        return response

    async def _calendars(self, person: str) -> Sequence[tuple[CalendarSeen, str, int]]:
        """Each connected calendar with its sign and the number of its colour."""
        try:
            found = await self._ports.schedule.calendars(person)
        except YamoriError:  # the page says so where it asks for the entries
            return ()
        return [(one, _SIGNS[place % len(_SIGNS)], place % _COLOURS) for place, one in enumerate(found)]

    def _whose(self, request: Request) -> Person:
        """`?person=`, then whoever was chosen last, then whoever is to be chosen first."""
        people = self._ports.people
        wanted = (request.query_params.get("person"), chosen_person(request))
        return next((one for id in wanted for one in people if one.id == id), people[0] if people else Person(id="someone", name="?"))

    def _trouble(self, problem: YamoriError, reader: Reader) -> str:
        return self._look.render("problem.html", reader=reader, text=str(problem), nearest=())
