"""What was done is said from receipts, in the person's language, with names, rooms, values and units."""

import pytest
from tests.agents.iot.house import house


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Turn off the chandelier", "The chandelier is off now."),
        ("Turn on the chandelier", "The chandelier was on already."),
        ("Set the chandelier to 60", "The chandelier was at 60% already."),
        ("Set the chandelier to 45", "The chandelier is at 45% now."),
        ("Close the left drape", "The left drape is closed now."),
        ("Turn on the sink light", "The sink light is on now."),
        ("シャンデリアを消して", "シャンデリアを消しました。"),
        ("シャンデリアをつけて", "シャンデリアはもうついています。"),
        ("シャンデリアを45％にして", "シャンデリアの明るさを45%にしました。"),
        ("左のカーテンを閉めて", "左のカーテンを閉めました。"),
        ("Unlock the gate", "I need your OK to unlock the gate."),
        ("ラジエーターを90度にして", "16から30"),
    ],
)
async def test_a_report_says_what_the_receipts_prove(sentence: str, said: str) -> None:
    async with house() as manor:
        assert said in (await manor.say(sentence)).text


async def test_out_of_range_is_refused_by_the_gate_and_said() -> None:
    async with house() as manor:
        outcome = await manor.say("Set the radiator to 90 degrees")
        assert not outcome.proven and "16 to 30" in outcome.text and not await manor.changed()


async def test_a_number_beyond_what_a_device_takes_is_said_at_once_in_the_persons_language() -> None:
    async with house() as manor:
        english, japanese = await manor.say("Set the chandelier to 300 %"), await manor.say("シャンデリアを300%にして")
        assert "0 to 100%" in english.text and "0から100%まで" in japanese.text
        assert await manor.changed() == {} and not manor.model.prompts
