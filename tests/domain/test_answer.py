"""What approves, what refuses, and what does neither: an approval is an unmistakable yes or the PIN alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.domain.answer import No, Other, Pin, Yes, read_answer


@pytest.mark.parametrize(
    "text",
    [
        *("yes", "Yes please.", "OK, go ahead", "sure!", "y", "ＹＥＳ", "Of course", "please", "Please do it now", "ok then", "Yes, yes!"),
        *(
            "はい",
            "はい、お願いします",
            "うん。",
            "どうぞ",
            "お願い",
            "はいお願いします",
            "はい、大丈夫です",
            "ええ、いいですよ",
            "承認します",
        ),
    ],
)
def test_an_unmistakable_yes_approves(text: str) -> None:
    assert read_answer(text) == Yes()


@pytest.mark.parametrize(
    "text",
    [
        *(
            "no",
            "No, thanks",
            "don’t",
            "never mind",
            "Cancel it.",
            "n",
            "not yet",
            "Not now, please",
            "no, that's fine",
            "No, of course not",
        ),
        *(
            "いいえ",
            "やめて",
            "やっぱりいい",
            "キャンセルして",
            "結構です",
            "いや、やめて",
            "いえ、大丈夫です",
            "いいえ、結構です",
            "キャンセルお願いします",
        ),
    ],
)
def test_a_no_refuses(text: str) -> None:
    assert read_answer(text) == No()


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("No, leave it locked", "leave it locked"),
        ("nope. open the other one", "open the other one"),
        ("いや、鍵はかけたままで", "鍵はかけたままで"),
        ("No, I said yes yesterday", "i said yes yesterday"),
    ],
)
def test_a_refusal_may_go_on(text: str, rest: str) -> None:
    assert read_answer(text) == No(rest=rest)


@pytest.mark.parametrize(
    "text",
    [
        *("yes but not the back door", "yes?", "Yes...", "ok, only the left one", "sure, if May is home", "yes no", "That's fine", "right"),
        *(
            "はい、でも裏口はだめ",
            "はい？",
            "大丈夫です",
            "いいです",
            "はい…",
            "うん、あとで開けて",
            "はいといいえ",
            "はいはいどれ",
            "ええと",
        ),
    ],
)
def test_a_hedged_answer_is_no_approval_and_no_new_request(text: str) -> None:
    answer = read_answer(text)
    assert isinstance(answer, Other) and answer.hedged


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "maybe",
            "what would happen?",
            "no idea which one",
            "no problem here",
            "turn off the lamp",
            "yesterday",
            "okra",
            "it is the pin",
        ),
        *("set it to 2468", "I'll be back at 1830", "1234 or 5678", "12", "1234567890123", "the 4821st", "call 4821 now please ok maybe"),
        *("2468にして", "1830に帰る", "たぶん"),
    ],
)
def test_anything_else_is_no_answer_at_all(text: str) -> None:
    assert read_answer(text) == Other()


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        *(("4821", "4821"), ("４８２１。", "4821"), ("1234-5678", "12345678"), ("it's ４８２１.", "4821"), ("yes, 4821", "4821")),
        *(("My PIN is 4821, thanks", "4821"), ("暗証番号は482199です", "482199"), ("はい、4821", "4821")),
    ],
)
def test_a_pin_is_one_that_stands_alone(text: str, digits: str) -> None:
    assert read_answer(text) == Pin(digits=digits)


def test_a_no_beside_the_right_pin_is_a_no() -> None:
    assert read_answer("No 4821") == No()


_WORDS = st.lists(st.sampled_from(["but", "only", "not if", "unless", "maybe", "でも", "だけ", "以外", "なら", "裏口", "gate"]), min_size=1)
_YES = st.sampled_from(["yes", "ok", "はい", "お願いします", "go ahead", "4821", "please"])


@given(
    st.sampled_from(["yes", "ok", "はい", "お願いします", "go ahead", "4821", "please"]),
    _WORDS,
    st.booleans(),
    st.sampled_from([" ", ", ", "、"]),
)
def test_a_yes_beside_any_other_word_never_approves(yes: str, words: list[str], first: bool, joint: str) -> None:
    said = joint.join([yes, *words] if first else [*words, yes])
    assert not isinstance(read_answer(said), Yes | Pin)


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    read_answer(text)
