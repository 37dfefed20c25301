"""Several homes as one: whose rooms are the same, whose devices hold, and what joins while the house runs."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.gateway.fakes import NOON, PowerCut, Wrapped, cause, set_warmth, write_home

from yamori.domain.clock import SetClock
from yamori.domain.errors import InvalidRequest, Misconfigured
from yamori.domain.home import Home, Place, Room
from yamori.domain.receipt import Command, ReceiptStatus
from yamori.gateway.backends.port import Sent
from yamori.gateway.backends.virtual import open_virtual
from yamori.gateway.homefile import LoadedHome, load_home
from yamori.gateway.joined import Source, joined
from yamori.gateway.opening import open_house
from yamori.gateway.registry import HouseRegistry

CLOCK = SetClock(NOON)


async def source(home: LoadedHome, name: str, homes: AsyncIterator[LoadedHome] | None = None) -> Source:
    """A home of its own behind a backend of its own."""
    return Source(name=name, backend=await open_virtual(HouseRegistry(home), file=None, clock=CLOCK), home=home, homes=homes)


def rooms_of(*rooms: Room) -> LoadedHome:
    place = Place(name="Nara", country="JP", latitude=34.68, longitude=135.8, timezone="Asia/Tokyo")
    return LoadedHome(home=Home(name="other", place=place, rooms=rooms), capabilities={})


async def test_a_room_is_known_by_its_name_and_by_its_aliases_and_two_of_one_name_stay_two() -> None:
    ours = rooms_of(Room(id="den", name="Den", aliases=("書斎",)), Room(id="bath-1", name="Bath"), Room(id="bath-2", name="Bath"))
    theirs = rooms_of(Room(id="area1", name="den"), Room(id="area2", name="書斎"), Room(id="area3", name="Attic"))
    whole = joined([await source(ours, "a"), await source(theirs, "b"), await source(ours, "c")])
    assert [room.id for room in whole.loaded.home.rooms] == ["den", "bath-1", "bath-2", "area3"]


async def test_what_the_settings_hide_is_nobodys_device(tmp_path: Path) -> None:
    cabin = load_home(write_home(tmp_path))
    hidden = cabin.home.devices[0].id
    whole = joined([replace(await source(cabin, "a"), hidden=frozenset({hidden}))])
    assert hidden not in whole.owners and [device.id for device in whole.loaded.home.devices] == [d.id for d in cabin.home.devices[1:]]


async def test_a_house_without_devices_of_its_own_takes_in_those_of_a_backend_that_comes_later(tmp_path: Path) -> None:
    followed = asyncio.Event()

    async def homes() -> AsyncIterator[LoadedHome]:
        followed.set()
        await asyncio.Event().wait()
        yield cabin

    cabin = load_home(write_home(tmp_path))
    async with open_house("empty", data=None, clock=CLOCK) as house:
        assert house.gate.home.devices == () and house.gate.home.people == ()
        with pytest.raises(InvalidRequest, match="heater"):
            await house.gate.execute(set_warmth(25), cause("early"))
        changes = house.gate.changes()
        house.upkeep.add(await source(cabin, "later", homes()))
        await asyncio.wait_for(followed.wait(), 5)
        assert house.gate.home.place.name == "Kamakura"
        assert [room.id for room in house.gate.home.rooms] == ["den"]
        assert (await house.gate.execute(set_warmth(25), cause("k"))).status is ReceiptStatus.DONE
        heard = await asyncio.wait_for(anext(changes), 5)
        assert (heard.path, heard.value) == ("heater.main.warmth.warmth", 25)
        assert len(await house.gate.snapshot()) == len(await house.gate.snapshot("heater")) + len(await house.gate.snapshot("gate"))


async def test_a_device_that_its_backend_has_lost_is_not_found_rather_than_a_fault(tmp_path: Path) -> None:
    cabin = load_home(write_home(tmp_path))
    async with open_house(cabin, data=None, clock=CLOCK) as house:
        with pytest.raises(InvalidRequest, match="does not have the device"):
            await house.gate.backend.send(Command(device="ghost", capability="power", name="on"), "k")


class Closing(Wrapped):
    """Tells that it was closed."""

    closed = False

    async def close(self) -> None:
        self.closed = True
        await super().close()


async def test_the_backends_of_a_house_that_cannot_be_opened_are_closed(tmp_path: Path) -> None:
    cabin = load_home(write_home(tmp_path))
    brought = await source(cabin, "brought")
    closing = Closing(brought.backend)
    (tmp_path / "data").write_text("no folder")
    with pytest.raises(Misconfigured):
        async with open_house("empty", data=tmp_path / "data", clock=CLOCK, sources=[replace(brought, backend=closing)]):
            pass
    assert closing.closed


class CutOff(Wrapped):
    """The process ends after the device did it, once."""

    cut = False

    async def send(self, command: Command, key: str) -> Sent:
        sent = await self.inner.send(command, key)
        if not self.cut:
            self.cut = True
            raise PowerCut
        return sent


async def test_what_was_cut_off_on_a_backend_that_comes_later_ends_when_the_house_looks_again(tmp_path: Path) -> None:
    cabin = load_home(write_home(tmp_path))
    brought = await source(cabin, "brought")
    brought.backend = CutOff(brought.backend)
    async with open_house("empty", data=None, clock=CLOCK, sources=[brought]) as house:
        with pytest.raises(PowerCut):
            await house.gate.execute(set_warmth(25), cause("k"))
        assert await house.gate.ledger() == []
        await house.gate.recover()
        [receipt] = await house.gate.ledger()
    assert receipt.status is ReceiptStatus.DONE
