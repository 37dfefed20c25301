"""A device's own page: all its controls, how its readings went, what was done and why, automations that use it; its ids and documentation
closed. Changes nothing."""

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from yamori.agentkit.access import CALLER, allowed
from yamori.domain.access import Who, chooses_person, is_enough
from yamori.domain.caller import Role, Scope
from yamori.domain.errors import NotFound, YamoriError
from yamori.web.automation_port import AutomationSeen
from yamori.web.devices import PAST_HOURS, DevicePages
from yamori.web.home.acting import HandActions
from yamori.web.home.form import speaker
from yamori.web.home.fragments import HomeFragments, new_key
from yamori.web.home.view import tile_now
from yamori.web.look import Look, Reader, reader_of
from yamori.web.marks import mark
from yamori.web.opened import components_shown
from yamori.web.ports import Ports
from yamori.web.problems import status_of
from yamori.web.shell import LookedAt, Shell


class DevicePage:
    """`/home/of/{device}`."""

    def __init__(self, ports: Ports, look: Look, shell: Shell, actions: HandActions) -> None:
        self._ports, self._look, self._shell, self._actions = ports, look, shell, actions
        self._parts = DevicePages(ports, look)

    def router(self) -> APIRouter:
        router = APIRouter(include_in_schema=False)
        router.add_api_route("/home/of/{device:path}", self.page, methods=["GET"])
        return router

    @allowed(Who.GUEST, Scope.READ)
    async def page(self, request: Request, device: str) -> Response:
        """What was done to it, and its automations, are for those who live there."""
        reader = reader_of(request)
        words, gate = self._look.words(reader.language), self._ports.gate
        try:
            known, origin = gate.home.device(device), self._ports.house.origins().get(device)
            if known is None or origin is None:
                raise NotFound(words("devices.gone"), where="device")
            tile = await tile_now(self._ports, self._actions, words, known, whole=True)
            person = speaker(request, {}, self._ports.people)
            favourite = device in await self._ports.favourites.of(person)
        except YamoriError as problem:
            return await self._shell.page(request, "home/turned_down.html", status=status_of(problem), text=str(problem), back="/home")
        room, caller = gate.home.room(known.room), CALLER.get()
        lives_here = chooses_person(caller) or is_enough(Who.FAMILY, caller.standing or Role.GUEST)
        return await self._shell.page(
            request,
            "home/device.html",
            looked_at=LookedAt(device=device, name=tile.name),
            device=known,
            tile=tile,
            tile_html=Markup(HomeFragments(self._ports, self._look, reader).tile(tile)),
            room=words.name(room.name, room.aliases) if room is not None else "",
            favourite=favourite,
            past=Markup(await self._past(reader, device)) if lives_here else "",
            ledger=Markup(await self._parts.ledger_part(reader, device)) if lives_here else "",
            automations=await self._automations(person, device) if lives_here else (),
            lives_here=lives_here,
            origin=origin,
            heard=origin.heard,
            components=components_shown(known, gate.capabilities, words),
            rooms=gate.home.rooms,
            place=f"{mark('device', device)}-problem",
            token=new_key(),
        )

    async def _past(self, reader: Reader, device: str) -> str:
        try:
            return await self._parts.past_part(reader, device, PAST_HOURS[0])
        except YamoriError as problem:
            return self._look.render("problem.html", reader=reader, text=str(problem), nearest=())

    async def _automations(self, person: str, device: str) -> "list[AutomationSeen]":
        """Those of the person; none where they cannot be told now."""
        try:
            return list(await self._ports.automations.using(person, device))
        except YamoriError:
            return []
