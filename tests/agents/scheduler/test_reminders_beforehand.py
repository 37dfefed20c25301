"""To be told so long before something begins: of what is added, moved or there already, however it is said."""

from datetime import datetime, timedelta

import pytest
from tests.agents.scheduler.diary import NOW, PERSON, diary

from yamori.agentkit.task import Strength

MONDAY, THURSDAY, FRIDAY = (datetime(2026, 11, day, tzinfo=NOW.tzinfo) for day in (23, 26, 27))
EVENING = THURSDAY + timedelta(hours=19)


async def told(*said: str) -> tuple[list[str], datetime | None]:
    """The rows of an empty schedule after these sentences, and when the person is told of the only one."""
    async with diary(rows=()) as it:
        for sentence in said:
            assert (await it.claim(sentence)).strength is Strength.OWNING, sentence
            await it.say(sentence)
        reminders = await it.schedule.reminders.waiting(person=PERSON)
        return await it.rows(), reminders[0].due if len(reminders) == 1 else None


@pytest.mark.parametrize(
    "said",
    [
        "Add a meter reading on Friday and remind me the night before",
        "Remind me the evening before about a meter reading on Friday",
    ],
)
async def test_the_evening_before_a_day_without_a_time_is_seven_o_clock(said: str) -> None:
    assert await told(said) == (["Meter reading 2026-11-27"], EVENING)


@pytest.mark.parametrize(
    ("lead", "due"),
    [
        ("the day before", THURSDAY + timedelta(hours=9)),
        ("the morning before", THURSDAY + timedelta(hours=9)),
        ("the night before", EVENING),
    ],
)
async def test_a_part_of_the_day_does_not_change_when_one_is_told_before(lead: str, due: datetime) -> None:
    assert await told(f"Add a meter reading on Friday evening and tell me {lead}") == (["Meter reading 2026-11-27 (in the evening)"], due)


@pytest.mark.parametrize(
    "said",
    [
        "Remind me the evening before the dentist",
        "歯医者の前の晩に教えて",
    ],
)
async def test_what_is_there_already_is_told_of_the_evening_before(said: str) -> None:
    async with diary() as it:
        before = await it.rows()
        outcome = await it.say(said)
        assert [run.tool for run in outcome.runs] == ["set_reminder"]
        assert "19:00" in outcome.text
        assert await it.rows() == before


@pytest.mark.parametrize(
    "said",
    [
        "Tell me 20 minutes before the audition",
        "Remind me before the audition",
        "オーディションの20分前に教えて",
        "オーディションを前日の夜に教えて",
    ],
)
async def test_nothing_is_told_of_before_what_is_not_there(said: str) -> None:
    async with diary() as it:
        before = await it.rows()
        assert (await it.say(said)).runs == ()
        assert await it.rows() == before


async def test_what_is_moved_is_told_of_before_its_new_day() -> None:
    async with diary() as it:
        outcome = await it.say("Move the dentist to Friday and remind me the evening before")
        assert [run.tool for run in outcome.runs] == ["update_custom_task_time", "set_reminder"]
        assert "Thu 26 Nov, 19:00" in outcome.text


async def test_what_should_have_been_told_by_now_is_told_at_once() -> None:
    async with diary() as it:
        assert "I will remind you right away" in (await it.say("Add a meter reading on Friday and remind me a week ahead")).text
        assert "すぐにお知らせします" in (await it.say("金曜に検針を入れて。一週間前に知らせて")).text


async def test_hours_before_a_mere_part_of_the_day_are_left_to_the_model() -> None:
    async with diary(script=[{"calls": []}]) as it:
        before = await it.rows()
        await it.say("Add a meter reading on Friday evening and remind me an hour before")
        assert await it.rows() == before


@pytest.mark.parametrize("said", ["Let me know about my plans for Friday", "Let us know my plans for Friday"])
async def test_let_me_know_without_a_lead_only_asks(said: str) -> None:
    async with diary() as it:
        outcome = await it.say(said)
        assert [run.tool for run in outcome.runs] == ["list_tasks_in_period"]
