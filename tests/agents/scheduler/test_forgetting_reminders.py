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
        "Delete the fencing reminder",
        "Delete the reminder",
        "Clear all my reminders",
        "Cancel my reminders for Monday",
    ],
)
async def test_what_is_entered_stays_when_its_reminder_goes(said: str) -> None:
    assert await left(FENCING, said) == (["Fencing 2026-11-23 18:00"], 0)


@pytest.mark.parametrize("said", ["Cancel my reminders for Tuesday", "Don't remind me about kendo", "火曜のリマインダーを消して"])
async def test_another_reminder_stays(said: str) -> None:
    async with diary(rows=(), script=[{"calls": []}] * 2) as it:
        await it.say(FENCING)
        await it.say(said)
        assert len(await it.schedule.reminders.waiting(person=PERSON)) == 1
        assert len(await it.rows()) == 1
