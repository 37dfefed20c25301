"""The words of `past_words/`, one file a language, and where they stand in a sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from yamori.domain.language import DEFAULT_LANGUAGE
from yamori.understanding.span import Span
from yamori.understanding.vocabulary import vocabulary
from yamori.understanding.word_lists import by_language


@dataclass(frozen=True, kw_only=True)
class Saying:
    """How a state is worded in the past."""

    was: str
    """As it was for a time; in Japanese in the plain form."""
    denied: str
    became: str
    """One beginning of it."""
    never: str
    none: str
    """What none of several things was, said of `none`."""


@cache
def words_for(topic: str, language: str) -> tuple[str, ...]:
    """Those of a topic, the longest first; none for a language without any."""
    return tuple(sorted(_file().get(language, {}).get(topic, ()), key=len, reverse=True))


@cache
def degree_words(language: str) -> tuple[str, ...]:
    """Words that ask for a number of degrees as well as for a number of times."""
    return tuple(_file().get(language, {}).get("degrees", ()))


def saying_of(value: str, language: str) -> Saying | None:
    held = _own(language)["says"].get(value)
    return _saying(held, language) if held is not None else None


def saying_for(sort: str, language: str, **values: str) -> Saying:
    """Of a state that has no words of its own, such as a number within bounds: as the `forms` of this sort word it."""
    forms: Mapping[str, str] = _own(language)["forms"][sort]
    return _saying({name: form.format(**values) for name, form in forms.items()}, language)


def negated(saying: Saying, language: str) -> Saying:
    """The same state denied."""
    return saying_for("negated", language, **{"was": saying.was, "not": saying.denied, "became": saying.became, "never": saying.never})


def _saying(held: Mapping[str, str], language: str) -> Saying:
    none = _own(language)["forms"]["none"].format(**held)
    return Saying(was=held["was"], denied=held["not"], became=held["became"], never=held["never"], none=none)


def found_in(text: str, words: Sequence[str], language: str, *, outside: Sequence[Span] = ()) -> Span | None:
    """Where the first of these words stands that is in a text in normal form, as whole words; `words` are the longest first."""
    return next((span for word in words if (span := _found(text, word, language, outside)) is not None), None)


def blank(language: str) -> str:
    """What stands between two words."""
    return "" if vocabulary(language).morphemes else " "


def without(text: str, words: Sequence[str], language: str) -> str:
    """A text in normal form without these words, wherever they stand."""
    for word in words:
        while (span := _found(text, word, language, ())) is not None:
            text = text[: span.start] + blank(language) + text[span.end :]
    return " ".join(text.split()) if blank(language) else text.strip()


def _found(text: str, word: str, language: str, outside: Sequence[Span]) -> Span | None:
    at = text.find(word)
    while at >= 0:
        span = Span(at, at + len(word))
        whole = not blank(language) or not (_joins(text, span.start - 1) or _joins(text, span.end))
        if whole and not any(span.overlaps(other) for other in outside):
            return span
        at = text.find(word, at + 1)
    return None


def _joins(text: str, at: int) -> bool:
    return 0 <= at < len(text) and (text[at].isalnum() or text[at] == "'")


@cache
def _file() -> Mapping[str, Mapping[str, Any]]:
    return by_language(Path(__file__).parents[2] / "past_words")


def _own(language: str) -> Mapping[str, Any]:
    """How the past is told in a language, or in English."""
    return _file().get(language, _file()[DEFAULT_LANGUAGE])
