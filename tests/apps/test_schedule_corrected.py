"""What is put right just after a timer or a reminder was set; no language model answers."""

import pytest
from tests.apps.test_automations import commands, demo
from tests.apps.test_later_gone_on_about import gone_on


@pytest.mark.parametrize(
    ("first", "second", "minutes"),
    [
        ("set a timer for twenty minutes", "make it twenty-five", 25),
        ("set a timer for twenty minutes", "no, ten", 10),
        ("10分のタイマーをかけて", "やっぱり15分にして", 15),
    ],
)
async def test_a_timer_that_was_just_set_gets_another_length(first: str, second: str, minutes: int) -> None:
    async with demo() as household:
        await gone_on(household, first, second)
        timers = await household.household.schedule.reminders.waiting(person=household.person)
        assert [(t.due - household.now()).total_seconds() for t in timers if t.due] == [minutes * 60]


@pytest.mark.parametrize(
    ("first", "second", "at"),
    [
        ("remind me tomorrow at eight to call the bank", "no, at seven", "07:00"),
        ("remind me tomorrow at eight to call the bank", "make it half past nine", "09:30"),
        ("明日の朝8時に薬を飲むようリマインドして", "あ、8時じゃなくて7時で", "07:00"),
    ],
)
async def test_a_reminder_that_was_just_set_comes_at_the_other_time_alone(first: str, second: str, at: str) -> None:
    async with demo() as household:
        await gone_on(household, first, second)
        rows = (await household.schedule_rows()).tasks
        assert [f"{row.time:%H:%M}" for row in rows] == [at]
        waiting = await household.household.schedule.reminders.waiting(person=household.person)
        assert [f"{r.due.astimezone(household.now().tzinfo):%d %H:%M}" for r in waiting if r.due] == [f"06 {at}"]


async def test_what_waits_for_a_timer_waits_for_the_corrected_one() -> None:
    async with demo() as household:
        await gone_on(household, "set a timer for twenty minutes", "make it twenty-five")
        await gone_on(household, "when the timer is done, turn the floor lamp on", "thanks")
        await household.advance(24 * 60)
        assert await commands(household) == []
        await household.advance(60)
        assert await commands(household) == [("floor-lamp", "on")]


async def test_a_bare_number_after_something_else_was_done_is_no_length_of_the_timer() -> None:
    async with demo() as household:
        await gone_on(household, "set a timer for twenty minutes", "dim the floor lamp to 50 percent", "make it 25")
        timers = await household.household.schedule.reminders.waiting(person=household.person)
        assert [(t.due - household.now()).total_seconds() for t in timers if t.due] == [1200]


@pytest.mark.parametrize(
    ("sentences", "lengths"),
    [
        (("set a timer for 20 minutes", "thanks", "make the timer 25 minutes"), [25]),
        (("10分のタイマーをかけて", "ありがとう", "さっきの10分、やっぱり15分にして"), [15]),
        (("set a timer for 20 minutes", "set a timer for 30 minutes", "make the timer 25 minutes"), [20, 30]),
    ],
)
async def test_a_timer_that_runs_gets_another_length_and_none_is_set_beside_it(sentences: tuple[str, ...], lengths: list[int]) -> None:
    async with demo() as household:
        await gone_on(household, *sentences)
        timers = await household.household.schedule.reminders.waiting(person=household.person)
        assert [round((t.due - household.now()).total_seconds() / 60) for t in timers if t.due] == lengths
