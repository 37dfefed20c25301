"""Conditions that can be looked at now: `if nobody is in the den, …`, 〜なら. What is to come (`when it rains tonight`) stays a deferral.

`planner` asks here for each part of a sentence that hangs on something (`clauses.deferred`), before it refuses it. A condition speaks of a
state; whether that is so is decided by whoever can read it, never here.
"""

import re
from datetime import datetime

from yamori.domain.language import Language, language_of
from yamori.domain.when import find_when
from yamori.orchestrator.conditions import english, japanese
from yamori.orchestrator.conditions.condition import Condition
from yamori.understanding.deferral import find_deferrals


def read_condition(part: str, now: datetime) -> Condition | None:
    """The condition of a part of a sentence with what it governs; None where it has another kind of one, or several."""
    found = find_deferrals(part)
    if len(found) != 1:
        return None
    read = japanese.read if language_of(part) is Language.JAPANESE else english.read
    condition = read(part, found[0].start, found[0].end)
    if condition is None or not condition.actions or find_when(condition.so, now):
        return None  # a state at another time is none of now
    return condition


def states_more(text: str, part: str) -> bool:
    """Whether the clause beside a part that hangs on a condition states a further one: nothing of it may be done on half of them."""
    before, _, after = text.partition(part)
    if language_of(text) is Language.JAPANESE:
        return japanese.is_further_state(before.rstrip(" 、"))
    joined = _JOINED.match(after)
    return joined is not None and english.is_further_state(joined["clause"])


_JOINED = re.compile(r"\s*,?\s*(?:and|or|but)\s+(?P<clause>[^,.;!?]+)", re.IGNORECASE)
