"""Conditions on the weather: yes, no, or unknown, and what may be asked."""

from collections.abc import Mapping
from datetime import timedelta

import pytest
from tests.automations.weather.skies import KYOTO, NOW, at, day

from yamori.automations.ports import Weather
from yamori.automations.weather.holding import WeatherConditions, checked, period_of
from yamori.automations.weather.port import NoForecast
from yamori.automations.weather.simulated import SetDay, SimulatedWeather, WetSpell
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value

WEATHER = {
    day(0): SetDay(low=8, high=14),
    day(1): SetDay(low=-2, high=6, wind=11, wet=(WetSpell(start=7, end=10, amount=0.5, probability=60, code=71),)),
    day(2): SetDay(low=4, high=22),
}


def conditions() -> Weather:
    return WeatherConditions(SimulatedWeather(days=WEATHER), KYOTO)


@pytest.mark.parametrize(
    ("asks", "answer"),
    [
        ({"about": "rain"}, False),
        ({"about": "rain", "days_ahead": 1}, True),
        ({"about": "rain", "days_ahead": 1, "start": "06:00", "end": "12:00"}, True),
        ({"about": "rain", "days_ahead": 1, "start": "12:00"}, False),
        ({"about": "rain", "days_ahead": 1, "probability": 70}, False),
        ({"about": "rain", "hours_ahead": 12}, False),
        ({"about": "rain", "hours_ahead": 26}, True),
        ({"about": "rain", "start": "22:00", "end": "08:00"}, True),
        ({"about": "snow", "days_ahead": 1}, True),
        ({"about": "snow", "days_ahead": 2}, False),
        ({"about": "warmer", "value": 20, "days_ahead": 2}, True),
        ({"about": "warmer", "value": 25, "days_ahead": 2}, False),
        ({"about": "colder", "value": 0, "days_ahead": 1}, True),
        ({"about": "colder", "value": 0, "days_ahead": 2}, False),
        ({"about": "windier", "value": 10, "days_ahead": 1}, True),
        ({"about": "windier", "value": 12, "days_ahead": 1}, False),
        ({"about": "frost"}, True),
    ],
)
async def test_a_question_has_its_answer(asks: Mapping[str, Value], answer: bool) -> None:
    assert await conditions().holds(asks, NOW) is answer


async def test_what_the_forecast_does_not_reach_or_what_is_over_is_unknown() -> None:
    class Short:
        async def forecast(self, location, period, *, now):  # type: ignore[no-untyped-def]
            found = await SimulatedWeather(days=WEATHER).forecast(location, period, now=now)
            return type(found)(location=location, hours=found.hours[:3], fetched_at=now, source="x")

    assert await WeatherConditions(Short(), KYOTO).holds({"about": "rain", "days_ahead": 2}, NOW) is None
    assert await conditions().holds({"about": "rain", "start": "01:00", "end": "05:00"}, NOW) is None


async def test_without_a_forecast_the_engine_is_told_that_the_house_is_silent() -> None:
    with pytest.raises(NoForecast):
        await WeatherConditions(SimulatedWeather(reachable=False), KYOTO).holds({"about": "rain"}, NOW)


@pytest.mark.parametrize(
    ("asks", "said"),
    [
        ({}, "asks.about"),
        ({"about": "hail"}, "asks.about"),
        ({"about": "warmer"}, "warmer needs value"),
        ({"about": "rain", "value": 3}, "rain has no value"),
        ({"about": "rain", "days_ahead": 30}, "asks.days_ahead"),
        ({"about": "rain", "start": "25:00"}, "asks.start"),
        ({"about": "rain", "hours_ahead": 3, "days_ahead": 1}, "goes with no day"),
        ({"about": "rain", "when": "later"}, "asks.when"),
        ({"about": "warmer", "value": float("inf")}, "asks.value"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_its_reason(asks: Mapping[str, Value], said: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        checked(asks)
    assert said in f"{refused.value.where}: {refused.value}"


def test_a_time_of_today_begins_now_at_the_earliest() -> None:
    period = period_of(checked({"about": "rain", "start": "06:00", "end": "12:00"}), KYOTO, now=NOW)
    assert period is not None and (period.start, period.end) == (NOW, at(12))
    tomorrow = period_of(checked({"about": "rain", "days_ahead": 1}), KYOTO, now=NOW)
    assert tomorrow is not None and tomorrow.end - tomorrow.start == timedelta(days=1)
