"""What is old goes: by age and by size, in steps, and never the value that still held."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from tests.automations.history.sayings import DOOR, HEATER, NOW, ROOM, at, entries, reading

from yamori.automations.history import HistoryLimits, Interval, Recorder, is_one_of, open_history
from yamori.automations.history.shrinking import STEP_READINGS

SHORT = HistoryLimits(full_days=1, fine_days=2, kept_days=4, size_mb=1)
EVERYTHING = Interval(start=at(0, days_ago=400), end=NOW)


async def test_numbers_thin_out_with_age_and_states_do_not() -> None:
    history = await open_history(None, limits=SHORT)
    for days_ago in (0, 1, 2):
        start = at(0, days_ago=days_ago)
        await history.write(entries(ROOM, [(start + timedelta(seconds=10 * n), n % 77) for n in range(720)]), now=NOW)
        await history.write(entries(DOOR, [(start + timedelta(seconds=10 * n), ("open", "closed")[n % 2]) for n in range(720)]), now=NOW)
    now = at(12)
    day = [Interval(start=at(0, days_ago=d), end=at(0, days_ago=d) + timedelta(days=1)) for d in (0, 1, 2)]
    before = [await history.numbers(ROOM, one, now=now) for one in day]
    thinned = await history.thin(now)
    assert thinned.is_done
    counts = [len(await history.timeline(ROOM, one, now=now)) for one in day]
    assert counts[0] == 720 and 24 < counts[1] <= 24 * 4 and 2 < counts[2] <= 2 * 4
    assert thinned.removed == 3 * 720 - sum(counts)
    assert [len(await history.timeline(DOOR, one, now=now)) for one in day] == [720, 720, 720]
    after = [await history.numbers(ROOM, one, now=now) for one in day]
    assert [(n.smallest and n.smallest.value, n.largest and n.largest.value) for n in after] == [
        (n.smallest and n.smallest.value, n.largest and n.largest.value) for n in before
    ]
    kept = await history.kept(ROOM, now=now)
    assert (kept.since, kept.exact_since) == (at(0, days_ago=2), at(2, days_ago=1))
    assert (await history.kept(DOOR, now=now)).exact_since == at(0, days_ago=2)
    again = await history.thin(now)
    assert (again.removed, again.steps) == (0, 1)
    await history.close()


async def test_what_is_thinned_hour_by_hour_is_what_is_thinned_at_once() -> None:
    found = []
    for hours in (1, 8, 24 * 6):
        history = await open_history(None, limits=SHORT)
        await history.write(
            entries(ROOM, [(at(0) + timedelta(seconds=70 * n), n * 7919 % 101) for n in range(4000)]), now=at(12, days_ago=-6)
        )
        now = at(0)
        while now < at(0, days_ago=-6):
            now += timedelta(hours=hours)
            await history.thin(now)
        timeline = await history.timeline(ROOM, Interval(start=at(0), end=at(0, days_ago=-6)), now=now)
        found.append([(change.at, change.value) for change in timeline])
        await history.close()
    assert found[0] == found[1] == found[2]
    assert 0 < len(found[0]) < 4000


async def test_a_door_that_was_closed_long_ago_is_closed() -> None:
    history = await open_history(None, limits=SHORT)
    await history.write(entries(DOOR, [(at(1, days_ago=300), "open"), (at(1, days_ago=200), "closed")]), now=NOW)
    thinned = await history.thin(NOW)
    assert thinned.removed == 1
    then = await history.value(DOOR, at(1, days_ago=2), now=NOW)
    assert (then.value, then.at, then.kept.since) == ("closed", at(1, days_ago=200), at(1, days_ago=200))
    assert (await history.value(DOOR, at(1, days_ago=250), now=NOW)).value is None
    last = await history.last(DOOR, is_one_of("closed"), before=NOW)
    assert (last.was, last.began) == (True, None)
    await history.close()


async def test_too_much_drops_the_oldest_first_and_gives_the_disk_its_room_back(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite3"
    history = await open_history(file, limits=HistoryLimits(size_mb=1))
    start = NOW - timedelta(days=9)
    for hour in range(9 * 24):
        moment = start + timedelta(hours=hour)
        await history.write(entries(HEATER, [(moment + timedelta(seconds=10 * n), f"{hour} {n} " + "x" * 40) for n in range(360)]), now=NOW)
    await history.write(entries(DOOR, [(start, "closed")]), now=NOW)
    thinned = await history.thin(NOW)
    assert thinned.is_done and thinned.used_bytes <= 1_000_000
    timeline = await history.timeline(HEATER, EVERYTHING, now=NOW)
    assert 5_000 < len(timeline) < 20_000
    assert timeline.values[-1] == f"215 359 {'x' * 40}"
    assert timeline.kept.since is not None and timeline.kept.since > start
    assert timeline.kept.since == next(iter(timeline)).at
    assert (await history.value(DOOR, NOW, now=NOW)).value == "closed"
    await history.close()
    assert file.stat().st_size < 3_000_000


async def test_no_step_looks_at_more_than_a_few_thousand_readings_and_changes_are_written_between_two(tmp_path: Path) -> None:
    history = await open_history(tmp_path / "history.sqlite3", limits=HistoryLimits())
    start = NOW - timedelta(days=30)
    await history.write(entries(ROOM, [(start + timedelta(seconds=n), n) for n in range(30_000)]), now=NOW)
    first = await history.thin(NOW, most_steps=1)
    assert 0 < first.removed <= STEP_READINGS and not first.is_done
    recorder = Recorder(history)
    recorder.hear(reading(DOOR, "open", NOW))
    thinned, written = await asyncio.gather(history.thin(NOW), recorder.flush(NOW))
    assert thinned.is_done and thinned.steps > 5 and written == 1
    assert len(await history.timeline(ROOM, EVERYTHING, now=NOW)) == 100 * 2
    await history.close()


async def test_a_bucket_with_more_than_a_step_can_look_at_is_thinned_by_parts() -> None:
    history = await open_history(None, limits=SHORT)
    start = at(0, days_ago=2)
    crowd = [(start + timedelta(milliseconds=10 * n), (n * 7919) % 10_007) for n in range(3 * STEP_READINGS)]
    flaps = [(start + timedelta(minutes=10, milliseconds=10 * n), ("on", "off")[n % 2]) for n in range(2 * STEP_READINGS)]
    await history.write(entries(ROOM, crowd + flaps), now=NOW)
    assert (await history.thin(NOW)).is_done
    timeline = await history.timeline(ROOM, EVERYTHING, now=NOW)
    numbers = [value for value in timeline.values if isinstance(value, int)]
    said = [value for _, value in crowd]
    assert numbers == [said[0], max(said), said[-1]] and said[0] == min(said)
    assert len(timeline) - len(numbers) == len(flaps)
    await history.close()


async def test_what_comes_late_into_a_time_that_is_dropped_already_is_dropped() -> None:
    history = await open_history(None, limits=SHORT)
    await history.write(entries(DOOR, [(at(0, days_ago=9), "closed"), (at(0, days_ago=1), "open")]), now=NOW)
    assert (await history.thin(NOW)).removed == 0
    await history.write(entries(DOOR, [(at(0, days_ago=8), "open"), (at(0, days_ago=7), "closed")]), now=NOW)
    assert (await history.thin(NOW)).removed == 2
    assert (await history.kept(DOOR, now=NOW)).since == at(0, days_ago=7)
    await history.close()


@pytest.mark.parametrize("days_ago", [1, 2])
async def test_what_comes_late_into_a_time_that_is_thinned_already_is_thinned_with_it(days_ago: int) -> None:
    start = at(6, days_ago=days_ago)
    first = [(start + timedelta(seconds=20 * n), 20 + n) for n in range(100)]
    late = [(start + timedelta(seconds=650), 50.5), (start + timedelta(seconds=655), 500)]
    found = []
    for batches in ([first, late], [sorted(first + late)]):
        history = await open_history(None, limits=SHORT)
        for batch in batches:
            await history.write(entries(ROOM, batch), now=NOW)
            await history.thin(NOW)
        found.append([change.value for change in await history.timeline(ROOM, EVERYTHING, now=NOW)])
        await history.close()
    assert found[0] == found[1]
    assert len(found[0]) < 30 and 500 in found[0] and 50.5 not in found[0]
