"""English, as `Grammar` asks for it."""

from yamori.memory.reading.grammar.english.forms import begun, within
from yamori.memory.reading.grammar.english.lasting import without_phrase, without_span
from yamori.memory.reading.grammar.english.naming import alias
from yamori.memory.reading.grammar.english.sentences import is_question, name_at_the_beginning, orders, sentences, states
from yamori.memory.reading.grammar.english.stripping import stripped
from yamori.memory.reading.grammar.english.telling import told

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
