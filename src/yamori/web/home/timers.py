"""What counts down for a person, on the Home page: timers, which can be stopped here, and automations that come once and soon, which the
Automations view changes."""

from datetime import datetime, timedelta

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from yamori.agentkit.access import CALLER, allowed
from yamori.domain.access import Access, Owner, Who, turned_away
from yamori.domain.caller import Scope
from yamori.domain.errors import NotFound, YamoriError
from yamori.web.automations.part import Parts
from yamori.web.form import fields
from yamori.web.home.form import speaker
from yamori.web.look import HEADERS, Look, answered, reader_of
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, problem_shown

_ACCESS = Access(who=Who.FAMILY, scope=Scope.READ, owner=Owner.PERSON)
_SOON = timedelta(hours=24)
_PAGES = frozenset({"/home", "/automations"})


class RunningTimers:
    """`/ui/house/timers`, asked for by the open page now and then."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports, self._look, self._part = ports, look, Parts(ports, look)

    def router(self) -> APIRouter:
        router = APIRouter(include_in_schema=False)
        router.add_api_route("/ui/house/timers", self.timers, methods=["GET"])
        router.add_api_route("/ui/house/timers/{id:int}/stop", self.stop, methods=["POST"])
        return router

    @staticmethod
    def are_shown() -> bool:
        """Whoever asks may see their own."""
        return turned_away(_ACCESS, CALLER.get()) is None

    @allowed(Who.FAMILY, Scope.READ, owner=Owner.PERSON)
    async def timers(self, request: Request) -> Response:
        """Soonest first; empty where nothing counts down."""
        reader = reader_of(request)
        phrasing = self._part.phrasing(reader)
        try:
            person = speaker(request, {}, self._ports.people)
            until = phrasing.now + _SOON
            due = [(d.due, d.text, d.id) for d in await self._ports.schedule.due(person, until) if d.timer]
            coming = [(c.at, c.says, None) for c in await self._ports.automations.coming(person) if c.counting and c.at < until]
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")
        running: list[tuple[datetime, str, int | None]] = sorted([*due, *coming], key=lambda one: one[0])
        return answered(self._look.render("home/timers.html", reader=reader, running=running, phrasing=phrasing, person=person))

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def stop(self, request: Request, id: int) -> Response:
        """Stop a timer; one that has rung meanwhile is over anyhow. Then back to the page, or what counts down anew."""
        reader, scripted = reader_of(request), "hx-request" in request.headers
        try:
            sent = await fields(request)
            person = speaker(request, sent, self._ports.people)
            await self._ports.schedule.forget_reminder(person, id, key=f"stop-timer/{person}/{id}")
        except NotFound:
            pass  # it is stopped, or has rung
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")
        if not scripted:
            return RedirectResponse(sent["page"] if sent.get("page") in _PAGES else "/home", status_code=303, headers=HEADERS)
        return await self.timers(request)
