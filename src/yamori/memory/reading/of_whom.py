"""Whom words are about: what was said of one person answers no question about another. Called by the memory's tools; pure."""

from collections.abc import Sequence

from yamori.domain.home import Person
from yamori.domain.language import is_spaced
from yamori.memory.reading.vocabulary import folded, holds


def is_of_another(said: str, asked: str, people: Sequence[Person]) -> bool:
    """Whether the question names people of the household, and the words others of them alone."""
    of, about = _named(said, people), _named(asked, people)
    return bool(of) and bool(about) and of.isdisjoint(about)


def _named(text: str, people: Sequence[Person]) -> frozenset[str]:
    flat = folded(text)

    def names(person: Person) -> bool:
        said = [folded(name) for name in (person.name, *person.aliases)]
        return holds(flat, (*said, *(f"{name}s" for name in said if is_spaced(name)))) is not None  # `Rin's`, folded

    return frozenset(person.id for person in people if names(person))
