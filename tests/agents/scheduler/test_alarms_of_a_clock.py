"""An alarm rings when a clock with hands next shows its time, or every time on the days that are said."""

from datetime import datetime, timedelta

import pytest
from tests.agents.scheduler.diary import NOW, PERSON, diary

from yamori.agentkit.task import Strength

TODAY, TOMORROW = (datetime(2026, 11, day, tzinfo=NOW.tzinfo) for day in (21, 22))


@pytest.mark.parametrize(
    ("said", "rings", "called"),
    [
        ("Set an alarm for 6:40 tomorrow", TOMORROW + timedelta(hours=6, minutes=40), "Alarm"),
        ("Set an alarm for 8", TODAY + timedelta(hours=20), "Alarm"),
        ("Alarm at 10 please", TODAY + timedelta(hours=10), "Alarm"),
        ("明日6時40分にアラームかけて", TOMORROW + timedelta(hours=6, minutes=40), "アラーム"),
    ],
)
async def test_an_alarm_rings_when_its_time_comes_next(said: str, rings: datetime, called: str | None) -> None:
    async with diary(rows=()) as it:
        assert (await it.claim(said)).strength is Strength.OWNING
        await it.say(said)
        (alarm,) = await it.schedule.reminders.waiting(person=PERSON)
        assert (alarm.due, alarm.text) == (rings, called)


@pytest.mark.parametrize(
    ("sets", "cancels"),
    [("Set an alarm for 6:40 tomorrow", "Cancel the alarm")],
)
async def test_an_alarm_can_be_cancelled(sets: str, cancels: str) -> None:
    async with diary(rows=()) as it:
        await it.say(sets)
        await it.say(cancels)
        assert await it.schedule.reminders.waiting(person=PERSON) == ()


@pytest.mark.parametrize("said", ["Set the alarm", "Turn off the alarm", "アラームを止めて"])
async def test_the_alarm_of_the_house_is_not_the_schedules(said: str) -> None:
    async with diary() as it:
        assert (await it.claim(said)).strength is not Strength.OWNING
