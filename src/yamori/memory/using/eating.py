"""What somebody must not eat, one thing at a time: `eggs and kiwi` are two. Pure; what it comes to is the agent's of food."""

import re

from yamori.memory.reading.grammar import grammar_of
from yamori.memory.statement import Statement, Topic

_ARTICLES = re.compile(r"^(?:the|a|an|any|all|eating|eat|to) ", re.IGNORECASE)
_MOST_WORDS = 3
"""Of something to eat; what is longer is a rule of another kind: `nothing after eight in the evening`."""


def avoided(statement: Statement) -> tuple[str, ...]:
    """The things; empty where what is told names none."""
    cut = grammar_of(statement.value).parted
    parts = [_ARTICLES.sub("", part.strip(" .。のは")) for part in cut(statement.value)]
    found = tuple(dict.fromkeys(part for part in parts if part))
    if statement.topic is Topic.ALLERGY:
        return found
    return tuple(part for part in found if len(part.split()) <= _MOST_WORDS and not any(c.isdigit() for c in part))
