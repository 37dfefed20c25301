"""What is kept of forecasts answers when the network does not."""

import asyncio
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from tests.automations.weather.skies import KYOTO, NOW, at, between, day

from yamori.automations.location import Location
from yamori.automations.weather.forecast import Forecast, Period
from yamori.automations.weather.kept import KeptWeather, open_kept_weather
from yamori.automations.weather.port import NoForecast
from yamori.automations.weather.simulated import SimulatedWeather

TODAY = between(0, 24)


class Source:
    """Simulated weather that counts how often it is asked, and can be made to wait."""

    def __init__(self) -> None:
        self.weather = SimulatedWeather(seed=1)
        self.asked: list[Period] = []
        self.reached, self.gate, self.answered = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.gate.set()

    async def forecast(self, location: Location, period: Period, *, now: datetime) -> Forecast:
        self.asked.append(period)
        self.reached.set()
        await self.gate.wait()
        found = await self.weather.forecast(location, period, now=now)
        self.answered.set()
        return found


@asynccontextmanager
async def kept(source: Source, file: Path | None = None, *, patience: float = 5.0) -> AsyncIterator[KeptWeather]:
    weather = await open_kept_weather(source, file, patience=patience)
    try:
        yield weather
    finally:
        await weather.close()


async def test_within_an_hour_the_source_is_asked_once_and_for_a_week() -> None:
    source = Source()
    async with kept(source) as weather:
        first = await weather.forecast(KYOTO, TODAY, now=NOW)
        again = await weather.forecast(KYOTO, between(6, 12, ahead=5), now=NOW + timedelta(minutes=59))
        assert first == again and first.covers(between(0, 24, ahead=6))
        assert source.asked == [Period(start=at(0), end=at(0, ahead=8))]
        later = await weather.forecast(KYOTO, TODAY, now=NOW + timedelta(hours=1))
    assert len(source.asked) == 2 and later.fetched_at == NOW + timedelta(hours=1)


async def test_a_period_beyond_the_week_is_asked_for_at_once() -> None:
    source = Source()
    async with kept(source) as weather:
        await weather.forecast(KYOTO, TODAY, now=NOW)
        found = await weather.forecast(KYOTO, between(0, 24, ahead=12), now=NOW)
    assert len(source.asked) == 2 and found.day(day(12)) is not None


async def test_without_a_network_the_last_one_answers_and_says_how_old_it_is() -> None:
    source = Source()
    async with kept(source) as weather:
        await weather.forecast(KYOTO, TODAY, now=NOW)
        source.weather.reachable = False
        found = await weather.forecast(KYOTO, TODAY, now=NOW + timedelta(hours=30))
    assert found.fetched_at == NOW and found.day(day(1)) is not None


async def test_after_a_failure_the_source_has_two_minutes_of_rest() -> None:
    source = Source()
    source.weather.reachable = False
    async with kept(source) as weather:
        for minutes, asked in ((0, 1), (1, 1), (2, 2)):
            with pytest.raises(NoForecast):
                await weather.forecast(KYOTO, TODAY, now=NOW + timedelta(minutes=minutes))
            assert len(source.asked) == asked
        source.weather.reachable = True
        assert (await weather.forecast(KYOTO, TODAY, now=NOW + timedelta(minutes=5))).hours


async def test_several_who_ask_at_once_share_one_request() -> None:
    source = Source()
    source.gate.clear()
    async with kept(source) as weather:
        asking = [asyncio.create_task(weather.forecast(KYOTO, TODAY, now=NOW)) for _ in range(5)]
        await source.reached.wait()
        source.gate.set()
        assert len({id(found.hours) for found in await asyncio.gather(*asking)}) == 1
    assert len(source.asked) == 1


