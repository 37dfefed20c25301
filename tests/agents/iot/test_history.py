"""What was done before: why it is so, who wanted it, and taking it back since a time."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from tests.agents.iot.house import NOW, house

from yamori.agents.iot.rules.history import since


async def test_why_is_answered_with_the_words_that_caused_it() -> None:
    async with house() as manor:
        before = dict(await manor.changed())
        await manor.say("Turn off the chandelier")
        outcome = await manor.say("Why is the chandelier off?")
        assert "Turn off the chandelier" in outcome.text and "Ida" in outcome.text
        assert before == {} and set(await manor.changed()) == {"p1.switch"}


async def test_what_nobody_asked_for_is_not_made_up() -> None:
    async with house() as manor:
        assert "Nothing was changed through me" in (await manor.say("Who turned on the chandelier?")).text
        assert "私を通した変更はありません" in (await manor.say("どうして chandelier がついているの")).text


async def test_everything_since_a_time_is_taken_back() -> None:
    async with house() as manor:
        await manor.say("Turn off the chandelier")
        await manor.say("Close the left drape")
        assert await manor.changed()
        await manor.say("Undo everything since this morning")
        assert await manor.changed() == {}


async def test_nothing_to_take_back_is_said() -> None:
    async with house() as manor:
        assert "nothing that I could take back" in (await manor.say("Undo everything since this morning")).text


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("undo everything from the last 2 hours", NOW - timedelta(hours=2)),
        ("undo the past half an hour", NOW - timedelta(minutes=30)),
        ("undo everything since 5", NOW.replace(hour=17, minute=0)),
        ("undo everything since 8 am", NOW.replace(hour=8, minute=0)),
        ("この30分の操作を元に戻して", NOW - timedelta(minutes=30)),
        ("2時間前からの操作を元に戻して", NOW - timedelta(hours=2)),
        ("今日の操作を元に戻して", NOW.replace(hour=0, minute=0)),
        ("undo that", None),
    ],
)
def test_a_time_to_go_back_to_is_the_latest_that_has_passed(sentence: str, wanted: datetime | None) -> None:
    assert since(sentence, NOW.astimezone(ZoneInfo("Europe/London"))) == wanted
