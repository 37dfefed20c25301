"""What is due reaches the page and every place where the person wants to be told, once each, whatever happens in between."""

import asyncio
from contextlib import aclosing
from datetime import date, datetime, time, timedelta
from pathlib import Path

import pytest

from yamori.agents.scheduler.notices import Notice, Undeliverable
from yamori.agents.scheduler.reminding import Reminding, reminding
from yamori.agents.scheduler.rules.rows.preferences import Channel, ChannelKind, checked_channel
from yamori.agents.scheduler.store import NewTask, open_schedule
from yamori.agents.scheduler.store.deliveries import LEASE, MOST_TRIES, Ended
from yamori.agents.scheduler.store.reminders import NewReminder
from yamori.agents.scheduler.store.routines import NewRoutine
from yamori.domain.clock import SystemClock
from yamori.domain.errors import HouseSilent, InvalidRequest
from yamori.domain.language import Language

from .reminded import DESK, PERSON, AnyClock, Place, Reminded, reminded


async def milk(it: Reminded, text: str = "Milk", **ahead: float) -> None:
    await it.set(NewReminder(text=text, moment=it.clock.now() + timedelta(**(ahead or {"minutes": 1}))))


async def at_the_desk(it: Reminded) -> None:
    await it.schedule.preferences.add_channel(DESK, person=PERSON, key=it.key)


async def test_a_person_is_told_where_they_want_to_be_told_and_nobody_else_is() -> None:
    async with reminded() as it:
        await at_the_desk(it)
        await milk(it)
        other = NewReminder(text="Ken's", moment=it.clock.now() + timedelta(minutes=1))
        await it.schedule.reminders.set(other, person="ken", key="ken")
        assert await it.passes(minutes=1) == ["Milk"]
        assert it.place.texts == ["Milk"]
        assert [notice.text for notice in await it.schedule.notices.after(person="ken")] == ["Ken's"]


async def test_what_fails_is_tried_again_later_and_arrives_once() -> None:
    async with reminded() as it:
        await at_the_desk(it)
        await milk(it)
        it.place.failures = [HouseSilent("away"), TimeoutError(), HouseSilent("away")]
        await it.passes(minutes=1)
        assert it.place.texts == []
        await it.passes(seconds=9)
        assert sum(it.place.tries.values()) == 1
        for seconds in (1, 40, 160):
            await it.passes(seconds=seconds)
        await it.passes(days=1)
        assert (it.place.texts, sum(it.place.tries.values()), len(it.place.tries)) == (["Milk"], 4, 1)
        (notice,) = await it.schedule.notices.after(person=PERSON)
        (state,) = await it.schedule.deliveries.of(notice.id)
        assert (state.state, state.tries, state.why) == ("done", 4, None)


@pytest.mark.parametrize(("failure", "tries"), [(HouseSilent("away"), MOST_TRIES), (Undeliverable("no such place"), 1)])
async def test_what_never_arrives_is_given_up_and_says_why(failure: Exception, tries: int) -> None:
    async with reminded() as it:
        await at_the_desk(it)
        await milk(it)
        it.place.failures = [failure] * 100
        for _ in range(20):
            await it.passes(hours=1)
        (notice,) = await it.schedule.notices.after(person=PERSON)
        (state,) = await it.schedule.deliveries.of(notice.id)
        assert (state.state, state.tries, state.why) == ("dead", tries, str(failure))
        assert sum(it.place.tries.values()) == tries


async def test_a_mistake_in_one_place_keeps_nobody_else_waiting() -> None:
    async with reminded() as it:
        await at_the_desk(it)
        await it.schedule.preferences.add_channel(
            Channel(kind=ChannelKind.WEBHOOK, target="https://example.org/"), person=PERSON, key=it.key
        )
        await milk(it)
        await milk(it, "Bread")
        it.place.failures = [RuntimeError("a mistake")]
        await it.passes(minutes=1)
        assert len(it.place.texts) == 1
        await it.passes(seconds=10)
        assert sorted(it.place.texts) == ["Bread", "Milk"]


async def test_a_delivery_that_a_crash_cut_off_is_made_again_under_its_key() -> None:
    async with reminded() as it:
        await at_the_desk(it)
        await milk(it)
        it.clock.advance(minutes=1)
        await it.loop.notify_due()
        (taken,) = await it.schedule.deliveries.turn_over((), most=10)
        await it.place.send(taken)  # it arrived, and the process was killed before it could write that down
        other = Reminding(it.schedule, {ChannelKind.DEVICE: it.place})
        await other.deliver()
        assert it.place.tries == {taken.key: 1}
        it.clock.advance(seconds=LEASE.total_seconds())
        await other.deliver()
        await other.deliver()
        assert it.place.tries == {taken.key: 2}
        assert it.place.texts == ["Milk"]


