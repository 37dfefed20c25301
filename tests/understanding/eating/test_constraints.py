"""What a person must not eat, and whether a dish breaks it."""

import pytest

from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language
from yamori.understanding.eating.constraints import broken, constraints_of, constraints_said, wants_food


def named(request: str) -> set[str]:
    return {c.name for c in constraints_said(request)}


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ("Something warm, I am allergic to peanuts", {"peanut"}),
        ("そばアレルギーの子のお弁当", {"buckwheat"}),
        ("How do I boil an egg?", set()),
        ("卵の茹で方", set()),
    ],
)
def test_a_constraint_is_heard_where_it_is_one(request_: str, expected: set[str]) -> None:
    assert named(request_) == expected


@pytest.mark.parametrize(
    ("constraint", "dish", "because"),
    [
        ("egg", "Whisk the mayonnaise with mustard.", "mayonnaise"),
        ("egg", "茶碗蒸しを作ります。", "茶碗蒸し"),
        ("milk", "Melt the butter slowly.", "butter"),
        ("wheat", "しょうゆを大さじ1", "しょうゆ"),
        ("honey", "はちみつを加えます", "はちみつ"),
    ],
)
def test_a_dish_that_holds_it_breaks_it_with_the_word(constraint: str, dish: str, because: str) -> None:
    found = broken(constraints_of([constraint]), dish)
    assert found is not None
    assert (found[0].name, found[1]) == (constraint, because)


@pytest.mark.parametrize(
    ("constraint", "dish"),
    [
        ("egg", "Grill the eggplant."),
        ("milk", "Stir in the coconut milk and peanut butter."),
        ("milk", "豆乳を温めます。"),
        ("buckwheat", "焼きそばを炒めます。"),
        ("wheat", "フライパンで米粉を焼きます。"),
        ("egg", "Bind it without eggs."),
    ],
)
def test_what_only_looks_like_it_does_not(constraint: str, dish: str) -> None:
    assert broken(constraints_of([constraint]), dish) is None


def test_a_constraint_that_nobody_can_check_is_refused_with_those_that_can() -> None:
    with pytest.raises(InvalidRequest, match="buckwheat"):
        constraints_of(["moonlight"])


def test_every_constraint_has_a_name_in_both_languages() -> None:
    (egg,) = constraints_of(["egg allergy"])
    assert (egg.called(Language.ENGLISH), egg.called(Language.JAPANESE)) == ("egg", "卵")


def test_only_a_question_for_food_is_one() -> None:
    assert wants_food("What can I cook tonight?")
    assert wants_food("減塩のおかずを教えて")
    assert not wants_food("How do I descale the kettle?")