async def test_who_has_something_does_not_wait_for_a_slow_source_and_its_answer_is_not_lost() -> None:
    source = Source()
    async with kept(source, patience=0.01) as weather:
        await weather.forecast(KYOTO, TODAY, now=NOW)
        source.gate.clear()
        later = NOW + timedelta(hours=2)
        assert (await weather.forecast(KYOTO, TODAY, now=later)).fetched_at == NOW
        source.answered.clear()
        source.gate.set()
        await source.answered.wait()
        found = await weather.forecast(KYOTO, TODAY, now=later)
        assert found.fetched_at == later and len(source.asked) == 2


async def test_one_who_gives_up_does_not_take_the_answer_from_another() -> None:
    source = Source()
    source.gate.clear()
    async with kept(source) as weather:
        leaving = asyncio.create_task(weather.forecast(KYOTO, TODAY, now=NOW))
        staying = asyncio.create_task(weather.forecast(KYOTO, TODAY, now=NOW))
        await source.reached.wait()
        leaving.cancel()
        source.gate.set()
        assert (await staying).hours
    assert len(source.asked) == 1


async def test_after_a_restart_without_a_network_the_file_answers(tmp_path: Path) -> None:
    file = tmp_path / "weather.json"
    async with kept(Source(), file) as weather:
        before = await weather.forecast(KYOTO, TODAY, now=NOW)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    source = Source()
    source.weather.reachable = False
    async with kept(source, file) as weather:
        found = await weather.forecast(KYOTO, TODAY, now=NOW + timedelta(minutes=10))
        assert found == before and source.asked == []
        older = await weather.forecast(KYOTO, TODAY, now=NOW + timedelta(days=1))
        assert older == before and len(source.asked) == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"version": 2, "forecasts": []}',
        b'{"version": 1, "forecasts": [{"hours": 3}]}',
        b'{"version": 1, "forecasts": [{"location": {"name": "x", "latitude": 99, "longitude": 0, "timezone": "UTC"}, '
        b'"hours": [], "fetched_at": "2026-11-26T07:00:00Z", "source": "x"}]}',
        b'{"version": 1, "forecasts": [{"location": {"name": "x", "latitude": 9, "longitude": 0, "timezone": "UTC"}, '
        b'"hours": [], "fetched_at": "2026-11-26T07:00:00", "source": "x"}]}',
    ],
)
async def test_a_damaged_file_is_as_good_as_none_and_is_replaced(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "weather.json"
    file.write_bytes(content)
    source = Source()
    async with kept(source, file) as weather:
        assert (await weather.forecast(KYOTO, TODAY, now=NOW)).hours
    async with kept(source, file) as weather:
        await weather.forecast(KYOTO, TODAY, now=NOW)
    assert len(source.asked) == 1


async def test_where_nothing_can_be_written_the_weather_is_known_all_the_same(tmp_path: Path) -> None:
    async with kept(Source(), tmp_path / "missing" / "weather.json") as weather:
        assert (await weather.forecast(KYOTO, TODAY, now=NOW)).hours


async def test_a_clock_that_was_set_back_does_not_make_an_old_forecast_new_for_ever() -> None:
    source = Source()
    async with kept(source) as weather:
        await weather.forecast(KYOTO, TODAY, now=NOW + timedelta(days=300))
        found = await weather.forecast(KYOTO, TODAY, now=NOW)
    assert found.fetched_at == NOW and len(source.asked) == 2


async def test_it_keeps_eight_places_and_answers_under_the_name_that_was_asked(tmp_path: Path) -> None:
    source = Source()
    async with kept(source, tmp_path / "weather.json") as weather:
        for number in range(10):
            place = Location(name=f"Place {number}", latitude=10.0 + number, longitude=135.0, timezone="Asia/Tokyo")
            assert (await weather.forecast(place, TODAY, now=NOW)).location.name == f"Place {number}"
        renamed = Location(name="Garden", latitude=19.0, longitude=135.0, timezone="Asia/Tokyo")
        assert (await weather.forecast(renamed, TODAY, now=NOW)).location.name == "Garden"
        assert len(source.asked) == 10
        await weather.forecast(Location(name="Place 0", latitude=10.0, longitude=135.0, timezone="Asia/Tokyo"), TODAY, now=NOW)
        assert len(source.asked) == 11
