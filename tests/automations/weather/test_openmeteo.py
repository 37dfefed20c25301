"""The adapter against a server on this machine: what it asks, and what it makes of every kind of answer."""

import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.automations.weather.openmeteo_server import OpenMeteoServer, open_meteo_server
from tests.automations.weather.skies import KYOTO, NOW, at, between, day

from yamori.automations.weather.forecast import Forecast, Period
from yamori.automations.weather.openmeteo import OpenMeteo
from yamori.automations.weather.openmeteo_answer import UnusableAnswer, hours_of
from yamori.automations.weather.port import NoForecast


@asynccontextmanager
async def asking(*, limit: float = 5.0) -> AsyncIterator[tuple[OpenMeteoServer, OpenMeteo]]:
    async with open_meteo_server() as server:
        source = OpenMeteo(url=server.url, limit=limit, pause=0.0)
        try:
            yield server, source
        finally:
            await source.close()


async def tomorrow(source: OpenMeteo) -> Forecast:
    return await source.forecast(KYOTO, between(0, 24, ahead=1), now=NOW)


async def test_it_asks_in_utc_and_metric_for_just_the_days_and_the_place_to_a_kilometre() -> None:
    async with asking() as (server, source):
        await tomorrow(source)
    assert server.paths == ["/v1/forecast"]
    assert server.queries == [
        {
            "latitude": "35.01",
            "longitude": "135.77",
            "hourly": "temperature_2m,precipitation,precipitation_probability,weather_code,cloud_cover,wind_speed_10m",
            "start_date": "2026-11-26",
            "end_date": "2026-11-27",
            "temperature_unit": "celsius",
            "wind_speed_unit": "ms",
            "precipitation_unit": "mm",
            "timeformat": "unixtime",
            "timezone": "GMT",
        }
    ]


async def test_a_day_in_the_homes_time_zone_is_whole_and_rain_belongs_to_the_hour_in_which_it_falls() -> None:
    async with asking() as (_, source):
        forecast = await tomorrow(source)
    found = forecast.day(day(1))
    assert found is not None and found.is_whole
    assert (forecast.source, forecast.fetched_at, forecast.location) == ("Open-Meteo", NOW, KYOTO)
    wet = [hour for hour in found.hours if hour.precipitation]
    # What it gives for 6:00 UTC fell from 5:00 to 6:00: from 14 to 15 in Japan.
    assert [hour.start.astimezone(KYOTO.zone) for hour in wet] == [at(14, ahead=1)]
    assert (wet[0].precipitation, wet[0].probability, wet[0].code, wet[0].temperature) == (1.2, 75, 61, 10.5)


async def test_it_never_asks_beyond_the_fifteen_days_that_open_meteo_knows() -> None:
    async with asking() as (server, source):
        forecast = await source.forecast(KYOTO, Period(start=NOW, end=NOW + timedelta(days=60)), now=NOW)
        beyond = await source.forecast(KYOTO, Period(start=NOW + timedelta(days=30), end=NOW + timedelta(days=31)), now=NOW)
    assert forecast.until is not None and forecast.until > NOW + timedelta(days=14)
    assert beyond.hours == () and len(server.queries) == 1


async def test_hours_that_the_model_does_not_reach_are_unknown() -> None:
    def cut(answer: dict[str, Any]) -> None:
        for name in ("temperature_2m", "precipitation", "weather_code", "cloud_cover", "wind_speed_10m", "precipitation_probability"):
            answer["hourly"][name][30:] = [None] * len(answer["hourly"][name][30:])

    async with asking() as (server, source):
        server.spoil(cut)
        forecast = await tomorrow(source)
    assert forecast.until == datetime(2026, 11, 27, 5, tzinfo=UTC)
    assert not forecast.covers(between(0, 24, ahead=1))


async def test_a_missing_probability_leaves_the_hour_known() -> None:
    async with asking() as (server, source):
        server.spoil(lambda answer: answer["hourly"].update(precipitation_probability=[None] * 48))
        forecast = await tomorrow(source)
    assert len(forecast.hours) == 47 and {hour.probability for hour in forecast.hours} == {None}


async def test_after_one_failure_it_asks_once_more_and_after_two_it_gives_up() -> None:
    async with asking() as (server, source):
        server.replies = [(500, b"oops")]
        assert (await tomorrow(source)).hours
        assert len(server.queries) == 2
        server.replies = [(502, b""), (503, b""), (500, b"")]
        with pytest.raises(NoForecast, match="status 503"):
            await tomorrow(source)
        assert len(server.queries) == 4


