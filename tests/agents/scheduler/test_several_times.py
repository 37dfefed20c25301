"""Whatever is listed is kept: several times of a day, several days, several things that each come again."""

import pytest
from tests.agents.scheduler.diary import PERSON, Diary, diary


async def routines(it: Diary) -> list[str]:
    rows = await it.schedule.routines.all(person=PERSON)
    return [f"{r.title} {r.recurrence.removeprefix('FREQ=')} {r.time:%H:%M}" if r.time else f"{r.title} {r.recurrence}" for r in rows]


@pytest.mark.parametrize(
    "said",
    [
        "Remind me to water the bonsai every day at 9, 12 and 3pm",
    ],
)
async def test_what_is_done_several_times_a_day_is_kept_for_each(said: str) -> None:
    async with diary(rows=()) as it:
        await it.say(said)
        assert await routines(it) == [f"Water the bonsai DAILY {time}" for time in ("09:00", "12:00", "15:00")]


@pytest.mark.parametrize("said", ["毎日朝8時と夜8時に薬を飲むと知らせて", "毎朝8時と毎晩8時に薬を飲むと知らせて"])
async def test_in_japanese_it_is_told_of_each_time(said: str) -> None:
    async with diary(rows=()) as it:
        assert (await it.say(said)).text.count("毎回お知らせします") == 2
        assert await routines(it) == ["薬を飲む DAILY 08:00", "薬を飲む DAILY 20:00"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Put pottery on Monday at 7 and Wednesday at 8", 'Added "Pottery" for Mon 23 Nov, 07:00. Added "Pottery" for Wed 25 Nov, 08:00.'),
        ("Pottery on the 3rd and 5th at 10", 'Added "Pottery" for Thu 3 Dec, 10:00. Added "Pottery" for Sat 5 Dec, 10:00.'),
        ("12月3日と5日の10時に顔合わせ", "「顔合わせ」を12月3日(木)10:00に追加しました。「顔合わせ」を12月5日(土)10:00に追加しました。"),
    ],
)
async def test_one_thing_on_several_days_is_entered_on_each(said: str, told: str) -> None:
    async with diary(rows=()) as it:
        assert told in (await it.say(said)).text


@pytest.mark.parametrize(
    ("asked", "said", "gone"),
    [("来週の予定は？", "水曜の予定を全部消して", "歯医者")],
)
async def test_everything_of_a_day_is_no_more_than_that_though_a_week_was_spoken_of(asked: str, said: str, gone: str) -> None:
    async with diary() as it:
        await it.say(asked)
        await it.say(said)
        left = {task.title for task in await it.schedule.tasks.all(person=PERSON)}
        assert {"Dentist", "歯医者", "Team meeting"} - left == {gone}
