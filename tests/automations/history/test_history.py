"""What people ask about the past, from what a recorder has heard."""

import math
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.automations.history.sayings import DOOR, HEATER, MIDNIGHT, NOW, ROOM, TODAY, YESTERDAY, at, reading

from yamori.automations.history import Change, History, HistoryLimits, Interval, Kept, Recorder, is_one_of, open_history
from yamori.automations.history.stored import from_stored, to_stored
from yamori.domain.errors import InvalidRequest, Misconfigured
from yamori.domain.values import Value

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


async def test_how_long_the_heater_was_on_yesterday(history: History, recorder: Recorder) -> None:
    for moment, value in (
        (at(20, days_ago=2), "off"),
        (at(6, days_ago=1), "on"),
        (at(8, 30, days_ago=1), "off"),
        (at(23, days_ago=1), "on"),
    ):
        recorder.hear(reading(HEATER, value, moment))
    await recorder.flush(NOW)
    told = await history.time_in(HEATER, is_one_of("on"), YESTERDAY, now=NOW)
    assert (told.total, told.unknown, told.asked) == (timedelta(hours=3, minutes=30), timedelta(0), timedelta(hours=24))
    assert told.kept.since == at(20, days_ago=2)


async def test_today_ends_now(history: History, recorder: Recorder) -> None:
    recorder.hear(reading(HEATER, "on", at(0, days_ago=1)))
    await recorder.flush(NOW)
    told = await history.time_in(HEATER, is_one_of("on"), TODAY, now=NOW)
    assert told.total == told.asked == timedelta(hours=12)
    tomorrow = Interval(start=TODAY.end, end=TODAY.end + timedelta(days=1))
    assert (await history.time_in(HEATER, is_one_of("on"), tomorrow, now=NOW)).asked == timedelta(0)


async def test_when_the_door_was_last_opened_and_how_often(history: History, recorder: Recorder) -> None:
    for moment, value in ((at(7), "closed"), (at(8), "open"), (at(8, 1), "closed"), (at(9), "open"), (at(9, 2), "closed")):
        recorder.hear(reading(DOOR, value, moment))
    await recorder.flush(NOW)
    last = await history.last(DOOR, is_one_of("open"), before=NOW)
    assert (last.was, last.began, last.ended) == (True, at(9), at(9, 2))
    earlier = await history.last(DOOR, is_one_of("open"), before=at(8, 30))
    assert (earlier.began, earlier.ended) == (at(8), at(8, 1))
    still = await history.last(DOOR, is_one_of("closed"), before=NOW)
    assert (still.began, still.ended) == (at(9, 2), None)
    assert not (await history.last(DOOR, is_one_of("jammed"), before=NOW)).was
    count = await history.count(DOOR, is_one_of("open"), TODAY, now=NOW)
    assert (count.count, count.times) == (2, (at(8), at(9)))


async def test_before_history_begins_nothing_is_known_and_that_is_told(history: History, recorder: Recorder) -> None:
    recorder.hear(reading(HEATER, "on", at(6)))
    await recorder.flush(NOW)
    told = await history.time_in(HEATER, is_one_of("on"), TODAY, now=NOW)
    assert (told.total, told.unknown) == (timedelta(hours=6), timedelta(hours=6))
    assert told.kept == Kept(since=at(6), exact_since=at(6))
    then = await history.value(HEATER, at(5), now=NOW)
    assert (then.value, then.at, then.kept.since) == (None, None, at(6))
    last = await history.last(HEATER, is_one_of("on"), before=NOW)
    assert (last.was, last.began) == (True, None)


async def test_an_attribute_that_was_never_heard_of_has_no_history(history: History) -> None:
    assert await history.kept(DOOR, now=NOW) == Kept()
    assert (await history.value(DOOR, NOW, now=NOW)).kept == Kept()
    assert (await history.time_in(DOOR, is_one_of("open"), YESTERDAY, now=NOW)).unknown == timedelta(hours=24)
    assert (await history.numbers(DOOR, YESTERDAY, now=NOW)).mean is None
    assert not (await history.last(DOOR, is_one_of("open"), before=NOW)).was
    assert len((await history.chart(DOOR, YESTERDAY, points=20, now=NOW)).points) == 1


async def test_the_value_at_a_moment_and_since_when(history: History, recorder: Recorder) -> None:
    recorder.hear(reading(ROOM, 20.5, at(6), unit="°C"))
    recorder.hear(reading(ROOM, 21, at(8), unit="°C"))
    recorder.hear(reading(ROOM, None, at(9)))
    await recorder.flush(NOW)
    for moment, value, since in ((at(7), 20.5, at(6)), (at(8), 21, at(8)), (at(10), None, at(9))):
        then = await history.value(ROOM, moment, now=NOW)
        assert (then.value, then.at, then.unit) == (value, since, "°C")
    with pytest.raises(InvalidRequest, match="has not come yet"):
        await history.value(ROOM, NOW + timedelta(seconds=1), now=NOW)


async def test_smallest_largest_and_mean_of_a_day(history: History, recorder: Recorder) -> None:
    for hour, value in ((18, 19.0), (30, 18.0), (36, 22.0)):
        recorder.hear(reading(ROOM, value, at(hour, days_ago=2), unit="°C"))
    await recorder.flush(NOW)
    told = await history.numbers(ROOM, YESTERDAY, now=NOW)
    assert told.smallest == Change(at=at(6, days_ago=1), value=18.0)
    assert told.largest == Change(at=at(12, days_ago=1), value=22.0)
    assert told.mean == pytest.approx((19 * 6 + 18 * 6 + 22 * 12) / 24)
    assert (told.known, told.unit) == (timedelta(hours=24), "°C")


