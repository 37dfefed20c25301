"""Plain English sentences about the schedule: questions, clauses, orders, statements. The Japanese package has the same functions."""

from yamori.agents.scheduler.rules.english.clauses import is_question, keeps, split, spread
from yamori.agents.scheduler.rules.english.corrections import corrects, repeats, spares, takes_back, with_hour
from yamori.agents.scheduler.rules.english.directives import directive
from yamori.agents.scheduler.rules.english.orders import read
from yamori.agents.scheduler.rules.english.statements import event_title, plain_event, state
from yamori.agents.scheduler.rules.english.words import items, stripped, titled

__all__ = [
    "corrects",
    "directive",
    "event_title",
    "is_question",
    "items",
    "keeps",
    "plain_event",
    "read",
    "repeats",
    "spares",
    "split",
    "spread",
    "state",
    "stripped",
    "takes_back",
    "titled",
    "with_hour",
]
