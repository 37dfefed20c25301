"""A question that goes on from the one before: `and in winter?`."""

from yamori.agents.lifestyle.rules.word_lists import phrasing, says
from yamori.agents.lifestyle.rules.words import terms

FEW = 6
"""Terms of a question that can hardly stand alone."""
NOT_MANY = 18
"""Terms of a Japanese one that points at something, each of two letters."""


def complete(question: str, before: str) -> str:
    """The question with what it goes on from, where it does."""
    if not before or question == before:
        return question
    count = len(terms(question))
    asked = question.strip().lower()
    few = count <= FEW and (_goes_on(asked) or says(asked, "pointing"))
    if few or (count <= NOT_MANY and phrasing("points_back").search(asked.lstrip(_QUOTING))):
        return f"{before.rstrip()} {question}"
    return question


_QUOTING = "\"'“”「」『』"


def _goes_on(asked: str) -> bool:
    return any(phrasing(sort).search(asked) for sort in ("goes_on", "asks_on"))
