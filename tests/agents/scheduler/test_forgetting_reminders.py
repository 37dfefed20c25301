"""Who does not want to be told any more keeps what is entered."""

import pytest
from tests.agents.scheduler.diary import PERSON, diary


async def left(*said: str) -> tuple[list[str], int]:
    """The rows of an empty schedule after these sentences, and how many reminders wait."""
    async with diary(rows=()) as it:
        for sentence in said:
            await it.say(sentence)
        return await it.rows(), len(await it.schedule.reminders.waiting(person=PERSON))


FENCING = "Fencing on Monday at 18:00 and remind me an hour before"
KENDO = "月曜の18時に剣道、1時間前に教えて"


@pytest.mark.parametrize(
    "said",
    [
        "Don't remind me about fencing",
        "Stop reminding me of the fencing, please",
        "No need to remind me of it",
        "You don't need to remind me",
        "Delete the fencing reminder",
        "Cancel the reminder for fencing",
        "Delete the reminder",
        "Clear all my reminders",
        "Cancel my reminders for Monday",
    ],
)
async def test_what_is_entered_stays_when_its_reminder_goes(said: str) -> None:
    assert await left(FENCING, said) == (["Fencing 2026-11-23 18:00"], 0)


@pytest.mark.parametrize(
    "said",
    [
        "剣道のリマインダーを消して",
        "剣道の通知はいらない",
        "剣道のことはもう知らせなくていい",
        "やっぱり教えなくていいよ",
        "リマインダーを全部消して",
        "月曜のリマインダーを取り消して",
    ],
)
async def test_it_stays_in_japanese_too(said: str) -> None:
    assert await left(KENDO, said) == (["剣道 2026-11-23 18:00"], 0)


@pytest.mark.parametrize("said", ["Cancel my reminders for Tuesday", "Don't remind me about kendo", "火曜のリマインダーを消して"])
async def test_another_reminder_stays(said: str) -> None:
    async with diary(rows=(), script=[{"calls": []}] * 2) as it:
        await it.say(FENCING)
        await it.say(said)
        assert len(await it.schedule.reminders.waiting(person=PERSON)) == 1
        assert len(await it.rows()) == 1


async def test_what_was_nothing_but_a_reminder_goes_as_a_whole() -> None:
    assert await left("Remind me tomorrow to oil the hinges", "Delete the reminder to oil the hinges") == ([], 0)
    assert await left("Remind me tomorrow to oil the hinges", "Don't remind me about the hinges") == (["Oil the hinges 2026-11-22"], 0)


async def test_a_routine_stays_and_tells_nobody() -> None:
    async with diary(rows=()) as it:
        await it.say("Remind me every Friday at 8:00 to oil the hinges")
        assert (await it.say("Stop reminding me about the hinges")).text == 'Cancelled the reminder of "Oil the hinges".'
        assert len(await it.schedule.routines.all(person=PERSON)) == 1
        assert await it.schedule.reminders.waiting(person=PERSON) == ()


async def test_one_of_several_is_asked_for() -> None:
    async with diary(rows=()) as it:
        await it.say(FENCING)
        await it.say("Choir on Tuesday at 19:00 and remind me an hour before")
        outcome = await it.say("Delete the reminder")
        assert outcome.runs == ()
        assert "Fencing" in outcome.text and "Choir" in outcome.text
