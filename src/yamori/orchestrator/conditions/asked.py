"""A condition that is put as a question before what hangs on it: `is the vault empty? then …`, 蔵は空？なら…. Pure.

The words that tie both together are data (`words/`, one file a language); what the question asks about is looked up by whoever can tell it.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from yamori.domain.language import is_spaced
from yamori.understanding.analysis import morphemes_of
from yamori.understanding.detection import language_in
from yamori.understanding.mood import ANY_DAY, Mood, mood_of
from yamori.understanding.utterance import Utterance, utterance_of
from yamori.understanding.word_lists import by_language
from yamori.understanding.words_of import tokens_of


@dataclass(frozen=True, kw_only=True)
class AskedCondition:
    question: str
    """With its question mark."""
    actions: str
    """What is wanted if the answer is yes, without the word that ties it to the question."""


def asked_condition(text: str) -> AskedCondition | None:
    """The question and what hangs on its answer; None for a sentence of another kind, also one that asks for more than a yes or no."""
    cut = _CUT.match(text.strip())
    if cut is None:
        return None
    question, rest = cut["question"].strip(), cut["rest"].strip()
    word = next((w for w in _following(language_in(text)) if _begins_with(rest, w)), None)
    actions = rest[len(word) :].lstrip(_MARKS) if word is not None else ""
    if not actions or not _asks_yes_or_no(utterance_of(question, ANY_DAY)):
        return None
    return AskedCondition(question=question, actions=actions)


_CUT = re.compile(r"(?P<question>[^?？。!！]+[?？])(?P<rest>[^?？]+)", re.DOTALL)
_MARKS = " 　,、。.;:"


def _begins_with(rest: str, word: str) -> bool:
    low = rest.casefold().replace("’", "'")
    return low.startswith(word) and (not is_spaced(word) or not low[len(word) :][:1].isalnum())


def _asks_yes_or_no(asked: Utterance) -> bool:
    """Whether it asks how something is, and neither what it is nor for something to be done (`could you close it?`)."""
    words, text = asked.vocabulary, asked.normal.text
    if not words.morphemes:
        return words.polite.match(text) is None and not words.question_words & set(tokens_of(text))
    if mood_of(asked) is Mood.REQUEST:
        return False
    found = morphemes_of(text)
    return not any(
        {m.surface, m.base} & words.question_words and (n + 1 == len(found) or found[n + 1].surface not in _INDEFINITE)
        for n, m in enumerate(found)
    )


_INDEFINITE = ("か", "も")
"""What makes somebody or nobody of *who* (誰か, 誰も)."""


@cache
def _following(language: str) -> tuple[str, ...]:
    held = by_language(Path(__file__).parent / "words").get(language, {})
    return tuple(sorted(held.get("following", ()), key=len, reverse=True))
