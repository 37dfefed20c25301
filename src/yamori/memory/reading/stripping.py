"""What is told without the words that ask to remember it, and whether there were any. Pure."""

from yamori.memory.reading.grammar import grammar_of
from yamori.memory.reading.grammar.parts import Bare


def stripped(text: str) -> Bare:
    """As it was said, but for what asks and what says nothing at its ends."""
    return grammar_of(text).stripped(text)
