"""Which rooms a sentence speaks of, where the person is in one of them."""

import pytest
from tests.apps.test_automations import commands, demo
from tests.apps.test_scenes import Talk


@pytest.mark.parametrize(
    ("asked", "told"), [("is there a light on anywhere?", "Bedside lamp"), ("照明つけっぱなしの部屋ある？", "ベッドサイドランプ")]
)
async def test_a_question_for_any_room_is_not_of_the_room_one_is_in_alone(asked: str, told: str) -> None:
    async with demo() as household:
        assert told in await Talk(household, room="living-room").says(asked)


async def test_a_complaint_about_a_place_that_is_not_known_changes_nothing_here() -> None:
    async with demo() as household:
        await Talk(household, room="living-room").says("the hall's a bit gloomy")
        assert await commands(household) == []
