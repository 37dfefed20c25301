"""Whether somebody wants to know something, wants something done, or only tells something."""

from datetime import datetime, timedelta, timezone

import pytest

from yamori.understanding.mood import Mood, is_question, mood_of
from yamori.understanding.utterance import utterance_of

NOW = datetime(2026, 11, 21, 9, tzinfo=timezone(timedelta(hours=9)))


def mood(text: str) -> Mood:
    return mood_of(utterance_of(text, NOW))


@pytest.mark.parametrize(
    "text",
    [
        "is the kiln still hot",
        "Have I shut the coop?",
        "any gates open?",
        "and in the barn?",
        "could you tell me whether the coop is shut?",
        "let me know how warm the barn is",
        "The gates are shut, aren't they?",
        "next week, which day is free?",
        "納屋の温度は？",
        "門、閉まってるか見てくれる？",
        "鶏小屋の鍵かけたっけ",
        "何度か教えて",
        "門は施錠されてる？",
        "窯で何ができる？",
        "läuft die Pumpe noch?",
    ],
)
def test_wanting_to_know_is_a_question(text: str) -> None:
    assert mood(text) is Mood.QUESTION and is_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "shut the coop",
        "could you shut the coop, please?",
        "would you mind shutting the coop",
        "have the fountain run for an hour",
        "the coop shut, will you?",
        "it's draughty, shut the gate",
        "門を閉めて",
        "門閉めてくれへん？",
        "窯の温度、もう少し上げられる？",
        "音、もうちょっと小さくならない？",
        "何か音楽を流して",
        "納屋が何度か日記に書いといて",
        "kannst du das Tor zumachen?",
    ],
)
def test_wanting_something_done_is_a_request_however_politely_it_is_put(text: str) -> None:
    assert mood(text) is Mood.REQUEST


@pytest.mark.parametrize(
    "text", ["I'm freezing", "it's too dark in here", "the hens are restless", "納屋が寒い", "疲れたなあ", "納屋は寒いかも"]
)
def test_what_is_only_told_is_neither(text: str) -> None:
    assert mood(text) is Mood.STATEMENT
