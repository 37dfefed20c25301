"""Changes on their way to the disk: what is a change, what comes late, what does not fit, what is known after nobody listened."""

import sqlite3
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.automations.history.sayings import DOOR, HEATER, NOW, ROOM, TODAY, at, reading

from yamori.automations.history import History, Recorder, open_history
from yamori.automations.history.appending import Appending
from yamori.automations.history.entry import Entry
from yamori.automations.history.file import _connect
from yamori.automations.history.moments import to_millis
from yamori.automations.history.stored import to_stored
from yamori.domain.errors import InvalidRequest, Misconfigured
from yamori.domain.receipt import Reading
from yamori.domain.values import Value


async def said(history: History, path: str) -> list[tuple[datetime, Value]]:
    return [(change.at, change.value) for change in await history.timeline(path, TODAY, now=NOW)]


async def test_the_same_value_again_is_no_change(history: History, recorder: Recorder) -> None:
    for minute, value in enumerate(("open", "open", None, None, "open", "closed")):
        recorder.hear(reading(DOOR, value, at(3, minute)))
    assert await recorder.flush(NOW) == 4
    assert await said(history, DOOR) == [(at(3, 0), "open"), (at(3, 2), None), (at(3, 4), "open"), (at(3, 5), "closed")]


async def test_a_change_that_is_heard_late_stands_at_its_own_moment(history: History, recorder: Recorder) -> None:
    for hour, value in ((5, "open"), (3, "closed"), (4, "closed"), (2, "open")):
        recorder.hear(reading(DOOR, value, at(hour)))
        await recorder.flush(NOW)
    assert await said(history, DOOR) == [(at(2), "open"), (at(3), "closed"), (at(5), "open")]
    recorder.hear(reading(DOOR, "open", at(6)))
    assert await recorder.flush(NOW) == 0


async def test_nothing_has_happened_later_than_it_was_heard(history: History, recorder: Recorder) -> None:
    recorder.hear(reading(DOOR, "open", at(23)))
    await recorder.flush(at(10))
    recorder.hear(reading(DOOR, "closed", at(10, 5)))
    await recorder.flush(at(10, 6))
    assert await said(history, DOOR) == [(at(10), "open"), (at(10, 5), "closed")]


async def test_the_clock_may_be_set_back(history: History, recorder: Recorder) -> None:
    recorder.hear(reading(DOOR, "open", at(11)))
    await recorder.flush(at(11))
    recorder.hear(reading(DOOR, "closed", at(10)))
    await recorder.flush(at(10))
    recorder.hear(reading(DOOR, "open", at(10, 30)))
    await recorder.flush(at(10, 30))
    assert await said(history, DOOR) == [(at(10), "closed"), (at(10, 30), "open"), (at(11), "open")]


async def test_changes_of_the_same_moment_keep_their_order(history: History, recorder: Recorder) -> None:
    for value in ("closed", "open", "closed", "closed", "open"):
        recorder.hear(reading(DOOR, value, at(3)))
    await recorder.flush(NOW)
    assert [value for _, value in await said(history, DOOR)] == ["closed", "open", "closed", "open"]


async def test_what_follows_a_stream_hears_all_of_it(history: History, recorder: Recorder) -> None:
    async def changes() -> AsyncIterator[Reading]:
        for hour in range(5):
            yield reading(ROOM, hour, at(hour))

    await recorder.follow(changes())
    assert recorder.waiting == 5
    assert await recorder.flush(NOW) == 5
    assert recorder.waiting == 0


async def test_more_than_fits_leaves_the_newest_and_a_time_that_is_not_known(history: History) -> None:
    recorder = Recorder(history, room=2)
    for hour, value in ((1, "closed"), (2, "open"), (3, "closed"), (4, "open"), (5, "closed")):
        recorder.hear(reading(DOOR, value, at(hour)))
    recorder.hear(reading(HEATER, "on", at(6)))
    await recorder.flush(NOW)
    assert await said(history, DOOR) == [(at(1), "closed"), (at(2), "open"), (at(3), None), (at(5), "closed")]
    assert await said(history, HEATER) == [(at(6), "on")]
    assert recorder.waiting == 0


async def test_more_than_a_batch_is_written_in_order(history: History, recorder: Recorder) -> None:
    for number in range(2500):
        recorder.hear(reading(ROOM, number, at(0) + timedelta(seconds=number)))
    assert await recorder.flush(NOW) == 2500
    assert [value for _, value in await said(history, ROOM)] == list(range(2500))


async def test_a_reading_without_a_time_zone_is_refused_where_it_is_heard(recorder: Recorder) -> None:
    with pytest.raises(InvalidRequest, match="no time zone"):
        recorder.hear(reading(DOOR, "open", datetime(2026, 11, 26)))
    assert recorder.waiting == 0


