"""Japanese, as `Grammar` asks for it."""

from yamori.memory.reading.grammar.japanese.forms import begun, within

__all__ = ["begun", "within"]
