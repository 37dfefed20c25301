"""All routes of the page: itself, its static files, turns, the house, and the views of what the house has.

`apps` includes `page_router` in the one application; whoever may reach it (Host and Origin) is that application's matter.
"""

from collections.abc import Sequence

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from yamori.agentkit.access import CALLER, allowed
from yamori.agentkit.taking_in import take_in
from yamori.domain.access import Access, Who, turned_away
from yamori.domain.caller import Scope
from yamori.domain.errors import YamoriError
from yamori.domain.language import Language
from yamori.domain.receipt import Reading
from yamori.web.assets import page_assets
from yamori.web.automations.pages import AutomationPages
from yamori.web.automations.scenes import SceneButtons
from yamori.web.consent_port import ConsentPort
from yamori.web.consents import ConsentPages
from yamori.web.conversations import ConversationPages, column
from yamori.web.destinations import WELCOME
from yamori.web.devices import DevicePages
from yamori.web.form import chosen_person
from yamori.web.home.pages import HomePages
from yamori.web.house import HousePages
from yamori.web.installing import InstallRoutes
from yamori.web.lists.pages import ListPages
from yamori.web.look import Look, Reader, answered, reader_of
from yamori.web.memory.pages import MemoryPages
from yamori.web.papers.pages import PaperPages
from yamori.web.ports import Ports
from yamori.web.push import PushRoutes
from yamori.web.schedule.pages import SchedulePages
from yamori.web.settings import SettingsPages
from yamori.web.shell import Shell
from yamori.web.suggestions import suggestions
from yamori.web.turn_acts import TurnActs
from yamori.web.turns import TurnPages
from yamori.web.websites import WebsitePages
from yamori.web.welcome.pages import WelcomePage
from yamori.web.welcome.standing import FirstRun, first_run

_MOST_TO_GO_ON = 3
_TALKING = Access(who=Who.GUEST, scope=Scope.CHAT)
_PAPERS = Access(who=Who.FAMILY, scope=Scope.PAPERS)
"""As the route that takes a file says."""
_TALKS_COOKIE = "yamori_talks"
"""Whether this device shows the column of conversations; the page's script sets it."""
_STOP_POLLING = 286
"""htmx: swap this in and ask no more."""


def page_router(ports: Ports, consents: ConsentPort | None = None) -> APIRouter:
    """Everything a browser asks for. Nothing is opened or started here. Without `consents` there is no model to agree to."""
    assets = page_assets()

    def name_of(id: str) -> str:
        person = ports.gate.home.person(id)
        return person.name if person is not None else id

    look = Look(assets, name_of)
    front = FrontPage(ports, look)
    router = APIRouter(include_in_schema=False)
    router.add_api_route("/", front.page, methods=["GET"])
    router.add_api_route("/ui/model", front.model, methods=["GET"])
    router.add_api_route("/static/{name:path}", assets.serve, methods=["GET"], response_model=None)
    if consents is not None:
        take_in(router, ConsentPages(consents, look, Shell(ports, look)).router())
    take_in(
        router,
        InstallRoutes(assets, look).router(),
        SettingsPages(ports, look, has_models=consents is not None).router(),
        PushRoutes(ports, look).router(),
        WelcomePage(ports, look).router(),
        TurnPages(ports, look).router(),
        TurnActs(ports, look).router(),
        ConversationPages(ports, look).router(),
        HousePages(ports, look).router(),
        HomePages(ports, look).router(),
        DevicePages(ports, look).router(),
        AutomationPages(ports, look).router(),
        MemoryPages(ports, look).router(),
        SchedulePages(ports, look).router(),
        ListPages(ports, look).router(),
        WebsitePages(ports, look).router(),
        PaperPages(ports.papers, ports, look).router(),
    )
    return router


class FrontPage:
    """`GET /` and the line that says how far the model is."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports = ports
        self._look = look
        self._shell = Shell(ports, look)
        self._scenes = SceneButtons(ports, look)

    @allowed(Who.GUEST, Scope.READ)
    async def page(self, request: Request) -> Response:
        """The whole page; with `?conversation=` as it was left."""
        reader = reader_of(request)
        people = self._ports.people
        person = chosen_person(request) or (people[0].id if people else "someone")
        may_talk = turned_away(_TALKING, CALLER.get()) is None
        adds_papers = turned_away(_PAPERS, CALLER.get()) is None
        return await self._shell.page(
            request,
            "page.html",
            self._model(reader),
            examples=await self._suggested(reader.language, person),
            first_run=self._first_run(),
            adds_papers=adds_papers,
            most_bytes=self._ports.papers.most_bytes if adds_papers else 0,
            most_picture=self._ports.papers.most_bytes_of("photo.jpg") if adds_papers else 0,
            go_on=self._ports.conversations.listed(person)[:_MOST_TO_GO_ON] if may_talk else (),
            talks=Markup(column(self._ports, self._look, reader, person, request.query_params.get("conversation", ""))) if may_talk else "",
            talks_open=request.cookies.get(_TALKS_COOKIE) != "closed",
            scenes=Markup(await self._scenes.buttons(reader, person=person, here="/")),
        )

    @allowed(Who.GUEST, Scope.READ)
    async def model(self, request: Request) -> Response:
        """Asked again and again by the page until the model is ready."""
        reader = reader_of(request)
        values = self._model(reader)
        return answered(self._look.render("model.html", reader=reader, **values), status=200 if values["model_text"] else _STOP_POLLING)

    def _model(self, reader: Reader) -> dict[str, str]:
        """Empty text when there is nothing to say."""
        word, _, rest = self._ports.model_state().partition(" ")
        word = word.rstrip(":")
        if not word or word == "ready":
            return {"model_text": "", "model_word": "ready"}
        words = self._look.words(reader.language)
        return {"model_text": f"{words.either(f'model.{word}', word)} {rest}".strip(), "model_word": word}

    def _first_run(self) -> FirstRun | None:
        """Whether whoever asks is led to the first steps; only those who may take them."""
        if turned_away(WELCOME.access, CALLER.get()) is not None:
            return None
        started = self._ports.welcome
        return first_run(self._ports.house.origins(), started.home_origin, names_backends=bool(started.backends()))

    async def _suggested(self, language: Language, person: str) -> Sequence[str]:
        """From this home, this hour and what the person said before; nothing of the home where it does not answer."""
        gate, now = self._ports.gate, self._ports.house.now()
        try:
            readings: Sequence[Reading] = await gate.snapshot()
        except YamoriError:
            readings = ()
        said = self._ports.conversations.said_before(person) if turned_away(_TALKING, CALLER.get()) is None else ()
        return suggestions(gate.home, readings, said, now=now, words=self._look.words(language))
