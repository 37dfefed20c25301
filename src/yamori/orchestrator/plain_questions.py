"""Questions about Yamori itself and about the clock: answered from the agents' cards and the turn's `now`, without a model."""

import unicodedata
from collections.abc import Sequence
from datetime import datetime

from yamori.agentkit.card import Card
from yamori.agentkit.phrasing import quoted, sentences, series
from yamori.domain.language import Language, language_of
from yamori.orchestrator.listed_words import LISTS, lists_of
from yamori.orchestrator.small_talk import small_talk
from yamori.orchestrator.texts import TEXTS
from yamori.understanding.word_lists import WordLists


def plain_answer(text: str, *, now: datetime, cards: Sequence[Card]) -> str | None:
    """The answer when the text is one of these questions, else None."""
    said = unicodedata.normalize("NFKC", text).replace("’", "'").strip()
    language = language_of(text)
    if (talk := small_talk(text, now=now)) is not None:
        return talk
    asked = said.lower().strip("?.!。 ")
    if _asks_abilities(asked, lists_of(language)):
        return _abilities(cards, language)
    if asked in LISTS.forms("asks_time"):
        return TEXTS.said(language, "now", now=now)
    if asked in LISTS.forms("asks_day"):
        return TEXTS.said(language, "today", now=now, weekday=TEXTS.listed(language, "weekdays")[now.weekday()])
    return None


def _asks_abilities(asked: str, lists: WordLists) -> bool:
    """`help`, `so what can you do in the garden?`, but not `what can you do about the noise?`"""
    while lead := next((word for word in lists.ordered("before_asking") if asked.startswith(word) and asked != word), ""):
        asked = asked.removeprefix(lead).lstrip(", 、")
    if asked in lists.forms("asks_abilities"):
        return True
    begun = max(
        (form for form in lists.forms("asks_abilities_first") if asked.startswith(form) and not asked[len(form) :][:1].isalnum()),
        key=len,
        default="",
    )
    behind = asked.removeprefix(begun).lstrip()
    return bool(begun) and (not lists.begin(behind, "of_something_else") or lists.begin(behind, "of_helping"))


_SHOWN = 3


def _abilities(cards: Sequence[Card], language: Language) -> str:
    own = [[e for e in c.examples if language_of(e) is language][:1] for c in cards]
    asked = [e for examples in own for e in examples][:_SHOWN]
    shown = series([quoted(example, language) for example in asked], language)
    more = [TEXTS.said(language, "able.examples", examples=shown)] if asked else []
    return sentences([TEXTS.said(language, "able.text"), *more], language)
