"""What a person does on the Automations view: switch, run, remove, set another time, answer, say, take back. Each by a plain form.

With scripts the answer is the part of the page anew; without them it is the whole page. A repeated form does nothing twice.
"""

from collections.abc import Awaitable, Callable

from fastapi import APIRouter, Request, Response

from yamori.agentkit.access import allowed
from yamori.domain.access import Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import AskThePerson, Forbidden, InvalidRequest, NotFound, YamoriError
from yamori.web.automation_port import Did
from yamori.web.automations.form import Sent, choice, key, time_set, version
from yamori.web.automations.part import Happened, Parts
from yamori.web.form import fields, message, person_in
from yamori.web.look import Look, answered, reader_of
from yamori.web.marks import mark
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, problem_shown, status_of

Act = Callable[[Sent, str], Awaitable[Did]]
Page = Callable[[Request, str, Happened, str, int], Awaitable[Response]]
"""The whole page: request, person, what happened, the row that stands open, status."""
_PROBLEMS = {
    "version": ("problem.changed_meanwhile", 409),
    "past": ("problem.past_meanwhile", 409),
    "change": ("problem.not_undone", 409),
    "waits": ("problem.waits_for_ok", 409),
}


class AutomationActs:
    """The routes below `/ui/automations` that change something."""

    def __init__(self, ports: Ports, look: Look, parts: Parts, page: Page) -> None:
        self._ports = ports
        self._look = look
        self._parts = parts
        self._page = page

    def router(self) -> APIRouter:
        router = APIRouter(prefix="/ui/automations", include_in_schema=False)
        for name, act in (
            ("switch", self.switch),
            ("run", self.run),
            ("remove", self.remove),
            ("time", self.time),
            ("answer", self.answer),
            ("say", self.say),
        ):
            router.add_api_route(f"/of/{{id}}/{name}", act, methods=["POST"])
        router.add_api_route("/undo", self.undo, methods=["POST"])
        return router

    @allowed(Who.FAMILY, Scope.DEVICES, owner=Owner.PERSON)
    async def switch(self, request: Request, id: str) -> Response:
        async def act(sent: Sent, person: str) -> Did:
            return await self._ports.automations.switch(person, id, enabled=choice(sent, "enabled"), key=key(sent, "switch", id))

        return await self._answer(request, act)

    @allowed(Who.FAMILY, Scope.DEVICES, owner=Owner.PERSON)
    async def run(self, request: Request, id: str) -> Response:
        async def act(sent: Sent, person: str) -> Did:
            return await self._ports.automations.run(person, id, key=key(sent, "run", id))

        return await self._answer(request, act)

    @allowed(Who.FAMILY, Scope.DEVICES, owner=Owner.PERSON)
    async def remove(self, request: Request, id: str) -> Response:
        async def act(sent: Sent, person: str) -> Did:
            return await self._ports.automations.remove(person, id, version=version(sent), key=key(sent, "remove", id))

        return await self._answer(request, act)

    @allowed(Who.FAMILY, Scope.DEVICES, owner=Owner.PERSON)
    async def answer(self, request: Request, id: str) -> Response:
        async def act(sent: Sent, person: str) -> Did:
            agreed = choice(sent, "agreed")
            return await self._ports.automations.answer(person, id, agreed=agreed, version=version(sent), key=key(sent, "answer", id))

        return await self._answer(request, act)

    @allowed(Who.FAMILY, Scope.DEVICES, owner=Owner.PERSON)
    async def time(self, request: Request, id: str) -> Response:
        async def act(sent: Sent, person: str) -> Did:
            automations = self._ports.automations
            found = await automations.automation(person, id)
            old = next((time for time in found.times if time.place == sent.get("place")), None)
            if old is None:
                raise PageProblem("problem.changed_meanwhile", status=409)
            new = time_set(sent, old, automations.now())
            return await automations.retime(person, id, new, version=version(sent), key=key(sent, "time", id))

        return await self._answer(request, act, opened=id)

    @allowed(Who.FAMILY, Scope.DEVICES, owner=Owner.PERSON)
    async def say(self, request: Request, id: str) -> Response:
        async def act(sent: Sent, person: str) -> Did:
            text = message(sent)
            # Of a form that is sent again with other words, another key: the first ones may have changed nothing.
            return await self._ports.automations.say(person, id, text, key=f"{key(sent, 'say', id)}/{mark('text', text)}")

        return await self._answer(request, act, opened=id)

    @allowed(Who.FAMILY, Scope.DEVICES, owner=Owner.PERSON)
    async def undo(self, request: Request) -> Response:
        async def act(sent: Sent, person: str) -> Did:
            change = sent.get("change", "")
            return await self._ports.automations.undo(person, change, key=key(sent, "undo", change))

        return await self._answer(request, act)

    async def _answer(self, request: Request, act: Act, *, opened: str = "") -> Response:
        """Do it and show what came of it. `opened`: the row whose form was sent; what is wrong with the form is said beside it."""
        reader, person, scripted = reader_of(request), "", "hx-request" in request.headers
        try:
            sent = await fields(request)
            person = person_in(sent, self._ports.people)
            happened, status = Happened(did=await act(sent, person)), 200
        except (PageProblem, YamoriError) as problem:
            explained = self._explained(problem)
            if scripted and (not person or (opened and not _stale(problem))):
                place = mark("automation-problem", opened) if opened else "page-problem"
                return problem_shown(explained, look=self._look, reader=reader, place=place)
            status = explained.status if isinstance(explained, PageProblem) else status_of(explained)
            happened = Happened(problem=self._said(explained, request), nearest=_nearest(problem))
        if not scripted:
            return await self._page(request, person, happened, opened if status >= 400 else "", status)
        headers = {"HX-Retarget": "#automations", "HX-Reswap": "outerHTML"} if status >= 400 else {}
        return answered(await self._parts.part(person, reader, happened=happened), status=status, headers=headers)

    def _explained(self, problem: PageProblem | YamoriError) -> PageProblem | YamoriError:
        """In the page's own words, where it has some."""
        match problem:
            case NotFound():
                return PageProblem("problem.automation_gone", status=404)
            case InvalidRequest() | Forbidden() if problem.where in _PROBLEMS:
                name, status = _PROBLEMS[problem.where]
                return PageProblem(name, status=status)
        return problem

    def _said(self, problem: PageProblem | YamoriError, request: Request) -> str:
        words = self._look.words(reader_of(request).language)
        return words(problem.key, **problem.fill) if isinstance(problem, PageProblem) else str(problem)


def _stale(problem: PageProblem | YamoriError) -> bool:
    """The form was made from a state that is over: the part has to come anew."""
    if isinstance(problem, PageProblem):
        return problem.status == 409
    return isinstance(problem, InvalidRequest) and (isinstance(problem, NotFound) or problem.where == "version")


def _nearest(problem: PageProblem | YamoriError) -> tuple[str, ...]:
    return problem.options if isinstance(problem, AskThePerson) else ()
