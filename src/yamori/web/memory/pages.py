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
from yamori.web.memory.document import document_sent
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, status_of
from yamori.web.shell import Shell

GROUPS = ("health", "settings", "taste", "people", "names", "life", "other")
"""In the order in which they are shown."""
_HERE = "/memory"
_LONGEST_ID = 15
"""Digits; SQLite's ids have at most 19."""
_LONGEST = 500
"""Characters of a value."""
_A_PAGE = 50
"""Sentences that are shown at once."""
_DID = frozenset(("corrected", "forgotten", "sentence", "everything", "former", "household", "paused", "resumed", "imported", "declined"))
Act = Callable[[Mapping[str, str], str], Awaitable[str]]
"""Does what a form asks for a person; what it did, as `memory.did_…` words it."""
Read = Callable[[Request], Awaitable[Mapping[str, str]]]
"""The fields of a form. Raises `PageProblem`."""


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
            ("sentence", self._forget_sentence),
            ("everything", self._everything),
            ("pause", self._pause),
            ("decline", self._decline),
        ):
            router.add_api_route(f"/ui/memory/{name}", self._posted(act), methods=["POST"])
        router.add_api_route("/ui/memory/import", self._posted(self._import, self._document), methods=["POST"])
        for name, act in (("former", self._forget_former), ("household", self._forget_household)):
            router.add_api_route(f"/ui/memory/{name}", self._posted_by_an_adult(act), methods=["POST"])
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

    def _posted(self, act: Act, read: Read = fields) -> Callable[[Request], Awaitable[Response]]:
        @allowed(Who.FAMILY, Scope.CHAT, owner=Owner.PERSON)
        async def posted(request: Request) -> Response:
            return await self._done(request, act, read)

        return posted

    def _posted_by_an_adult(self, act: Act) -> Callable[[Request], Awaitable[Response]]:
        @allowed(Who.ADULT, Scope.ADMIN)
        async def posted(request: Request) -> Response:
            return await self._done(request, act, fields)

        return posted

    async def _done(self, request: Request, act: Act, read: Read) -> Response:
        person = ""
        try:
            sent = await read(request)
            person = person_in(sent, self._ports.people)
            did = await act(sent, person)
        except (PageProblem, YamoriError) as problem:
            return await self._whole(request, person, self._said(problem, request), _status(problem))
        shown = {"person": person, "did": did} | ({"before": sent["before"]} if _number(sent.get("before")) else {})
        return RedirectResponse(f"{_HERE}?{urlencode(shown)}", status_code=303, headers=HEADERS)

    async def _correct(self, sent: Mapping[str, str], person: str) -> str:
        value = sent.get("value", "").strip()
        if not value or len(value) > _LONGEST:
            raise PageProblem("problem.memory_value", most=str(_LONGEST))
        await self._ports.memory.correct(person, sent.get("fact", ""), value)
        return "corrected"

    async def _forget(self, sent: Mapping[str, str], person: str) -> str:
        await self._ports.memory.forget(person, sent.get("fact", ""))
        return "forgotten"

    async def _forget_sentence(self, sent: Mapping[str, str], person: str) -> str:
        sentence = _number(sent.get("sentence"))
        if sentence is None:
            raise PageProblem("problem.body", status=400)
        await self._ports.memory.forget_sentence(person, sentence)
        return "sentence"

    async def _decline(self, sent: Mapping[str, str], person: str) -> str:
        await self._ports.memory.decline(person, sent.get("habit", ""))
        return "declined"

    async def _everything(self, sent: Mapping[str, str], person: str) -> str:
        if sent.get("sure") != "yes":
            raise PageProblem("problem.memory_sure")
        await self._ports.memory.forget_everything(person)
        return "everything"

    async def _forget_former(self, sent: Mapping[str, str], person: str) -> str:
        if sent.get("sure") != "yes":
            raise PageProblem("problem.memory_sure_former")
        await self._ports.memory.forget_former(person, sent.get("former", ""))
        return "former"

    async def _forget_household(self, sent: Mapping[str, str], person: str) -> str:
        if sent.get("sure") != "yes":
            raise PageProblem("problem.memory_sure")
        await self._ports.memory.forget_household(person)
        return "household"

    async def _pause(self, sent: Mapping[str, str], person: str) -> str:
        if (paused := sent.get("paused")) not in ("yes", "no"):
            raise PageProblem("problem.body", status=400)
        await self._ports.memory.pause(person, paused == "yes")
        return "paused" if paused == "yes" else "resumed"

    async def _document(self, request: Request) -> Mapping[str, str]:
        return await document_sent(request, most=self._ports.memory.most_bytes)

    async def _import(self, sent: Mapping[str, str], person: str) -> str:
        await self._ports.memory.load(person, sent.get("document", ""))
        return "imported"

    async def _whole(self, request: Request, person: str, problem: str, status: int) -> Response:
        reader, whose = reader_of(request), self._whose(request, person)
        before = _number(request.query_params.get("before"))
        try:
            facts = await self._ports.memory.facts(whose.id, reader.language)
            paused = await self._ports.memory.paused(whose.id)
            habits = await self._ports.memory.habits(whose.id)
            adult = await self._ports.memory.is_adult(whose.id)
            former = await self._ports.memory.former_residents() if adult else ()
            profile = await self._ports.memory.profile(whose.id)
            sentences = await self._ports.memory.sentences(whose.id, before=before, limit=_A_PAGE + 1)
        except YamoriError as error:
            facts, paused, habits, profile, sentences, problem = (), False, (), "", (), problem or str(error)
            adult, former = False, ()
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
            profile=profile,
            adult=adult,
            former=former,
            sentences=sentences[:_A_PAGE],
            before=before,
            earlier=sentences[_A_PAGE - 1].id if len(sentences) > _A_PAGE else None,
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


def _number(said: str | None) -> int | None:
    """The id of a sentence; None for anything else."""
    return int(said) if said and said.isascii() and said.isdigit() and len(said) <= _LONGEST_ID else None


def _status(problem: PageProblem | YamoriError) -> int:
    return problem.status if isinstance(problem, PageProblem) else status_of(problem)