async def test_a_clock_that_was_set_back_does_not_hold_a_delivery_up_for_long() -> None:
    async with reminded() as it:
        await at_the_desk(it)
        await milk(it)
        it.place.failures = [HouseSilent("away")]
        await it.passes(minutes=1)
        assert await it.passes(days=-30) == []
        assert it.place.texts == ["Milk"]


async def test_a_channel_that_is_taken_away_gets_nothing_any_more() -> None:
    async with reminded() as it:
        await at_the_desk(it)
        await milk(it)
        await milk(it, "Bread", hours=2)
        it.place.failures = [HouseSilent("away")]
        await it.passes(minutes=1)
        await it.schedule.preferences.remove_channels(ChannelKind.DEVICE, person=PERSON, key="away")
        assert await it.passes(hours=2) == ["Bread"]
        assert it.place.texts == []
        await it.schedule.changes.undo("away", person=PERSON, key="undo")
        await milk(it, "Jam")
        await it.passes(minutes=1)
        assert it.place.texts == ["Jam"]


async def test_what_fails_on_a_channel_that_was_taken_away_meanwhile_is_not_tried_again() -> None:
    async with reminded() as it:
        await at_the_desk(it)
        await milk(it, minutes=10)
        it.clock.advance(minutes=10)
        await it.loop.notify_due()
        (taken,) = await it.schedule.deliveries.turn_over((), most=5)
        await it.schedule.preferences.remove_channels(ChannelKind.DEVICE, person=PERSON, key="away")
        await it.schedule.deliveries.turn_over([Ended(delivery=taken, why="silent", again=True)], most=0)
        it.clock.advance(hours=2)
        assert await it.schedule.deliveries.turn_over((), most=5) == ()


async def test_two_processes_on_one_database_tell_everything_once(tmp_path: Path) -> None:
    clock, place = AnyClock(datetime.fromisoformat("2026-11-21T09:00:00+09:00")), Place()
    schedules = [await open_schedule(tmp_path / "schedule.db", clock) for _ in range(2)]
    await schedules[0].preferences.add_channel(DESK, person=PERSON, key="desk")
    soon = clock.now() + timedelta(minutes=1)
    for number in range(300):
        await schedules[number % 2].reminders.set(NewReminder(text=f"{number}", moment=soon), person=PERSON, key=f"{number}")
    loops = [Reminding(schedule, {ChannelKind.DEVICE: place}) for schedule in schedules]
    clock.advance(minutes=1)
    await asyncio.gather(*(loop.notify_due() for loop in loops))
    await asyncio.gather(*(loop.deliver() for loop in loops))
    assert sorted(place.texts, key=int) == [f"{number}" for number in range(300)]
    assert set(place.tries.values()) == {1}
    assert len(await schedules[0].notices.after(person=PERSON, limit=1000)) == 300
    for schedule in schedules:
        await schedule.close()


async def test_the_running_loop_hears_of_something_earlier_and_ends_cleanly(tmp_path: Path) -> None:
    schedule, place = await open_schedule(tmp_path / "schedule.db", SystemClock("Asia/Tokyo")), Place()
    await schedule.preferences.add_channel(DESK, person=PERSON, key="desk")
    now = schedule.clock.now()
    await schedule.reminders.set(NewReminder(text="Tomorrow", moment=now + timedelta(days=1)), person=PERSON, key="a")
    async with reminding(schedule, {ChannelKind.DEVICE: place}), asyncio.timeout(10), aclosing(schedule.notices.follow(PERSON)) as told:
        await schedule.reminders.set(NewReminder(text="Eggs", moment=now + timedelta(seconds=0.3), timer=True), person=PERSON, key="b")
        eggs = await anext(told)
        assert eggs.text == "Eggs"  # within the ten seconds: else the loop had slept on until tomorrow
        await place.arrived.wait()
    assert (await schedule.deliveries.of(eggs.id))[0].state == "done"
    await schedule.close()


async def test_what_is_under_way_when_the_loop_ends_is_taken_up_at_once_by_the_next() -> None:
    class Stuck(Place):
        async def send(self, delivery: object) -> None:
            begun.set()
            await asyncio.Event().wait()

    begun = asyncio.Event()
    async with reminded() as it:
        await at_the_desk(it)
        await milk(it)
        it.clock.advance(minutes=1)
        async with asyncio.timeout(10), reminding(it.schedule, {ChannelKind.DEVICE: Stuck()}):
            await begun.wait()
        await it.loop.deliver()
        assert it.place.texts == ["Milk"]


