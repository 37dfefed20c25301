"""Conditions that can be looked at now: `if nobody is in the den, …`, 〜なら. What is to come (`when it rains tonight`) stays a deferral.

`planner` asks here for each part of a sentence that hangs on something (`clauses.deferred`), before it refuses it. A condition speaks of a
state; whether that is so is decided by whoever can read it, never here.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from yamori.domain.language import Language, language_of, spoken
from yamori.domain.when import find_when
from yamori.orchestrator.conditions import english, japanese
from yamori.orchestrator.conditions.condition import Condition
from yamori.understanding.deferral import find_deferrals


def read_condition(part: str, now: datetime) -> Condition | None:
    """The condition of a part of a sentence with what it governs; None where it has another kind of one, or several."""
    found = find_deferrals(part)
    if len(found) != 1:
        return None
    condition = spoken(_GRAMMARS, language_of(part)).read(part, found[0].start, found[0].end)
    if condition is None or not condition.actions or find_when(condition.so, now):
        return None  # a state at another time is none of now
    return condition


def states_more(text: str, part: str) -> bool:
    """Whether the clause beside a part that hangs on a condition states a further one: nothing of it may be done on half of them."""
    before, _, after = text.partition(part)
    return spoken(_GRAMMARS, language_of(text)).states_more(before, after)


def because(state: str, language: Language) -> str:
    """The state as a reason, at the beginning of a sentence."""
    return spoken(_GRAMMARS, language).because(state)


def followed(so: str, text: str, language: Language) -> str:
    """What followed from a condition: in one sentence where it was done for it."""
    return spoken(_GRAMMARS, language).followed(so, text)


class _Grammar(Protocol):
    """How a language puts a condition."""

    def read(self, part: str, start: int, end: int) -> Condition | None: ...
    def states_more(self, before: str, after: str) -> bool: ...
    def because(self, state: str) -> str: ...
    def followed(self, so: str, text: str) -> str: ...


_GRAMMARS: Mapping[Language, _Grammar] = {Language.ENGLISH: english, Language.JAPANESE: japanese}
