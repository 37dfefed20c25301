"""The Devices view: rooms with their devices, the queue and the pictures of those at the edge, what was done and why. Changes nothing."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from yamori.agentkit.access import CALLER, allowed
from yamori.agentkit.taking_in import take_in
from yamori.domain.access import Who, as_seen
from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest, NotFound, YamoriError
from yamori.domain.receipt import Receipt
from yamori.web.device_acts import DeviceActs
from yamori.web.jobs import job_shown
from yamori.web.look import HEADERS, Look, Reader, answered, packed, reader_of
from yamori.web.marks import mark
from yamori.web.opened import components_shown
from yamori.web.past import BAND, HEIGHT, WIDTH, PastChart, is_shown, past_chart
from yamori.web.past_port import PastLine
from yamori.web.ports import Ports
from yamori.web.problems import problem_shown
from yamori.web.proofs import Proof, proof
from yamori.web.pulse import LINES, Pulse, parts, seen_by
from yamori.web.shell import Shell
from yamori.web.state import HomeState
from yamori.web.streams import Stream
from yamori.web.tiles import floors_shown
from yamori.web.turns import agent_titles
from yamori.web.words import Words

_MOST_OPEN = 80
"""Devices up to which every room stands open."""
_LOOKED_BACK = 500
"""Receipts that are looked through for those of one device."""
PAST_HOURS = (24, 168)
"""How far back the charts of a device go."""
_COUNTED = ("waiting", "leased", "dead")


class DevicePages:
    """`/devices`, and the routes below `/ui/devices`."""

    def __init__(self, ports: Ports, look: Look, *, every: float = 1.0) -> None:
        """`every`: the seconds between two looks at what nobody announces."""
        self._ports = ports
        self._look = look
        self._shell = Shell(ports, look)
        self._every = every

    def router(self) -> APIRouter:
        router = APIRouter(include_in_schema=False)
        router.add_api_route("/devices", self.page, methods=["GET"])
        for path, answer in (
            ("rooms", self.rooms),
            ("jobs", self.jobs),
            ("pictures", self.pictures),
            ("asking", self.asking),
            ("ledger", self.ledger),
            ("of/{device:path}", self.opened),
            ("past/{hours}/{device:path}", self.past),
            ("events", self.events),
        ):
            router.add_api_route(f"/ui/devices/{path}", answer, methods=["GET"])
        take_in(router, DeviceActs(self._ports, self._look, self.jobs_part).router())
        return router

    @allowed(Who.FAMILY, Scope.READ)
    async def page(self, request: Request) -> Response:
        """The whole view; with `?device=` what was done by that one only."""
        reader = reader_of(request)
        device = request.query_params.get("device", "")
        return await self._shell.page(
            request,
            "devices.html",
            # The parts are read after their digests: a change in between is then sent twice rather than never.
            floors=Markup(await self._rooms(reader, digests=await self._digests())),
            jobs=Markup(await self.jobs_part(reader)),
            pictures=Markup(self._pictures(reader)),
            ledger=Markup(await self.ledger_part(reader, device)),
            device=device,
            choices=self._ports.gate.home.devices,
            token=secrets.token_hex(8),
            server=str(request.base_url).rstrip("/"),
        )

    @allowed(Who.FAMILY, Scope.READ)
    async def rooms(self, request: Request) -> Response:
        digests = await self._digests()
        return packed(await self._rooms(reader_of(request), digests={"home": digests.get("home", "")}), request)

    @allowed(Who.FAMILY, Scope.READ)
    async def jobs(self, request: Request) -> Response:
        return answered(await self.jobs_part(reader_of(request)))

    @allowed(Who.FAMILY, Scope.READ)
    async def asking(self, request: Request) -> Response:
        """The devices that ask to join again, each with its two answers."""
        reader = reader_of(request)
        return answered(self._look.render("devices/asking.html", reader=reader, devices=await self._ports.house.asking()))

    @allowed(Who.FAMILY, Scope.READ)
    async def pictures(self, request: Request) -> Response:
        return answered(self._pictures(reader_of(request)))

    @allowed(Who.FAMILY, Scope.READ)
    async def ledger(self, request: Request) -> Response:
        return answered(await self.ledger_part(reader_of(request), request.query_params.get("device", "")))

    @allowed(Who.FAMILY, Scope.READ)
    async def events(self, request: Request) -> Stream:
        """A fragment per changed device, and word of each part that has changed. The id of each says what the page shows by then."""
        reader = reader_of(request)
        seen = request.headers.get("last-event-id") or request.query_params.get("seen", "")
        return Stream(Pulse(self._ports, self._look, reader, every=self._every).messages(seen), headers=HEADERS)

    @allowed(Who.FAMILY, Scope.READ)
    async def opened(self, request: Request, device: str) -> Response:
        """What stands inside a device that is opened."""
        reader = reader_of(request)
        gate, words = self._ports.gate, self._look.words(reader.language)
        try:
            known, origin = gate.home.device(device), self._ports.house.origins().get(device)
            if known is None or origin is None:
                raise NotFound(words("devices.gone"), where="device")
            readings = await gate.snapshot(device)
        except YamoriError as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")
        heard = origin.heard or max((r.at for r in readings), default=None)
        html = self._look.render(
            "devices/opened.html",
            reader=reader,
            device=known,
            origin=origin,
            heard=self._here(heard),
            components=components_shown(known, gate.capabilities, words),
            rooms=gate.home.rooms,
            place=f"{mark('device', device)}-problem",
        )
        return answered(html)

    @allowed(Who.FAMILY, Scope.READ)
    async def past(self, request: Request, hours: int, device: str) -> Response:
        """How the readings of a device went, as charts."""
        reader = reader_of(request)
        try:
            return answered(await self.past_part(reader, device, hours))
        except YamoriError as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")

    async def past_part(self, reader: Reader, device: str, hours: int) -> str:
        """The charts of a device. Raises `InvalidRequest` for a length that is not offered, and what the port raises."""
        words, place = self._look.words(reader.language), f"{mark('device', device)}-went"
        if hours not in PAST_HOURS:
            raise InvalidRequest(f"charts are of {' or '.join(map(str, PAST_HOURS))} hours", where="hours")
        lines = await self._ports.past.lines(device, hours)
        known = self._ports.gate.home.device(device)
        several = known is not None and len(known.components) > 1
        shown = [line for line in lines or () if is_shown(line)]
        late = [line.since for line in shown if line.since > line.start]
        return self._look.render(
            "devices/past.html",
            reader=reader,
            charts=None if lines is None else [_charted(line, words, several) for line in shown],
            since=self._here(max(late)) if late else None,
            device=device,
            hours=hours,
            choices=PAST_HOURS,
            place=place,
            width=WIDTH,
            height=HEIGHT,
            band=BAND,
        )

    async def jobs_part(self, reader: Reader, notice: str = "") -> str:
        """The queue, with something to say above it."""
        home, words = self._ports.gate.home, self._look.words(reader.language)
        try:
            jobs = [job_shown(job, home=home, words=words) for job in await self._ports.house.jobs()]
            counts = await self._ports.house.counts()
        except YamoriError as problem:
            return self._trouble(problem, reader)
        counted = [words("jobs.count", state=words(f"jobs.{state}"), count=f"{counts.get(state, 0):,}") for state in _COUNTED]
        return self._look.render("devices/jobs.html", reader=reader, jobs=jobs, counts=counted, notice=notice)

    async def _digests(self) -> Mapping[str, str]:
        try:
            return await parts(self._ports)
        except YamoriError:  # each part says by itself why it is empty
            return {}

    async def _rooms(self, reader: Reader, *, digests: Mapping[str, str]) -> str:
        gate, words = self._ports.gate, self._look.words(reader.language)
        try:
            state = HomeState(await gate.snapshot())
        except YamoriError as problem:
            return self._trouble(problem, reader)
        return self._look.render(
            "devices/rooms.html",
            reader=reader,
            floors=floors_shown(gate.home, state, gate.capabilities, words),
            origins=self._ports.house.origins(),
            seen=seen_by(state, digests),
            unfolded=len(gate.home.devices) <= _MOST_OPEN,
        )

    def _pictures(self, reader: Reader) -> str:
        home, words = self._ports.gate.home, self._look.words(reader.language)
        shown = [
            {
                "id": picture.id,
                "device": words.name(device.name, device.aliases),
                "component": "" if picture.component == "main" else words.attribute(picture.component),
                "at": self._here(picture.at),
            }
            for picture in self._ports.house.pictures()
            if (device := home.device(picture.device)) is not None
        ]
        return self._look.render("devices/pictures.html", reader=reader, pictures=shown)

    async def ledger_part(self, reader: Reader, device: str) -> str:
        """What was done and why, of one device or of all, each with what takes it back."""
        try:
            found = await self._ports.gate.ledger(limit=_LOOKED_BACK if device else LINES)
        except YamoriError as problem:
            return self._trouble(problem, reader)
        caller, people = CALLER.get(), self._ports.gate.home.people
        receipts = [as_seen(receipt, caller, people) for receipt in found if device in ("", receipt.command.device)][:LINES]
        proofs = self._proofs(receipts, reader)
        return self._look.render("devices/ledger.html", reader=reader, proofs=proofs, token=secrets.token_hex(8))

    def _proofs(self, receipts: Sequence[Receipt], reader: Reader) -> list[Proof]:
        gate, words = self._ports.gate, self._look.words(reader.language)
        titles = agent_titles(self._ports, reader.language)
        return [proof(r, home=gate.home, capabilities=gate.capabilities, titles=titles, words=words) for r in receipts]

    def _trouble(self, problem: YamoriError, reader: Reader) -> str:
        text = self._look.words(reader.language)("problem.house", why=problem)
        return self._look.render("problem.html", reader=reader, text=text, nearest=())

    def _here(self, at: datetime | None) -> datetime | None:
        return at.astimezone(ZoneInfo(self._ports.gate.home.place.timezone)) if at is not None else None


def _charted(line: PastLine, words: Words, several: bool) -> PastChart:
    """Of a device with several components each says which it is of."""
    named = "" if not several or line.component == "main" else words.attribute(line.component)
    return past_chart(line, words, component=named)
