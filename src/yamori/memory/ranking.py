"""How much a fact counts beside others: what was said surely, matters, and was used not long ago comes first. Pure."""

from datetime import datetime

from yamori.memory.fact import Fact
from yamori.memory.retention import days_between, retention


def confidence_of(fact: Fact, now: datetime) -> float:
    """What is left of its confidence, in (0, 1] for one that had any."""
    return fact.confidence * retention(fact.uses, days_between(fact.last_used or fact.since, now))


def weight_of(fact: Fact, now: datetime) -> float:
    """0 to 1. An important one is never outranked by age alone: allergies do not fade."""
    return fact.importance * 0.5 + (1 - fact.importance * 0.5) * confidence_of(fact, now)
