"""All routes of the page: itself, its static files, turns, the house, and the views of what the house has.

`apps` includes `page_router` in the one application; whoever may reach it (Host and Origin) is that application's matter.
"""

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from yamori.agentkit.access import allowed
from yamori.domain.access import Who
from yamori.domain.caller import Scope
from yamori.domain.language import Language, language_of
from yamori.web.assets import Assets
from yamori.web.automations.pages import AutomationPages
from yamori.web.automations.scenes import SceneButtons
from yamori.web.consent_port import ConsentPort
from yamori.web.consents import ConsentPages
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
from yamori.web.schedule.pages import SchedulePages
from yamori.web.settings import SettingsPages
from yamori.web.shell import Shell
from yamori.web.turns import TurnPages

_MOST_EXAMPLES = 4
_STOP_POLLING = 286
"""htmx: swap this in and ask no more."""


def page_router(ports: Ports, consents: ConsentPort | None = None) -> APIRouter:
    """Everything a browser asks for. Nothing is opened or started here. Without `consents` there is no model to agree to."""
    assets = Assets()

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
        router.include_router(ConsentPages(consents, look, Shell(ports, look)).router())
    router.include_router(InstallRoutes(assets, look).router())
    router.include_router(SettingsPages(ports, look, has_models=consents is not None).router())
    router.include_router(TurnPages(ports, look).router())
    router.include_router(HousePages(ports, look).router())
    router.include_router(HomePages(ports, look).router())
    router.include_router(DevicePages(ports, look).router())
    router.include_router(AutomationPages(ports, look).router())
    router.include_router(MemoryPages(ports, look).router())
    router.include_router(SchedulePages(ports, look).router())
    router.include_router(ListPages(ports, look).router())
    router.include_router(PaperPages(ports.papers, ports, look).router())
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
        return await self._shell.page(
            request,
            "page.html",
            self._model(reader),
            examples=self._examples(reader.language),
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

    def _examples(self, language: Language) -> list[str]:
        """What the agents say they take, in the reader's language, from each agent in turn."""
        lists = [[e for e in card.examples if language_of(e) is language] for card in self._ports.agents()]
        return [examples[i] for i in range(_MOST_EXAMPLES) for examples in lists if i < len(examples)][:_MOST_EXAMPLES]
