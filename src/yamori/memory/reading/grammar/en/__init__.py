"""English, as `Grammar` asks for it."""

from yamori.memory.reading.grammar.en.apart import completed, tells, told_apart
from yamori.memory.reading.grammar.en.forms import begun, owners, parted, within
from yamori.memory.reading.grammar.en.lasting import without_phrase, without_span
from yamori.memory.reading.grammar.en.loved import loved, near
from yamori.memory.reading.grammar.en.moments import ahead, at_hour, at_moment, moments
from yamori.memory.reading.grammar.en.naming import alias
from yamori.memory.reading.grammar.en.reporting import reported
from yamori.memory.reading.grammar.en.routines import ordered, routine
from yamori.memory.reading.grammar.en.sentences import is_question, name_at_the_beginning, orders, sentences, speaks_of_a_thing, states
from yamori.memory.reading.grammar.en.situated import doing, situated
from yamori.memory.reading.grammar.en.stripping import stripped
from yamori.memory.reading.grammar.en.telling import told

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
