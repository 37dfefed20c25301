"""`That cheese I love`, 私の好きなチーズ, `near me`: what somebody told to like, and where they live, in its place. Pure."""

from collections.abc import Sequence

from yamori.domain.language import Language, language_of
from yamori.memory.kept import Kept
from yamori.memory.reading.situations import settings_named
from yamori.memory.reading.vocabulary import folded, pieces_of, words_for
from yamori.memory.statement import Topic
from yamori.memory.using.names import Put

_MOST = 3
"""Words of what is liked: `green olive oil`."""


def with_loved(text: str, facts: Sequence[Kept]) -> Put:
    """The request with what exactly it is that the person likes; as it is where nobody told, or where several things are of that kind."""
    japanese = language_of(text) is Language.JAPANESE
    found = _japanese(text) if japanese else _english(text)
    for start, end, kind in found:
        if settings_named(kind):
            continue
        liked = [
            f for f in facts if f.statement.topic in (Topic.LIKE, Topic.FAVOURITE) and not f.statement.about and _is_a(f, kind, japanese)
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
    said = f"{place}の近く" if language is Language.JAPANESE else f"near {place}"
    rest = text[at + len(phrase) :]
    if language is Language.JAPANESE and not rest.startswith(("の", "で", "に")):
        rest = f"の{rest}"
    return Put(text=f"{text[:at]}{said}{rest}", used=(told,) if told is not None else ())


def _is_a(fact: Kept, kind: str, japanese: bool) -> bool:
    value = folded(f"{fact.statement.key} {fact.statement.value}")
    return kind in value.replace(" ", "") if japanese else f" {kind} " in f" {value} "


def _english(text: str) -> Sequence[tuple[int, int, str]]:
    """Where `that … I love` stands, and what it is that is loved."""
    pieces = pieces_of(text)
    flat = [p.flat for p in pieces]
    found: list[tuple[int, int, str]] = []
    for phrase in words_for("loved_behind", Language.ENGLISH):
        words = phrase.split()
        for at in range(2, len(flat) - len(words) + 1):
            lead = next((n for n in range(at - 2, max(at - 2 - _MOST, -1), -1) if flat[n] in ("that", "the", "those")), None)
            if flat[at : at + len(words)] == words and lead is not None:
                found.append((pieces[lead].start, pieces[at + len(words) - 1].end, " ".join(flat[lead + 1 : at])))
    return found


def _japanese(text: str) -> Sequence[tuple[int, int, str]]:
    """Where 私の好きな … stands; what is liked goes on to the particle behind it."""
    found: list[tuple[int, int, str]] = []
    for phrase in words_for("loved_before", Language.JAPANESE):
        at = text.find(phrase)
        begin = at + len(phrase)
        end = next((n for n in range(begin, len(text)) if text[n] in "をはがもにで、。"), len(text))
        if at >= 0 and 0 < end - begin <= _MOST * 4:
            found.append((at, end, folded(text[begin:end]).replace(" ", "")))
    return found
