"""What languages build differently, one grammar a language."""

import pytest

from yamori.agents.iot.rules.grammar import grammar_of
from yamori.agents.iot.rules.past.words import saying_for, saying_of
from yamori.agents.iot.rules.watch.words import condition_words
from yamori.domain.language import Language

ENGLISH, JAPANESE = grammar_of(Language.ENGLISH), grammar_of(Language.JAPANESE)


@pytest.mark.parametrize("language", Language)
def test_every_language_has_a_grammar_and_words_for_states_and_the_past(language: Language) -> None:
    assert grammar_of(language).language is language
    assert saying_of("open", language) is not None
    assert saying_for("number", language, label="level", shown="40").was
    assert condition_words(language).saying("open", "open").now


@pytest.mark.parametrize(("name", "number"), [("the blinds", 2), ("the glass", 1), ("the lamp (left)", 1), ("the taps (left)", 2)])
def test_english_verbs_agree_with_names(name: str, number: int) -> None:
    assert ENGLISH.number(name) == number
    assert ENGLISH.agreed("was open", number) == ("was open" if number == 1 else "were open")
    assert JAPANESE.number(name) == 1


@pytest.mark.parametrize(
    ("was", "still", "told"),
    [
        ("開いていた", "開いています", "開いていました"),
        ("動いていなかった", "動いていません", "動いていませんでした"),
        ("「強」だった", "「強」です", "「強」でした"),
    ],
)
def test_japanese_tells_a_state_of_the_present_and_politely(was: str, still: str, told: str) -> None:
    assert JAPANESE.still(was, 1) == JAPANESE.ever_since(was, 1) == still
    assert JAPANESE.told(was) == told


@pytest.mark.parametrize(
    ("was", "number", "still", "since", "last"),
    [
        ("was open", 1, "is open", "has been open", "was last open"),
        ("was open", 2, "are open", "have been open", "were last open"),
        ("detected motion", 1, "detected motion", "has detected motion", "last detected motion"),
    ],
)
def test_english_tells_a_state_of_the_present(was: str, number: int, still: str, since: str, last: str) -> None:
    assert (ENGLISH.still(was, number), ENGLISH.ever_since(was, number), ENGLISH.last(was, number)) == (still, since, last)


def test_a_value_without_words_of_its_own_is_put_into_the_form_of_any_other() -> None:
    assert condition_words(Language.ENGLISH).saying("turbo", "turbo").lasting == "has been turbo"
    assert condition_words(Language.JAPANESE).saying("turbo", "強").denied == "強になっていない"
