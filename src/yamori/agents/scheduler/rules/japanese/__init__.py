"""Plain Japanese sentences about the schedule: questions, clauses, orders, statements. The English package has the same functions."""

from yamori.agents.scheduler.rules.japanese.clauses import keeps, split, spread
from yamori.agents.scheduler.rules.japanese.corrections import corrects, repeats, spares, takes_back
from yamori.agents.scheduler.rules.japanese.diary import diary_intent, diary_more, speaks_of_diary
from yamori.agents.scheduler.rules.japanese.diary_edits import diary_edit
from yamori.agents.scheduler.rules.japanese.directives import directive
from yamori.agents.scheduler.rules.japanese.orders import read
from yamori.agents.scheduler.rules.japanese.routines import (
    lists_steps,
    minutes_in,
    only_times,
    recurring_title,
    routine_intents,
    routine_question,
    speaks_of_routines,
    steps_in,
)
from yamori.agents.scheduler.rules.japanese.statements import event_title, owes, plain_event, state
from yamori.agents.scheduler.rules.japanese.words import items, stripped

__all__ = [
    "corrects",
    "diary_edit",
    "diary_intent",
    "diary_more",
    "directive",
    "event_title",
    "items",
    "keeps",
    "lists_steps",
    "minutes_in",
    "only_times",
    "owes",
    "plain_event",
    "read",
    "recurring_title",
    "repeats",
    "routine_intents",
    "routine_question",
    "spares",
    "speaks_of_diary",
    "speaks_of_routines",
    "split",
    "spread",
    "state",
    "steps_in",
    "stripped",
    "takes_back",
]
