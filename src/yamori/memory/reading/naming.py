"""What people call a thing, or themselves: `call the floor lamp the big lamp`, フロアランプを大きいランプと呼んで. Pure."""

from yamori.memory.reading.grammar import grammar_of
from yamori.memory.reading.wanted import Known
from yamori.memory.statement import Statement


def alias_in(text: str, known: Known) -> Statement | None:
    """The name that is given to something known; None where nothing known is named, or nothing is called anything."""
    return grammar_of(text).alias(text, known)
