"""Whoever asks to be reminded is told: at the time that was said, in the part of the day, or in the morning of the day."""

from datetime import datetime, time, timedelta

import pytest
from tests.agents.scheduler.diary import NOW, PERSON, diary

from yamori.agents.scheduler.rules.resolving.calls import reminder_arguments
from yamori.domain.when import DayPart, When

TODAY, TOMORROW, FRIDAY = (datetime(2026, 11, day, tzinfo=NOW.tzinfo) for day in (21, 22, 27))


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ("Remind me tomorrow to oil the hinges", TOMORROW + timedelta(hours=9)),
        ("Remind me tomorrow evening to oil the hinges", TOMORROW + timedelta(hours=19)),
        ("Could you remind me to oil the hinges on Friday afternoon?", FRIDAY + timedelta(hours=13)),
        ("Remind me tonight to oil the hinges", TODAY + timedelta(hours=19)),
        ("Remind me today to oil the hinges", TODAY + timedelta(hours=12)),
        ("Remind me to oil the hinges tomorrow at 16:00", TOMORROW + timedelta(hours=16)),
        ("明日、蝶番に油をさすのをリマインドして", TOMORROW + timedelta(hours=9)),
        ("明日の夜に蝶番に油をさすのを知らせて", TOMORROW + timedelta(hours=19)),
        ("Remind me to oil the hinges every Friday evening", FRIDAY + timedelta(hours=19)),
        ("Remind me every Friday at 8:00 to oil the hinges", FRIDAY + timedelta(hours=8)),
        ("毎週金曜の20時に蝶番の油さしをリマインドして", FRIDAY + timedelta(hours=20)),
    ],
)
async def test_whoever_asks_to_be_reminded_is_told(said: str, due: datetime) -> None:
    async with diary(rows=()) as it:
        text = (await it.say(said)).text
        assert [r.due for r in await it.schedule.reminders.waiting(person=PERSON)] == [due]
        assert f"{due:%H:%M}" in text


@pytest.mark.parametrize(
    "said", ["Add oiling the hinges tomorrow evening", "明日の夜に油さしを追加して", "Oil the hinges every Friday at 8:00"]
)
async def test_who_only_enters_something_is_not_reminded(said: str) -> None:
    async with diary(rows=()) as it:
        await it.say(said)
        assert await it.schedule.reminders.waiting(person=PERSON) == ()


@pytest.mark.parametrize(
    ("now", "part", "at"),
    [
        ("07:00", None, "09:00"),
        ("08:31", None, "12:00"),
        ("18:45", None, "19:30"),
        ("20:10", DayPart.EVENING, "21:00"),
        ("23:40", None, None),
        ("23:40", DayPart.NIGHT, None),
    ],
)
def test_today_it_is_later_than_now(now: str, part: DayPart | None, at: str | None) -> None:
    moment = datetime.combine(NOW.date(), time.fromisoformat(now), tzinfo=NOW.tzinfo)
    assert reminder_arguments(When(part=part), moment.date(), moment).get("remind_at") == at
