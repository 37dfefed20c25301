"""What a person does on the Home page: a control of a device, the answer to what waits for an OK, favourites. All to devices goes through
the gate, in the name of whoever the session says."""

from dataclasses import replace
from urllib.parse import urlsplit

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from yamori.agentkit.access import allowed
from yamori.agentkit.client import CLIENT
from yamori.domain.access import Who
from yamori.domain.caller import Scope
from yamori.domain.errors import YamoriError
from yamori.domain.home import Device
from yamori.domain.receipt import Cause
from yamori.web.form import fields
from yamori.web.home.acting import HandActions
from yamori.web.home.form import acted_for, hand_command, hand_key, speaker
from yamori.web.home.fragments import HomeFragments
from yamori.web.home.spoken import cause_words
from yamori.web.home.view import tile_now
from yamori.web.look import HEADERS, Look, Reader, answered, reader_of
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, problem_shown, status_of
from yamori.web.shell import Shell

_HERE = "/home"


class HomeActs:
    """The posts below `/ui/house`."""

    def __init__(self, ports: Ports, look: Look, shell: Shell, actions: HandActions) -> None:
        self._ports, self._look, self._shell, self._actions = ports, look, shell, actions

    def router(self) -> APIRouter:
        router = APIRouter(prefix="/ui/house", include_in_schema=False)
        router.add_api_route("/act/{device:path}", self.act, methods=["POST"])
        router.add_api_route("/answer/{device:path}", self.answer, methods=["POST"])
        router.add_api_route("/favourite/{device:path}", self.favourite, methods=["POST"])
        return router

    @allowed(Who.GUEST, Scope.DEVICES)
    async def act(self, request: Request, device: str) -> Response:
        """One command, as a control sends it; the device's tile as it is then. With `?whole` with all its controls."""
        reader = reader_of(request)
        words, gate = self._look.words(reader.language), self._ports.gate
        known: Device | None = None
        try:
            sent = await fields(request)
            person = speaker(request, sent, self._ports.people)
            known = self._known(device)
            command = hand_command(sent, known, gate.capabilities)
            said = cause_words(known, command, gate.capabilities.get(command.capability), words)
            cause = Cause(key=hand_key(sent, command), person=person, words=said, by=acted_for(person))
            await self._actions.act(command, cause)
        except (PageProblem, YamoriError) as problem:
            return await self._turned_down(problem, request, reader, known)
        return await self._shown(request, reader, known)

    @allowed(Who.GUEST, Scope.DEVICES)
    async def answer(self, request: Request, device: str) -> Response:
        """A yes or no to what waits for an OK, exactly as it was shown."""
        reader = reader_of(request)
        known: Device | None = None
        try:
            sent = await fields(request)
            person = speaker(request, sent, self._ports.people)
            known = self._known(device)
            await self._actions.answer(
                sent.get("receipt", ""),
                agreed=sent.get("answer") == "yes",
                by=person,
                pin=sent.get("pin") or None,
                client=CLIENT.get(),
            )
        except (PageProblem, YamoriError) as problem:
            return await self._turned_down(problem, request, reader, known)
        return await self._shown(request, reader, known)

    @allowed(Who.GUEST, Scope.DEVICES)
    async def favourite(self, request: Request, device: str) -> Response:
        """Put the device among the person's favourites, or take it out."""
        reader = reader_of(request)
        try:
            sent = await fields(request)
            person = speaker(request, sent, self._ports.people)
            known = self._known(device)
            chosen = sent.get("favourite") == "yes"
            await self._ports.favourites.put(person, known.id, favourite=chosen)
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")
        if "hx-request" not in request.headers:
            return RedirectResponse(_back(request), status_code=303, headers=HEADERS)
        return answered(self._look.render("home/favourite.html", reader=reader, device=known, favourite=chosen))

    def _known(self, id: str) -> Device:
        if (device := self._ports.gate.home.device(id)) is None:
            raise PageProblem("problem.control_gone", status=404)
        return device

    async def _shown(self, request: Request, reader: Reader, device: Device, *, problem: str | None = None, status: int = 200) -> Response:
        """The device's tile; a browser without scripts is led back to where it came from."""
        if "hx-request" not in request.headers:
            return RedirectResponse(_back(request), status_code=303, headers=HEADERS)
        words = self._look.words(reader.language)
        tile = await tile_now(self._ports, self._actions, words, device, whole="whole" in request.query_params)
        tile = replace(tile, problem=problem) if problem is not None else tile
        return answered(HomeFragments(self._ports, self._look, reader).tile(tile), status=status)

    async def _turned_down(self, problem: PageProblem | YamoriError, request: Request, reader: Reader, device: Device | None) -> Response:
        words = self._look.words(reader.language)
        text = words(problem.key, **problem.fill) if isinstance(problem, PageProblem) else str(problem)
        if device is None or "hx-request" not in request.headers:
            return await self._shell.page(
                request, "home/turned_down.html", here=_HERE, status=status_of(problem), text=text, back=_back(request)
            )
        try:
            return await self._shown(request, reader, device, problem=text, status=status_of(problem))
        except YamoriError:  # the house does not even tell how the device is
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")


def _back(request: Request) -> str:
    """The page of ours that the form stood on."""
    path = urlsplit(request.headers.get("referer", "")).path
    return path if path == _HERE or path.startswith(f"{_HERE}/") else _HERE
