"""Plain Japanese sentences about the schedule: questions, clauses, orders, statements. The English package has the same functions."""

from yamori.agents.scheduler.rules.japanese.clauses import is_question, keeps, split, spread
from yamori.agents.scheduler.rules.japanese.corrections import corrects, repeats, spares, takes_back
from yamori.agents.scheduler.rules.japanese.directives import directive
from yamori.agents.scheduler.rules.japanese.orders import read
from yamori.agents.scheduler.rules.japanese.statements import event_title, plain_event, state
from yamori.agents.scheduler.rules.japanese.words import items, stripped

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
]
