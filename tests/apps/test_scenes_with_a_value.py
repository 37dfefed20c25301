"""A scene with one value of its own this time, which the scene does not keep."""

import pytest
from tests.apps.test_automations import commands, demo
from tests.apps.test_scenes import Talk, state

LEVEL = "desk-lamp.main.switchLevel.level"


@pytest.mark.parametrize(
    ("make", "adjusted", "plain"),
    [
        ("when I say siesta, set the desk lamp to 70 percent and turn on the coffee maker", "siesta, but at 15 %", "siesta"),
        ("昼寝って言ったらデスクランプを70%にして、コーヒーメーカーをつけて", "昼寝、でも15%で", "昼寝"),
    ],
)
async def test_a_scene_is_run_with_another_value_this_time(make: str, adjusted: str, plain: str) -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says(make)
        await talk.says(adjusted)
        assert await state(household, LEVEL) == 15
        assert ("coffee-maker", "on") in await commands(household)
        await talk.says(plain)
        assert await state(household, LEVEL) == 70


@pytest.mark.parametrize(
    ("make", "adjusted"),
    [
        ("when I say siesta, turn on the coffee maker", "siesta, but at 15 %"),
        ("when I say siesta, set the desk lamp to 70 percent", "siesta, but with the kettle at 15 %"),
        ("昼寝って言ったらコーヒーメーカーをつけて", "昼寝、でも15%で"),
    ],
)
async def test_a_value_that_the_scene_has_no_place_for_changes_nothing(make: str, adjusted: str) -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says(make)
        answer = await talk.says(adjusted)
        assert "so I changed nothing" in answer or "何も変更していません" in answer
        assert await commands(household) == []
