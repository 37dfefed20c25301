"""What keeps an open Home page current: each changed tile with its room's words and what needs attention, as it changes.

What nobody announces (devices that come and go, whether one answers, jobs) is looked at again and again while the page is seen.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator
from hashlib import blake2b

from sse_starlette import ServerSentEvent

from yamori.domain.errors import YamoriError
from yamori.web.home.acting import HandActions
from yamori.web.home.fragments import HomeFragments
from yamori.web.home.view import HomeView, presence
from yamori.web.look import Look, Reader
from yamori.web.ports import Ports
from yamori.web.state import HomeState
from yamori.web.streams import TAKE_UP_AGAIN

_TOGETHER = 0.02
"""Seconds in which changes are taken together: one command may change several attributes."""
_OPEN_JOBS = ("waiting", "leased")


class HomeLive:
    """One open page: the whole home, or the page of one device."""

    def __init__(self, ports: Ports, look: Look, actions: HandActions, reader: Reader, *, device: str = "", every: float = 2.0) -> None:
        """`every`: the seconds between two looks at what nobody announces."""
        self._ports, self._actions, self._reader = ports, actions, reader
        self._look, self._device, self._every = look, device, every
        self._fragments = HomeFragments(ports, look, reader)
        self._members = ""
        self._sent: dict[str, str] = {}
        """The last words about each room and of what needs attention."""

    async def messages(self, seen: str) -> AsyncIterator[ServerSentEvent]:
        """`seen`: what the page shows already, as `home_digest` says it. Ends when the house stops."""
        gate = self._ports.gate
        changes = gate.changes()
        listening = self._actions.listen()
        # Listen first and look second: a change in between is then sent twice rather than never.
        upcoming = asyncio.ensure_future(anext(changes, None))
        acted = asyncio.ensure_future(listening.get())
        await asyncio.sleep(0)
        try:
            yield TAKE_UP_AGAIN
            view = self._view(HomeState(await gate.snapshot()))
            self._members = home_members(self._ports)
            if seen != self._digest(view):
                yield ServerSentEvent(event="home", id=self._digest(view), data="-")
            jobs = await open_jobs(self._ports)
            self._note(view, jobs)
            while True:
                next_look = time.monotonic() + self._every
                while (left := next_look - time.monotonic()) > 0:
                    await asyncio.wait([upcoming, acted], timeout=left, return_when=asyncio.FIRST_COMPLETED)
                    changed: dict[str, None] = {}
                    until = time.monotonic() + _TOGETHER
                    while upcoming.done() or acted.done():
                        if upcoming.done():
                            if (reading := upcoming.result()) is None:
                                return
                            view.state.take(reading)
                            changed[reading.device] = None
                            upcoming = asyncio.ensure_future(anext(changes, None))
                        if acted.done():
                            changed[acted.result()] = None
                            acted = asyncio.ensure_future(listening.get())
                        await asyncio.wait(
                            [upcoming, acted], timeout=max(0.0, until - time.monotonic()), return_when=asyncio.FIRST_COMPLETED
                        )
                        if time.monotonic() >= until:
                            break
                    for message in self._news(view, changed, jobs):
                        yield message
                if self._members != (now := home_members(self._ports)):
                    self._members, view = now, self._view(HomeState(await gate.snapshot()))
                    self._note(view, jobs)
                    yield ServerSentEvent(event="home", id=self._digest(view), data="-")
                there, jobs = presence(self._ports), await open_jobs(self._ports)
                came = dict.fromkeys(id for id in there if there[id] != view.online.get(id))
                view.online = there
                for message in self._news(view, came, jobs):
                    yield message
        except YamoriError as problem:
            text = self._look.words(self._reader.language)("problem.house", why=problem)
            yield ServerSentEvent(event="silent", data=text)
        finally:
            self._actions.forget(listening)
            for waiting in (upcoming, acted):
                if not waiting.done():
                    waiting.cancel()
            await asyncio.wait([upcoming, acted])
            if isinstance(changes, AsyncGenerator):
                await changes.aclose()

    def _view(self, state: HomeState) -> HomeView:
        return HomeView(self._ports, self._actions, self._look.words(self._reader.language), state)

    def _digest(self, view: HomeView) -> str:
        return home_digest(view.state, self._members)

    def _note(self, view: HomeView, jobs: int) -> None:
        """What the page shows of rooms and attention now."""
        self._sent = {room.id: view.room(room).summary for room in view.rooms}
        self._sent["attention"] = self._fragments.attention(view, jobs, notable=False)

    def _news(self, view: HomeView, changed: "dict[str, None]", jobs: int) -> "list[ServerSentEvent]":
        """Of a page about one device only that one counts."""
        id = self._digest(view)
        messages: list[ServerSentEvent] = []
        rooms = {}
        for device in changed:
            if device not in view.devices or self._device not in ("", device):
                continue
            if (room := view.refresh(device)) is not None:
                rooms[room.id] = room
            tile = view.tile(device, whole=bool(self._device))
            messages.append(ServerSentEvent(event="tile", id=id, data=self._fragments.tile(tile)))
        if self._device:
            return messages
        for room in rooms.values():
            shown = view.room(room)
            if self._sent.get(room.id) != shown.summary:
                self._sent[room.id] = shown.summary
                messages.append(ServerSentEvent(event="summary", id=id, data=self._fragments.summary(shown)))
        comparable = self._fragments.attention(view, jobs, notable=False)
        if self._sent.get("attention") != comparable:
            self._sent["attention"] = comparable
            messages.append(ServerSentEvent(event="attention", id=id, data=self._fragments.attention(view, jobs)))
        return messages


def home_members(ports: Ports) -> str:
    """Which devices there are, how they are called and where: the same for the same."""
    said = "\n".join(repr((d.id, d.name, d.room, tuple(d.components))) for d in ports.gate.home.devices)
    return blake2b(said.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def home_digest(state: HomeState, members: str) -> str:
    """What a page shows, in a word short enough for an address."""
    return f"{state.digest}.{members}"


async def open_jobs(ports: Ports) -> int:
    """How many jobs wait or are under way."""
    counts = await ports.house.counts()
    return sum(counts.get(state, 0) for state in _OPEN_JOBS)
