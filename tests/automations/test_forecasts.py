"""Automations that wait for a forecast: looked at by the hour while there are any, told once, honest where nothing is known."""

from datetime import datetime

from tests.automations.fakes import FakeWeather, House, automation, notify

from yamori.automations.automation import Disabled
from yamori.automations.condition import WeatherIs
from yamori.automations.firing import FiringStatus
from yamori.automations.life import Life
from yamori.automations.trigger import At, Forecast

RAIN = Forecast(asks={"about": "rain", "hours_ahead": 12}, text="when rain is forecast")


def on(house: House, hour: int, minute: int = 0, *, day: int = 23) -> datetime:
    return datetime(2026, 11, day, hour, minute, tzinfo=house.clock.now().tzinfo)


async def forecasting(house: House, truth: bool | None) -> FakeWeather:
    weather = house.weather = FakeWeather(truth=truth)
    await house.engine.close()
    await house.start()
    return weather


async def test_it_fires_when_the_forecast_comes_to_say_so_and_not_again_while_it_does(house: House) -> None:
    weather = await forecasting(house, False)
    await house.engine.add(automation(house.clock, RAIN))
    await house.at(on(house, 13))
    assert house.performer.did() == []
    weather.truth = True
    await house.at(on(house, 14))
    await house.at(on(house, 15))
    assert house.performer.did() == ["turn the fan off"]
    for hour, truth in ((16, None), (17, True), (18, False), (19, True)):
        weather.truth = truth
        await house.at(on(house, hour))
    assert house.performer.did() == ["turn the fan off"] * 2
    assert house.engine.upcoming() == []


async def test_what_is_forecast_already_when_it_is_made_counts_once_also_across_a_restart(house: House) -> None:
    await forecasting(house, True)
    await house.engine.add(automation(house.clock, RAIN))
    await house.engine.settle()
    assert house.performer.did() == ["turn the fan off"]
    await house.engine.close()
    await house.start()
    await house.at(on(house, 20))
    assert house.performer.did() == ["turn the fan off"]


async def test_a_forecast_of_a_day_is_over_with_the_day(house: House) -> None:
    await forecasting(house, False)
    await house.engine.add(automation(house.clock, RAIN, life=Life(times=1, until=on(house, 0, day=24))))
    await house.at(on(house, 1, day=24))
    (kept,) = house.engine.all()
    assert (kept.enabled, kept.disabled_reason) == (False, Disabled.OVER)


async def test_a_reminder_that_waits_for_weather_nobody_knows_is_told_and_not_dropped(house: House) -> None:
    await forecasting(house, None)
    wet = WeatherIs(asks={"about": "rain"}, text="if it rains")
    await house.engine.add(automation(house.clock, At(moment=on(house, 13)), conditions=(wet,), actions=[notify("take the umbrella")]))
    await house.at(on(house, 13))
    assert house.notices.texts() == ["I could not get the forecast, so I did not tell you: “take the umbrella”."]
    (firing,) = await house.engine.firings("a1")
    assert firing.status is FiringStatus.MISSED
