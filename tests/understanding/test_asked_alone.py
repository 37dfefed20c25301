"""A question with more words about its answer, told from one on whose answer something hangs."""

import pytest

from yamori.understanding.asked_alone import asked_alone


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("is anything running? if so tell me which, no need to stop it", "is anything running?"),
        ("are any gates open? just let me know where, don't close them", "are any gates open?"),
        ("is the kiln hot? don't turn it off", "is the kiln hot?"),
        ("蔵の窓、開いてるとこある？あったら場所だけ教えて。閉めなくていいよ", "蔵の窓、開いてるとこある?"),
        ("窯ついてる？ついてたら消さないで教えて", "窯ついてる?"),
    ],
)
def test_only_the_question_is_left(text: str, question: str) -> None:
    assert asked_alone(text) == question


@pytest.mark.parametrize(
    "text",
    [
        "is the gate open? if so close it",
        "門開いてる？開いてたら閉めて",
        "is it raining? don't forget to remind me at five",
        "is the washing done? when it is tell me",
        "洗濯終わった？終わったら教えて",
        "turn on the kiln but don't open the gate",
        "is the kiln hot? thanks",
        "is anybody in the den? no",
    ],
)
def test_what_asks_for_more_stays_as_it_is(text: str) -> None:
    assert asked_alone(text) == text
