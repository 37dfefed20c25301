"""English, as `Grammar` asks for it."""

from yamori.memory.reading.grammar.english.forms import begun, within

__all__ = ["begun", "within"]
