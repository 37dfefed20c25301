"""Languages are open: any code is one, and those without files are English."""

import pickle

import pytest

from yamori.domain.language import Language, is_lettered, spoken


def test_any_code_is_a_language_and_one_object() -> None:
    german = Language("de")
    assert german is Language("de") and german.value == german == "de"
    assert pickle.loads(pickle.dumps(german)) is german
    assert list(Language) == [Language.ENGLISH, Language.JAPANESE], "only what every part of the house speaks is gone through"


@pytest.mark.parametrize("code", ["", "d", "de-DE", "DE", "german", "日本"])
def test_what_is_no_code_is_no_language(code: str) -> None:
    with pytest.raises(ValueError, match="is not a valid Language"):
        Language(code)


def test_what_a_language_has_nothing_of_is_taken_in_english() -> None:
    held = {Language.ENGLISH: "tea", Language.JAPANESE: "茶"}
    assert (spoken(held, Language("de")), spoken(held, Language.JAPANESE)) == ("tea", "茶")


def test_a_name_is_in_the_letters_of_several_languages() -> None:
    assert is_lettered("Stehlampe", Language("de")) and is_lettered("Stehlampe", Language.ENGLISH)
    assert is_lettered("電気", Language.JAPANESE) and not is_lettered("電気", Language("de"))
