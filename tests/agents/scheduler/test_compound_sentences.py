"""Several things in one sentence, more of what was spoken of, and where, how long and how long before."""

from typing import Any

import pytest
from tests.agents.scheduler.diary import PERSON, diary


def _last(it: Any, title: str) -> Any:
    return next(t for t in reversed(it) if title in t.title)


@pytest.mark.parametrize("said", ["Tea with Ola on Thursday at 3, and remind me the evening before"])
async def test_the_evening_before_is_seven_o_clock(said: str) -> None:
    async with diary() as it:
        outcome = await it.say(said)
        assert outcome.runs[0].arguments["remind_minutes"] == 20 * 60


@pytest.mark.parametrize(
    ("said", "day", "hour", "minutes"),
    [
        ("Tiler on Thursday at 10 and remind me at 8.", "26", 10, 120),
        ("Ring the tiler tomorrow, remind me at 5", "22", 17, 0),
        ("Sweep the yard today and remind me at 8", "21", 20, 0),
    ],
)
async def test_the_moment_to_be_told_at_belongs_to_what_is_entered(said: str, day: str, hour: int | None, minutes: int) -> None:
    async with diary() as it:
        outcome = await it.say(said)
        (run,) = outcome.runs
        assert run.arguments["remind_minutes"] == minutes
        task = max(list(await it.schedule.tasks.all(person=PERSON)), key=lambda t: t.id)
        assert (f"{task.date:%d}", task.time.hour if task.time else None) == (day, hour)


@pytest.mark.parametrize(
    ("said", "more"),
    [
        ("Dear diary: we picked the last quinces.", "Also write that Ola made jelly."),
    ],
)
async def test_more_is_written_behind_what_was_just_written(said: str, more: str) -> None:
    async with diary() as it:
        await it.say(said)
        outcome = await it.say(more)
        assert [run.tool for run in outcome.runs] == ["append_day_log"]


async def test_the_first_of_two_of_a_name_is_the_earlier_one() -> None:
    async with diary() as it:
        await it.say("Fencing on Thursday at 6 pm")
        await it.say("Make a copy of fencing for the same day next month")
        outcome = await it.say("Move the first fencing two days earlier")
        assert outcome.runs[0].arguments["date"] == "2026-11-24"


async def test_of_two_things_of_which_one_is_unsure_none_goes_unasked() -> None:
    async with diary() as it:
        await it.say("Call the roofer on Thursday")
        await it.say("Pay the roofer on Friday")
        await it.say("Fencing on Thursday at 6 pm")
        outcome = await it.say("Delete the roofer and fencing")
        assert outcome.runs == ()
