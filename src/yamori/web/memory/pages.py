"""`/memory` and its forms, which work without scripts: each is sent, done, and answered by the page again."""

from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from yamori.agentkit.access import allowed
from yamori.domain.access import Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import NotFound, YamoriError
from yamori.domain.home import Person
from yamori.web.form import chosen_person, fields, person_in
from yamori.web.look import HEADERS, Look, reader_of
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, status_of
from yamori.web.shell import Shell

GROUPS = ("health", "settings", "taste", "people", "names", "life", "other")
"""In the order in which they are shown."""
_HERE = "/memory"
_LONGEST = 500
"""Characters of a value."""
_DID = frozenset(("corrected", "forgotten", "everything", "paused", "resumed", "imported", "declined"))
Act = Callable[[Mapping[str, str], str], Awaitable[str]]
"""Does what a form asks for a person; what it did, as `memory.did_…` words it."""


class MemoryPages:
    """The page, and every route of the view."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports = ports
        self._look = look
        self._shell = Shell(ports, look)

    def router(self) -> APIRouter:
        router = APIRouter(include_in_schema=False)
        router.add_api_route(_HERE, self.page, methods=["GET"])
        router.add_api_route(f"{_HERE}/export", self.export, methods=["GET"])
        for name, act in (
            ("correct", self._correct),
            ("forget", self._forget),
            ("everything", self._everything),
            ("pause", self._pause),
            ("import", self._import),
            ("decline", self._decline),
        ):
            router.add_api_route(f"/ui/memory/{name}", self._posted(act), methods=["POST"])
        router.add_api_route("/ui/memory/accept", self.accept, methods=["POST"])
        return router

    @allowed(Who.FAMILY, Scope.CHAT, owner=Owner.PERSON)
    async def accept(self, request: Request) -> Response:
        """Have a habit done every day; what came of that stands in the conversation."""
        person = ""
        try:
            sent = await fields(request)
            person = person_in(sent, self._ports.people)
            conversation = await self._ports.memory.accept(person, sent.get("habit", ""))
        except (PageProblem, YamoriError) as problem:
            return await self._whole(request, person, self._said(problem, request), _status(problem))
        return RedirectResponse(f"/?{urlencode({'conversation': conversation})}", status_code=303, headers=HEADERS)

    @allowed(Who.FAMILY, Scope.READ, owner=Owner.PERSON)
    async def page(self, request: Request) -> Response:
        return await self._whole(request, "", "", 200)

    @allowed(Who.FAMILY, Scope.READ, owner=Owner.PERSON)
    async def export(self, request: Request) -> Response:
        """All that is kept of the person, to be saved."""
        try:
            person = person_in(request.query_params, self._ports.people)
            document = await self._ports.memory.export(person)
        except (PageProblem, YamoriError) as problem:
            return await self._whole(request, "", self._said(problem, request), _status(problem))
        headers = {**HEADERS, "Content-Disposition": f"attachment; filename*=UTF-8''{quote(f'yamori-memory-{person}.json', safe='')}"}
        return Response(document, media_type="application/json", headers=headers)

    def _posted(self, act: Act) -> Callable[[Request], Awaitable[Response]]:
        @allowed(Who.FAMILY, Scope.CHAT, owner=Owner.PERSON)
        async def posted(request: Request) -> Response:
            person = ""
            try:
                sent = await fields(request)
                person = person_in(sent, self._ports.people)
                did = await act(sent, person)
            except (PageProblem, YamoriError) as problem:
                return await self._whole(request, person, self._said(problem, request), _status(problem))
            return RedirectResponse(f"{_HERE}?{urlencode({'person': person, 'did': did})}", status_code=303, headers=HEADERS)

        return posted

    async def _correct(self, sent: Mapping[str, str], person: str) -> str:
        value = sent.get("value", "").strip()
        if not value or len(value) > _LONGEST:
            raise PageProblem("problem.memory_value", most=str(_LONGEST))
        await self._ports.memory.correct(person, sent.get("fact", ""), value)
        return "corrected"

    async def _forget(self, sent: Mapping[str, str], person: str) -> str:
        await self._ports.memory.forget(person, sent.get("fact", ""))
        return "forgotten"

    async def _decline(self, sent: Mapping[str, str], person: str) -> str:
        await self._ports.memory.decline(person, sent.get("habit", ""))
        return "declined"

    async def _everything(self, sent: Mapping[str, str], person: str) -> str:
        if sent.get("sure") != "yes":
            raise PageProblem("problem.memory_sure")
        await self._ports.memory.forget_everything(person)
        return "everything"

    async def _pause(self, sent: Mapping[str, str], person: str) -> str:
        if (paused := sent.get("paused")) not in ("yes", "no"):
            raise PageProblem("problem.body", status=400)
        await self._ports.memory.pause(person, paused == "yes")
        return "paused" if paused == "yes" else "resumed"

    async def _import(self, sent: Mapping[str, str], person: str) -> str:
        await self._ports.memory.load(person, sent.get("document", ""))
        return "imported"

    async def _whole(self, request: Request, person: str, problem: str, status: int) -> Response:
        reader, whose = reader_of(request), self._whose(request, person)
        try:
            facts = await self._ports.memory.facts(whose.id, reader.language)
            paused = await self._ports.memory.paused(whose.id)
            habits = await self._ports.memory.habits(whose.id)
        except YamoriError as error:
            facts, paused, habits, problem = (), False, (), problem or str(error)
        did = request.query_params.get("did", "")
        return await self._shell.page(
            request,
            "memory/page.html",
            here=_HERE,
            status=status,
            whose=whose,
            groups=[(group, found) for group in GROUPS if (found := [f for f in facts if f.group == group])],
            paused=paused,
            habits=habits,
            problem=problem,
            did=did if did in _DID and not problem else "",
        )

    def _whose(self, request: Request, person: str) -> Person:
        people = self._ports.people
        wanted = (person, request.query_params.get("person"), chosen_person(request))
        return next((one for id in wanted for one in people if one.id == id), people[0] if people else Person(id="someone", name="?"))

    def _said(self, problem: PageProblem | YamoriError, request: Request) -> str:
        words = self._look.words(reader_of(request).language)
        if isinstance(problem, NotFound):
            return words("problem.memory_gone")
        return words(problem.key, **problem.fill) if isinstance(problem, PageProblem) else str(problem)


def _status(problem: PageProblem | YamoriError) -> int:
    return problem.status if isinstance(problem, PageProblem) else status_of(problem)
