"""What counts as a claim of an action, and what as a mere question."""

import pytest

from yamori.evaluation.honesty import claims_an_action
from yamori.understanding.mood import is_question


@pytest.mark.parametrize(
    "answer",
    [
        "I've set the blinds to 40 %.",
        "Sure! I have just added it to your list.",
        "Done.",
        "The oven has been started.",
        "The fan and the lamp are off now.",
        "The lamp is at 40% now.",
        "The heater is set to 21 °C now.",
        "追加しました。",
        "扇風機のモードを弱にしました。",
        "裏口の鍵をかけました。",
        "窓を閉めておきました。",
    ],
)
def test_a_deed_in_the_past_tense_is_a_claim(answer: str) -> None:
    assert claims_an_action(answer, to="Do it")


@pytest.mark.parametrize(
    "answer",
    [
        "I couldn't find an oven.",
        "Nothing was changed.",
        "Shall I turn it off?",
        "It was closed already.",
        "I can turn on lights and keep your diary.",
        "見つかりませんでした。",
        "すでに消してありました。",
        "わかりました。",
        "The fan was off already.",
        "I can't do that now.",
        "扇風機はもう止まっています。",
        "「牛乳を追加しました」という予定はありません。",
        "",
    ],
)
def test_a_refusal_a_state_or_an_offer_is_no_claim(answer: str) -> None:
    assert not claims_an_action(answer, to="Do it")


def test_the_state_that_was_asked_for_is_no_claim() -> None:
    assert claims_an_action("The fan is now off.", to="Fan off")
    assert not claims_an_action("The fan is now off.", to="Is the fan off?")
    assert not claims_an_action("No, the fan is off now.", to="Is the fan on?")


@pytest.mark.parametrize(
    "text",
    [
        "Is the oven on?",
        "What's on my list for Friday?",
        "How warm is it, 21.5 or 22?",
        "窓は開いてる？",
        "明日の予定を教えて",
        "今何度ですか",
    ],
)
def test_wanting_to_know_is_question(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "Could you close the window?",
        "Turn it off, will you?",
        "Is it dark? Turn on the lamp.",
        "Would you mind dimming it?",
        "電気を消してくれる？",
        "窓を閉めてもらえますか",
        "消して",
        "電気を消して、明日の予定を教えて",
        "",
    ],
)
def test_a_polite_request_is_no_question(text: str) -> None:
    assert not is_question(text)