async def test_the_page_follows_what_comes_sees_it_and_puts_it_away() -> None:
    async with reminded() as it:
        await milk(it)
        await it.passes(minutes=1)
        seen: list[Notice] = []

        async def follow() -> None:
            async for notice in it.schedule.notices.follow(PERSON, after=0):
                seen.append(notice)
                told.release()

        told = asyncio.Semaphore(0)
        async with asyncio.timeout(10), asyncio.TaskGroup() as group:
            page = group.create_task(follow())
            await told.acquire()
            await milk(it, "Bread")
            await it.passes(minutes=1)
            await told.acquire()
            it.schedule.notices.close()
            await page
        assert [notice.text for notice in seen] == ["Milk", "Bread"]
        first, second = seen
        assert (await it.schedule.notices.see(first.id, person=PERSON)).seen == it.clock.now()
        it.clock.advance(minutes=1)
        assert (await it.schedule.notices.see(first.id, person=PERSON)).seen != it.clock.now()
        await it.schedule.notices.dismiss(first.id, person=PERSON)
        assert [notice.id for notice in await it.schedule.notices.open(person=PERSON)] == [second.id]
        with pytest.raises(InvalidRequest):
            await it.schedule.notices.dismiss(second.id, person="ken")


async def test_the_briefing_sums_up_the_day_once_and_says_what_was_missed() -> None:
    async with reminded("2026-11-20T09:00") as it:
        await at_the_desk(it)
        await it.task(NewTask(title="Dentist", date=date(2026, 11, 23), time=time(15, 30), place="Station"))
        await it.task(NewTask(title="Rent", date=date(2026, 11, 19)))
        await it.task(NewTask(title="Letters", date=date(2026, 11, 23)))
        await it.schedule.routines.add(
            NewRoutine(title="Training", recurrence="FREQ=WEEKLY;BYDAY=MO", time=time(7)), person=PERSON, key="r"
        )
        await milk(it, "Call Ann", hours=1)
        await it.schedule.preferences.set_briefing(time(7, 30), person=PERSON, key="b")
        assert await it.until("2026-11-23T07:29") == ["Call Ann (missed: it was due on Friday 20 November 10:00)"]
        assert await it.until("2026-11-23T07:30") == [
            "It is Monday 23 November.\n"
            "Today:\n- 15:30 Dentist (Station)\n- Letters\n"
            "Routines:\n- 07:00 Training\n"
            "Overdue:\n- Thursday 19 November Rent\n"
            "Reminders that were missed:\n- Call Ann (missed: it was due on Friday 20 November 10:00)"
        ]
        assert len(it.place.texts) == 1
        assert await it.look() == await it.passes(hours=1) == []
        await it.schedule.preferences.set_briefing(time(9), person=PERSON, key="c", language=Language.JAPANESE)
        assert await it.until("2026-11-23T09:00") == []  # this day's has come
        assert await it.until("2026-11-24T09:00") == [
            "11月24日(火)です。\n今日の予定はありません。\n期限が過ぎているもの:\n"
            "- 11月19日(木) Rent\n- 11月23日(月) Dentist\n- 11月23日(月) Letters"
        ]
        await it.schedule.preferences.set_briefing(None, person=PERSON, key="d")
        assert await it.until("2026-11-25T09:00") == []


async def test_the_briefing_comes_every_day_when_the_clocks_change_and_not_for_days_that_passed() -> None:
    async with reminded("2026-10-31T00:10", zone="America/New_York") as it:
        await it.schedule.preferences.set_briefing(time(1, 30), person=PERSON, key="b")
        told = await it.over(days=2, hours=12)
        assert [at for at, _ in told] == ["2026-10-31T01:30-04:00", "2026-11-01T01:30-04:00", "2026-11-02T01:30-05:00"]
        assert [text.partition(".")[0] for text in await it.passes(days=5)] == ["It is Saturday 7 November"]
        await it.schedule.preferences.set_briefing(time(23, 30), person=PERSON, key="c")
        assert await it.until("2026-11-09T00:10") == []


@pytest.mark.parametrize(
    "address",
    [
        "",
        "example.org",
        "ftp://example.org/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "http://",
        "https://user:secret@example.org/",
        "https://example.org/#part",
        "https://example.org:99999/",
        "http://169.254.169.254/latest/meta-data",
        "http://[fe80::1]/",
        "http://0.0.0.0/",
        "https://exa mple.org/",
        "https://example.org/\nHost: evil",
        "https://example.org/" + "x" * 1000,
    ],
)
def test_a_webhook_that_is_no_plain_address_is_refused(address: str) -> None:
    with pytest.raises(InvalidRequest):
        checked_channel(Channel(kind=ChannelKind.WEBHOOK, target=address))


@pytest.mark.parametrize("address", ["https://example.org/hook?token=1", "http://192.168.1.4:8123/api/webhook/x", "http://[::1]:9/"])
def test_a_webhook_may_lie_in_the_home(address: str) -> None:
    assert checked_channel(Channel(kind=ChannelKind.WEBHOOK, target=address)).target == address
