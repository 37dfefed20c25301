"""The page of a person's conversations: a list by age, search, a name of one's own, deleting. Works without scripts."""

from collections.abc import Sequence
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from yamori.agentkit.access import allowed
from yamori.domain.access import Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import YamoriError
from yamori.web.conversation_port import ConversationSeen
from yamori.web.form import chosen_person, fields, person_in
from yamori.web.look import HEADERS, Look, Reader, answered, reader_of
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, status_of
from yamori.web.shell import Shell

_PATH = "/chats"
_LONGEST_SEARCH = 200
_MOST_BESIDE = 40
"""Conversations in the column beside the chat."""


class ConversationPages:
    """`/chats` and what its forms send."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports = ports
        self._look = look
        self._shell = Shell(ports, look)

    def router(self) -> APIRouter:
        router = APIRouter(include_in_schema=False)
        router.add_api_route(_PATH, self.page, methods=["GET"])
        router.add_api_route("/ui/conversations", self.column, methods=["GET"])
        router.add_api_route("/ui/conversations/rename", self.rename, methods=["POST"])
        router.add_api_route("/ui/conversations/delete", self.delete, methods=["POST"])
        return router

    @allowed(Who.GUEST, Scope.CHAT, owner=Owner.PERSON)
    async def page(self, request: Request) -> Response:
        return await self._page(request, request.query_params.get("person") or chosen_person(request))

    @allowed(Who.GUEST, Scope.CHAT, owner=Owner.PERSON)
    async def column(self, request: Request) -> Response:
        """What stands in the column beside the chat, asked for again once somebody began to talk."""
        conversation = request.query_params.get("conversation", "")
        return answered(column(self._ports, self._look, reader_of(request), chosen_person(request), conversation))

    @allowed(Who.GUEST, Scope.CHAT, owner=Owner.PERSON)
    async def rename(self, request: Request) -> Response:
        person = ""
        try:
            sent = await fields(request)
            person = person_in(sent, self._ports.people)
            self._ports.conversations.rename(sent.get("id", ""), sent.get("title", ""))
        except (PageProblem, YamoriError) as problem:
            return await self._page(request, person, problem)
        return _back(person)

    @allowed(Who.GUEST, Scope.CHAT, owner=Owner.PERSON)
    async def delete(self, request: Request) -> Response:
        person = ""
        try:
            sent = await fields(request)
            person = person_in(sent, self._ports.people)
            await self._ports.conversations.changes.delete(sent.get("id", ""))
        except (PageProblem, YamoriError) as problem:
            return await self._page(request, person, problem)
        return _back(person)

    async def _page(self, request: Request, asked: str, problem: PageProblem | YamoriError | None = None) -> Response:
        people, words = self._ports.people, self._look.words(reader_of(request).language)
        known = [person.id for person in people]
        who = asked if asked in known else next(iter(known), "someone")
        search = request.query_params.get("search", "").strip()[:_LONGEST_SEARCH] if problem is None else ""
        listed = self._ports.conversations.listed(who, search=search)
        says = "" if problem is None else words(problem.key, **problem.fill) if isinstance(problem, PageProblem) else str(problem)
        return await self._shell.page(
            request,
            "conversations.html",
            here=_PATH,
            status=200 if problem is None else status_of(problem),
            groups=by_age(listed),
            who=who,
            search=search,
            problem=says,
        )


def column(ports: Ports, look: Look, reader: Reader, person: str, conversation: str) -> str:
    """The latest conversations of a person, this one marked."""
    who = person or next((one.id for one in ports.people), "someone")
    groups = by_age(ports.conversations.listed(who)[:_MOST_BESIDE])
    return look.render("talks.html", reader=reader, groups=groups, conversation=conversation)


def by_age(listed: Sequence[ConversationSeen]) -> Sequence[tuple[str, Sequence[ConversationSeen]]]:
    """In the order in which they come, which is the latest first."""
    groups: dict[str, list[ConversationSeen]] = {}
    for each in listed:
        groups.setdefault(each.age, []).append(each)
    return list(groups.items())


def _back(person: str) -> Response:
    return RedirectResponse(f"{_PATH}?{urlencode({'person': person})}", status_code=303, headers=HEADERS)
