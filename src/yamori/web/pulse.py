"""What keeps the Devices view current: every reading as it comes, and word of each part of the view that has changed meanwhile.

Parts that nobody announces (devices that come or go, jobs, pictures, what was done) are looked at every second while the view is seen.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from hashlib import blake2b

from sse_starlette import ServerSentEvent

from yamori.domain.errors import YamoriError
from yamori.domain.home import Device
from yamori.domain.receipt import Receipt
from yamori.web.house_port import Origin, PictureTaken, QueuedJob
from yamori.web.look import Look, Reader
from yamori.web.ports import Ports
from yamori.web.state import HomeState
from yamori.web.streams import TAKE_UP_AGAIN
from yamori.web.tiles import tile

PARTS = ("home", "jobs", "pictures", "ledger")
"""Each is an event of its own, sent when that part of the view is no longer what it was."""
LINES = 60
"""Of the ledger."""


class Pulse:
    """What one open view has been sent."""

    def __init__(self, ports: Ports, look: Look, reader: Reader, *, every: float) -> None:
        """`every` is in seconds."""
        self._ports = ports
        self._look = look
        self._reader = reader
        self._every = every
        self._parts: dict[str, str] = {}
        self._there: dict[str, bool] = {}
        """Which devices at the edge are there, as far as this view knows."""
        self._shown: frozenset[str] = frozenset()
        """Ids of the devices that the view has a place for."""
        self._state = HomeState(())

    async def messages(self, seen: str) -> AsyncIterator[ServerSentEvent]:
        """`seen` is what the view shows already, as `seen_by` wrote it. Ends when the house stops."""
        gate = self._ports.gate
        changes = gate.changes()
        # Listen first and look second: a change in between is then sent twice rather than never.
        upcoming = asyncio.ensure_future(anext(changes, None))
        await asyncio.sleep(0)
        try:
            yield TAKE_UP_AGAIN
            shown, *digests = [*seen.split("."), *("" for _ in PARTS)][: len(PARTS) + 1]
            self._parts = dict(zip(PARTS, digests, strict=True))
            self._state = HomeState(await gate.snapshot())
            # A device that is not in the view has no place there: it comes with the whole home, of which a message is among the news.
            if self._parts["home"] == (await parts(self._ports))["home"]:
                self._shown = frozenset(device.id for device in gate.home.devices)
            news = await self._news()
            if self._state.digest != shown:
                for device in self._shown:
                    yield self._device(device)
            while True:
                for message in news:
                    yield message
                next_look = time.monotonic() + self._every
                while (left := next_look - time.monotonic()) > 0:
                    await asyncio.wait([upcoming], timeout=left)
                    if not upcoming.done():
                        continue
                    reading = upcoming.result()
                    if reading is None:
                        return
                    self._state.take(reading)
                    yield self._device(reading.device)
                    upcoming = asyncio.ensure_future(anext(changes, None))
                news = await self._news()
        except YamoriError as problem:
            text = self._look.words(self._reader.language)("problem.house", why=problem)
            yield ServerSentEvent(event="device", data=self._look.render("silent.html", reader=self._reader, text=text))
        finally:
            if not upcoming.done():
                upcoming.cancel()
                await asyncio.wait([upcoming])
            if isinstance(changes, AsyncGenerator):
                await changes.aclose()

    async def _news(self) -> Sequence[ServerSentEvent]:
        now = await parts(self._ports)
        messages = []
        for name in PARTS:
            if now[name] != self._parts[name]:
                self._parts[name] = now[name]
                messages.append(ServerSentEvent(event=name, id=self._id(), data="-"))
        for id, there in presence(self._ports).items():
            if id in self._shown and self._there.get(id) is not there:
                self._there[id] = there
                data = self._look.render("devices/away.html", reader=self._reader, id=id, away=not there, oob=True)
                messages.append(ServerSentEvent(event="device", id=self._id(), data=data))
        return messages

    def _device(self, id: str) -> ServerSentEvent:
        device = self._ports.gate.home.device(id) if id in self._shown else None
        if device is None:  # came or left since
            return ServerSentEvent(comment="gone")
        shown = tile(device, self._state.of(id), self._ports.gate.capabilities, self._look.words(self._reader.language))
        return ServerSentEvent(event="device", id=self._id(), data=self._look.render("device.html", reader=self._reader, tile=shown))

    def _id(self) -> str:
        return seen_by(self._state, self._parts)


def seen_by(state: HomeState, digests: Mapping[str, str]) -> str:
    """What a view shows, in a word short enough for an address. A part that is left out is sent anew."""
    return ".".join([state.digest, *(digests.get(name, "") for name in PARTS)])


async def parts(ports: Ports) -> Mapping[str, str]:
    """Each part of the view, as a digest that changes when it does."""
    gate, house = ports.gate, ports.house
    origins = house.origins()
    return {
        "home": _digest([_standing(device, origins[device.id]) for device in gate.home.devices]),
        "jobs": _digest([_progress(job) for job in await house.jobs()]),
        "pictures": _digest([_picture(picture) for picture in house.pictures()]),
        "ledger": _digest([_line(receipt) for receipt in await gate.ledger(limit=LINES)]),
    }


def presence(ports: Ports) -> Mapping[str, bool]:
    """Whether each device at the edge has spoken lately."""
    return {id: origin.edge.online for id, origin in ports.house.origins().items() if origin.edge is not None}


def _standing(device: Device, origin: Origin) -> str:
    edge = origin.edge
    return repr((device.id, device.name, device.room, tuple(device.components), origin.source, edge and (edge.private, edge.profile)))


def _progress(job: QueuedJob) -> str:
    return f"{job.id} {job.state} {job.delivered}"


def _picture(picture: PictureTaken) -> str:
    return picture.id


def _line(receipt: Receipt) -> str:
    return f"{receipt.id} {receipt.status.value}"


def _digest(lines: Sequence[str]) -> str:
    return blake2b("\n".join(lines).encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