async def test_a_refusal_is_told_with_its_reason_and_not_repeated() -> None:
    async with asking() as (server, source):
        server.replies = [(400, b'{"error":true,"reason":"Latitude must be in range of -90 to 90"}'), (429, b"<html>too many</html>")]
        with pytest.raises(NoForecast, match="status 400: Latitude must be in range"):
            await tomorrow(source)
        with pytest.raises(NoForecast, match=r"status 429$"):
            await tomorrow(source)
        assert len(server.queries) == 2


async def test_a_redirect_is_not_followed() -> None:
    async with asking() as (server, source):
        server.replies = [(302, b"")]
        with pytest.raises(NoForecast, match="status 302"):
            await tomorrow(source)
        assert len(server.queries) == 1


async def test_a_server_that_does_not_answer_is_given_up_in_time() -> None:
    async with asking(limit=0.05) as (server, source):
        server.replies = [None, None]
        with pytest.raises(NoForecast, match=r"no answer in 0\.05 s|no connection"):
            await tomorrow(source)


async def test_no_server_at_all_is_no_forecast() -> None:
    with socket.socket() as taken:  # bound and not listening: every connection is refused
        taken.bind(("127.0.0.1", 0))
        source = OpenMeteo(url=f"http://127.0.0.1:{taken.getsockname()[1]}", limit=5.0, pause=0.0)
        with pytest.raises(NoForecast, match=r"no connection \(ConnectError\)") as failed:
            await tomorrow(source)
        await source.close()
    assert "127.0.0.1" not in failed.value.said("weather?")


@pytest.mark.parametrize("garbage", [b"", b"<html>hello</html>", b"[]", b"{}", b'{"hourly": 3}', b"\xff\xfe\x00", b"[" * 5000])
async def test_garbage_is_no_forecast_and_not_asked_for_again(garbage: bytes) -> None:
    async with asking() as (server, source):
        server.replies = [(200, garbage)]
        with pytest.raises(NoForecast):
            await tomorrow(source)
        assert len(server.queries) == 1


async def test_an_answer_without_end_is_cut_off() -> None:
    async with asking() as (server, source):
        server.replies = [(200, b" " * (1024 * 1024 + 1))]
        with pytest.raises(NoForecast, match="larger than 1 MB"):
            await tomorrow(source)


def _hourly(name: str, value: object) -> Callable[[dict[str, Any]], None]:
    def change(answer: dict[str, Any]) -> None:
        answer["hourly"][name][3] = value

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_hourly("temperature_2m", "12"), "hourly.temperature_2m.3"),
        (_hourly("temperature_2m", True), "hourly.temperature_2m.3"),
        (_hourly("temperature_2m", 451.0), "hourly.temperature_2m.3"),
        (_hourly("precipitation", -1.0), "hourly.precipitation.3"),
        (_hourly("precipitation_probability", 101), "hourly.precipitation_probability.3"),
        (_hourly("weather_code", "rain"), "hourly.weather_code.3"),
        (_hourly("cloud_cover", {}), "hourly.cloud_cover.3"),
        (_hourly("wind_speed_10m", []), "hourly.wind_speed_10m.3"),
        (_hourly("time", "2026-11-26T03:00"), "hourly.time.3"),
        (_hourly("time", 0), "hourly.time does not go forward"),
        (lambda answer: answer["hourly"].pop("wind_speed_10m"), "hourly.wind_speed_10m"),
        (lambda answer: answer["hourly"]["cloud_cover"].pop(), "hourly.cloud_cover has 47 values for 48 moments"),
        (lambda answer: answer["hourly_units"].update(temperature_2m="°F"), "hourly_units.temperature_2m is '°F', expected '°C'"),
        (lambda answer: answer["hourly_units"].update(wind_speed_10m="km/h"), "expected 'm/s'"),
        (lambda answer: answer.pop("hourly_units"), "hourly_units"),
    ],
)
async def test_a_wrong_field_is_named(change: Callable[[dict[str, Any]], None], said: str) -> None:
    async with asking() as (server, source):
        server.spoil(change)
        with pytest.raises(NoForecast) as refused:
            await tomorrow(source)
    assert said in str(refused.value)
    assert str(refused.value).startswith("Open-Meteo gave no forecast for Kyoto: ")


def test_not_a_number_is_refused() -> None:
    with pytest.raises(UnusableAnswer):
        hours_of(b'{"hourly_units": {}, "hourly": {"time": [NaN]}}')
