"""`/settings`: what this device remembers of whoever looks at it (person, room, language, colours, developer's view), and the way to the
settings that stand elsewhere. Everything here is a cookie of this browser; the household itself is not changed.
"""

from dataclasses import dataclass
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from yamori.agentkit.access import CALLER, allowed
from yamori.domain.access import Access, Owner, Who, chooses_person, turned_away
from yamori.domain.caller import Scope
from yamori.domain.errors import YamoriError
from yamori.domain.language import Language
from yamori.web.destinations import SETTINGS, WELCOME
from yamori.web.form import PERSON_COOKIE, chosen_person, fields
from yamori.web.look import HEADERS, THEMES, Look, Reader, keep_look, reader_of, set_choice
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem
from yamori.web.push_port import PushDeviceSeen
from yamori.web.shell import Shell
from yamori.web.turns import ROOM_COOKIE
from yamori.web.words import all_words

_DEVELOPER = "developer"
_FAMILY = Access(who=Who.FAMILY, scope=Scope.READ)
_CALENDARS = Access(who=Who.FAMILY, scope=Scope.SCHEDULE, owner=Owner.PERSON)
_ADULT = Access(who=Who.ADULT, scope=Scope.ADMIN)


@dataclass(frozen=True, kw_only=True)
class Elsewhere:
    """Settings on another page."""

    name: str
    """Its words are `settings.NAME` and `settings.NAME_about`."""
    path: str


@dataclass(frozen=True, kw_only=True)
class Pushed:
    """Where a person's notices go while no page is open."""

    person: str
    devices: tuple[PushDeviceSeen, ...]


class SettingsPages:
    """The page and its form."""

    def __init__(self, ports: Ports, look: Look, *, has_models: bool) -> None:
        """`has_models`: models outside the house are agreed to on `/consents`."""
        self._ports, self._look, self._has_models = ports, look, has_models
        self._shell = Shell(ports, look)

    def router(self) -> APIRouter:
        router = APIRouter(include_in_schema=False)
        router.add_api_route(SETTINGS.path, self.page, methods=["GET"])
        router.add_api_route(SETTINGS.path, self.choose, methods=["POST"])
        return router

    @allowed(Who.ANYBODY)
    async def page(self, request: Request) -> Response:
        """Whoever is not signed in chooses how pages look, and sees nothing of the house."""
        return await self._page(request)

    @allowed(Who.ANYBODY)
    async def choose(self, request: Request) -> Response:
        """Have this browser remember what was chosen."""
        try:
            sent = await fields(request)
            reader = _chosen_look(sent.get("language", ""), sent.get("theme", ""), is_developer=sent.get(_DEVELOPER) == "on")
            person, room = self._chosen_person(sent.get("person")), self._chosen_room(sent.get("room"))
        except PageProblem as problem:
            words = self._look.words(reader_of(request).language)
            return await self._page(request, problem=words(problem.key, **problem.fill), status=problem.status)
        response = RedirectResponse(f"{SETTINGS.path}?saved=yes", status_code=303, headers=HEADERS)
        keep_look(response, reader)
        for cookie, value in ((PERSON_COOKIE, person), (ROOM_COOKIE, room)):
            if value is not None:
                set_choice(response, cookie, quote(value), hidden=True)
        return response

    async def _page(self, request: Request, *, problem: str = "", status: int = 200) -> Response:
        caller = CALLER.get()
        return await self._shell.page(
            request,
            "settings.html",
            here=SETTINGS.path,
            status=status,
            problem=problem,
            was_saved=request.query_params.get("saved") == "yes" and not problem,
            languages=tuple(all_words()),
            themes=THEMES,
            chooses_person=chooses_person(caller),
            elsewhere=self._elsewhere(),
            push=await self._push(request),
        )

    async def _push(self, request: Request) -> Pushed | None:
        """None for whoever has no schedule of whose notices there could be any."""
        if turned_away(_CALENDARS, CALLER.get()) is not None or not self._ports.people:
            return None
        person = chosen_person(request) or self._ports.people[0].id
        try:
            return Pushed(person=person, devices=tuple(await self._ports.push.devices(person)))
        except YamoriError:
            return None

    def _elsewhere(self) -> tuple[Elsewhere, ...]:
        """Those that whoever looks may open."""
        caller = CALLER.get()
        found = [
            (WELCOME.access, Elsewhere(name=WELCOME.name, path=WELCOME.path)),
            (_ADULT, Elsewhere(name="people", path="/account#others-title")) if caller.subject is not None else None,
            (_CALENDARS, Elsewhere(name="sharing", path="/schedule#share")),
            (_FAMILY, Elsewhere(name="devices", path="/devices#add")),
            (_ADULT, Elsewhere(name="models", path="/consents")) if self._has_models else None,
        ]
        return tuple(each for access, each in filter(None, found) if turned_away(access, caller) is None)

    def _chosen_person(self, given: str | None) -> str | None:
        """None where nobody may choose: somebody is signed in, or the form named nobody."""
        if given is None or not chooses_person(CALLER.get()):
            return None
        if given not in {person.id for person in self._ports.people}:
            raise PageProblem("problem.person", name=given[:60])
        return given

    def _chosen_room(self, given: str | None) -> str | None:
        """Empty: none; None: not asked for, or nobody who may see the rooms asks."""
        if given is None or turned_away(Access(who=Who.GUEST, scope=Scope.CHAT), CALLER.get()) is not None:
            return None
        if given and self._ports.gate.home.room(given) is None:
            raise PageProblem("problem.room", name=given[:60])
        return given


def _chosen_look(language: str, theme: str, *, is_developer: bool) -> Reader:
    """Raises `PageProblem` for what this page does not offer."""
    if language not in all_words() or theme not in THEMES:
        raise PageProblem("problem.look")
    return Reader(language=Language(language), theme=theme, is_developer=is_developer)
