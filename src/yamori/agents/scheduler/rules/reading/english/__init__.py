"""Plain English orders about the schedule, and what is written into the diary. The Japanese package has the same functions."""

from yamori.agents.scheduler.rules.reading.english.clauses import begins_order
from yamori.agents.scheduler.rules.reading.english.diary import diary_intent, speaks_of_diary
from yamori.agents.scheduler.rules.reading.english.directives import directive
from yamori.agents.scheduler.rules.reading.english.leads import lead_of
from yamori.agents.scheduler.rules.reading.english.orders import read
from yamori.agents.scheduler.rules.reading.english.pointers import is_negated, points_back, with_title
from yamori.agents.scheduler.rules.reading.english.ties import bare, put_on, tied, timed, with_clock
from yamori.agents.scheduler.rules.reading.english.words import stripped, titled

__all__ = [
    "bare",
    "begins_order",
    "diary_intent",
    "directive",
    "is_negated",
    "lead_of",
    "points_back",
    "put_on",
    "read",
    "speaks_of_diary",
    "stripped",
    "tied",
    "timed",
    "titled",
    "with_clock",
    "with_title",
]
