"""What a sentence owes to the one before: it, the other one, too, no that was wrong, undo."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.agents.iot.house import after, answered, house

from yamori.domain.values import Value

LODGE = Path(__file__).parent / "houses" / "lodge.home.yaml"


@pytest.mark.parametrize(
    ("turns", "changed"),
    [
        (("Turn on the piano lamp", "make it brighter"), {"p2.switch": "on", "p2.level": 40}),
        (("Turn on the piano lamp", "and the kettle too"), {"p2.switch": "on", "s5.switch": "on"}),
        (("Turn on Otto's lamp", "No, the piano lamp"), {"p2.switch": "on"}),
        (("Turn off Ida's lamp", "and the one in the tower"), {"b1.switch": "off", "t1.switch": "off"}),
        (("Dim the chandelier", "more"), {"p1.level": 40}),
        (("Dim the chandelier", "a tad more"), {"p1.level": 40}),
        (("Set the chandelier to 30", "actually 45"), {"p1.level": 45}),
        (("Set the gramophone's volume to 30", "a bit lower"), {"p3.volume": 25}),
        (("Turn on the kettle", "off again"), {}),
        (("Is the piano lamp on?", "turn it on then"), {"p2.switch": "on"}),
        (("Close the left drape", "and the other one"), {"p5.position": 0, "p6.position": 0}),
        (("ピアノのランプをつけて", "やかんも"), {"p2.switch": "on", "s5.switch": "on"}),
        (("シャンデリアを30%にして", "やっぱり45"), {"p1.level": 45}),
        (("アイダのランプを消して", "違う、塔の方"), {"t1.switch": "off"}),
        (("ピアノのランプついてる？", "じゃあつけて"), {"p2.switch": "on"}),
        (("ピアノのランプをつけて", "それも消して"), {}),
    ],
)
async def test_a_short_sentence_goes_on_with_the_last_one(turns: tuple[str, ...], changed: Mapping[str, Value]) -> None:
    assert await after(*turns) == changed


@pytest.mark.parametrize(
    "turns",
    [
        ("Turn off all the lights", "undo that"),
        ("Make the piano lamp blue", "put it back how it was"),
        ("Close the drapes", "undo"),
        ("Turn on the sink light", "undo"),
        ("Set the chandelier to 10", "revert that please"),
        ("電気を全部消して", "元に戻して"),
        ("アイダのランプを消して", "取り消して"),
    ],
)
async def test_what_was_done_can_be_taken_back(turns: tuple[str, ...]) -> None:
    assert await after(*turns) == {}


async def test_the_other_one_undoes_the_first() -> None:
    assert await after("Turn on Otto's lamp", "no, I meant the telescope lamp") == {}
    assert await after("Turn off Ida's lamp", "no, the telescope lamp") == {"t1.switch": "off"}


async def test_there_may_be_nothing_to_take_back() -> None:
    assert "take back" in await answered("undo that")


async def test_a_question_can_be_asked_again_of_another() -> None:
    assert "11" in await answered("What's the temperature in the parlour?", "and in the tower?")
    assert "オン" in await answered("ピアノのランプついてる？", "シャンデリアは？")


@pytest.mark.parametrize("sentence", ["turn it up", "上げて"])
async def test_it_that_was_not_named_before_is_what_is_at_work_in_the_room(sentence: str) -> None:
    async with house(room="den", home=LODGE) as lodge:  # the television plays, the lamp is off
        await lodge.say(sentence)
        assert list(await lodge.changed()) == ["tele.volume"]
