"""Simulated weather is the same for the same seed, and what a case sets."""

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.automations.weather.skies import BERLIN, KYOTO, NOW, at, between, day
from tests.lengths import examples

from yamori.automations.location import Location
from yamori.automations.weather.codes import CODES
from yamori.automations.weather.forecast import Period, whole_day
from yamori.automations.weather.port import NoForecast
from yamori.automations.weather.simulated import SetDay, SimulatedWeather, WetSpell, generated_day


async def test_it_is_the_same_for_the_same_seed_whatever_was_asked_before() -> None:
    week = Period(start=at(0), end=at(0, ahead=7))
    one, other = SimulatedWeather(seed=5), SimulatedWeather(seed=5)
    await one.forecast(KYOTO, between(0, 24, ahead=3), now=NOW)
    assert (await one.forecast(KYOTO, week, now=NOW)) == (await other.forecast(KYOTO, week, now=NOW))
    assert (await SimulatedWeather(seed=6).forecast(KYOTO, week, now=NOW)).hours != (await one.forecast(KYOTO, week, now=NOW)).hours


async def test_a_case_sets_a_day() -> None:
    weather = SimulatedWeather()
    weather.set_day(day(1), SetDay(low=-3, high=4, wet=(WetSpell(start=9, end=11, amount=2.0, probability=90),)))
    found = (await weather.forecast(KYOTO, between(0, 24, ahead=1), now=NOW)).day(day(1))
    assert found is not None
    assert (found.low, found.high, found.precipitation, found.probability, found.is_whole) == (-3, 4, 4.0, 90, True)


async def test_without_a_network_it_says_so() -> None:
    weather = SimulatedWeather(reachable=False)
    with pytest.raises(NoForecast, match="no network"):
        await weather.forecast(KYOTO, between(8, 10), now=NOW)


async def test_it_reaches_no_further_than_real_ones() -> None:
    found = await SimulatedWeather().forecast(KYOTO, Period(start=NOW, end=NOW + timedelta(days=60)), now=NOW)
    assert found.until is not None and timedelta(days=15) < found.until - NOW < timedelta(days=18)


async def test_the_day_on_which_the_clocks_go_back_has_25_hours() -> None:
    on = date(2026, 10, 25)
    now = datetime.fromisoformat("2026-10-24T12:00:00+02:00")
    found = (await SimulatedWeather().forecast(BERLIN, whole_day(on, BERLIN.zone), now=now)).day(on)
    assert found is not None and found.is_whole and len(found.hours) == 25


def test_july_is_warm_in_kyoto_and_january_in_sydney() -> None:
    sydney = Location(name="Sydney", latitude=-33.87, longitude=151.21, timezone="Australia/Sydney")

    def mean(place: Location, month: int) -> float:
        found = [generated_day(1, place, date(2026, month, number)) for number in range(1, 29)]
        return sum(one.low + one.high for one in found) / 56

    assert mean(KYOTO, 7) > 20 > 10 > mean(KYOTO, 1)
    assert mean(sydney, 1) > mean(sydney, 7) + 8


@given(seed=st.integers(0, 10**6), on=st.dates(date(2000, 1, 1), date(2060, 1, 1)), latitude=st.floats(-89, 89))
@examples(60)
def test_every_generated_day_is_possible(seed: int, on: date, latitude: float) -> None:
    place = Location(name="somewhere", latitude=latitude, longitude=0.0, timezone="UTC")
    found = generated_day(seed, place, on)
    assert -60 < found.low < found.high < 50 and 0 <= found.wind < 40
    assert all(0 <= spell.start < spell.end <= 24 and 0 < spell.amount < 60 and 0 < spell.probability <= 100 for spell in found.wet)


async def test_its_hours_have_codes_that_have_words() -> None:
    found = await SimulatedWeather(seed=3).forecast(KYOTO, Period(start=NOW, end=NOW + timedelta(days=16)), now=NOW)
    assert {hour.code for hour in found.hours} <= set(CODES)
