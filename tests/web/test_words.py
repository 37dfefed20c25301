"""The page's sentences, in both languages."""

import string
import tomllib
from pathlib import Path

import pytest

from yamori.domain.language import Language
from yamori.web.words import all_words, preferred, spelled

WORDS = Path(__file__).parents[2] / "src/yamori/web/words"


def test_both_languages_say_the_same_things_with_the_same_blanks() -> None:
    english, japanese = (_own(language) for language in (Language.ENGLISH, Language.JAPANESE))
    assert english.keys() == japanese.keys()
    for key in english:
        assert _blanks(english[key]) == _blanks(japanese[key]), key


def _own(language: Language) -> dict[str, str]:
    """What a language's file holds itself: what it lacks is said in English."""
    sections = tomllib.loads((WORDS / f"{language.value}.toml").read_text(encoding="utf-8"))
    return {f"{section}.{key}": text for section, keys in sections.items() for key, text in keys.items()}


def _blanks(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", Language.ENGLISH),
        ("ja", Language.JAPANESE),
        ("en-GB, ja;q=0.9", Language.ENGLISH),
        ("fr, ja;q=0.5, en;q=0.2", Language.JAPANESE),
        ("JA-jp;q=0.4", Language.JAPANESE),
        ("*;q=1, ;;, ja;q=x", Language.ENGLISH),
    ],
)
def test_the_reader_gets_the_first_language_that_the_household_speaks(header: str, language: Language) -> None:
    assert preferred(header) is language


@pytest.mark.parametrize(
    ("name", "words"),
    [("airConditionerMode", "air conditioner mode"), ("add_task", "add task"), ("level", "level"), ("inputTV", "input TV"), ("", "")],
)
def test_names_of_code_are_taken_apart_into_words(name: str, words: str) -> None:
    assert spelled(name) == words


def test_values_read_as_a_person_writes_them() -> None:
    english, japanese = all_words()[Language.ENGLISH], all_words()[Language.JAPANESE]
    assert [english.value(v, u) for v, u in ((30, "%"), (21.50, "°C"), (4.0, None), (True, None), (None, "%"), ("on", None))] == [
        "30 %",
        "21.5 °C",
        "4",
        "yes",
        "–",
        "on",
    ]
    assert japanese.value("on") == "オン"
    assert japanese.value("something new") == "something new"
    assert japanese.name("Bedside lamp", ("lamp", "ベッドのランプ")) == "ベッドのランプ"
    assert english.name("Bedside lamp", ("ベッドのランプ",)) == "Bedside lamp"
