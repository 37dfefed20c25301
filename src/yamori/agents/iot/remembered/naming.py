"""Names that people were told to have given to things: `she calls the light in her room Biscuit`, 「もこ」って名前をつけた. Pure.

A name stands in quotation marks, or where the thing is named and in capitals. It is put into a request as what the home calls the thing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from yamori.agents.iot.remembered.told import Spoken, spoken_of
from yamori.agents.iot.remembered.words import spans_of
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.phrases import called
from yamori.agents.iot.texts import TEXTS
from yamori.domain.language import Language, is_spaced, language_of
from yamori.understanding.word_lists import whole_words

_CAPITALIZED = re.compile(r"[A-Z]\w+(?: [A-Z]\w+)*")
_QUOTED = re.compile(r"[「『“\"]([^」』”\"]{1,30})[」』”\"]")


@dataclass(frozen=True, kw_only=True)
class Named:
    """A request in which a name was replaced, and the sentence that tells what it stands for."""

    text: str
    memory: str
    """Its id."""


def named_in(request: str, memories: Sequence[tuple[str, str]], context: Context, now: datetime) -> Named | None:
    """`memories`: ids and sentences, the newest first. None where the request holds no such name."""
    for id, sentence in memories:
        found = [name for name in _names(sentence) if _stands_in(name, request)]
        if not found:
            continue
        told = spoken_of(sentence, context, now)
        thing = _called(told, language_of(request)) if spans_of("names", told.text) else ""
        if thing:
            return Named(text=_replaced(request, found[0], thing), memory=id)
    return None


def _names(sentence: str) -> Iterator[str]:
    yield from (m[1] for m in _QUOTED.finditer(sentence))
    yield from (m.group() for m in _CAPITALIZED.finditer(sentence) if m.start() > 0)


def _stands_in(name: str, request: str) -> bool:
    return whole_words((name,), any_case=True).search(request) is not None


def _called(told: Spoken, language: Language) -> str:
    """The one thing that is named, as the home calls it; empty where none or several are."""
    if len(told.parts) != 1:
        return ""
    part = told.parts[0]
    name = called(told.context.index.devices[part.device], part.component or "main", language)
    return TEXTS.said(language, "remembered.device", device=within(name, language))


def within(name: str, language: Language) -> str:
    """A name within a sentence: in English it begins with a small letter."""
    return f"{name[:1].lower()}{name[1:]}" if TEXTS.said(language, "remembered.small_letter") else name


def _replaced(request: str, name: str, thing: str) -> str:
    article = r"(?:\b(?:the|our) )?" if is_spaced(name) else ""
    return re.sub(f"{article}(?:{whole_words((name,)).pattern})", lambda _: thing, request, flags=re.IGNORECASE)