async def test_what_cannot_be_written_waits_for_the_next_time(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite3"
    history = await open_history(file)
    recorder = Recorder(history)
    recorder.hear(reading(DOOR, "closed", at(1)))
    await recorder.flush(NOW)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    recorder.hear(reading(DOOR, "open", at(2)))
    with pytest.raises(Misconfigured, match="cannot be written down"):
        await recorder.flush(NOW)
    assert recorder.waiting == 1
    other.execute("ROLLBACK")
    other.close()
    assert await recorder.flush(NOW) == 1
    assert [value for _, value in await said(history, DOOR)] == ["closed", "open"]
    await history.close()


async def test_after_a_stop_what_is_as_it_was_has_been_so_all_the_time(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite3"
    history = await open_history(file)
    recorder = Recorder(history)
    for path, value in ((DOOR, "closed"), (HEATER, "on"), (ROOM, 20)):
        recorder.hear(reading(path, value, at(1)))
    await recorder.flush(at(2))
    await history.close()

    history = await open_history(file)
    resumed = Recorder(history)
    await resumed.resume([reading(DOOR, "closed", at(1)), reading(HEATER, "on", at(5))], now=at(6))
    assert await said(history, DOOR) == [(at(1), "closed")]
    assert await said(history, HEATER) == [(at(1), "on"), (at(2), None), (at(5), "on")]
    assert await said(history, ROOM) == [(at(1), 20), (at(2), None)]
    await resumed.resume([reading(DOOR, "closed", at(1)), reading(HEATER, "on", at(5))], now=at(6))
    assert len(await said(history, HEATER)) == 3
    await history.close()


async def test_a_short_stop_is_no_gap(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite3"
    history = await open_history(file)
    recorder = Recorder(history)
    recorder.hear(reading(HEATER, "on", at(1)))
    await recorder.flush(at(2))
    await recorder.resume([reading(HEATER, "off", at(2, 1))], now=at(2, 2))
    assert await said(history, HEATER) == [(at(1), "on"), (at(2, 1), "off")]
    await history.close()


async def test_a_house_in_which_nothing_changes_is_no_house_that_stands_still(history: History, recorder: Recorder) -> None:
    recorder.hear(reading(HEATER, "on", at(1)))
    for minute in range(300):
        await recorder.flush(at(1) + timedelta(minutes=minute))
    await Recorder(history).resume([reading(HEATER, "off", at(6))], now=at(6, 1))
    assert await said(history, HEATER) == [(at(1), "on"), (at(6), "off")]


STATES = st.sampled_from(["on", "off", None, 1, 2.5])


@given(st.lists(st.tuples(st.integers(0, 6), STATES), max_size=12), st.integers(0, 12))
def test_a_batch_may_be_cut_anywhere(told: list[tuple[int, Value]], cut: int) -> None:
    whole, parts = _connect(None), _connect(None)
    heard = [Entry(path=ROOM, unit=None, at=moment, value=to_stored(value)) for moment, value in sorted(told, key=lambda one: one[0])]
    Appending().write(whole, heard, now=1000)
    Appending().write(parts, heard[:cut], now=1000)
    Appending().write(parts, heard[cut:], now=1000)  # as after a restart: it remembers nothing
    query = "SELECT at, value FROM readings ORDER BY at"
    assert whole.execute(query).fetchall() == parts.execute(query).fetchall()
    for connection in (whole, parts):
        connection.close()


@given(st.lists(st.tuples(st.integers(0, 10**6), STATES), min_size=1, max_size=30, unique_by=lambda one: one[0]))
def test_in_whatever_order_it_is_heard_the_newest_counts_now(told: list[tuple[int, Value]]) -> None:
    database = _connect(None)
    heard = [Entry(path=ROOM, unit=None, at=moment, value=to_stored(value)) for moment, value in told]
    Appending().write(database, heard, now=10**7)
    (value,) = database.execute("SELECT value FROM readings ORDER BY at DESC LIMIT 1").fetchone()
    database.close()
    assert value == max(told, key=lambda one: one[0])[1]


@given(st.lists(st.integers(0, 10**6), max_size=30, unique=True))
def test_in_whatever_order_it_is_heard_every_moment_has_its_value(moments: list[int]) -> None:
    database = _connect(None)
    Appending().write(database, [Entry(path=ROOM, unit=None, at=moment, value=place) for place, moment in enumerate(moments)], now=10**7)
    rows = database.execute("SELECT at, value FROM readings ORDER BY at").fetchall()
    database.close()
    assert rows == sorted((moment, place) for place, moment in enumerate(moments))


async def test_what_was_said_again_counts_however_close_it_is(history: History, recorder: Recorder) -> None:
    soon = at(1) + timedelta(milliseconds=1)
    for moment, value in ((at(1), "open"), (soon, "open"), (at(1), "closed")):
        recorder.hear(reading(DOOR, value, moment))
    await recorder.flush(NOW)
    assert [value for _, value in await said(history, DOOR)] == ["open", "closed", "open"]


async def test_what_is_heard_late_does_not_outlast_what_was_said_again_since(history: History, recorder: Recorder) -> None:
    for hour, value in ((1, "open"), (5, "open"), (3, "closed"), (6, "open")):
        recorder.hear(reading(DOOR, value, at(hour)))
    await recorder.flush(NOW)
    assert await said(history, DOOR) == [(at(1), "open"), (at(3), "closed"), (at(5), "open")]


async def test_of_two_values_of_the_same_moment_the_one_that_came_last_counts(history: History, recorder: Recorder) -> None:
    for hour, value in ((1, "open"), (2, "open"), (2, "closed")):
        recorder.hear(reading(DOOR, value, at(hour)))
    await recorder.flush(NOW)
    assert await said(history, DOOR) == [(at(1), "open"), (at(2), "closed")]


async def test_what_was_not_written_is_not_believed_to_be(history: History) -> None:
    good = Entry(path=DOOR, unit=None, at=to_millis(at(1)), value="open")
    bad = Entry(path=ROOM, unit=None, at=to_millis(at(1)), value=object())  # type: ignore[arg-type]
    with pytest.raises(Misconfigured, match="cannot be written down"):
        await history.write([good, bad], now=NOW)
    assert await said(history, DOOR) == []
    assert await history.write([good], now=NOW) == 1
    assert await said(history, DOOR) == [(at(1), "open")]
