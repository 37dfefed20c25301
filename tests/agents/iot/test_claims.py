"""Which sentences are this agent's own."""

import asyncio
from collections.abc import Sequence

import pytest
from tests.agents.iot.house import house
from tests.embedding.encoders import CountingEncoder

from yamori.agentkit.task import Strength
from yamori.embedding.port import Vectors


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
        "デリの日は次いつ？",  # a piece of シャンデリア is no name
    ],
)  # fmt: skip
async def test_the_diary_and_small_talk_are_not_claimed(sentence: str) -> None:
    async with house() as manor:
        assert (await manor.claim(sentence)).strength in (Strength.NONE, Strength.WEAK)


@pytest.mark.parametrize(
    "sentence",
    [
        "What can I do about the fingermarks on the chandelier?", "What do I do about a dishwasher that leaks?",
        "What could we use against condensation on the windows?", "Any tips for cleaning the chandelier?",
        "Do you have some advice on keeping a lamp free of dust?", "How best to clean the chandelier?",
        "What did we pay for the chandelier?", "When did we buy the dishwasher?", "シャンデリアの掃除にいくら払った？",
        "Is there a trick to getting the dishwasher clean?", "How can I get wax off the chandelier?",
        "シャンデリアの曇りはどうしたらいい？", "窓の結露にはどうすればいいですか", "シャンデリアを磨くコツある？",
        "There are fingermarks on the chandelier, anything I can do?", "The dishwasher leaks. What now?",
        "The dishwasher smells, any ideas?", "There's wax on the chandelier. Is there something we could try?",
        "Anything we could use against dust on the chandelier?", "シャンデリアに傷が。何かできることある？", "食洗機の臭いの対策を教えて",
        "The dishwasher left a film on the plates. What did I do wrong?", "The chandelier went dull, what's the cause?",
        "食洗機から泡があふれた。何がいけなかった？", "A plate came chipped out of the dishwasher, can it be mended?",
        "The dishwasher hums all the time, is that normal?",
        "窓の結露、どうすれば防げる？", "シャンデリアのほこりには何が効く？",
    ],
)  # fmt: skip
async def test_what_helps_is_asked_of_no_device_whatever_it_names(sentence: str) -> None:
    async with house() as manor:
        assert (await manor.claim(sentence)).strength is Strength.WEAK


@pytest.mark.parametrize(
    "sentence",
    [
        "What can I do with the chandelier?", "What is the chandelier doing?", "What can I do about the heat in the parlour?",
        "The parlour is too hot, what can I do?", "Dim the chandelier, and what else is on?", "Dim the chandelier, what can it do?",
        "Any lights on in the parlour?", "Any chance you could dim the chandelier?", "How can you dim the chandelier to 20?",
        "シャンデリアで何ができる？", "シャンデリアはどうなってる？", "応接間が暑い、どうにかして", "シャンデリアを消したらどうかな",
    ],
)  # fmt: skip
async def test_what_a_device_can_do_or_how_it_is_stays_its_own(sentence: str) -> None:
    async with house() as manor:
        assert (await manor.claim(sentence)).strength in (Strength.STRONG, Strength.OWNING)


async def test_a_device_and_what_to_do_with_it_is_owned() -> None:
    async with house() as manor:
        assert (await manor.claim("Dim the chandelier to 20")).strength is Strength.OWNING


class WakingEncoder(CountingEncoder):
    """Encodes nothing before it is let, and cannot bear to be left in the middle."""

    def __init__(self) -> None:
        super().__init__()
        self.awake = asyncio.Event()
        self.left = 0

    async def passages(self, texts: Sequence[str]) -> Vectors:
        try:
            await self.awake.wait()
        except asyncio.CancelledError:
            self.left += 1
            raise
        return await super().passages(texts)


@pytest.mark.parametrize("sentence", ["Half brightness for the scullery lamp", "物置のランプを半分の明るさにして"])
async def test_a_claim_does_not_wait_for_vectors_that_are_still_being_made(monkeypatch: pytest.MonkeyPatch, sentence: str) -> None:
    monkeypatch.setattr("yamori.agents.iot.policy.CLAIM_WAIT", 0.02)
    encoder = WakingEncoder()
    async with house(encoder=encoder, prepared=False) as manor:
        async with asyncio.timeout(5):
            assert (await manor.claim(sentence)).strength is not Strength.NONE
        encoder.awake.set()
        await manor.agent.policy.prepare()
        assert encoder.encoded and not encoder.left


@pytest.mark.parametrize(
    "sentence",
    [
        "My shawl got the kettle's limescale on it, can it be saved?",
        "Tea from the kettle on my shawl, what now?",
        "やかんから泡があふれた。何がいけなかった？",
    ],
)
async def test_whoever_asks_what_helps_gets_no_device_switched(sentence: str) -> None:
    async with house([{"calls": [{"command": "switch.on", "target": "Kettle (Scullery)"}]}]) as manor:
        await manor.say(sentence)
        assert await manor.changed() == {}
        assert manor.model.prompts == []
