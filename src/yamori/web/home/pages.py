"""The Home page and its fragments: `/home`, and the routes below `/ui/house`. What its controls send is done by `acts`."""

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from yamori.agentkit.access import CALLER, allowed
from yamori.agentkit.taking_in import take_in
from yamori.domain.access import Who, turned_away
from yamori.domain.caller import Scope
from yamori.domain.errors import YamoriError
from yamori.web.automations.scenes import SceneButtons
from yamori.web.destinations import WELCOME
from yamori.web.home.acting import HandActions
from yamori.web.home.acts import HomeActs
from yamori.web.home.device_page import DevicePage
from yamori.web.home.form import speaker
from yamori.web.home.fragments import HomeFragments, new_key
from yamori.web.home.live import HomeLive, home_digest, home_members, open_jobs
from yamori.web.home.rooms import PlacedRoom, found
from yamori.web.home.timers import RunningTimers
from yamori.web.home.view import HomeView
from yamori.web.look import HEADERS, Look, Reader, answered, reader_of
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, problem_shown
from yamori.web.shell import Shell
from yamori.web.state import HomeState
from yamori.web.streams import Stream

MOST_UNFOLDED = 80
"""Devices up to which every room is there at once; in a larger home a room comes when it is opened."""
MOST_FOUND = 60
"""Devices that a search shows."""


class HomePages:
    """Everything of the Home page."""

    def __init__(self, ports: Ports, look: Look, *, actions: HandActions | None = None) -> None:
        self._ports, self._look, self._shell = ports, look, Shell(ports, look)
        self._actions = actions or HandActions(ports.gate, ports.house.now)
        self._scenes = SceneButtons(ports, look)

    def router(self) -> APIRouter:
        router = APIRouter(include_in_schema=False)
        take_in(
            router,
            DevicePage(self._ports, self._look, self._shell, self._actions).router(),
            HomeActs(self._ports, self._look, self._shell, self._actions).router(),
            RunningTimers(self._ports, self._look).router(),
        )
        router.add_api_route("/home", self.page, methods=["GET"])
        router.add_api_route("/ui/house/main", self.main, methods=["GET"])
        router.add_api_route("/ui/house/room/{room}", self.room, methods=["GET"])
        router.add_api_route("/ui/house/search", self.search, methods=["GET"])
        router.add_api_route("/ui/house/scenes", self.scenes, methods=["GET"])
        router.add_api_route("/ui/house/events", self.events, methods=["GET"])
        return router

    @allowed(Who.GUEST, Scope.READ)
    async def page(self, request: Request) -> Response:
        """The whole page; with `?q=` what a search finds, with `?room=` that room opened."""
        reader = reader_of(request)
        wanted = request.query_params.get("q", "").strip()
        main, found = await self._main(request, reader), await self._found(reader, wanted)
        return await self._shell.page(request, "home/page.html", main=Markup(main), found=Markup(found), wanted=wanted)

    @allowed(Who.GUEST, Scope.READ)
    async def main(self, request: Request) -> Response:
        """All below the search: asked for again when devices came or went, or a page that slept has missed something."""
        return answered(await self._main(request, reader_of(request)))

    @allowed(Who.GUEST, Scope.READ)
    async def room(self, request: Request, room: str) -> Response:
        """The tiles of one room."""
        reader = reader_of(request)
        try:
            view = await self._view(reader)
            placed = next((one for one in view.rooms if one.id == room), None)
            if placed is None:
                raise PageProblem("problem.control_gone", status=404)
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")
        return answered(self._tiles(view, placed, reader))

    @allowed(Who.GUEST, Scope.READ)
    async def search(self, request: Request) -> Response:
        """Tiles of the devices that are looked for; empty where nothing is."""
        return answered(await self._found(reader_of(request), request.query_params.get("q", "").strip()))

    @allowed(Who.GUEST, Scope.READ)
    async def scenes(self, request: Request) -> Response:
        """Scenes as buttons. Apart, since telling what each would do takes longer than all the rest."""
        reader = reader_of(request)
        try:
            person = speaker(request, {}, self._ports.people)
        except PageProblem as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")
        return answered(await self._scenes.buttons(reader, person=person, here="/home"))

    @allowed(Who.GUEST, Scope.READ)
    async def events(self, request: Request) -> Stream:
        """Changed tiles, rooms and attention; of one device alone with `?of=`."""
        seen = request.headers.get("last-event-id") or request.query_params.get("seen", "")
        device = request.query_params.get("of", "")
        live = HomeLive(self._ports, self._look, self._actions, reader_of(request), device=device)
        return Stream(live.messages(seen), headers=HEADERS)

    async def _main(self, request: Request, reader: Reader) -> str:
        words, fragments = self._look.words(reader.language), HomeFragments(self._ports, self._look, reader)
        members = home_members(self._ports)
        try:
            view = await self._view(reader)
            jobs = await open_jobs(self._ports)
            person = speaker(request, {}, self._ports.people)
            chosen = [view.devices[id] for id in await self._ports.favourites.of(person) if id in view.devices]
        except YamoriError as problem:
            # 200: the page is shown, with why it is empty.
            return self._look.render("problem.html", reader=reader, text=words("problem.house", why=problem), nearest=())
        unfolded = len(view.devices) <= MOST_UNFOLDED
        opened = request.query_params.get("room", "")
        rooms = [
            {
                "shown": view.room(room),
                "floor": room.floor,
                "open": unfolded or room.id == opened,
                "tiles": Markup(self._tiles(view, room, reader)) if unfolded or room.id == opened else "",
            }
            for room in view.rooms
        ]
        return self._look.render(
            "home/main.html",
            reader=reader,
            seen=home_digest(view.state, members),
            whole=view.whole(),
            attention=Markup(fragments.attention(view, jobs)),
            favourites=view.tiles(chosen),
            rooms=rooms,
            greets=not rooms and turned_away(WELCOME.access, CALLER.get()) is None,
            token=new_key(),
            shows_timers=RunningTimers.are_shown(),
        )

    async def _view(self, reader: Reader) -> HomeView:
        state = HomeState(await self._ports.gate.snapshot())
        return HomeView(self._ports, self._actions, self._look.words(reader.language), state)

    def _tiles(self, view: HomeView, room: PlacedRoom, reader: Reader) -> str:
        return self._look.render("home/tiles.html", reader=reader, tiles=view.tiles(room.devices), token=new_key())

    async def _found(self, reader: Reader, wanted: str) -> str:
        if not wanted:
            return ""
        words = self._look.words(reader.language)
        devices = found(self._ports.gate.home, wanted[:200])
        try:
            view = await self._view(reader)
        except YamoriError as problem:
            return self._look.render("problem.html", reader=reader, text=words("problem.house", why=problem), nearest=())
        return self._look.render(
            "home/found.html",
            reader=reader,
            tiles=view.tiles(device for device in devices[:MOST_FOUND] if device.id in view.devices),
            more=max(0, len(devices) - MOST_FOUND),
            token=new_key(),
        )
