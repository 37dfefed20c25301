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


@pytest.mark.parametrize(
    ("told", "run", "level"),
    [("I like the lights at 25% for films", "film night", 25), ("映画のときは照明を25%にするのが好き", "映画モードにして", 25)],
)
async def test_a_ritual_is_as_bright_as_the_person_likes_it_then(told: str, run: str, level: int) -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says(told)
        assert "25%" in await talk.says(run)
        await talk.says("yes" if run.isascii() else "はい")
        assert await state(household, "floor-lamp.main.switchLevel.level") == level


async def test_what_one_person_likes_changes_no_scene_of_anothers() -> None:
    async with demo() as household:
        await Talk(household, person="kenji", conversation="two").says("I like the lights at 25% for films")
        assert "25%" not in await Talk(household).says("film night")
