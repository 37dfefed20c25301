"""Whatever lies on a day moves together: to another day, or by so long, each from where it lies."""

import pytest
from tests.agents.scheduler.diary import diary

DAY = ("Choir on Tuesday at 18:00", "Tiler on Tuesday at 10:00", "Add tiles on Tuesday", "Sauna on Friday at 20:00")


async def rows_after(said: str) -> list[str]:
    async with diary(rows=()) as it:
        for sentence in DAY:
            await it.say(sentence)
        await it.say(said)
        return sorted(await it.rows())


@pytest.mark.parametrize(
    "said",
    [
        "Push everything on Tuesday back by an hour",
        "Move all of Tuesday's appointments one hour later",
        "火曜の予定を全部1時間遅らせて",
        "火曜の予定をすべて1時間後ろにずらして",
    ],
)
async def test_what_has_a_time_that_day_is_an_hour_later(said: str) -> None:
    assert await rows_after(said) == ["Choir 2026-11-24 19:00", "Sauna 2026-11-27 20:00", "Tiler 2026-11-24 11:00", "Tiles 2026-11-24"]


@pytest.mark.parametrize(
    "said", ["Push everything on Tuesday back by a day", "Move everything on Tuesday to Wednesday", "火曜の予定を全部水曜に移して"]
)
async def test_all_of_that_day_is_on_another_day(said: str) -> None:
    assert await rows_after(said) == ["Choir 2026-11-25 18:00", "Sauna 2026-11-27 20:00", "Tiler 2026-11-25 10:00", "Tiles 2026-11-25"]


@pytest.mark.parametrize(
    ("said", "begins"),
    [
        ("When is my next free evening?", "17:00"),
        ("次に空いてる夜はいつ？", "17:00"),
        ("What's the next free afternoon?", "12:00"),
        ("何曜日が空いてる？", None),
        ("Can I fit in a haircut on Tuesday?", None),
        ("Do we have time to visit grandpa on Wednesday?", None),
        ("火曜に1時間空いてる？", None),
    ],
)
async def test_free_time_is_looked_for_in_the_part_of_the_day_that_is_named(said: str, begins: str | None) -> None:
    async with diary(rows=()) as it:
        (run,) = (await it.say(said)).runs
        assert run.tool == "find_free_time"
        assert run.arguments.get("begins") == begins


async def test_what_has_moved_is_moved() -> None:
    assert "Sauna 2026-11-26 20:00" in await rows_after("Sauna moved to Thursday")


async def test_the_time_of_something_is_told_and_no_reminder_set() -> None:
    async with diary() as it:
        assert [run.tool for run in (await it.say("歯医者の時間教えて")).runs] == ["list_tasks_in_period"]
        assert [run.tool for run in (await it.say("歯医者の時間になったら教えて")).runs] == ["set_reminder"]
        assert (await it.say("発表会の時間になったら教えて")).runs == ()


@pytest.mark.parametrize("said", ["When am I free on Wednesday?", "水曜は空いてる？"])
async def test_beside_the_free_times_of_a_day_stands_what_is_planned(said: str) -> None:
    async with diary(rows=()) as it:
        await it.say("Sauna on Wednesday at 20:00")
        assert "20:00 Sauna" in (await it.say(said)).text
