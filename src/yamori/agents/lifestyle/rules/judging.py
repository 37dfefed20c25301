"""Is the question answered by what was found? Code where it is plain, a model where it is not.

A model sees the few best passages, each with a number, and may only say which number answers, or 0. What a passage tells it to do is text:
nothing but a number can come back.
"""

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum

from yamori.agents.lifestyle.rules.paper import Hit
from yamori.domain.values import Value

SHOWN = 3
"""Passages that a model sees."""
_SURE = 0.62
_LEAD = 0.10
_HOPELESS = 0.17


class Verdict(StrEnum):
    SURE = "sure"
    """The best passage answers."""
    DOUBTFUL = "doubtful"
    NOTHING = "nothing"
    """Nothing in the papers comes near."""


def verdict(hits: Sequence[Hit]) -> Verdict:
    if not hits or hits[0].score < _HOPELESS:
        return Verdict.NOTHING
    lead = hits[0].score - (hits[1].score if len(hits) > 1 else 0.0)
    return Verdict.SURE if hits[0].score >= _SURE and lead >= _LEAD else Verdict.DOUBTFUL


def request(question: str, shown: Sequence[str]) -> str:
    """What changes from call to call."""
    lines = [f"{n}: {json.dumps(text, ensure_ascii=False)}" for n, text in enumerate(shown, 1)]
    return "\n".join([*lines, f"Question: {question}"])


def schema(count: int) -> Mapping[str, Value]:
    return {
        "type": "object",
        "properties": {"answered_by": {"type": "integer", "enum": list(range(count + 1))}},
        "required": ["answered_by"],
        "additionalProperties": False,
    }
