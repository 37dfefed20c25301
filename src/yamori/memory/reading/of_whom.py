"""Whom words are about: what was said of one person answers no question about another. Called by the memory's tools; pure."""

from collections.abc import Sequence

from yamori.domain.home import Person
from yamori.memory.reading.vocabulary import folded, holds


def is_of_another(said: str, asked: str, people: Sequence[Person]) -> bool:
    """Whether the question names people of the household, and the words others of them alone."""
    of, about = _named(said, people), _named(asked, people)
    return bool(of) and bool(about) and of.isdisjoint(about)


def _named(text: str, people: Sequence[Person]) -> frozenset[str]:
    flat = folded(text)
    return frozenset(p.id for p in people if holds(flat, tuple(folded(name) for name in (p.name, *p.aliases))) is not None)
