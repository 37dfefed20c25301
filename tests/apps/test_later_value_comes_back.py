"""A value that is set until something is so, or for a time: at the end the value of before comes back."""

import pytest
from tests.apps.test_automations import commands, demo, told
from tests.apps.test_later_gone_on_about import sensed
from tests.apps.test_scenes import state

HEATER = "den-heater.main.temperatureSetpoint.temperatureSetpoint"
LAMP = "floor-lamp.main.switchLevel.level"


@pytest.mark.parametrize("text", ["keep the den heater at 23 until I'm home", "帰ってくるまで書斎のヒーターを23度にして"])
async def test_the_value_of_before_comes_back_when_the_person_does(text: str) -> None:
    async with sensed() as household:
        await told(household, text)
        assert await state(household, HEATER) == 23
        await household.set_state("aiko-phone.main.presenceSensor.presence", "present")
        assert await state(household, HEATER) == 18


@pytest.mark.parametrize("text", ["set the floor lamp to 35 percent for half an hour", "フロアランプを30分だけ35%にして"])
async def test_the_value_of_before_comes_back_at_a_time_and_what_was_off_is_off_again(text: str) -> None:
    async with demo() as household:
        before = await state(household, LAMP)
        await told(household, text)
        assert await state(household, LAMP) == 35
        await household.advance(1801)
        assert await state(household, LAMP) == before
        assert await state(household, "floor-lamp.main.switch.switch") == "off"


@pytest.mark.parametrize(
    ("text", "said"),
    [("set the floor lamp to 35 until I'm home", "I cannot tell when"), ("帰るまでフロアランプを35%にして", "いつ終わるのか分からない")],
)
async def test_without_a_sensor_that_tells_the_end_nothing_begins(text: str, said: str) -> None:
    async with demo() as household:
        assert said in await told(household, text)
        assert await commands(household) == []


async def test_where_the_value_of_before_is_not_known_nothing_begins() -> None:
    async with sensed() as household:
        await household.set_state(HEATER, None)
        assert "So I did nothing" in await told(household, "set the den heater to 23 until I'm home")
        assert await commands(household) == []
