"""What asks outright for the web is the Browser agent's; anything else is left to others."""

from datetime import datetime

import pytest
from tests.unknown_clauses import unknown_clauses

from yamori.agents.browser.rules.asked import Asked, asked_in

NOW = datetime.fromisoformat("2026-11-27T10:00:00+09:00")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Search the web for how to descale an iron kettle", "how to descale an iron kettle"),
        ("could you please look up the ferry timetable online?", "the ferry timetable"),
        ("look online for a recipe for plum jam", "a recipe for plum jam"),
        ("Look on the web and tell me when the town museum opens", "when the town museum opens"),
        ("search the internet for when the library opens and closes", "when the library opens and closes"),
        ("look up salt and vinegar crisps online please", "salt and vinegar crisps"),
        ("Look the moon festival up on the internet for me", "the moon festival"),
        ("ネットで梅ジャムの作り方を調べて", "梅ジャムの作り方"),
        ("ちょっとインターネットで図書館が何時に開くか調べてくれる？", "図書館が何時に開く"),
        ("フェリーの時刻表をネットで検索してください", "フェリーの時刻表"),
        ("市民プールについてウェブで調べてもらえますか", "市民プール"),
    ],
)
def test_an_outright_request_says_what_is_searched_for(text: str, what: str) -> None:
    assert asked_in(text, NOW) == Asked(what=what, is_whole=True)


@pytest.mark.parametrize(
    "text",
    [
        "turn on the desk lamp",
        "look up which lamps are online",
        "what's on my list?",
        "is the printer online?",
        "search my papers for the boiler manual",
        "remind me to search for a plumber",
        "look up",
        "search the web for",
        "ネットを切って",
        "ネットワークの電源を入れて",
        "家の書類で保証書を探して",
        f"search the web for {'a long story, ' * 100}",
    ],
)
def test_other_sentences_are_not_claimed(text: str) -> None:
    assert asked_in(text, NOW) is None


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("search the web for a plum jam recipe and turn on the desk lamp", "a plum jam recipe"),
        ("turn on the desk lamp and search the web for a plum jam recipe", "a plum jam recipe"),
        ("ネットで梅ジャムの作り方を調べて、机のランプをつけて", "梅ジャムの作り方"),
    ],
)
def test_a_sentence_that_wants_something_else_too_is_only_partly_its_own(text: str, what: str) -> None:
    assert asked_in(text, NOW) == Asked(what=what, is_whole=False)


@pytest.mark.parametrize(
    ("text", "thing"),
    unknown_clauses(
        ("search the web for how to descale a kettle", "look up the ferry timetable online"), ("ネットで梅ジャムの作り方を調べて",)
    ),
)
def test_a_clause_behind_it_is_searched_for_too_or_hinders_it(text: str, thing: str) -> None:
    asked = asked_in(text, NOW)
    assert asked is None or not asked.is_whole or thing in asked.what


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Could you look on the internet when the ferry leaves next?", "when the ferry leaves next"),
        ("Check the web for me, which inn is closest to the harbour?", "which inn is closest to the harbour"),
        ("Can you google what time the harbour opens tomorrow?", "what time the harbour opens tomorrow"),
        ("When does the museum close? Look it up online for me, please.", "When does the museum close?"),
        ("My knee hurts. Please look online for the nearest pool.", "the nearest pool"),
        ("ネットで見てほしいんだけど、博物館って何時まで開いてる？", "博物館って何時まで開いてる"),
        ("ググってほしいんだけど、港の明日の天気", "港の明日の天気"),
    ],
)
def test_the_web_may_be_named_in_any_place_of_what_is_asked(text: str, what: str) -> None:
    assert asked_in(text, NOW) == Asked(what=what, is_whole=True)


@pytest.mark.parametrize(
    "text",
    [
        "google home is silent",
        "ネットで見てくれる？机のランプをつけて",
        "ネットを見て、机のランプをつけて",
        "turn on the lamp. Look it up online",
    ],
)
def test_what_only_sounds_like_it_is_not_carried_out_as_a_search(text: str) -> None:
    asked = asked_in(text, NOW)
    assert asked is None or not asked.is_whole
