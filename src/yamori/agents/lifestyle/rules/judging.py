"""Is the question answered by what was found? Code where it is plain, a model where it is not.

A model sees the few best passages and copies the words that answer, or says that they do not. What it says is only ever looked for in the
passages: words that stand in none of them are no answer, and what a passage tells it to do is text.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from enum import StrEnum

from yamori.agents.lifestyle.rules.paper import Hit
from yamori.agents.lifestyle.rules.words import terms
from yamori.domain.values import Value
from yamori.llm.port import Answer

SHOWN = 3
"""Passages that a model sees at most."""
BEHIND = 0.07
"""Of those none that lies further behind the best: it is never the right one (docs/measurements.md) and misleads."""
_SURE = 0.75
_LEAD = 0.15
_SAME = 0.55
"""From this nearness on an entry of questions and answers is the one that is asked for."""
_HOPELESS = 0.12
NOT_STATED = "not stated"
DOUBT = 0.02
"""From this chance of `NOT_STATED` on it is believed, although other words were likelier: a small model would rather say anything
(docs/measurements.md)."""
_MOST_WORDS = 60
_SHARE = 0.6
"""Of the terms that a model said so many must stand in the sentence it means, where it did not copy to the letter."""


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


def is_entry_asked_for(hits: Sequence[Hit]) -> bool:
    """Whether the best passage is an entry that asks the same; a small model would only weigh it against others like it."""
    return hits[0].passage.question is not None and hits[0].nearness >= _SAME


def foremost(hits: Sequence[Hit]) -> list[Hit]:
    """What a model sees: the best and what comes near it."""
    return [h for h in hits[:SHOWN] if h.score >= hits[0].score - BEHIND]


def request(question: str, shown: Sequence[str]) -> str:
    """What changes from call to call."""
    return "\n".join([*(f"- {text}" for text in shown), f"Question: {question}"])


def schema() -> Mapping[str, Value]:
    return {
        "type": "object",
        "properties": {"answer": {"type": "string", "maxLength": _MOST_WORDS}},
        "required": ["answer"],
        "additionalProperties": False,
    }


def said(answer: Answer) -> str | None:
    """The words that answer; None where the model says that the papers do not, or was near to saying so."""
    words = answer.data.get("answer") if isinstance(answer.data, dict) else None
    if not isinstance(words, str) or not words.strip() or NOT_STATED in words.casefold() or doubt(answer) >= DOUBT:
        return None
    return words


def doubt(answer: Answer) -> float:
    """How likely `NOT_STATED` was where the answer begins; 0 where the provider does not tell."""
    before = ""
    for token in answer.tokens:
        if before.replace(" ", "").endswith('":"'):
            return sum(chance for text, chance in token.chances.items() if text.strip().casefold() in ("not", "no", "none"))
        before += token.text
    return 0.0


def place(words: str, passages: Sequence[Sequence[str]], likeness: Sequence[Sequence[float]]) -> tuple[int, int] | None:
    """Which passage and which of its sentences holds the words: to the letter, or most of their terms. Where several do, the one whose
    sentence is likest to the question."""
    wanted, letters = set(terms(words)), _letters(words)
    found: list[tuple[bool, float, int, int]] = []
    for number, sentences in enumerate(passages):
        for index, sentence in enumerate(sentences):
            exact = _holds(_letters(sentence), letters)
            if exact or (wanted and len(wanted & set(terms(sentence))) >= _SHARE * len(wanted)):
                found.append((exact, likeness[number][index], -number, -index))
    if not found:
        return None
    _, _, number, index = max(found)
    return -number, -index


def _holds(sentence: str, words: str) -> bool:
    """Whether the words stand in it, and not as a part of a longer number."""
    start = sentence.find(words) if words else -1
    while start >= 0:
        before, after = sentence[max(0, start - 1) : start], sentence[start + len(words) : start + len(words) + 1]
        if not (before.isdigit() and words[0].isdigit()) and not (after.isdigit() and words[-1].isdigit()):
            return True
        start = sentence.find(words, start + 1)
    return False


def _letters(text: str) -> str:
    return re.sub(r"[\s、。，．,.;:：；|｜\"'“”「」()（）]+", "", unicodedata.normalize("NFKC", text).casefold())
