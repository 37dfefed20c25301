"""The sun of published tables, across changes of the clocks and beyond the polar circle."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.automations.sky.places import BERLIN, OSTERSUND, SYDNEY, TOKYO, TROMSO
from tests.lengths import examples

from yamori.automations.location import Location
from yamori.automations.sky.home import HomeSky
from yamori.automations.sky.sun import PolarState, is_dark, is_sun_up, next_sun_event, sun_height, sun_times
from yamori.automations.trigger import SunEvent

TWO_MINUTES = timedelta(minutes=2)


def at(day: str, clock: str, place: Location) -> datetime:
    return datetime.fromisoformat(f"{day} {clock}").replace(tzinfo=ZoneInfo(place.timezone))


@pytest.mark.parametrize(
    ("place", "day", "sunrise", "sunset"),
    [
        # Japan's almanac (National Astronomical Observatory).
        (TOKYO, "2017-04-12", "05:13", "18:12"),
        (TOKYO, "2017-04-13", "05:11", None),
        # Stiftung Planetarium Berlin: to the second.
        (BERLIN, "2024-12-21", "08:14:38", "15:54:41"),
        # whattime.city, on both sides of the clocks' changes of 5 April and 4 October.
        (SYDNEY, "2026-01-01", "05:48", "20:10"),
        (SYDNEY, "2026-04-01", "07:07", "18:52"),
        (SYDNEY, "2026-05-01", "06:30", "17:16"),
        (SYDNEY, "2026-10-01", "05:34", "17:58"),
        (SYDNEY, "2026-11-01", "05:56", "19:23"),
        # Sydney Observatory (N. Lomb): the year's latest sunrise, the morning before the clocks go back.
        (SYDNEY, "2014-04-05", "07:10", None),
        # P. Schlyter's tables.
        (OSTERSUND, "2021-01-01", "09:39", "14:32"),
        (OSTERSUND, "2021-01-17", "09:13", "15:11"),
        # US Naval Observatory in UTC+1, here in summer time.
        (TROMSO, "2014-04-01", "05:50", "19:49"),
        (TROMSO, "2014-04-30", "03:29", "21:58"),
    ],
)
def test_sunrise_and_sunset_are_those_of_the_almanacs_within_two_minutes(
    place: Location, day: str, sunrise: str, sunset: str | None
) -> None:
    times = sun_times(place, date.fromisoformat(day))
    assert times.sunrise is not None and times.sunset is not None
    assert abs(times.sunrise - at(day, sunrise, place)) <= TWO_MINUTES
    if sunset is not None:
        assert abs(times.sunset - at(day, sunset, place)) <= TWO_MINUTES


def test_twilight_and_noon_are_those_of_the_naval_observatory() -> None:
    times = sun_times(TROMSO, date(2014, 4, 1))
    assert times.dawn is not None and times.dusk is not None
    assert abs(times.dawn - at("2014-04-01", "04:46", TROMSO)) <= TWO_MINUTES
    assert abs(times.noon - at("2014-04-01", "12:48", TROMSO)) <= TWO_MINUTES
    assert abs(times.dusk - at("2014-04-01", "20:53", TROMSO)) <= TWO_MINUTES
    assert abs(sun_times(OSTERSUND, date(2021, 1, 1)).noon - at("2021-01-01", "12:05", OSTERSUND)) <= TWO_MINUTES


@pytest.mark.parametrize(("day", "hours", "minutes"), [("2025-01-01", 7, 46), ("2025-01-31", 9, 2), ("2025-02-15", 9, 57)])
def test_the_length_of_the_day_is_that_of_the_tables(day: str, hours: int, minutes: int) -> None:
    length = sun_times(BERLIN, date.fromisoformat(day)).length
    assert abs(length - timedelta(hours=hours, minutes=minutes)) <= TWO_MINUTES


def test_when_the_clocks_change_the_sun_does_not() -> None:
    before, after = (sun_times(BERLIN, day).sunset for day in (date(2026, 3, 28), date(2026, 3, 29)))
    assert before is not None and after is not None
    assert (before.utcoffset(), after.utcoffset()) == (timedelta(hours=1), timedelta(hours=2))
    assert timedelta(minutes=61) < after.replace(tzinfo=None) - before.replace(tzinfo=None) - timedelta(days=1) < timedelta(minutes=63)


def test_a_polar_night_is_a_value() -> None:
    times = sun_times(TROMSO, date(2026, 12, 21))
    assert (times.sunrise, times.sunset, times.polar, times.length) == (None, None, PolarState.NIGHT, timedelta(0))
    assert times.dawn is not None and times.dusk is not None  # the noon is not dark
    assert not is_sun_up(TROMSO, times.noon) and not is_dark(TROMSO, times.noon)
    assert is_dark(TROMSO, times.noon + timedelta(hours=6))


def test_a_polar_day_is_a_value() -> None:
    times = sun_times(TROMSO, date(2026, 6, 21))
    assert (times.sunrise, times.sunset, times.dawn, times.polar) == (None, None, None, PolarState.DAY)
    assert times.length == timedelta(hours=24)
    assert is_sun_up(TROMSO, times.noon + timedelta(hours=12))


def test_the_midnight_sun_begins_and_ends_on_the_days_that_the_observatory_gives() -> None:
    # US Naval Observatory, 2014: up on 18 May at 00:13, down on 25 July at 23:20 (UTC+1).
    last_set = next_sun_event(TROMSO, SunEvent.SUNSET, after=datetime(2014, 5, 18, 12, tzinfo=UTC))
    assert last_set is not None
    assert abs(last_set - datetime(2014, 7, 25, 22, 20, tzinfo=UTC)) <= timedelta(minutes=10)  # it grazes the horizon


def test_white_nights_have_no_dawn_but_a_sunrise() -> None:
    times = sun_times(OSTERSUND, date(2026, 6, 21))
    assert times.sunrise is not None and times.dawn is None and times.dusk is None and times.polar is None


def test_from_a_tower_the_sun_sets_later() -> None:
    tower = Location(name="Tokyo", latitude=TOKYO.latitude, longitude=TOKYO.longitude, timezone=TOKYO.timezone, elevation=634.0)
    below, above = sun_times(TOKYO, date(2026, 11, 26)).sunset, sun_times(tower, date(2026, 11, 26)).sunset
    assert below is not None and above is not None
    assert timedelta(minutes=3) < above - below < timedelta(minutes=6)


def test_half_an_hour_before_sunset_comes_today_and_after_that_tomorrow() -> None:
    now = at("2026-11-26", "12:00", TOKYO)
    offset = timedelta(minutes=-30)
    first = next_sun_event(TOKYO, SunEvent.SUNSET, after=now, offset=offset)
    sunset = sun_times(TOKYO, now.date()).sunset
    assert first is not None and sunset is not None and first == sunset + offset
    second = next_sun_event(TOKYO, SunEvent.SUNSET, after=first, offset=offset)
    assert second is not None and second.date() == date(2026, 11, 27)


def test_an_offset_is_passing_time_on_the_night_on_which_the_clocks_change() -> None:
    now = at("2026-10-24", "20:00", BERLIN)  # the clocks go back at 3:00 on the 25th
    found = next_sun_event(BERLIN, SunEvent.SUNRISE, after=now, offset=timedelta(hours=-5))
    sunrise = sun_times(BERLIN, date(2026, 10, 25)).sunrise
    assert found is not None and sunrise is not None
    assert sunrise.astimezone(UTC) - found.astimezone(UTC) == timedelta(hours=5)
    assert found.utcoffset() == timedelta(hours=2) and sunrise.utcoffset() == timedelta(hours=1)


def test_in_the_polar_night_the_next_sunrise_is_in_january() -> None:
    found = next_sun_event(TROMSO, SunEvent.SUNRISE, after=datetime(2026, 12, 1, tzinfo=UTC))
    assert found is not None and date(2027, 1, 12) <= found.date() <= date(2027, 1, 18)


def test_where_the_clock_is_a_day_from_the_sun_the_events_are_of_the_right_date() -> None:
    kiritimati = Location(name="Kiritimati", latitude=1.87, longitude=-157.4, timezone="Pacific/Kiritimati")
    times = sun_times(kiritimati, date(2026, 11, 26))
    assert times.sunrise is not None and times.sunset is not None
    assert {times.sunrise.date(), times.noon.date(), times.sunset.date()} == {date(2026, 11, 26)}


def test_the_homes_sky_is_what_the_engine_asks_for() -> None:
    sky = HomeSky(TOKYO)
    now = at("2026-11-26", "12:00", TOKYO)
    sunset = sky.next(SunEvent.SUNSET, now)
    assert sunset is not None
    assert sky.is_up(now) and sky.is_up(sunset - timedelta(minutes=1)) and not sky.is_up(sunset + timedelta(minutes=1))


_PLACES = st.builds(
    Location,
    name=st.just("somewhere"),
    latitude=st.floats(-89, 89),
    longitude=st.floats(-180, 180),
    timezone=st.sampled_from(["UTC", "Asia/Tokyo", "Europe/Berlin", "America/St_Johns", "Pacific/Kiritimati", "Australia/Lord_Howe"]),
)


@given(place=_PLACES, day=st.dates(date(1980, 1, 1), date(2060, 1, 1)))
@examples(60)
def test_everywhere_the_events_of_a_day_are_in_order_and_the_sun_is_up_between_them(place: Location, day: date) -> None:
    times = sun_times(place, day)
    there = [moment for event in SunEvent if (moment := times.at(event)) is not None]
    assert there == sorted(there)
    assert timedelta(0) <= times.length <= timedelta(hours=24)
    if times.sunrise is not None:
        assert is_sun_up(place, times.sunrise + timedelta(seconds=2))
        if sun_height(place, times.noon) > 1:  # near the polar night it may be up for less than a minute
            assert not is_sun_up(place, times.sunrise - timedelta(seconds=30))
    if times.polar is not None:
        assert times.length in (timedelta(0), timedelta(hours=24))


@given(
    place=_PLACES,
    after=st.datetimes(datetime(1990, 1, 1), datetime(2050, 1, 1), timezones=st.just(UTC)),
    event=st.sampled_from(SunEvent),
    offset=st.timedeltas(timedelta(hours=-12), timedelta(hours=12)),
)
@examples(60)
def test_the_next_event_is_later_and_nothing_lies_between(place: Location, after: datetime, event: SunEvent, offset: timedelta) -> None:
    found = next_sun_event(place, event, after=after, offset=offset)
    if found is None:
        return
    assert found > after
    middle = after + (found - after) / 2
    assert next_sun_event(place, event, after=middle, offset=offset) == found