async def test_answers_come_in_the_time_zone_of_the_question(history: History, recorder: Recorder) -> None:
    recorder.hear(reading(DOOR, "closed", at(1)))
    recorder.hear(reading(DOOR, "open", at(2)))
    await recorder.flush(NOW)
    tokyo = ZoneInfo("Asia/Tokyo")
    last = await history.last(DOOR, is_one_of("open"), before=NOW.astimezone(tokyo))
    assert last.began is not None and last.began.isoformat() == "2026-11-26T11:00:00+09:00"
    day = Interval(start=datetime(2026, 11, 26, tzinfo=tokyo), end=datetime(2026, 11, 27, tzinfo=tokyo))
    (change, _) = await history.timeline(DOOR, day, now=NOW)
    assert change.at.isoformat() == "2026-11-26T10:00:00+09:00"


async def test_a_day_of_daylight_saving_has_as_many_hours_as_it_has(history: History, recorder: Recorder) -> None:
    berlin = ZoneInfo("Europe/Berlin")
    day = Interval(start=datetime(2026, 10, 25, tzinfo=berlin), end=datetime(2026, 10, 26, tzinfo=berlin))
    recorder.hear(reading(HEATER, "on", datetime(2026, 10, 20, tzinfo=UTC)))
    await recorder.flush(NOW)
    assert (await history.time_in(HEATER, is_one_of("on"), day, now=NOW)).total == timedelta(hours=25)


async def test_several_attributes_are_read_at_once(history: History, recorder: Recorder) -> None:
    recorder.hear(reading(DOOR, "open", at(3)))
    recorder.hear(reading(ROOM, 20, at(4)))
    await recorder.flush(NOW)
    found = await history.timelines([DOOR, ROOM, HEATER], TODAY, now=NOW)
    assert {path: [change.value for change in timeline] for path, timeline in found.items()} == {DOOR: ["open"], ROOM: [20], HEATER: []}


@given(JSON)
def test_every_value_comes_back_as_it_was(value: Value) -> None:
    back = from_stored(to_stored(value))
    assert back == value and type(back) is type(value)


def test_what_is_no_number_or_too_long_is_not_known() -> None:
    assert to_stored(math.nan) is to_stored(math.inf) is to_stored({"now": math.nan}) is None
    assert to_stored("x" * 5000) is to_stored(["x" * 5000]) is None


async def test_true_stays_true_and_one_stays_one(history: History, recorder: Recorder) -> None:
    for hour, value in enumerate((True, 1, "true", 1.5, {"r": 1}, None)):
        recorder.hear(reading(DOOR, value, at(hour)))
    await recorder.flush(NOW)
    said = [change.value for change in await history.timeline(DOOR, TODAY, now=NOW)]
    assert [(type(value), value) for value in said] == [
        (bool, True),
        (int, 1),
        (str, "true"),
        (float, 1.5),
        (dict, {"r": 1}),
        (type(None), None),
    ]


async def test_it_is_there_again_when_it_is_opened_again(tmp_path: Path) -> None:
    file = tmp_path / "data" / "history.sqlite3"
    for hour, value in ((1, "closed"), (2, "open")):
        history = await open_history(file)
        recorder = Recorder(history)
        recorder.hear(reading(DOOR, value, at(hour)))
        recorder.hear(reading(DOOR, value, at(hour, 30)))
        await recorder.flush(at(hour, 30))
        await history.close()
        await history.close()
    history = await open_history(file)
    assert [change.value for change in await history.timeline(DOOR, TODAY, now=NOW)] == ["closed", "open"]
    await history.close()


async def test_a_file_that_is_none_is_told(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite3"
    file.write_bytes(b"this is no database" * 100)
    with pytest.raises(Misconfigured, match="cannot be used") as raised:
        await open_history(file)
    assert str(file) in str(raised.value)


async def test_moments_without_a_zone_and_empty_intervals_are_refused() -> None:
    with pytest.raises(InvalidRequest, match="no time zone"):
        Interval(start=datetime(2026, 1, 1), end=MIDNIGHT)
    with pytest.raises(InvalidRequest, match="ends after it starts"):
        Interval(start=MIDNIGHT, end=MIDNIGHT)


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"full_days": 0}, "history.full_days"),
        ({"full_days": 70}, "history.fine_days"),
        ({"kept_days": 30}, "history.kept_days"),
        ({"size_mb": 0}, "history.size_mb"),
    ],
)
def test_limits_that_contradict_each_other_say_which(wrong: dict[str, int], where: str) -> None:
    with pytest.raises(Misconfigured) as raised:
        HistoryLimits(**wrong)
    assert raised.value.where == where


async def test_a_door_that_was_away_when_the_day_began_was_opened_if_it_was_closed_before(history: History, recorder: Recorder) -> None:
    for moment, value in ((at(20, days_ago=1), "closed"), (at(21, days_ago=1), None), (at(8), "open")):
        recorder.hear(reading(DOOR, value, moment))
    await recorder.flush(NOW)
    timeline = await history.timeline(DOOR, TODAY, now=NOW)
    assert (timeline.before, timeline.known_before) == (None, "closed")
    assert (await history.count(DOOR, is_one_of("open"), TODAY, now=NOW)).count == 1
