"""`/automations`: what comes next, the person's automations by kind, scenes, and the conversation beside them."""

from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from yamori.agentkit.access import allowed
from yamori.agentkit.taking_in import take_in
from yamori.domain.access import Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import YamoriError
from yamori.domain.home import Person
from yamori.web.automations.acts import AutomationActs
from yamori.web.automations.part import Happened, Parts
from yamori.web.automations.scenes import SceneButtons
from yamori.web.form import PERSON_COOKIE, chosen_person, person_in
from yamori.web.look import HEADERS, Look, answered, reader_of, set_choice
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, problem_shown
from yamori.web.shell import Shell

_HERE = "/automations"


class AutomationPages:
    """The page, and every route of the view."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports = ports
        self._look = look
        self._shell = Shell(ports, look)
        self._parts = Parts(ports, look)
        self._scenes = SceneButtons(ports, look)

    def router(self) -> APIRouter:
        router = APIRouter(include_in_schema=False)
        router.add_api_route(_HERE, self.page, methods=["GET"])
        router.add_api_route("/ui/automations", self.part, methods=["GET"])
        router.add_api_route("/ui/automations/of/{id}", self.more, methods=["GET"])
        take_in(router, AutomationActs(self._ports, self._look, self._parts, self._whole).router())
        take_in(router, self._scenes.router())
        return router

    @allowed(Who.FAMILY, Scope.READ, owner=Owner.PERSON)
    async def page(self, request: Request) -> Response:
        """The whole view; with `?open=` that row stands open, for a page without scripts."""
        return await self._whole(request, "", Happened(), request.query_params.get("open", ""), 200)

    @allowed(Who.FAMILY, Scope.READ, owner=Owner.PERSON)
    async def part(self, request: Request) -> Response:
        """The part that changes; nothing (204) where the page shows it as it is."""
        reader = reader_of(request)
        try:
            person = person_in(request.query_params, self._ports.people)
            if request.query_params.get("seen") == await self._parts.seen(person):
                return Response(status_code=204, headers=HEADERS)
            return answered(await self._parts.part(person, reader))
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")

    @allowed(Who.FAMILY, Scope.READ, owner=Owner.PERSON)
    async def more(self, request: Request, id: str) -> Response:
        """What stands inside a row that is opened."""
        reader = reader_of(request)
        try:
            return answered(await self._parts.more(person_in(request.query_params, self._ports.people), id, reader))
        except YamoriError:
            gone = PageProblem("problem.automation_gone", status=404)
            return problem_shown(gone, look=self._look, reader=reader, place="page-problem")
        except PageProblem as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")

    async def _whole(self, request: Request, person: str, happened: Happened, opened: str, status: int) -> Response:
        reader, whose = reader_of(request), self._whose(request, person)
        try:
            part = await self._parts.part(whose.id, reader, opened=opened, happened=happened)
        except YamoriError as problem:
            part = self._look.render("problem.html", reader=reader, text=str(problem), nearest=())
        response = await self._shell.page(
            request,
            "automations/page.html",
            here=_HERE,
            status=status,
            whose=whose,
            part=Markup(part),
            scenes=Markup(await self._scenes.buttons(reader, person=whose.id, here=_HERE)),
        )
        if request.query_params.get("person") == whose.id:
            set_choice(response, PERSON_COOKIE, quote(whose.id), hidden=True)
        return response

    def _whose(self, request: Request, person: str) -> Person:
        """Who sent the form, then `?person=`, then whoever was chosen last, then whoever is to be chosen first."""
        people = self._ports.people
        wanted = (person, request.query_params.get("person"), chosen_person(request))
        return next((one for id in wanted for one in people if one.id == id), people[0] if people else Person(id="someone", name="?"))
