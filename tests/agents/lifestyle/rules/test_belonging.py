"""What only the household itself can know."""

import pytest

from yamori.agents.lifestyle.rules.belonging import is_its_own


@pytest.mark.parametrize(
    "question",
    [
        "What's our broadband password?",
        "What is Old Tamsin's phone number?",
        "How much did we pay for the loom?",
        "Where did I put the spare spindle?",
        "The registry wants his passport number. What is it?",
        "What do we pay a month for the harbour berth?",
        "When's my next chiropodist appointment?",
        "When are they coming to sweep the chimney?",
        "織機はいくらで買ったんだっけ?",
        "予備の紡錘、どこに置いたかな",
        "うちの無線のパスワードは?",
        "千草さんの電話番号を教えて",
        "次の歯の検診はいつ?",
    ],
)
def test_a_fact_of_the_households_own_is_its_own(question: str) -> None:
    assert is_its_own(question)


@pytest.mark.parametrize(
    "question",
    [
        "How long should our password be?",
        "How do I get wax out of my tablecloth?",
        "What did I get wrong with the felt?",
        "How much water does our fern need?",
        "What is today's recommended dose?",
        "How much of a hospital bill do we pay ourselves?",
        "うちの包丁はどのくらいで研げばいい?",
        "消火器をいつ買ったか忘れた。何年で替える?",
        "パスワードは何文字がいい?",
    ],
)
def test_what_anybody_may_ask_is_not(question: str) -> None:
    assert not is_its_own(question)
