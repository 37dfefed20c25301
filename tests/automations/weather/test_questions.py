"""Yes needs one hour, no needs them all, and the hours are named."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.automations.weather.skies import NOW, at, between, day, days, hours

from yamori.automations.weather.questions import (
    Frost,
    Umbrella,
    frost_tonight,
    needs_umbrella,
    temperatures,
    umbrella_for,
    will_rain,
    wind_above,
)
from yamori.automations.weather.simulated import SetDay, WetSpell


async def test_rain_is_what_is_likely_and_rests_on_its_hours() -> None:
    forecast = await days({1: SetDay(wet=(WetSpell(start=13, end=16, amount=1.5, probability=70),))})
    rain = will_rain(forecast, between(12, 18, ahead=1))
    assert (rain.value, rain.probability, rain.amount) == (True, 70, 4.5)
    assert [hour.start for hour in rain.hours] == [at(13, ahead=1), at(14, ahead=1), at(15, ahead=1)]
    dry = will_rain(forecast, between(6, 12, ahead=1))
    assert dry.value is False and len(dry.hours) == 6


def test_without_probabilities_the_amount_decides() -> None:
    drops = {"probability": None, "precipitation": 0.3, "code": 61}
    forecast = hours(at(6), {"probability": None}, drops)
    assert will_rain(forecast, between(6, 8)).value is True
    assert will_rain(forecast, between(6, 8), least_amount=1.0).value is False
    assert will_rain(forecast, between(6, 7)).value is False


def test_an_improbable_amount_is_no_rain() -> None:
    forecast = hours(at(6), {"probability": 20, "precipitation": 0.4})
    assert will_rain(forecast, between(6, 7)).value is False
    assert will_rain(forecast, between(6, 7), least_probability=20).value is True


def test_what_the_forecast_does_not_reach_is_unknown_unless_it_rains_before() -> None:
    dry, wet = hours(at(6), {}, {}), hours(at(6), {}, {"probability": 90})
    assert will_rain(dry, between(6, 12)).value is None
    assert will_rain(wet, between(6, 12)).value is True
    assert will_rain(dry, between(15, 18)).value is None
    assert wind_above(dry, between(6, 12), 10.0).value is None
    assert umbrella_for(dry, between(6, 12)).value is None


@pytest.mark.parametrize(("probability", "advice"), [(80, Umbrella.YES), (50, Umbrella.YES), (40, Umbrella.FOLDING), (20, Umbrella.NO)])
async def test_an_umbrella_is_needed_for_what_is_likely_and_a_folding_one_for_what_is_possible(probability: int, advice: Umbrella) -> None:
    forecast = await days({0: SetDay(wet=(WetSpell(start=15, end=16, probability=probability),))})
    found = needs_umbrella(forecast, now=NOW)
    assert found.value is advice
    if advice is not Umbrella.NO:
        assert [hour.start for hour in found.rain.hours] == [at(15)]


async def test_rain_that_is_over_needs_no_umbrella() -> None:
    forecast = await days({0: SetDay(wet=(WetSpell(start=3, end=6, probability=90),))})
    assert needs_umbrella(forecast, now=NOW).value is Umbrella.NO


async def test_the_extremes_of_a_day_come_with_their_hours() -> None:
    forecast = await days({1: SetDay(low=-3.5, high=6.0)})
    found = temperatures(forecast, day(1))
    assert (found.low, found.high, found.is_whole) == (-3.5, 6.0, True)
    assert [hour.start for hour in found.hours] == [at(5, ahead=1), at(14, ahead=1)]
    unknown = temperatures(forecast, day(20))
    assert (unknown.low, unknown.high, unknown.hours) == (None, None, ())


async def test_wind_is_compared_with_what_was_asked() -> None:
    forecast = await days({1: SetDay(wind=12.0)})
    assert wind_above(forecast, between(0, 24, ahead=1), 10.0).value is True
    still = wind_above(forecast, between(0, 24, ahead=1), 12.0)
    assert (still.value, still.strongest, len(still.hours)) == (False, 12.0, 24)


@pytest.mark.parametrize(("low", "frost"), [(-2.0, Frost.FROST), (0.0, Frost.FROST), (2.5, Frost.GROUND), (7.0, Frost.NONE)])
async def test_frost_is_of_the_coming_night(low: float, frost: Frost) -> None:
    forecast = await days({0: SetDay(low=10, high=12), 1: SetDay(low=low, high=12)})
    found = frost_tonight(forecast, now=at(15))
    assert (found.value, found.low) == (frost, low)
    assert found.period.start == at(18) and found.period.end == at(9, ahead=1)


async def test_after_midnight_tonight_is_the_night_that_is_running() -> None:
    forecast = await days({0: SetDay(low=-1, high=12), 1: SetDay(low=8, high=12)})
    found = frost_tonight(forecast, now=at(2))
    assert found.value is Frost.FROST and [hour.start for hour in found.hours] == [at(5)]
    assert found.period.start == at(2) and found.period.end == at(9)


@given(
    probabilities=st.lists(st.integers(0, 100) | st.none(), min_size=1, max_size=30),
    least=st.integers(1, 100),
    start=st.integers(0, 20),
    length=st.integers(1, 30),
)
def test_the_answer_never_claims_more_than_the_hours_show(probabilities: list[int | None], least: int, start: int, length: int) -> None:
    forecast = hours(at(0), *({"probability": probability} for probability in probabilities))
    period = between(start, start + 1)
    period = type(period)(start=period.start, end=period.start + timedelta(hours=length))
    rain = will_rain(forecast, period, least_probability=least)
    known = probabilities[start : start + length]
    if rain.value:
        assert all(hour.probability is not None and hour.probability >= least for hour in rain.hours)
    elif rain.value is False:
        assert len(known) == length and all(probability is None or probability < least for probability in known)
    else:
        assert len(known) < length
