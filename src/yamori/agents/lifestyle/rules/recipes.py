"""Which passages of a paper are of one recipe: what must not be eaten may stand in another one than the passage that answers. Pure."""

from collections.abc import Sequence
from typing import Protocol

from yamori.agents.lifestyle.rules.paper import Hit
from yamori.agents.lifestyle.rules.passages import Passage
from yamori.understanding.eating.constraints import holds_food, is_part_of_a_recipe, wants_food

COOKING = "cooking"
"""The topic of recipes."""
_SHORT = 6
"""Passages of a paper without headings that is one recipe."""


class Numbered(Protocol):
    @property
    def number(self) -> int: ...

    @property
    def passage(self) -> Passage: ...


def is_of_food(hit: Hit) -> bool:
    """Whether a passage speaks of something to eat, whatever was asked."""
    headings = hit.passage.headings
    named = wants_food(" ".join((hit.paper.title, hit.passage.question or "", *headings)))
    return hit.paper.topic == COOKING or named or any(map(is_part_of_a_recipe, headings)) or holds_food(hit.passage.text)


def recipe_text(hit: Hit, rows: Sequence[Numbered]) -> str:
    """All that is written of the dish: the entry itself, or every passage below its heading. `rows` are the passages of its paper."""
    passage = hit.passage
    own = " ".join((passage.question or "", *passage.headings, passage.text))
    if passage.question is not None:
        return own
    dish = _dish(passage.headings)
    if not dish and len(rows) > _SHORT:
        return own
    others = [row.passage for row in rows if row.passage.question is None]
    return " ".join([own, *(other.text for other in others if other.headings[: len(dish)] == dish)])


def _dish(headings: tuple[str, ...]) -> tuple[str, ...]:
    """The headings without those that name a part of the recipe."""
    while headings and is_part_of_a_recipe(headings[-1]):
        headings = headings[:-1]
    return headings
