"""Which sentences are this agent's own."""

import pytest
from tests.agents.iot.house import house

from yamori.agentkit.task import Strength


@pytest.mark.parametrize(
    "sentence",
    [
        "Turn off the chandelier", "Is the gate locked?", "Where is it coldest?", "Is anything on in the parlour?", "chandelier to 40",
        "Turn on the dishwasher", "What's the humidity?", "Which batteries are low?",
        "シャンデリアを消して", "塔は何度？", "湿度は？", "どの電気がついてる？", "車庫を開けて",
    ],
)  # fmt: skip
async def test_what_the_home_can_answer_or_do_is_claimed(sentence: str) -> None:
    async with house() as manor:
        assert (await manor.claim(sentence)).strength in (Strength.STRONG, Strength.OWNING)


@pytest.mark.parametrize(
    "sentence",
    [
        "Remind me to call the piano tuner tomorrow", "Add lamp oil to the shopping list", "I watched the fire all evening",
        "Put the window cleaner on Friday at 10", "What's on my calendar?", "Is there anything on next week?", "How are you?", "Good night",
        "Cancel the piano lesson", "I had a lovely day",
        "ランプの油を買うのを忘れないように", "歯医者の予約を消して",
        "金曜に窓拭きの予定を入れて", "今日はテレビを見た", "来週の予定は？", "おやすみ",
    ],
)  # fmt: skip
async def test_the_diary_and_small_talk_are_not_claimed(sentence: str) -> None:
    async with house() as manor:
        assert (await manor.claim(sentence)).strength in (Strength.NONE, Strength.WEAK)


async def test_a_device_and_what_to_do_with_it_is_owned() -> None:
    async with house() as manor:
        assert (await manor.claim("Dim the chandelier to 20")).strength is Strength.OWNING
