"""The home's panel: rooms and devices as they are, each change as it comes, and what was done. Reads the gate, changes nothing."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator

from fastapi import APIRouter, Request, Response
from sse_starlette import ServerSentEvent

from yamori.agentkit.access import CALLER, allowed
from yamori.domain.access import Who, as_seen
from yamori.domain.caller import Scope
from yamori.domain.errors import YamoriError
from yamori.web.look import HEADERS, Look, Reader, answered, packed, reader_of
from yamori.web.ports import Ports
from yamori.web.proofs import proof
from yamori.web.state import HomeState
from yamori.web.streams import TAKE_UP_AGAIN, Stream
from yamori.web.tiles import floors_shown, tile
from yamori.web.turns import agent_titles

_LEDGER_LINES = 30
_MOST_OPEN = 80
"""Devices up to which every room stands open."""


class HousePages:
    """The routes below `/ui/home`, and `/ui/ledger`."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports = ports
        self._look = look

    def router(self) -> APIRouter:
        router = APIRouter(prefix="/ui", include_in_schema=False)
        router.add_api_route("/home", self.panel, methods=["GET"])
        router.add_api_route("/home/events", self.events, methods=["GET"])
        router.add_api_route("/ledger", self.ledger, methods=["GET"])
        return router

    @allowed(Who.GUEST, Scope.READ)
    async def panel(self, request: Request) -> Response:
        """All rooms and devices, and the connection that keeps them current."""
        reader = reader_of(request)
        gate, words = self._ports.gate, self._look.words(reader.language)
        try:
            state = HomeState(await gate.snapshot())
        except YamoriError as problem:
            # 200: the panel is shown, with why it is empty.
            return answered(self._look.render("problem.html", reader=reader, text=words("problem.house", why=problem), nearest=()))
        floors = floors_shown(gate.home, state, gate.capabilities, words)
        unfolded = len(gate.home.devices) <= _MOST_OPEN
        return packed(self._look.render("home.html", reader=reader, floors=floors, seen=state.digest, unfolded=unfolded), request)

    @allowed(Who.GUEST, Scope.READ)
    async def events(self, request: Request) -> Stream:
        """One fragment per changed device. The id of each is the home's digest, so a reconnect shows what was missed and no more."""
        seen = request.headers.get("last-event-id") or request.query_params.get("seen", "")
        return Stream(self._fragments(seen, reader=reader_of(request)), headers=HEADERS)

    @allowed(Who.FAMILY, Scope.READ)
    async def ledger(self, request: Request) -> Response:
        """The last things done, newest first."""
        reader = reader_of(request)
        gate, words = self._ports.gate, self._look.words(reader.language)
        try:
            receipts = [as_seen(receipt, CALLER.get(), gate.home.people) for receipt in await gate.ledger(limit=_LEDGER_LINES)]
        except YamoriError as problem:
            return answered(self._look.render("problem.html", reader=reader, text=words("problem.house", why=problem), nearest=()))
        titles = agent_titles(self._ports, reader.language)
        proofs = [proof(r, home=gate.home, capabilities=gate.capabilities, titles=titles, words=words) for r in receipts]
        return answered(self._look.render("ledger.html", reader=reader, proofs=proofs))

    async def _fragments(self, seen: str, *, reader: Reader) -> AsyncIterator[ServerSentEvent]:
        gate = self._ports.gate
        changes = gate.changes()
        # Listen first and look second: a change in between is then seen twice rather than never.
        upcoming = asyncio.ensure_future(anext(changes, None))
        await asyncio.sleep(0)
        try:
            yield TAKE_UP_AGAIN
            state = HomeState(await gate.snapshot())
            if seen and not seen.endswith(f"-{state.members}"):  # somebody joined or left before this stream began
                yield ServerSentEvent(event="home", id=state.digest, data="-")
            elif state.digest != seen:
                for device in state.devices():
                    yield self._device(device, state, reader)
            shown = {device.id for device in gate.home.devices}
            coming: set[str] = set()
            reading = await upcoming
            while reading is not None:
                state.take(reading)
                if reading.device in shown:
                    yield self._device(reading.device, state, reader)
                elif reading.device not in coming:  # joined since: the panel has no place for it, and is asked once to come anew
                    coming.add(reading.device)
                    yield ServerSentEvent(event="home", id=state.digest, data="-")
                reading = await anext(changes, None)
        except YamoriError as problem:
            text = self._look.words(reader.language)("problem.house", why=problem)
            yield ServerSentEvent(event="device", data=self._look.render("silent.html", reader=reader, text=text))
        finally:
            if not upcoming.done():
                upcoming.cancel()
                await asyncio.wait([upcoming])
            if isinstance(changes, AsyncGenerator):
                await changes.aclose()

    def _device(self, id: str, state: HomeState, reader: Reader) -> ServerSentEvent:
        gate = self._ports.gate
        device = gate.home.device(id)
        if device is None:  # left the home since
            return ServerSentEvent(comment="gone")
        shown = tile(device, state.of(id), gate.capabilities, self._look.words(reader.language))
        return ServerSentEvent(event="device", id=state.digest, data=self._look.render("device.html", reader=reader, tile=shown))
