"""What is said about a scene that was just saved changes the scene, and nothing in the home; no language model answers."""

import pytest
from tests.apps.test_automations import commands, demo
from tests.apps.test_scenes import Talk


@pytest.mark.parametrize(
    ("make", "other", "run"),
    [
        ("when I say teatime, turn on the kitchen light", "actually, use the coffee maker", "teatime"),
        ("when I say teatime, turn on the kitchen light", "no, the coffee maker instead", "teatime"),
        ("おやつって言ったらキッチンの明かりをつけて", "やっぱりコーヒーメーカーにして", "おやつ"),
        ("おやつって言ったらキッチンの明かりをつけて", "コーヒーメーカーに変えて", "おやつ"),
    ],
)
async def test_another_device_takes_the_place_of_the_one_in_the_scene(make: str, other: str, run: str) -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says(make)
        await talk.says(other)
        assert await commands(household) == []
        await talk.says(run)
        assert await commands(household) == [("coffee-maker", "on")]


async def test_of_two_devices_the_one_that_is_replaced_is_asked_for_once() -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says("when I say teatime, turn on the kitchen light and the coffee maker")
        assert (await talk.turn("make it the floor lamp instead"))["waiting"]["options"] == ["the kitchen light", "the coffee maker"]
        assert (
            await talk.says("the kitchen light") == "I replaced the scene “teatime”: it will turn on the floor lamp and the coffee maker."
        )
        assert await commands(household) == []


async def test_a_device_that_cannot_do_it_changes_nothing_and_a_change_is_taken_back() -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says("when I say teatime, set the desk lamp to 30 percent")
        assert "cannot do what the desk lamp does" in await talk.says("make it the coffee maker instead")
        await talk.says("make it the floor lamp instead")
        await talk.says("undo that")
        assert "desk lamp" in await talk.says("what does teatime do?")
        assert await commands(household) == []


@pytest.mark.parametrize(
    ("make", "out", "yes", "run"),
    [
        ("when I say teatime, turn on the floor lamp and the coffee maker", "leave out the floor lamp", "yes", "teatime"),
        ("おやつって言ったらフロアランプとコーヒーメーカーをつけて", "フロアランプは抜いて", "はい", "おやつ"),
    ],
)
async def test_what_is_left_out_right_after_saving_is_left_out_of_the_scene(make: str, out: str, yes: str, run: str) -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says(make)
        assert "フロアランプ" in (asked := await talk.says(out)) or "Shall I leave the floor lamp out" in asked
        await talk.says(yes)
        assert await commands(household) == []
        await talk.says(run)
        assert await commands(household) == [("coffee-maker", "on")]


async def test_after_something_else_was_done_an_order_is_an_order_again() -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says("when I say teatime, turn on the coffee maker")
        await talk.says("turn on the bedroom light")
        await talk.says("make it the floor lamp instead")
        assert "coffee maker" in await talk.says("what does teatime do?")


@pytest.mark.parametrize(
    ("make", "other"),
    [
        (
            "make a scene called teatime - desk lamp at 30 and the floor lamp at 50",
            "actually 15 for the desk lamp in teatime, 30's too much",
        ),
        (
            "「おやつ」っていうシーン作っといて。デスクランプは30%、フロアランプは50%。まだ動かさんでいいよ",
            "おやつのシーンのデスクランプを15%にして",
        ),
    ],
)
async def test_a_value_of_a_scene_is_changed_for_good_and_nothing_is_done_meanwhile(make: str, other: str) -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says(make)
        assert "15%" in await talk.says(other)
        assert await commands(household) == []
        await talk.says("teatime" if make.isascii() else "「おやつ」にして")
        state = await household.snapshot()
        assert state["desk-lamp.main.switchLevel.level"] == 15
        assert state["floor-lamp.main.switchLevel.level"] == 50
