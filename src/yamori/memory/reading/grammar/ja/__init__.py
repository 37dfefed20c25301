"""Japanese, as `Grammar` asks for it."""

from yamori.memory.reading.grammar.ja.apart import completed, tells, told_apart
from yamori.memory.reading.grammar.ja.forms import begun, owners, parted, within
from yamori.memory.reading.grammar.ja.lasting import without_phrase, without_span
from yamori.memory.reading.grammar.ja.loved import loved, near
from yamori.memory.reading.grammar.ja.moments import ahead, at_hour, at_moment, moments
from yamori.memory.reading.grammar.ja.naming import alias
from yamori.memory.reading.grammar.ja.reporting import reported
from yamori.memory.reading.grammar.ja.routines import ordered, routine
from yamori.memory.reading.grammar.ja.sentences import is_question, name_at_the_beginning, orders, sentences, speaks_of_a_thing, states
from yamori.memory.reading.grammar.ja.situated import doing, situated
from yamori.memory.reading.grammar.ja.stripping import stripped
from yamori.memory.reading.grammar.ja.telling import told

__all__ = [
    "ahead",
    "alias",
    "at_hour",
    "at_moment",
    "begun",
    "completed",
    "doing",
    "is_question",
    "loved",
    "moments",
    "name_at_the_beginning",
    "near",
    "ordered",
    "orders",
    "owners",
    "parted",
    "reported",
    "routine",
    "sentences",
    "situated",
    "speaks_of_a_thing",
    "states",
    "stripped",
    "tells",
    "told",
    "told_apart",
    "within",
    "without_phrase",
    "without_span",
]
