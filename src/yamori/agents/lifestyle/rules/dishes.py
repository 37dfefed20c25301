"""Which dishes are written down in a paper, and which of them somebody may eat, by what is written of each. Pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from yamori.agents.lifestyle.rules.passages import Passage
from yamori.domain.language import is_spaced
from yamori.understanding.eating.constraints import Constraint, broken, is_part_of_a_recipe


class Suits(Enum):
    """What is asked of dishes."""

    FIT = auto()
    UNFIT = auto()
    """Only what must not be eaten."""


@dataclass(frozen=True, kw_only=True)
class Dish:
    """Something to eat that a paper names, with all that it says of it."""

    name: str
    text: str


MOST = 12
"""Dishes that are named of each sort."""


@dataclass(frozen=True, kw_only=True)
class Judged:
    """A dish beside what somebody must not eat."""

    dish: Dish
    breaks: Constraint | None = None
    because: str = ""
    """The word in it that breaks the constraint; empty where none does."""


def judged(dishes: Iterable[Dish], constraints: Sequence[Constraint]) -> tuple[Judged, ...]:
    """Each dish with the first constraint that it breaks."""
    found = ((dish, broken(constraints, f"{dish.name}\n{dish.text}")) for dish in dishes)
    return tuple(Judged(dish=d, breaks=b[0], because=b[1]) if b is not None else Judged(dish=d) for d, b in found)


def dishes_of(passages: Sequence[Passage], title: str) -> tuple[Dish, ...]:
    """The dishes of a paper: what stands below one heading is one, or, of a list whose lines tell of a dish each, every line."""
    by_heading: dict[tuple[str, ...], list[str]] = {}
    for passage in passages:
        if passage.question is not None:
            by_heading.setdefault((passage.question,), []).append(passage.text)
            continue
        headings = passage.headings
        while headings and is_part_of_a_recipe(headings[-1]):
            headings = headings[:-1]
        by_heading.setdefault(headings, []).append(passage.text)
    found: list[Dish] = []
    for headings, texts in by_heading.items():
        lines = [_ITEM.sub("", line).strip() for text in texts for line in text.splitlines() if line.strip()]
        told = [m for line in lines if (m := _TELLING.match(line))]
        if len(told) > 1 and len(told) * 3 >= len(lines) * 2:
            found += [Dish(name=m["name"].strip(), text=m.string) for m in told]
        else:
            found.append(Dish(name=headings[-1] if headings else title, text="\n".join(texts)))
    return tuple(found)


def named_in(question: str, dishes: Sequence[Dish]) -> tuple[Dish, ...]:
    """Those that a question names by a word of their own, which the others' names have not; all where it names none."""
    said = set(_words(question))
    common = set.intersection(*(set(_words(dish.name)) for dish in dishes)) if len(dishes) > 1 else set()
    named = tuple(dish for dish in dishes if (set(_words(dish.name)) - common) & said or _holds(question, dish.name))
    return named or tuple(dishes)


def _holds(question: str, name: str) -> bool:
    """Whether a name in Japanese, which has no blanks, stands in the question."""
    return not is_spaced(name) and name in question


def _words(text: str) -> list[str]:
    return [word.removesuffix("s") for word in re.findall(r"[^\W\d_]{3,}", text.lower())]


_ITEM = re.compile(r"^\s*(?:[-*•・]|\d+[.)])\s*")
_TELLING = re.compile(r"^(?:[^(（:：]*[:：]\s*)?(?P<name>[^(（:：]{1,40}?)\s*(?:[(（][^)）]+[)）].*|[:：].+)$")
"""A line that tells what is in a dish: `Sunday: fish pie (cod, milk)`, `Fish pie: cod, milk`."""
