"""The backends that settings name: one that is away joins later, one that refuses us stops nobody, and none keeps the house shut."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import structlog
from tests.gateway.fakes import NOON, cause, set_warmth, write_home
from tests.gateway.homeassistant.server import RealHomeAssistant, _server, home_assistant

from yamori.apps import doctor
from yamori.apps.doctor import Health
from yamori.apps.household import open_household
from yamori.apps.settings import Settings, read_settings
from yamori.apps.sources import Configured, Pace, Tries, configured, joining, open_sources
from yamori.domain.clock import SetClock
from yamori.domain.errors import HouseSilent, InvalidRequest, Misconfigured
from yamori.domain.home import Place
from yamori.domain.receipt import Command, ReceiptStatus
from yamori.gateway.backends.virtual import open_virtual
from yamori.gateway.homefile import LoadedHome, load_home
from yamori.gateway.joined import Source
from yamori.gateway.opening import open_house
from yamori.gateway.registry import HouseRegistry
from yamori.llm.scripted import ScriptedModels

__all__ = ["_server", "home_assistant"]
CLOCK = SetClock(NOON)
QUICK = Pace(at_start=5, later=5, first=0.001, longest=0.002)
PLACE = Place(name="Nara", country="JP", latitude=34.68, longitude=135.8, timezone="Asia/Tokyo")


class Cabin:
    """A backend that is away for the first `away` tries, and then gives the cabin's devices."""

    def __init__(self, folder: Path, *, away: int = 0, refuses: bool = False, hangs: bool = False) -> None:
        self._home = load_home(write_home(folder))
        self._away = away
        self._refuses = refuses
        self._hangs = hangs
        self.tries = 0
        self.taken = asyncio.Event()
        """The house listens to it."""

    @property
    def configured(self) -> Configured:
        return Configured(name="cabin", title="Cabin", open=self._open, look=self._open)

    async def _open(self) -> Source:
        self.tries += 1
        if self._refuses:
            raise Misconfigured("the cabin does not accept the token", where="cabin", mend="make a new one")
        if self._hangs and self.tries == 1:
            await asyncio.Event().wait()
        if self.tries <= self._away:
            raise HouseSilent("the cabin does not answer")
        backend = await open_virtual(HouseRegistry(self._home), file=None, clock=CLOCK)
        return Source(name="cabin", backend=backend, home=self._home, homes=self._homes())

    async def _homes(self) -> AsyncIterator[LoadedHome]:
        self.taken.set()
        await asyncio.Event().wait()
        yield self._home


async def test_a_backend_that_is_away_does_not_stop_the_house_and_joins_when_it_answers(tmp_path: Path) -> None:
    cabin = Cabin(tmp_path, away=3)
    found = await open_sources([cabin.configured], pace=QUICK)
    assert (found.sources, [each.name for each in found.away], found.refused) == ([], ["cabin"], [])
    async with open_house("empty", data=None, clock=CLOCK, sources=found.sources) as house:
        with pytest.raises(InvalidRequest):
            await house.gate.execute(set_warmth(25), cause("early"))
        async with joining(house, found.away, pace=QUICK):
            await asyncio.wait_for(cabin.taken.wait(), 10)
            assert cabin.tries == 4
            assert (await house.gate.execute(set_warmth(25), cause("k"))).status is ReceiptStatus.DONE


async def test_a_backend_that_hangs_at_the_start_is_tried_again_in_the_background(tmp_path: Path) -> None:
    cabin = Cabin(tmp_path, hangs=True)
    found = await open_sources([cabin.configured], pace=replace(QUICK, at_start=0.01))
    async with open_house("empty", data=None, clock=CLOCK) as house, joining(house, found.away, pace=QUICK):
        await asyncio.wait_for(cabin.taken.wait(), 10)
        assert house.gate.home.device("heater") is not None


async def test_one_that_refuses_us_is_said_with_its_mend_and_is_not_tried_again_while_the_others_open(tmp_path: Path) -> None:
    wrong, right = Cabin(tmp_path / "a", refuses=True), Cabin(tmp_path / "b")
    with structlog.testing.capture_logs() as logs:
        found = await open_sources([wrong.configured, right.configured], pace=QUICK)
    assert [line["mend"] for line in logs if line["log_level"] == "error"] == ["make a new one"]
    assert (len(found.sources), len(found.away), len(found.refused)) == (1, 0, 1)
    async with open_house("empty", data=None, clock=CLOCK, sources=found.sources) as house, joining(house, found.away, pace=QUICK):
        assert len(house.gate.home.devices) == 2
    assert wrong.tries == 1


