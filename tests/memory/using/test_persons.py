"""Requests with a name in the place of a pronoun."""

import pytest

from yamori.memory.using.persons import with_persons

PEOPLE = (("ナオ", "Nao", "nao"), ("Ravi", "ravi"))


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Ravi's back, make the lamp his favourite colour", "Ravi's back, make the lamp Ravi's favourite colour"),
        ("Ravi's off to bed, do the lamp the way he has it", "Ravi's off to bed, do the lamp the way Ravi has it"),
        ("ナオが来るから灯りをあの子の好きな色にして", "ナオが来るから灯りをナオの好きな色にして"),
        ("make the lamp her favourite colour", "make the lamp her favourite colour"),
        ("Ravi and Nao are back, make the lamp her favourite colour", "Ravi and Nao are back, make the lamp her favourite colour"),
    ],
)
def test_a_pronoun_is_whoever_is_named_alone(said: str, text: str) -> None:
    assert with_persons(said, PEOPLE) == text
