"""Japanese, as `Grammar` asks for it."""

from yamori.memory.reading.grammar.japanese.forms import begun, within
from yamori.memory.reading.grammar.japanese.lasting import without_phrase, without_span
from yamori.memory.reading.grammar.japanese.naming import alias
from yamori.memory.reading.grammar.japanese.sentences import is_question, name_at_the_beginning, orders, sentences, states
from yamori.memory.reading.grammar.japanese.stripping import stripped
from yamori.memory.reading.grammar.japanese.telling import told

__all__ = [
    "alias",
    "begun",
    "is_question",
    "name_at_the_beginning",
    "orders",
    "sentences",
    "states",
    "stripped",
    "told",
    "within",
    "without_phrase",
    "without_span",
]
