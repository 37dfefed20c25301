"""What every backend owes the gate, and what the virtual home adds: durable state and a hand of the world."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from tests.gateway.fakes import NOON, Counting, set_warmth, write_home

from yamori.domain.clock import SetClock
from yamori.domain.errors import InvalidRequest, Misconfigured
from yamori.domain.receipt import Command
from yamori.gateway.backends.port import Backend
from yamori.gateway.backends.virtual import VirtualBackend, open_virtual
from yamori.gateway.homefile import load_home
from yamori.gateway.registry import HouseRegistry

Make = Callable[[], AbstractAsyncContextManager[Backend]]


@asynccontextmanager
async def virtual(home: Path, file: Path | None = None) -> AsyncIterator[VirtualBackend]:
    backend = await open_virtual(HouseRegistry(load_home(home)), file=file, clock=SetClock(NOON))
    try:
        yield backend
    finally:
        await backend.close()


@pytest.fixture(params=["in memory", "in a file", "wrapped"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    """One way of making each backend there is: whoever writes another adds it here."""
    home = write_home(tmp_path)

    @asynccontextmanager
    async def wrapped() -> AsyncIterator[Backend]:
        async with virtual(home) as inner:
            yield Counting(inner)

    makes: dict[str, Make] = {
        "in memory": lambda: virtual(home),
        "in a file": lambda: virtual(home, tmp_path / "virtual"),
        "wrapped": wrapped,
    }
    return makes[request.param]


async def test_a_command_is_done_and_read_back(make: Make) -> None:
    async with make() as backend:
        sent = await backend.send(set_warmth(25), "k")
        assert (sent.before["warmth.warmth"], sent.after["warmth.warmth"]) == (20, 25)
        assert sent.after["power.power"] == "on"
        reading = await backend.read("heater", "main", "warmth", "warmth")
        assert (reading.value, reading.unit, reading.path) == (25, "°C", "heater.main.warmth.warmth")


async def test_the_same_key_acts_once_and_answers_the_same(make: Make) -> None:
    more = Command(device="heater", capability="warmth", name="more", arguments={"by": 2})
    async with make() as backend:
        first = await backend.send(more, "k")
        assert await backend.send(more, "k") == first
        assert (await backend.read("heater", "main", "warmth", "warmth")).value == 22
        assert await backend.sent("k") == first
        assert await backend.sent("another") is None


async def test_commands_at_the_same_time_all_count(make: Make) -> None:
    more = Command(device="heater", capability="warmth", name="more", arguments={"by": 1})
    async with make() as backend:
        await asyncio.gather(*(backend.send(more, f"k{n}") for n in range(8)))
        assert (await backend.read("heater", "main", "warmth", "warmth")).value == 28


async def test_a_snapshot_holds_everything_in_the_order_of_the_home(make: Make) -> None:
    async with make() as backend:
        paths = [reading.path for reading in await backend.snapshot()]
        assert paths[0] == "heater.main.power.power" and paths[-1] == "gate.main.vault.vault"
        one = await backend.snapshot("heater")
        assert [reading.path for reading in one] == [path for path in paths if path.startswith("heater.")]


async def test_a_listener_hears_what_changed_and_only_that(make: Make) -> None:
    async with make() as backend:
        changes = backend.changes()
        await backend.send(set_warmth(25), "k")
        await backend.send(set_warmth(26), "k2")
        heard = [await anext(changes) for _ in range(3)]
        assert [(reading.path, reading.value) for reading in heard] == [
            ("heater.main.warmth.warmth", 25),
            ("heater.main.power.power", "on"),
            ("heater.main.warmth.warmth", 26),
        ]


async def test_listening_ends_when_the_backend_is_closed(make: Make) -> None:
    async with make() as backend:
        changes = backend.changes()
    assert [reading async for reading in changes] == []


async def test_the_virtual_home_is_as_it_was_left_after_a_restart(tmp_path: Path) -> None:
    home = write_home(tmp_path)
    async with virtual(home, tmp_path / "virtual") as backend:
        sent = await backend.send(set_warmth(25), "k")
        await backend.set("heater.lid.hatch.hatch", "open")
    async with virtual(home, tmp_path / "virtual") as backend:
        assert (await backend.read("heater", "main", "warmth", "warmth")).value == 25
        assert (await backend.read("heater", "lid", "hatch", "hatch")).value == "open"
        assert await backend.send(set_warmth(9), "k") == sent


async def test_remembered_state_that_a_changed_file_no_longer_allows_gives_way_to_the_files(tmp_path: Path) -> None:
    home = write_home(tmp_path)
    async with virtual(home, tmp_path / "virtual") as backend:
        await backend.send(set_warmth(30), "k")
    warmth = home.parent / "capabilities" / "warmth.capability.yaml"
    warmth.write_text(warmth.read_text().replace("maximum: 30", "maximum: 24"))
    async with virtual(home, tmp_path / "virtual") as backend:
        assert (await backend.read("heater", "main", "warmth", "warmth")).value == 20


async def test_a_second_process_cannot_take_the_same_virtual_home(tmp_path: Path) -> None:
    home = write_home(tmp_path)
    async with virtual(home, tmp_path / "virtual"):
        with pytest.raises(Misconfigured, match="another process is using it"):
            async with virtual(home, tmp_path / "virtual"):
                pass


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("heater.main.warmth", 20, "is no address"),
        ("heter.main.warmth.warmth", 20, "there is no device heter; the nearest are heater"),
        ("heater.main.warmth.warm", 20, "there is no attribute warm; warmth has warmth and glow"),
        ("heater.main.warmth.warmth", 31, "31 is out of range; expected 5 to 30 °C"),
        ("heater.main.warmth.warmth", True, "expected a whole number"),
        ("heater.main.power.power", "of", '"of" is not allowed; expected on or off'),
    ],
)
async def test_the_world_can_only_be_put_to_what_its_attributes_allow(
    path: str, value: bool | int | str, said: str, tmp_path: Path
) -> None:
    async with virtual(write_home(tmp_path)) as backend:
        before = list(await backend.snapshot())
        with pytest.raises(InvalidRequest, match=said):
            await backend.set(path, value)
        assert list(await backend.snapshot()) == before
