"""Plain English sentences about the schedule: questions, clauses, orders, statements. The Japanese package has the same functions."""

from yamori.agents.scheduler.rules.english.clauses import keeps, split, spread
from yamori.agents.scheduler.rules.english.corrections import corrects, repeats, spares, takes_back, with_hour
from yamori.agents.scheduler.rules.english.diary import diary_intent, diary_more, speaks_of_diary
from yamori.agents.scheduler.rules.english.diary_edits import diary_edit
from yamori.agents.scheduler.rules.english.directives import directive
from yamori.agents.scheduler.rules.english.orders import read
from yamori.agents.scheduler.rules.english.routines import (
    begins_with_a_noun,
    has_remark,
    lists_steps,
    minutes_in,
    only_times,
    recurring_title,
    routine_intents,
    routine_question,
    speaks_of_routines,
    steps_in,
)
from yamori.agents.scheduler.rules.english.statements import event_title, owes, plain_event, state
from yamori.agents.scheduler.rules.english.words import items, stripped, titled

__all__ = [
    "begins_with_a_noun",
    "corrects",
    "diary_edit",
    "diary_intent",
    "diary_more",
    "directive",
    "event_title",
    "has_remark",
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
    "titled",
    "with_hour",
]
