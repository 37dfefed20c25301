"""What was said of one person answers no question about another."""

import pytest

from yamori.domain.home import Person
from yamori.memory.reading.of_whom import is_of_another

PEOPLE = (Person(id="sora", name="Sora", aliases=("ソラ", "そら")), Person(id="rin", name="Rin", aliases=("りん",)))


@pytest.mark.parametrize(
    ("said", "asked", "other"),
    [
        ("Rin's shoe size is 36", "what is Sora's shoe size?", True),
        ("りんの靴は23センチ", "そらの靴のサイズは？", True),
        ("Rin and Sora both take 36", "what is Sora's shoe size?", False),
        ("my shoe size is 41", "what is Sora's shoe size?", False),  # whose, nobody can tell from that
        ("Rin's shoe size is 36", "what is the shoe size?", False),
    ],
)
def test_words_that_name_others_alone_are_of_others(said: str, asked: str, other: bool) -> None:
    assert is_of_another(said, asked, PEOPLE) is other
