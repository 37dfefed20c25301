"""`That cheese I love`, 私の好きなチーズ, `near me`: what somebody told to like, and where they live, in its place. Pure."""

from collections.abc import Sequence

from yamori.domain.language import is_spaced, language_of
from yamori.memory.kept import Kept
from yamori.memory.reading.grammar import grammar_in, grammar_of
from yamori.memory.reading.situations import settings_named
from yamori.memory.reading.vocabulary import folded, words_for
from yamori.memory.statement import Topic
from yamori.memory.using.names import Put


def with_loved(text: str, facts: Sequence[Kept]) -> Put:
    """The request with what exactly it is that the person likes; as it is where nobody told, or where several things are of that kind."""
    for start, end, kind in grammar_of(text).loved(text):
        if settings_named(kind):
            continue
        liked = [
            f
            for f in facts
            if f.statement.topic in (Topic.LIKE, Topic.FAVOURITE) and not f.statement.about and _is_a(f, kind, spaced=is_spaced(text))
        ]
        if len({folded(f.statement.value) for f in liked}) == 1:
            return Put(text=f"{text[:start]}{liked[0].statement.value}{text[end:]}", used=(liked[0],))
    return Put(text=text)


def with_place(text: str, facts: Sequence[Kept], home: str) -> Put:
    """A request to look something up with the place where the person lives, or else where the `home` is, for what says that it be near."""
    language = language_of(text)
    low = text.casefold()
    told = next((f for f in facts if f.statement.topic is Topic.ADDRESS and not f.statement.about), None)
    place = told.statement.value if told is not None else home
    phrase = next((p for p in words_for("near_here", language) if p in low), None)
    if phrase is None or not place:
        return Put(text=text)
    at = low.index(phrase)
    said = grammar_in(language).near(place, text[at + len(phrase) :])
    return Put(text=f"{text[:at]}{said}", used=(told,) if told is not None else ())


def _is_a(fact: Kept, kind: str, *, spaced: bool) -> bool:
    value = folded(f"{fact.statement.key} {fact.statement.value}")
    return f" {kind} " in f" {value} " if spaced else kind in value.replace(" ", "")
