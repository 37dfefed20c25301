"""A complaint is mended in the room that it is about; where nobody knows the room the person is asked, and nothing is done elsewhere."""

import pytest
from tests.agents.iot.house import house
from tests.understanding.test_framed import MarkedReader

from yamori.agentkit.task import OutcomeStatus, Strength


async def test_a_complaint_without_a_room_asks_for_the_room_and_is_mended_there() -> None:
    async with house(reader=MarkedReader("too_bright: it's too bright [room|in here]")) as manor:
        asked = await manor.say("it's too bright in here")
        assert asked.status is OutcomeStatus.ASKING
        assert asked.question is not None
        assert "Parlour" in asked.question.options
        assert not await manor.changed()
        await manor.answer(asked, "the parlour, please")
        assert list(await manor.changed()) == ["p1.level"]


async def test_what_was_just_spoken_of_elsewhere_is_not_what_bothers_somebody() -> None:
    async with house(reader=MarkedReader("too_bright: it's too bright [room|in here]")) as manor:
        await manor.say("which lights are on?")
        await manor.say("it's too bright in here")
        assert not await manor.changed()


async def test_a_complaint_about_which_nothing_can_be_done_says_so() -> None:
    async with house(room="scullery", reader=MarkedReader("too_dry: it is dry [room|in here]")) as manor:
        outcome = await manor.say("it is dry in here")
        assert "moisture" in outcome.text
        assert not await manor.changed()


@pytest.mark.parametrize(("odds", "strength"), [(0.7, Strength.STRONG), (0.0, Strength.STRONG)])
async def test_a_complaint_that_its_words_confirm_is_claimed_however_unsure_the_reader_is(odds: float, strength: Strength) -> None:
    async with house(room="parlour", reader=MarkedReader("too_hot: chilly", odds)) as manor:
        assert (await manor.claim("chilly")).strength is strength


@pytest.mark.parametrize(
    ("marked", "said", "reason"),
    [
        ("too_bright: it's too bright [room|in here]", "it's too bright in here", ", because it was too bright."),
        ("too_bright: [room|ここ]まぶしすぎる", "ここまぶしすぎる", "明るすぎるとのことでしたので、"),
    ],
)
async def test_a_remedy_that_nobody_named_is_told_with_its_reason(marked: str, said: str, reason: str) -> None:
    async with house(room="parlour", reader=MarkedReader(marked)) as manor:
        outcome = await manor.say(said)
        assert list(await manor.changed()) == ["p1.level"]
        assert outcome.text.count(reason) == 1 and outcome.text.endswith((".", "。")), outcome.text


async def test_what_was_named_is_told_without_one() -> None:
    async with house(room="parlour", reader=MarkedReader("decrease: dim the [device|chandelier]")) as manor:
        assert "because" not in (await manor.say("dim the chandelier")).text
