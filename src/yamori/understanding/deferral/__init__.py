"""Whether something is asked for on a condition or at a moment that is not now: `if it rains`, `whenever`, `at sunset`, 帰ったら, たびに.

An agent that acts at once must not do half of it: each of them asks here, and so does the orchestrator before it cuts a sentence. What
is kept for later is the Automations agent's. What is a time of day, a date or a length is `domain.when`'s. What makes a condition in a
language stands in that language's file; of one without it the markers of `words/*.yaml` alone are known.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType

from yamori.domain.language import Language
from yamori.understanding.deferral import english, japanese
from yamori.understanding.deferral.by_markers import ByMarkers
from yamori.understanding.detection import language_in
from yamori.understanding.mood import ANY_DAY, Mood, mood_of
from yamori.understanding.utterance import utterance_of
from yamori.understanding.waiting import waits_for_an_event
from yamori.understanding.wording import TEXTS, all_quoted

_QUOTED = re.compile(r"「[^」]*」|『[^』]*』|“[^”]*”|\"[^\"]*\"|(?<![a-zA-Z])'[^']*'(?![a-zA-Z])|‘[^’]*’(?![a-zA-Z])")


@dataclass(frozen=True, kw_only=True)
class Deferral:
    """Where a condition or a moment to come stands in a text."""

    start: int
    end: int


def find_deferrals(text: str) -> tuple[Deferral, ...]:
    """Every one of the text, in its order; none in a quotation, and none in a question, whose `if` asks."""
    plain = _QUOTED.sub(lambda m: "\ue000" * len(m[0]), text.replace("’", "'").lower())
    of = _READERS.get(language_in(text)) or ByMarkers(language_in(text))
    found: list[Deferral] = []
    for sentence in of.SENTENCE.finditer(plain):
        if _only_asks(text[sentence.start() : sentence.end()]):
            continue
        spans = sorted(m.span() for pattern in of.DEFERRING for m in pattern.finditer(plain, sentence.start(), sentence.end()))
        found += [
            Deferral(start=start, end=_clause_end(plain, end, sentence.end())) for start, end in spans if of.defers(plain, start, end)
        ]
    return tuple(d for n, d in enumerate(found) if not n or d.start >= found[n - 1].end)


_READERS: Mapping[str, ModuleType] = {str(Language.ENGLISH): english, str(Language.JAPANESE): japanese}
"""What a language has beside the markers of its file."""


def _only_asks(sentence: str) -> bool:
    """Whether it wants to know something now; `tell me when …` waits to tell."""
    utterance = utterance_of(sentence, ANY_DAY)
    return mood_of(utterance) is Mood.QUESTION and not waits_for_an_event(utterance)


def is_deferred(text: str) -> bool:
    """Whether any of it is asked for on a condition or at another moment."""
    return bool(find_deferrals(text))


def refused_text(language: Language, parts: Sequence[str] = ()) -> str:
    """What is said instead of doing it: of these parts of a sentence, or of all of it."""
    return TEXTS.said(language, "refused.parts", quoted=all_quoted(parts, language)) if parts else TEXTS.said(language, "refused.all")


_MARK = re.compile(r"[,、;。]")


def _clause_end(text: str, at: int, stop: int) -> int:
    mark = _MARK.search(text, at, stop)
    return mark.start() if mark else stop
