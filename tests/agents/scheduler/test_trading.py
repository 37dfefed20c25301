"""Tasks that trade places, that take longer, and that somebody cannot come to."""

import pytest
from tests.agents.scheduler.diary import diary

from yamori.agentkit.task import Strength


async def test_without_the_other_one_nothing_is_moved() -> None:
    async with diary() as it:
        rows = await it.rows()
        await it.say("Swap the dentist and the hairdresser")
        assert await it.rows() == rows


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Cancel my 3pm", 'Deleted "Team meeting" (Fri 27 Nov, 15:00).'),
        ("歯医者には行けなくなったので取り消して", "「歯医者」(11月25日(水)10:00)を削除しました。"),
    ],
)
async def test_what_somebody_cannot_come_to_is_taken_off_and_not_marked_as_done(said: str, told: str) -> None:
    async with diary() as it:
        assert (await it.say(said)).text == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("How many days until Christmas?", "Fri 25 Dec is in 34 days."),
        ("クリスマスまであと何日？", "12月25日(金)まであと34日です。"),
        ("How long is it until tomorrow?", "It is tomorrow, Sun 22 Nov."),
        ("How long until the dentist?", "Tue 24 Nov, 15:30 Dentist."),
    ],
)
async def test_how_far_off_a_day_is(said: str, told: str) -> None:
    async with diary() as it:
        assert (await it.say(said)).text == told


@pytest.mark.parametrize("said", ["I need to turn on the heater", "暖房をつけなきゃ", "I have to get some sleep"])
async def test_what_a_device_may_do_is_not_taken_for_a_duty(said: str) -> None:
    async with diary(rows=()) as it:
        assert (await it.claim(said)).strength is not Strength.STRONG
