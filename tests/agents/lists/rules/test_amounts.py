"""How much of something is said with its name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.lists.rules.amounts import amount_of
from yamori.agents.lists.rules.items import item_key
from yamori.agents.lists.rules.sections import section_of


@pytest.mark.parametrize(
    ("said", "name", "quantity"),
    [
        ("figs", "figs", ""),
        ("the figs", "figs", ""),
        ("a melon", "melon", ""),
        ("three melons", "melons", "3"),
        ("two sacks of oats", "sacks of oats", "2"),
        ("two bags of oats", "oats", "2 bags"),
        ("500g of oats", "oats", "500 g"),
        ("half a dozen figs", "figs", "6"),
        ("a couple of limes", "limes", "2"),
        ("some more thyme", "thyme", ""),
        ("oats x2", "oats", "2"),
        ("7up", "7up", ""),
        ("a dozen", "dozen", ""),
        ("柿3個", "柿", "3個"),
        ("柿を三つ", "柿", "三つ"),
        ("3個の柿", "柿", "3個"),
        ("麦茶2リットル", "麦茶", "2リットル"),
        ("単三電池", "単三電池", ""),
        ("三つ葉", "三つ葉", ""),
    ],
)
def test_an_amount_is_told_apart_from_what_it_is_of(said: str, name: str, quantity: str) -> None:
    found = amount_of(said)
    assert (found.name, found.quantity) == (name, quantity)


@given(st.text(min_size=1).filter(lambda text: bool(text.split())))
def test_whatever_is_written_down_has_a_name(said: str) -> None:
    assert amount_of(said).name or not said.strip(' 、,。.「」『』“”"')


def test_one_and_many_are_the_same_thing() -> None:
    assert item_key("two boxes of Blackberries") == item_key("the blackberry")
    assert item_key("柿3個") == item_key("柿")


@pytest.mark.parametrize(
    ("name", "section"), [("ripe plums", "produce"), ("rye bread", "bakery"), ("柿", "produce"), ("zither strings", "other")]
)
def test_a_thing_lies_where_its_words_say(name: str, section: str) -> None:
    assert section_of(name) == section
