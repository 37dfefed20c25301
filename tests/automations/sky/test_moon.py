"""The moon of published tables."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.automations.sky.places import OSTERSUND, TOKYO, TROMSO
from tests.lengths import examples

from yamori.automations.sky.moon import MoonEvent, MoonName, moon_phase, moon_times, next_moon_event, next_moon_phase

JAPAN = ZoneInfo("Asia/Tokyo")

# 夜空のカレンダー 2019年2月, Tokyo: the moon's centre, so a minute after its edge.
FEBRUARY_2019 = """
1 03:51 13:59|2 04:43 14:48|3 05:31 15:39|4 06:14 16:33|5 06:53 17:28|6 07:29 18:23|7 08:01 19:18|8 08:31 20:14|9 09:00 21:09
10 09:29 22:06|11 09:59 23:04|12 10:31 --:--|13 11:07 00:03|14 11:48 01:05|15 12:36 02:09|16 13:31 03:13|17 14:35 04:14
18 15:44 05:11|19 16:57 06:03|20 18:11 06:49|21 19:23 07:30|22 20:32 08:07|23 21:40 08:43|24 22:45 09:18|25 23:48 09:54
26 --:-- 10:32|27 00:48 11:12|28 01:46 11:56
"""


@pytest.mark.parametrize("line", FEBRUARY_2019.replace("\n", "|").strip("|").split("|"))
def test_every_moonrise_and_moonset_of_a_month_is_that_of_the_calendar_within_three_minutes(line: str) -> None:
    number, rise, fall = line.split()
    times = moon_times(TOKYO, date(2019, 2, int(number)))
    for found, published in ((times.moonrise, rise), (times.moonset, fall)):
        if published == "--:--":
            assert found is None
        else:
            assert found is not None
            assert abs(found.replace(tzinfo=None) - datetime.fromisoformat(f"2019-02-{int(number):02} {published}")) <= timedelta(minutes=3)


def test_far_north_it_rises_and_sets_as_the_tables_say() -> None:
    times = moon_times(OSTERSUND, date(2021, 1, 1))
    assert times.moonrise is not None and times.moonset is not None
    assert abs(times.moonrise - datetime(2021, 1, 1, 15, 56, tzinfo=UTC)) <= timedelta(minutes=2)
    assert abs(times.moonset - datetime(2021, 1, 1, 10, 34, tzinfo=UTC)) <= timedelta(minutes=2)
    assert times.is_up_at_midnight


def test_beyond_the_polar_circle_it_stays_up_or_down_for_days() -> None:
    days = [moon_times(TROMSO, date(2026, 12, day)) for day in range(1, 29)]
    whole = [times.is_up_at_midnight for times in days if times.moonrise is None and times.moonset is None]
    assert True in whole and False in whole


@pytest.mark.parametrize(
    ("phase", "published"),
    [  # matiskloedizioni.com, Moon Phases 2019, in UTC.
        (MoonName.NEW, "2019-01-06T01:29"),
        (MoonName.FIRST_QUARTER, "2019-01-14T06:46"),
        (MoonName.FULL, "2019-01-21T05:17"),
        (MoonName.LAST_QUARTER, "2019-01-27T21:12"),
        (MoonName.NEW, "2019-03-06T16:05"),
        (MoonName.FULL, "2019-06-17T08:31"),
        (MoonName.NEW, "2019-07-02T19:17"),
        (MoonName.FULL, "2019-07-16T21:39"),
        (MoonName.LAST_QUARTER, "2019-12-19T04:59"),
        (MoonName.NEW, "2019-12-26T05:15"),
    ],
)
def test_phases_come_when_the_tables_say(phase: MoonName, published: str) -> None:
    moment = datetime.fromisoformat(published).replace(tzinfo=UTC)
    assert abs(next_moon_phase(phase, after=moment - timedelta(days=10)) - moment) <= timedelta(minutes=3)


def test_the_day_of_the_full_moon_is_called_so_in_the_homes_time_zone() -> None:
    # Full on 19 February 2019 at 15:54 UTC: the 20th in Tokyo.
    assert moon_phase(datetime(2019, 2, 20, 9, tzinfo=JAPAN)).name is MoonName.FULL
    assert moon_phase(datetime(2019, 2, 19, 9, tzinfo=JAPAN)).name is MoonName.WAXING_GIBBOUS
    assert moon_phase(datetime(2019, 2, 19, 9, tzinfo=UTC)).name is MoonName.FULL
    assert moon_phase(datetime(2019, 2, 21, 9, tzinfo=JAPAN)).name is MoonName.WANING_GIBBOUS


def test_the_names_of_a_month_come_in_their_order() -> None:
    seen = [moon_phase(datetime(2026, 11, 1, 12, tzinfo=JAPAN) + timedelta(days=day)).name for day in range(31)]
    changes = [name for name, before in zip(seen, [None, *seen], strict=False) if name is not before]
    start = list(MoonName).index(changes[0])
    assert changes == [list(MoonName)[(start + number) % 8] for number in range(len(changes))]
    assert set(seen) == set(MoonName)
    for name in (MoonName.NEW, MoonName.FIRST_QUARTER, MoonName.FULL, MoonName.LAST_QUARTER):
        assert seen.count(name) in (1, 2)


def test_its_age_counts_from_the_new_moon_and_its_light_from_none_to_all() -> None:
    new = next_moon_phase(MoonName.NEW, after=datetime(2026, 11, 1, tzinfo=UTC))
    full = next_moon_phase(MoonName.FULL, after=new)
    young, round_ = moon_phase(new + timedelta(hours=1)), moon_phase(full)
    assert young.age == timedelta(hours=1) and young.lit < 0.01
    assert timedelta(days=13.5) < round_.age < timedelta(days=16) and round_.lit > 0.99


def test_a_phase_that_lasts_for_days_has_no_moment() -> None:
    with pytest.raises(ValueError, match="lasts for days"):
        next_moon_phase(MoonName.WAXING_CRESCENT, after=datetime(2026, 11, 1, tzinfo=UTC))


def test_the_next_moonrise_after_a_day_without_one_is_on_the_day_after() -> None:
    found = next_moon_event(TOKYO, MoonEvent.MOONRISE, after=datetime(2019, 2, 26, 0, tzinfo=JAPAN))
    assert found is not None and found.date() == date(2019, 2, 27)
    before = next_moon_event(TOKYO, MoonEvent.MOONRISE, after=datetime(2019, 2, 26, 0, tzinfo=JAPAN), offset=timedelta(hours=-1))
    assert before is not None and before == found - timedelta(hours=1)


@given(after=st.datetimes(datetime(1990, 1, 1), datetime(2060, 1, 1), timezones=st.just(UTC)))
@examples(40)
def test_the_next_full_moon_is_later_within_a_month_and_the_same_from_any_moment_before(after: datetime) -> None:
    found = next_moon_phase(MoonName.FULL, after=after)
    assert after < found < after + timedelta(days=30)
    assert next_moon_phase(MoonName.FULL, after=after + (found - after) / 2) == found
    assert next_moon_phase(MoonName.FULL, after=found) > found + timedelta(days=29)
