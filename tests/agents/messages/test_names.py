"""People are called by the name that they have in the language of the sentence, whatever letters it is written with."""

import pytest

from yamori.agents.messages.wording import name_of
from yamori.domain.home import Person
from yamori.domain.language import Language


@pytest.mark.parametrize(
    ("language", "called"),
    [(Language.ENGLISH, "Zoë"), (Language.JAPANESE, "ゾーイさん")],
)
def test_a_name_with_an_accent_is_no_japanese_one(language: Language, called: str) -> None:
    assert name_of(Person(id="zoe", name="Zoë", aliases=("ゾーイ",)), language) == called
