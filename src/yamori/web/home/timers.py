"""What counts down for a person, on the Home page: timers, and automations that come once and soon. Read only; the Automations view
changes them."""

from datetime import timedelta

from fastapi import APIRouter, Request, Response

from yamori.agentkit.access import CALLER, allowed
from yamori.domain.access import Access, Owner, Who, turned_away
from yamori.domain.caller import Scope
from yamori.domain.errors import YamoriError
from yamori.web.automations.part import Parts
from yamori.web.home.form import speaker
from yamori.web.look import Look, answered, reader_of
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, problem_shown

_ACCESS = Access(who=Who.FAMILY, scope=Scope.READ, owner=Owner.PERSON)
_SOON = timedelta(hours=24)


class RunningTimers:
    """`/ui/house/timers`, asked for by the open page now and then."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports, self._look, self._part = ports, look, Parts(ports, look)

    def router(self) -> APIRouter:
        router = APIRouter(include_in_schema=False)
        router.add_api_route("/ui/house/timers", self.timers, methods=["GET"])
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
            due = [(d.due, d.text) for d in await self._ports.schedule.due(person, until) if d.timer]
            coming = [(c.at, c.says) for c in await self._ports.automations.coming(person) if c.counting and c.at < until]
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")
        running = sorted([*due, *coming], key=lambda one: one[0])
        return answered(self._look.render("home/timers.html", reader=reader, running=running, phrasing=phrasing))
