"""What becomes of a short-lived fact when its time is over (paper 3.1.2 (3)). Pure."""

from datetime import datetime

from yamori.memory.fact import Fact, Term

USES = 3
"""From so many uses on it is kept for good."""
IMPORTANCE = 0.8
"""Or from this importance on."""


def is_over(fact: Fact, now: datetime) -> bool:
    return fact.holds and fact.term is Term.SHORT and fact.expires is not None and fact.expires <= now


def is_promoted(fact: Fact) -> bool:
    """Whether it becomes a long-term fact instead of ending."""
    return fact.uses >= USES or fact.importance >= IMPORTANCE
