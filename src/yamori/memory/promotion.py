"""What becomes of a short-lived fact when its time is over (paper 3.1.2 (3)). Pure."""

from collections.abc import Mapping
from datetime import datetime

from yamori.memory.fact import Fact, Term

USES = 3
"""From so many uses on it is kept for good."""
IMPORTANCE = 0.8
"""Or from this importance on."""


def is_over(fact: Fact, now: datetime) -> bool:
    return fact.holds and fact.term is Term.SHORT and fact.expires is not None and fact.expires <= now


def is_promoted(fact: Fact) -> bool:
    """Whether it becomes a long-term fact instead of ending; never where the person said when it ends."""
    if isinstance(fact.value, Mapping) and fact.value.get("until") and not fact.value.get("roughly"):
        return False
    return fact.uses >= USES or fact.importance >= IMPORTANCE
