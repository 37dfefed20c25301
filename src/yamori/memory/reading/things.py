"""Things that are known, by what they are called. Pure."""

from yamori.memory.reading.vocabulary import folded
from yamori.memory.reading.wanted import Known
from yamori.memory.statement import Statement, Topic

ARTICLES = ("the ", "my ", "our ", "a ", "that ")
_LONGEST = 40
"""Characters of a name."""


def thing_called(text: str, known: Known) -> str | None:
    """The name of the known thing that a text is, articles aside."""
    said = bare_name(folded(text))
    things = {bare_name(folded(name)): name for name in reversed(tuple(known.things))}
    place, placed, inside = said.partition("の")  # 書斎のデスクライト
    return things.get(said) or (things.get(inside) if placed and place in things else None)


def bare_name(text: str) -> str:
    for article in ARTICLES:
        text = text.removeprefix(article)
    return text.strip()


def named(text: str, thing: str, name: str) -> Statement | None:
    """What a sentence tells that gives a thing a name; None where it is no name."""
    if not name or len(name) > _LONGEST or bare_name(folded(thing)) == name:
        return None
    return Statement(topic=Topic.ALIAS, words=text, key=thing, value=name, shared=True)
