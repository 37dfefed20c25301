"""What is said of words that name nothing of the home: a kind that it lacks, an adverb, a name."""

import pytest
from tests.agents.iot.frames.homes import context_of

from yamori.agents.iot.rules.absence import unknown_text
from yamori.domain.language import Language


@pytest.mark.parametrize(
    ("name", "language", "changes", "text"),
    [
        ("the dehumidifier", Language.ENGLISH, True, "I have no dehumidifier here to control, so I changed nothing."),
        ("dehumidifier", Language.ENGLISH, False, "I have no dehumidifier here to check."),
        ("除湿機", Language.JAPANESE, True, "この家には、操作できる除湿機がありません。何も変更していません。"),
        ("除湿機", Language.JAPANESE, False, "この家には、様子を確かめられる除湿機がありません。"),
        ("かなり", Language.JAPANESE, True, "それはこの家の機器ではできません。何も変更していません。"),
        ("早め", Language.JAPANESE, True, "それはこの家の機器ではできません。何も変更していません。"),
        ("ずっと", Language.JAPANESE, False, "その値は分かりません。"),
        ("the zither", Language.ENGLISH, False, "I can't find “the zither” in this home."),
        ("the attic dehumidifier", Language.ENGLISH, False, "I can't find “the attic dehumidifier” in this home."),
        ("三味線", Language.JAPANESE, True, "「三味線」はこの家に見つかりません。何も変更していません。"),
    ],
)
def test_a_name_that_is_not_there_is_told_as_what_it_is(name: str, language: Language, changes: bool, text: str) -> None:
    assert unknown_text(name, context_of("demo").index, language, changes=changes) == text
