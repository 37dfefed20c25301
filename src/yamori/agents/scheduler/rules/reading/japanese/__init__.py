"""Plain Japanese orders about the schedule, and what is written into the diary. The English package has the same functions."""

from yamori.agents.scheduler.rules.reading.japanese.clauses import begins_order
from yamori.agents.scheduler.rules.reading.japanese.diary import diary_intent, speaks_of_diary
from yamori.agents.scheduler.rules.reading.japanese.directives import directive
from yamori.agents.scheduler.rules.reading.japanese.leads import lead_of
from yamori.agents.scheduler.rules.reading.japanese.orders import read
from yamori.agents.scheduler.rules.reading.japanese.pointers import is_negated, points_back, with_title
from yamori.agents.scheduler.rules.reading.japanese.ties import bare, put_on, tied, timed, with_clock
from yamori.agents.scheduler.rules.reading.japanese.words import stripped, titled

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