async def test_why_a_backend_is_not_in_the_house_is_known_until_it_has_joined(tmp_path: Path) -> None:
    away, wrong, tries = Cabin(tmp_path / "a", away=3), Cabin(tmp_path / "b", refuses=True), Tries()
    wanted = [away.configured, replace(wrong.configured, name="shed")]
    found = await open_sources(wanted, pace=QUICK, tries=tries)
    assert {name: str(error) for name, error in tries.failed.items()} == {
        "cabin": "the cabin does not answer",
        "shed": str(Misconfigured("the cabin does not accept the token", where="cabin", mend="make a new one")),
    }
    async with open_house("empty", data=None, clock=CLOCK) as house, joining(house, found.away, pace=QUICK, tries=tries):
        await asyncio.wait_for(away.taken.wait(), 10)
        assert list(tries.failed) == ["shed"]


async def test_who_is_still_away_when_the_house_closes_is_waited_for_no_longer(tmp_path: Path) -> None:
    cabin = Cabin(tmp_path, away=10**9)
    found = await open_sources([cabin.configured], pace=QUICK)
    async with open_house("empty", data=None, clock=CLOCK) as house, joining(house, found.away, pace=QUICK):
        pass
    tried = cabin.tries
    await asyncio.sleep(0)
    assert cabin.tries == tried


def test_nothing_is_configured_where_nothing_is_set_and_each_by_its_table(tmp_path: Path) -> None:
    assert configured(Settings(data=tmp_path), place=PLACE, clock=CLOCK) == []
    settings = read_settings(
        data=tmp_path,
        homeassistant={"url": "http://127.0.0.1:1", "token": "t"},
        mqtt={"host": "127.0.0.1"},
        smartthings={"token": "t"},
    )
    assert [each.title for each in configured(settings, place=PLACE, clock=CLOCK)] == ["Home Assistant", "MQTT", "SmartThings"]


async def test_real_backends_at_an_address_where_nobody_is_are_away_and_leave_the_house_open(tmp_path: Path) -> None:
    settings = read_settings(
        data=tmp_path, homeassistant={"url": "http://127.0.0.1:9", "token": "t"}, mqtt={"host": "127.0.0.1", "port": 9}
    )
    found = await open_sources(configured(settings, place=PLACE, clock=CLOCK))
    assert [each.name for each in found.away] == ["homeassistant", "mqtt"]


async def test_a_token_file_that_others_can_read_or_that_is_missing_is_the_operators_to_mend(tmp_path: Path) -> None:
    open_to_all = tmp_path / "token"
    open_to_all.write_text("sesame")
    open_to_all.chmod(0o644)
    for file, mend in ((open_to_all, "chmod 600"), (tmp_path / "missing", "")):
        settings = read_settings(data=tmp_path, homeassistant={"url": "http://127.0.0.1:9", "token_file": file})
        [wanted] = configured(settings, place=PLACE, clock=CLOCK)
        with pytest.raises(Misconfigured, match="token_file") as refused:
            await wanted.open()
        assert mend in refused.value.mend
        assert "sesame" not in str(refused.value)


def written(folder: Path) -> bytes:
    """Everything that was kept."""
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())


async def test_a_household_on_a_real_home_assistant_alone_does_what_its_devices_can(
    home_assistant: RealHomeAssistant, tmp_path: Path
) -> None:
    settings = read_settings(data=tmp_path, home="empty", homeassistant={"url": home_assistant.url, "token": home_assistant.token})
    [finding] = await doctor.backends(settings)
    assert (finding.about, finding.health) == ("Home Assistant", Health.WELL)
    async with open_household(settings, models=ScriptedModels({})) as household:
        assert household.gate.home.place.name == "Kamakura" and household.gate.home.rooms
        level = Command(device="light:kitchen_lights", capability="switchLevel", name="setLevel", arguments={"level": 40})
        receipt = await household.gate.execute(level, cause("k"))
        assert receipt.after["switchLevel.level"] == 40
    assert home_assistant.token.encode() not in written(tmp_path)


async def test_a_real_home_assistant_that_refuses_the_token_is_broken_and_the_household_opens_without_it(
    home_assistant: RealHomeAssistant, tmp_path: Path
) -> None:
    settings = read_settings(data=tmp_path, homeassistant={"url": home_assistant.url, "token": "sesame"})
    [finding] = await doctor.backends(settings)
    assert finding.health is Health.BROKEN and "long-lived access token" in finding.mend
    async with open_household(settings, models=ScriptedModels({})) as household:
        assert household.gate.home.name == "demo" and household.gate.home.device("light:kitchen_lights") is None
