"""When a time trigger comes next."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.automations.fakes import EvenSky

from yamori.automations.rules.due import comes_on, instant, next_due
from yamori.automations.rules.overdue import overdue
from yamori.automations.trigger import At, Every, Recurring, Slot, Sun, SunEvent, Timed
from yamori.domain.errors import InvalidRequest

BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
SKY = EvenSky()
moments = st.datetimes(datetime(2026, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))
times = st.times().map(lambda t: t.replace(microsecond=0))
rules = st.sampled_from(
    [
        "FREQ=DAILY",
        "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
        "FREQ=MONTHLY;BYMONTHDAY=31",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=DAILY;INTERVAL=3",
    ]
)
timed: st.SearchStrategy[Timed] = st.one_of(
    moments.map(lambda m: At(moment=m)),
    st.builds(lambda start, seconds: Every(seconds=seconds, start=start), moments, st.integers(60, 100_000)),
    st.builds(lambda event, offset: Sun(event=event, offset_seconds=offset), st.sampled_from(SunEvent), st.integers(-7200, 7200)),
    st.builds(
        lambda slots: Recurring(slots=tuple(slots), starts=date(2026, 1, 1)),
        st.lists(st.builds(lambda rule, at: Slot(rule=rule, at=at), rules, times), min_size=1, max_size=3),
    ),
)


def daily(at: time, rule: str = "FREQ=DAILY") -> Recurring:
    return Recurring(slots=(Slot(rule=rule, at=at),), starts=date(2026, 1, 1))


@given(timed, moments, st.sampled_from([BERLIN, NEW_YORK]))
def test_the_next_moment_is_later_and_none_lies_between(trigger: Timed, after: datetime, zone: ZoneInfo) -> None:
    due = next_due(trigger, after, zone=zone, sky=SKY)
    if due is None:
        assert isinstance(trigger, At)
        return
    assert due > after
    between = after + (due - after) / 2
    assert next_due(trigger, between, zone=zone, sky=SKY) == due
    assert next_due(trigger, due - timedelta(microseconds=1), zone=zone, sky=SKY) == due


@given(timed, moments, st.sampled_from([BERLIN, NEW_YORK]), st.sets(st.integers(-3, 20), max_size=6))
def test_what_is_left_out_on_some_days_comes_on_all_others(trigger: Timed, after: datetime, zone: ZoneInfo, days: set[int]) -> None:
    first = after.astimezone(zone).date()
    without = {first + timedelta(days=n) for n in days}
    due, at = next_due(trigger, after, zone=zone, sky=SKY, without=without), after
    while (coming := next_due(trigger, at, zone=zone, sky=SKY)) is not None and coming != due:
        # A time that the clocks skip over midnight belongs to the day that it is named after.
        assert {coming.astimezone(zone).date(), (coming - timedelta(hours=2)).astimezone(zone).date()} & without
        at = coming
        if at - after > timedelta(days=25):
            break
    assert due is None or coming == due or isinstance(trigger, Recurring)


@given(timed, moments, st.sampled_from([BERLIN, NEW_YORK]), st.integers(0, 40))
def test_it_comes_on_a_day_where_one_of_its_moments_is_of_that_day(trigger: Timed, now: datetime, zone: ZoneInfo, ahead: int) -> None:
    day = now.astimezone(zone).date() + timedelta(days=ahead)
    alone = {now.astimezone(zone).date() + timedelta(days=n) for n in range(-2, 45)} - {day}
    due = next_due(trigger, now, zone=zone, sky=SKY, without=alone)
    comes = due is not None and due - now < timedelta(days=44) and due.astimezone(zone).date() in (day, day + timedelta(days=1))
    assert comes_on(trigger, day, now=now, zone=zone, sky=SKY) == comes


@given(timed, moments, st.integers(0, 5 * 86400), st.booleans())
def test_what_is_overdue_is_every_moment_up_to_now_each_once(trigger: Timed, after: datetime, seconds: int, dangerous: bool) -> None:
    from tests.automations.fakes import call

    due = next_due(trigger, after, zone=BERLIN, sky=SKY)
    if due is None or (isinstance(trigger, Every) and trigger.seconds < 7200):
        return
    now = due + timedelta(seconds=seconds)
    found = overdue(trigger, due, now=now, actions=[call(never_late=dangerous)], zone=BERLIN, sky=SKY)
    came = sorted([*found.missed, *found.replaced, *([found.done] if found.done else [])])
    walked, moment = [], due
    while moment is not None and moment <= now:
        walked.append(moment)
        moment = next_due(trigger, moment, zone=BERLIN, sky=SKY)
    assert came == walked and found.next == moment
    assert found.done is None or now - found.done <= timedelta(minutes=2 if dangerous else 15)


def test_an_interval_of_minutes_after_months_is_not_walked_through() -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    now = datetime(2027, 1, 1, 0, 0, 30, tzinfo=UTC)
    every = Every(seconds=60, start=start)
    found = overdue(every, start + timedelta(seconds=60), now=now, actions=[], zone=BERLIN, sky=SKY)
    assert found.done == datetime(2027, 1, 1, tzinfo=UTC) and found.next == datetime(2027, 1, 1, 0, 1, tzinfo=UTC)
    assert len(found.missed) + len(found.replaced) < 120


@pytest.mark.parametrize(
    ("zone", "day", "at", "expected"),
    [
        (BERLIN, date(2026, 3, 29), time(2, 30), datetime(2026, 3, 29, 1, 30, tzinfo=UTC)),
        (BERLIN, date(2026, 10, 25), time(2, 30), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
        (NEW_YORK, date(2026, 3, 8), time(2, 30), datetime(2026, 3, 8, 7, 30, tzinfo=UTC)),
        (NEW_YORK, date(2026, 11, 1), time(1, 30), datetime(2026, 11, 1, 5, 30, tzinfo=UTC)),
    ],
)
def test_a_skipped_time_is_that_much_later_and_of_two_the_first(zone: ZoneInfo, day: date, at: time, expected: datetime) -> None:
    assert instant(day, at, zone) == expected


def test_the_29th_of_february_comes_in_leap_years_and_the_31st_in_long_months() -> None:
    leap = daily(time(12), "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29")
    assert next_due(leap, datetime(2026, 3, 1, tzinfo=UTC), zone=BERLIN, sky=SKY) == datetime(2028, 2, 29, 11, tzinfo=UTC)
    assert next_due(leap, datetime(2028, 2, 29, 11, tzinfo=UTC), zone=BERLIN, sky=SKY) == datetime(2032, 2, 29, 11, tzinfo=UTC)
    last = daily(time(12), "FREQ=MONTHLY;BYMONTHDAY=31")
    assert next_due(last, datetime(2026, 3, 31, 11, tzinfo=UTC), zone=BERLIN, sky=SKY) == datetime(2026, 5, 31, 10, tzinfo=UTC)


def test_the_30th_of_february_is_refused() -> None:
    with pytest.raises(InvalidRequest, match="never comes"):
        daily(time(12), "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")
