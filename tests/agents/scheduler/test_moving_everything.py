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
    ("said", "begins"),
    [
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
