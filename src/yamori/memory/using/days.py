"""`On Kenji's birthday`, ケンジの誕生日に: the date that was told of a day that people have, in its place. Pure."""

from collections.abc import Sequence
from datetime import UTC, datetime

from yamori.domain.language import Language, language_of
from yamori.domain.when import find_when
from yamori.memory.kept import Kept
from yamori.memory.reading.grammar import grammar_in
from yamori.memory.reading.vocabulary import words_for
from yamori.memory.statement import Topic
from yamori.memory.using.names import Put

_ANY_DAY = datetime(2024, 1, 1, tzinfo=UTC)
"""Only where the words of the date stand is asked."""
_DAYS = {Topic.BIRTHDAY: "birthday", Topic.ANNIVERSARY: "anniversary"}


def with_days(text: str, facts: Sequence[Kept]) -> Put:
    """The request with dates where it says that something is on such a day, or counts from one; what only is about a birthday stays."""
    language = language_of(text)
    used: list[Kept] = []
    for fact in (f for f in facts if f.statement.topic in _DAYS):
        for phrase in _phrases(fact, language):
            new = _put(text, phrase, _date(fact.statement.value, language), language)
            if new != text:
                text, used = new, [*used, fact]
    return Put(text=text, used=tuple(used))


def _phrases(fact: Kept, language: Language) -> tuple[str, ...]:
    about, day = fact.statement.about, _DAYS[fact.statement.topic]
    return tuple(f"{who}{said}" for who in grammar_in(language).owners(about) for said in words_for(f"{day}_said", language))


def _put(text: str, phrase: str, date: str, language: Language) -> str:
    low = text.casefold().replace("’", "'")
    at = low.find(phrase.casefold())
    if at < 0 or not date:
        return text
    before, behind = text[:at], text[at + len(phrase) :]
    lead = next((w for w in words_for("day_before", language) if low[:at].rstrip().endswith(f" {w}") or low[:at].strip() == w), None)
    return f"{before}{date}{behind}" if lead is not None or behind.startswith(words_for("day_behind", language)) else text


def _date(value: str, language: Language) -> str:
    """The date, without what is said around it."""
    spans = [s for s in find_when(value, _ANY_DAY) if s.date is not None]
    said = value[spans[0].start : spans[0].end] if len(spans) == 1 else ""
    return said.removeprefix("on ") if language is language_of(value) or not said else ""
