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
        "Put a meter reading in for Friday and warn us the previous evening, please",
        "I have a meter reading on Friday. Could you let me know the evening before?",
        "Add a meter reading on Friday with a reminder the night before",
        "Remind me the evening before about a meter reading on Friday",
        "Remind me of a meter reading on Friday at 7 pm the day before",
    ],
)
async def test_the_evening_before_a_day_without_a_time_is_seven_o_clock(said: str) -> None:
    assert await told(said) == (["Meter reading 2026-11-27"], EVENING)


@pytest.mark.parametrize(
    "said",
    [
        "金曜に検針を入れて、前日の夜に教えて",
        "金曜に検針があるので前の晩に声をかけてほしい",
        "金曜は検針なので、前の晩にひと声かけて",
        "金曜の検針を前日の19時にリマインドして",
        "前日の夜に教えてほしいんだけど、金曜に検針を入れて",
        "金曜に検針、前夜に通知をお願い",
    ],
)
async def test_the_evening_before_is_said_in_japanese_too(said: str) -> None:
    assert await told(said) == (["検針 2026-11-27"], EVENING)


@pytest.mark.parametrize(
    ("lead", "due"),
    [
        ("the day before", THURSDAY + timedelta(hours=9)),
        ("the morning before", THURSDAY + timedelta(hours=9)),
        ("two days in advance", THURSDAY - timedelta(hours=15)),
        ("that morning", FRIDAY + timedelta(hours=9)),
        ("on the morning of it", FRIDAY + timedelta(hours=9)),
        ("the night before", EVENING),
    ],
)
async def test_a_part_of_the_day_does_not_change_when_one_is_told_before(lead: str, due: datetime) -> None:
    assert await told(f"Add a meter reading on Friday evening and tell me {lead}") == (["Meter reading 2026-11-27 (in the evening)"], due)


@pytest.mark.parametrize(
    ("lead", "due"),
    [
        ("前日", THURSDAY + timedelta(hours=9)),
        ("前日の朝", THURSDAY + timedelta(hours=9)),
        ("2日前", THURSDAY - timedelta(hours=15)),
        ("当日の朝", FRIDAY + timedelta(hours=9)),
        ("その日の朝", FRIDAY + timedelta(hours=9)),
        ("前の晩", EVENING),
    ],
)
async def test_nor_does_it_in_japanese(lead: str, due: datetime) -> None:
    assert await told(f"金曜の夕方に検針を入れて、{lead}に知らせて") == (["検針 2026-11-27 (夕方)"], due)


@pytest.mark.parametrize(
    ("said", "hours"),
    [("Fencing on Monday at 18:00 and remind me that morning", 9), ("Fencing on Monday at 8:30, remind me that morning", 7.5)],
)
async def test_the_morning_of_something_is_nine_or_an_hour_before_what_begins_by_then(said: str, hours: float) -> None:
    assert (await told(said))[1] == MONDAY + timedelta(hours=hours)


@pytest.mark.parametrize(
    "said", [("Fencing on Friday at 6 pm", "Remind me the night before"), ("金曜の18時にフェンシング", "前の晩に教えて")]
)
async def test_what_was_just_spoken_of_is_told_of_before(said: tuple[str, str]) -> None:
    rows, due = await told(*said)
    assert len(rows) == 1
    assert due == EVENING


@pytest.mark.parametrize(
    "said",
    [
        "Remind me the evening before the dentist",
        "Remind me of the dentist the evening before",
        "歯医者の前の晩に教えて",
        "歯医者を前日の夜に教えて",
    ],
)
async def test_what_is_there_already_is_told_of_the_evening_before(said: str) -> None:
    async with diary() as it:
        before = await it.rows()
        outcome = await it.say(said)
        assert [run.tool for run in outcome.runs] == ["set_reminder"]
        assert "19:00" in outcome.text
        assert await it.rows() == before


@pytest.mark.parametrize("said", ["Let me know before the fencing", "フェンシングの前に教えて"])
async def test_before_something_is_ten_minutes_before_it(said: str) -> None:
    async with diary() as it:
        await it.say("Fencing on Friday at 18:00" if said.isascii() else "金曜の18時にフェンシング")
        rows = await it.rows()
        assert "17:50" in (await it.say(said)).text
        assert await it.rows() == rows


@pytest.mark.parametrize("said", ["Remind me before tomorrow's fencing", "明日のフェンシングの前に知らせて"])
async def test_the_day_that_is_said_tells_which_one(said: str) -> None:
    async with diary() as it:
        for day in ("Friday at 20:00", "tomorrow at 18:00") if said.isascii() else ("金曜の20時", "明日の18時"):
            await it.say(f"Add fencing on {day}" if said.isascii() else f"{day}にフェンシングを追加して")
        assert "17:50" in (await it.say(said)).text


@pytest.mark.parametrize(
    "said",
    [
        "Tell me 20 minutes before the audition",
        "Remind me before the audition",
        "Remind me before Monday's audition",
        "オーディションの20分前に教えて",
        "オーディションの前に知らせて",
        "オーディションを前日の夜に教えて",
        "6時半の20分前に教えて",
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
        assert "すぐにお知らせします" in (await it.say("金曜に検針を入れて、一週間前に知らせて")).text


async def test_hours_before_a_mere_part_of_the_day_are_left_to_the_model() -> None:
    async with diary(script=[{"calls": []}]) as it:
        before = await it.rows()
        await it.say("Add a meter reading on Friday evening and remind me an hour before")
        assert await it.rows() == before


async def test_an_errand_before_something_stays_an_errand() -> None:
    async with diary() as it:
        outcome = await it.say("Remind me to call Ola the night before the dentist")
        assert [run.tool for run in outcome.runs] == ["create_custom_task"]


@pytest.mark.parametrize("said", ["Let me know about the dentist", "Let me know when the dentist is", "Let us know my plans for Friday"])
async def test_let_me_know_without_a_lead_only_asks(said: str) -> None:
    async with diary() as it:
        outcome = await it.say(said)
        assert [run.tool for run in outcome.runs] == ["list_tasks_in_period"]


@pytest.mark.parametrize(
    "said", ["Remind me the night before", "Remind me of it an hour before", "Remind me at 8", "前の晩に教えて", "1時間前に教えて"]
)
async def test_where_nothing_was_spoken_of_nothing_is_added_for_it(said: str) -> None:
    async with diary(rows=()) as it:
        answer = await it.say(said)
        assert await it.rows() == []
    assert answer.text in ("I do not know which task you mean.", "どの予定のことか分かりません。")
