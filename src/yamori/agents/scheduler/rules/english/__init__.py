"""Plain English orders about the schedule, and what is written into the diary. The Japanese package has the same functions."""

from yamori.agents.scheduler.rules.english.clauses import begins_order
from yamori.agents.scheduler.rules.english.diary import diary_intent, speaks_of_diary
from yamori.agents.scheduler.rules.english.directives import directive
from yamori.agents.scheduler.rules.english.orders import read
from yamori.agents.scheduler.rules.english.words import stripped, titled

__all__ = ["begins_order", "diary_intent", "directive", "read", "speaks_of_diary", "stripped", "titled"]
