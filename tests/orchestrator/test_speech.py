"""What may be said without a receipt, and what short answers mean."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.agentkit.said import TEXT_LIMIT, checked_text
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language
from yamori.orchestrator.speech import (
    claims_an_action,
    joined,
    states_a_number,
    stuck_text,
    waiting_text,
    without_claims,
    without_digits,
)

CLAIMS = [
    "I have turned off the lamp.",
    "I've set the heating to 20 degrees.",
    "I’ve just opened the blinds for you.",
    "I'll turn it on for you right away.",
    "I will remind you at six.",
    "I am now opening the blinds.",
    "I'm going to start the vacuum.",
    "I went ahead and started the dishwasher.",
    "Sure, I moved it to Friday.",
    "Done! Anything else?",
    "All set.",
    "The lights have been switched off.",
    "The garage door is now open.",
    "Your appointment was scheduled.",
    "The window was opened.",
    "Added milk to your list.",
    "It's set for seven.",
    "The front door is locked.",
    "The timer was set successfully.",
    "リビングの電気を消しました。",
    "エアコンをつけておきました。",
    "予定に追加しました！",
    "すぐにつけますね。",
    "テレビをオフにしました。",
    "アラームをセットしておきます。",
    "鍵を閉めたよ。",
    "明日の朝にリマインドします。",
    "消しときました",
    "予約済みです。",
]
HARMLESS = [
    "Good morning! How are you?",
    "I can turn lights on and off, and keep your diary.",
    "Would you like me to switch it off?",
    "Shall I open the blinds?",
    "Which lamp should I dim?",
    "I cannot order food.",
    "I'm open to ideas.",
    "The Eiffel Tower was opened in 1889.",
    "Python was created by Guido van Rossum.",
    "It's open until nine.",
    "She returned home and never turns up.",
    "You can set an alarm on your phone.",
    "The shop is closed on Sundays.",
    "I do not know that.",
    "",
    "おはようございます。",
    "電気を消すことができます。",
    "エアコンをつけますか？",
    "何を消しましょうか？",
    "窓を閉めましたか？",
    "予定を追加しますか？",
    "どの部屋の電気をつければいいですか？",
    "お湯を沸かして、粉を入れます。",
    "明日は晴れるでしょう。",
    "株価を調べることはできません。",
]


@pytest.mark.parametrize("text", CLAIMS)
def test_words_that_say_something_was_done_are_a_claim(text: str) -> None:
    assert claims_an_action(text)


@pytest.mark.parametrize("text", HARMLESS)
def test_words_that_say_nothing_was_done_are_left_alone(text: str) -> None:
    assert not claims_an_action(text)
    assert without_claims(text, Language.ENGLISH) == text


def test_a_number_that_nobody_said_and_nobody_read_is_known() -> None:
    assert states_a_number("あと3個残っています。", "あと何個残ってる？")
    assert not states_a_number("I cannot set 45 there.", "set it to ４５")
    assert not states_a_number("I do not know.", "how many are left?")


def test_a_claim_without_a_receipt_is_replaced_by_what_is_true() -> None:
    assert "not done anything" in without_claims("I've locked the door.", Language.ENGLISH)
    assert "まだ何もしていません" in without_claims("鍵を閉めました。", Language.JAPANESE)
    assert not claims_an_action(without_claims("Done.", Language.ENGLISH))
    assert not claims_an_action(without_claims("消しました。", Language.JAPANESE))


@given(st.text(), st.integers(min_value=0, max_value=10**12), st.text())
def test_no_digit_of_an_answer_that_may_hold_a_pin_is_kept(before: str, pin: int, after: str) -> None:
    kept = without_digits(f"{before}{pin}{after}", "••••")
    assert not any(c.isdecimal() for c in kept)


def test_what_is_asked_before_something_risky_shows_it_in_the_persons_language() -> None:
    assert waiting_text(Language.ENGLISH, ["Unlock", "Open"], pin=False) == "Please confirm: Unlock; Open. Shall I go ahead?"
    assert waiting_text(Language.JAPANESE, ["解錠"], pin=True) == "確認です：解錠。暗証番号を入力してください。"
    assert stuck_text(Language.JAPANESE).startswith("すみません、うまくいきませんでした。")
    assert joined([" a. ", "", "b."], Language.ENGLISH) == "a. b." and joined(["あ。", "い。"], Language.JAPANESE) == "あ。い。"


@pytest.mark.parametrize("text", ["hello", "お茶\n二つ", "🫨 shaken", "a" * TEXT_LIMIT, "mixed 日本語 and العربية", "Cafe\u0301", "👨‍👩‍👧"])
def test_anything_a_person_can_type_is_a_message(text: str) -> None:
    assert checked_text(f"  {text} ") in (text, "Café")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        (" \n\u3000", "empty"),
        ("\u200b\u200d", "empty"),
        ("a" * 100_000, "100,000 characters; at most 4,000"),
        ("\x00\x01", r"U\+0000"),
        ("lamp\x1b[31m", r"U\+001B"),
        ("\ud83d", r"U\+D83D"),
        ("\ufffe", r"U\+FFFE"),
    ],
)
def test_what_is_no_message_is_refused_with_the_reason(text: str, says: str) -> None:
    with pytest.raises(InvalidRequest, match=says) as refused:
        checked_text(text)
    assert refused.value.where == "text"
