"""Plain Japanese orders about the schedule, and what is written into the diary. The English package has the same functions."""

from yamori.agents.scheduler.rules.japanese.clauses import begins_order
from yamori.agents.scheduler.rules.japanese.diary import diary_intent, speaks_of_diary
from yamori.agents.scheduler.rules.japanese.directives import directive
from yamori.agents.scheduler.rules.japanese.orders import read
from yamori.agents.scheduler.rules.japanese.words import stripped, titled

__all__ = ["begins_order", "diary_intent", "directive", "read", "speaks_of_diary", "stripped", "titled"]
