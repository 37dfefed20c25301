"""Days and periods of a forecast."""

from datetime import UTC, date, datetime, timedelta

import pytest
from tests.automations.weather.skies import BERLIN, KYOTO, NOW, at, between, hour, hours

from yamori.automations.weather.forecast import HOUR, Forecast, Period, whole_day
from yamori.domain.errors import InvalidRequest


def test_a_day_is_that_of_the_places_clock_and_adds_up_its_hours() -> None:
    forecast = hours(
        at(22), {"temperature": 1}, {"temperature": 2}, {"temperature": 5, "precipitation": 1.5, "probability": 60}, {"temperature": 3}
    )
    today, tomorrow = forecast.day(NOW.date()), forecast.day(NOW.date() + timedelta(days=1))
    assert today is not None and tomorrow is not None
    assert (today.low, today.high, today.precipitation, today.is_whole) == (1, 2, 0, False)
    assert (tomorrow.low, tomorrow.high, tomorrow.precipitation, tomorrow.probability) == (3, 5, 1.5, 60)
    assert forecast.day(NOW.date() + timedelta(days=2)) is None


@pytest.mark.parametrize(("on", "length"), [(date(2026, 3, 29), 23), (date(2026, 10, 25), 25), (date(2026, 11, 1), 24)])
def test_a_day_on_which_the_clocks_change_has_an_hour_less_or_more(on: date, length: int) -> None:
    period = whole_day(on, BERLIN.zone)
    assert period.end - period.start == timedelta(hours=length)
    whole = tuple(hour(period.start + HOUR * number) for number in range(length))
    forecast = Forecast(location=BERLIN, hours=whole, fetched_at=NOW, source="Open-Meteo")
    found = forecast.day(on)
    assert found is not None and found.is_whole and len(found.hours) == length


def test_a_missing_hour_is_a_period_not_covered() -> None:
    whole = hours(at(6), {}, {}, {}, {})
    holed = Forecast(location=KYOTO, hours=(*whole.hours[:1], *whole.hours[2:]), fetched_at=NOW, source="Open-Meteo")
    assert whole.covers(between(6, 10)) and not whole.covers(between(6, 11)) and not whole.covers(between(5, 9))
    assert not holed.covers(between(6, 10)) and holed.covers(between(8, 10))


def test_an_hour_that_is_running_belongs_to_the_period() -> None:
    forecast = hours(at(6), {}, {})
    period = Period(start=at(6) + timedelta(minutes=20), end=at(7) + timedelta(minutes=10))
    assert len(forecast.within(period)) == 2 and forecast.covers(period)


def test_a_period_without_a_time_zone_or_backwards_is_refused() -> None:
    with pytest.raises(InvalidRequest, match="time zones"):
        Period(start=datetime(2026, 11, 26), end=datetime(2026, 11, 27, tzinfo=UTC))
    with pytest.raises(InvalidRequest, match="ends after it begins"):
        Period(start=NOW, end=NOW)
