"""`/lists` and its forms. With scripts the answer is the part that changes; without them the whole page again. A repeated form does nothing
twice."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup
from sse_starlette import ServerSentEvent

from yamori.agentkit.access import allowed
from yamori.domain.access import Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest, NotFound, YamoriError
from yamori.domain.home import Person
from yamori.web.form import PERSON_COOKIE, chosen_person, fields, person_in
from yamori.web.list_port import ListCaller, ListDid
from yamori.web.look import HEADERS, Look, Reader, answered, reader_of, set_choice
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, status_of
from yamori.web.shell import Shell
from yamori.web.streams import TAKE_UP_AGAIN, Stream

_HERE = "/lists"
_LONGEST_KEY = 64
_LONGEST_NUMBER = 15
Sent = Mapping[str, str]
Act = Callable[[Sent, ListCaller], Awaitable[ListDid]]
_NOTHING = ListDid(text="", change=0)


class ListPages:
    """The page, and every route of the view."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports, self._look = ports, look
        self._shell = Shell(ports, look)

    def router(self) -> APIRouter:
        router = APIRouter(include_in_schema=False)
        router.add_api_route(_HERE, self.page, methods=["GET"])
        router.add_api_route("/ui/lists", self.part, methods=["GET"])
        router.add_api_route("/ui/lists/events", self.events, methods=["GET"])
        for name, act in (
            ("add", self._add),
            ("check", self._check),
            ("edit", self._edit),
            ("place", self._place),
            ("move", self._move),
            ("remove", self._remove),
            ("clear", self._clear),
            ("create", self._create),
            ("rename", self._rename),
            ("sort", self._sort),
            ("hide", self._hide),
            ("delete", self._delete),
            ("undo", self._undo),
        ):
            router.add_api_route(f"/ui/lists/{name}", self._posted(act), methods=["POST"])
        return router

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def page(self, request: Request) -> Response:
        return await self._whole(request, "", request.query_params.get("list", ""), _NOTHING, "", 200)

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def part(self, request: Request) -> Response:
        """The part that changes; nothing (204) where the page shows it as it is."""
        reader = reader_of(request)
        try:
            person = person_in(request.query_params, self._ports.people)
            if request.query_params.get("seen") == await self._ports.lists.seen(person):
                return Response(status_code=204, headers=HEADERS)
            return answered(await self._part(person, request.query_params.get("list", ""), reader))
        except (PageProblem, YamoriError) as problem:
            text = self._said(problem, reader)
            return answered(self._look.render("problem.html", reader=reader, text=text, nearest=()), status=_status(problem))

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def events(self, request: Request) -> Stream:
        """One word whenever something has changed; the page then asks for what it shows."""
        return Stream(self._news(), headers=HEADERS)

    async def _news(self) -> AsyncIterator[ServerSentEvent]:
        changes = self._ports.lists.changes()
        yield TAKE_UP_AGAIN
        yield ServerSentEvent(event="lists", data="-")  # what has changed since the page was made
        try:
            async for _ in changes:
                yield ServerSentEvent(event="lists", data="-")
        finally:
            if isinstance(changes, AsyncGenerator):
                await asyncio.shield(changes.aclose())

    def _posted(self, act: Act) -> Callable[[Request], Awaitable[Response]]:
        @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
        async def posted(request: Request) -> Response:
            return await self._done(request, act)

        return posted

    async def _done(self, request: Request, act: Act) -> Response:
        reader, person, shown, did, status, trouble = reader_of(request), "", "", _NOTHING, 200, ""
        try:
            sent = await fields(request)
            person, shown = person_in(sent, self._ports.people), sent.get("list", "")
            did = await act(sent, ListCaller(person=person, language=reader.language, key=_key(sent, request.url.path)))
            shown = did.list or shown
        except (PageProblem, YamoriError) as problem:
            trouble, status = self._said(problem, reader), _status(problem)
        if "hx-request" in request.headers:
            # 200: what went wrong stands in the part itself, beside how the list is now.
            return answered(await self._part(person or self._whose(request, "").id, shown, reader, did=did, problem=trouble))
        if trouble:
            return await self._whole(request, person, shown, _NOTHING, trouble, status)
        query = {"list": shown, "person": person} | ({"change": str(did.change)} if did.change else {})
        return RedirectResponse(f"{_HERE}?{urlencode(query)}", status_code=303, headers=HEADERS)

    async def _whole(self, request: Request, person: str, shown: str, did: ListDid, problem: str, status: int) -> Response:
        reader, whose = reader_of(request), self._whose(request, person)
        change = _number(request.query_params.get("change")) if request.method == "GET" else None
        if change is not None:
            did = ListDid(text=self._look.words(reader.language)("lists.saved"), change=change)
        try:
            part = await self._part(whose.id, shown, reader, did=did, problem=problem)
        except YamoriError as error:
            part = self._look.render("problem.html", reader=reader, text=str(error), nearest=())
        response = await self._shell.page(request, "lists/page.html", here=_HERE, status=status, whose=whose, part=Markup(part))
        if request.query_params.get("person") == whose.id:
            set_choice(response, PERSON_COOKIE, quote(whose.id), hidden=True)
        return response

    async def _part(self, person: str, shown: str, reader: Reader, *, did: ListDid = _NOTHING, problem: str = "") -> str:
        seen = await self._ports.lists.seen(person)
        lists = await self._ports.lists.all(person, reader.language)
        return self._look.render(
            "lists/part.html",
            reader=reader,
            person=person,
            seen=seen,
            token=secrets.token_hex(8),
            lists=lists,
            current=next((one for one in lists if one.id == shown), lists[0]),
            did=did,
            problem=problem,
        )

    async def _add(self, sent: Sent, by: ListCaller) -> ListDid:
        return await self._ports.lists.add(by, sent.get("list", ""), sent.get("text", ""))

    async def _check(self, sent: Sent, by: ListCaller) -> ListDid:
        return await self._ports.lists.check(by, _item(sent), done=_yes(sent, "done"))

    async def _edit(self, sent: Sent, by: ListCaller) -> ListDid:
        given = {name: sent.get(name, "") for name in ("name", "quantity", "note")}
        return await self._ports.lists.edit(by, _item(sent), **given)

    async def _place(self, sent: Sent, by: ListCaller) -> ListDid:
        return await self._ports.lists.place(by, _item(sent), up=_yes(sent, "up"))

    async def _move(self, sent: Sent, by: ListCaller) -> ListDid:
        return await self._ports.lists.move(by, _item(sent), sent.get("to", ""))

    async def _remove(self, sent: Sent, by: ListCaller) -> ListDid:
        return await self._ports.lists.remove(by, _item(sent))

    async def _clear(self, sent: Sent, by: ListCaller) -> ListDid:
        return await self._ports.lists.clear(by, sent.get("list", ""))

    async def _create(self, sent: Sent, by: ListCaller) -> ListDid:
        return await self._ports.lists.create(by, sent.get("name", ""), private=sent.get("private") == "yes")

    async def _rename(self, sent: Sent, by: ListCaller) -> ListDid:
        return await self._ports.lists.rename(by, sent.get("list", ""), sent.get("name", ""))

    async def _sort(self, sent: Sent, by: ListCaller) -> ListDid:
        return await self._ports.lists.sort(by, sent.get("list", ""), by_section=_yes(sent, "by_section"))

    async def _hide(self, sent: Sent, by: ListCaller) -> ListDid:
        return await self._ports.lists.hide(by, sent.get("list", ""), private=_yes(sent, "private"))

    async def _delete(self, sent: Sent, by: ListCaller) -> ListDid:
        return await self._ports.lists.delete(by, sent.get("list", ""))

    async def _undo(self, sent: Sent, by: ListCaller) -> ListDid:
        change = _number(sent.get("change"))
        if change is None:
            raise PageProblem("problem.body", status=400)
        return await self._ports.lists.undo(by, change)

    def _whose(self, request: Request, person: str) -> Person:
        """Who sent the form, then `?person=`, then whoever was chosen last, then whoever is to be chosen first."""
        people = self._ports.people
        wanted = (person, request.query_params.get("person"), chosen_person(request))
        return next((one for id in wanted for one in people if one.id == id), people[0] if people else Person(id="someone", name="?"))

    def _said(self, problem: PageProblem | YamoriError, reader: Reader) -> str:
        """In the reader's language: what an error of the lists says is for models."""
        words = self._look.words(reader.language)
        match problem:
            case PageProblem():
                return words(problem.key, **problem.fill)
            case NotFound():
                return words("lists.gone")
            case InvalidRequest(where=where):
                return words.either(f"lists.wrong_{where}", words("lists.wrong"))
            case _:
                return str(problem)


def _item(sent: Sent) -> int:
    found = _number(sent.get("item"))
    if found is None:
        raise PageProblem("problem.body", status=400)
    return found


def _yes(sent: Sent, name: str) -> bool:
    if (said := sent.get(name)) not in ("yes", "no"):
        raise PageProblem("problem.body", status=400)
    return said == "yes"


def _key(sent: Sent, path: str) -> str:
    """The form's own key, so that what is sent twice is done once: other forms and other words have another."""
    given = sent.get("key", "")
    if not given or len(given) > _LONGEST_KEY or not given.isalnum():
        raise PageProblem("problem.body", status=400)
    words = "/".join(sent.get(name, "") for name in ("item", "list", "text", "name", "done", "up", "to", "change"))
    return f"{path}/{given}/{words}"


def _number(said: str | None) -> int | None:
    return int(said) if said and said.isascii() and said.isdigit() and len(said) <= _LONGEST_NUMBER else None


def _status(problem: PageProblem | YamoriError) -> int:
    return problem.status if isinstance(problem, PageProblem) else status_of(problem)
