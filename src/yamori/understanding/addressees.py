"""Who is named as somebody to be told something: people of the home by their names and aliases, `everyone`, `the kids`. Pure.

The words are `addressee_words/`, one file a language. What is not to the last word such a name is nobody here: half of
`Mei and the plumber` is not told.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from yamori.domain.home import Person, PersonRole
from yamori.domain.language import is_spaced
from yamori.understanding.normal_form import normal_form
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.word_lists import by_name
from yamori.understanding.words_of import word_starts


class Group(StrEnum):
    """People who are called by what they are to the speaker."""

    EVERYONE = "everyone"
    CHILDREN = "children"
    SPEAKER = "speaker"
    POINTED = "pointed"
    """Whoever was spoken of before: `them`, 彼."""


@dataclass(frozen=True, kw_only=True)
class Addressee:
    """One name or group."""

    said: str
    """In normal form."""
    people: tuple[str, ...] = ()
    """Ids of those who are called so; several: it may be any of them."""
    group: Group | None = None


def members(people: Sequence[Person]) -> tuple[Person, ...]:
    """Those who live in the home."""
    return tuple(person for person in people if person.role is not PersonRole.GUEST)


def addressees_in(text: str, people: Sequence[Person], language: str) -> tuple[Addressee, ...] | None:
    """Everybody who is named in a text that holds nothing else; None where a word is left, or nobody is named."""
    rest = normal_form(text).text.strip()
    known = tuple(_known(people, language))
    leads, joints = phrases("before", language), phrases("joints", language)
    found: list[Addressee] = []
    rest = _without_first(rest, leads)
    while rest:
        named = next(((said, who) for said, who in known if _begins(rest, said)), None)
        if named is None:
            return None
        found.append(named[1])
        rest = rest[len(named[0]) :].lstrip()
        rest = _without_first(rest, phrases("honorifics", language))
        if rest in phrases("behind", language):
            rest = ""
        joined = _without_first(_without_first(rest, joints), joints)
        if rest and (joined == rest or not joined):
            return None  # a word is left, or somebody is missing behind what joins
        rest = _without_first(joined, leads)
    return tuple(dict.fromkeys(found)) or None


def mentions(utterance: Utterance, people: Sequence[Person]) -> tuple[Span, ...]:
    """Where names of people of the home stand as whole words, in the normal form; of two that overlap the longer one."""
    text = utterance.normal.text
    starts = {*word_starts(text, utterance.vocabulary), len(text)}
    found: list[Span] = []
    for name in sorted({name for person in people for name in names_of(person)}, key=len, reverse=True):
        at = text.find(name)
        while at >= 0:
            span = Span(at, at + len(name))
            whole = _stands_alone(text, span) if is_spaced(name) else span.start in starts and span.end in starts
            if whole and not any(span.overlaps(other) for other in found):
                found.append(span)
            at = text.find(name, at + 1)
    return tuple(sorted(found))


def mentions_joined(utterance: Utterance, people: Sequence[Person]) -> tuple[Span, ...]:
    """The same, names that are joined (`Mei and Tom`, メイちゃんとトム) as one."""
    text, language = utterance.normal.text, utterance.language
    found: list[Span] = []
    for span in mentions(utterance, people):
        between = text[found[-1].end : span.start].strip() if found else ""
        for honorific in phrases("honorifics", language):
            between = between.removeprefix(honorific)
        if found and between.strip() in phrases("joints", language):
            found[-1] = Span(found[-1].start, span.end)
        else:
            found.append(span)
    return tuple(found)


def names_of(person: Person) -> tuple[str, ...]:
    """What a person is called, in normal form."""
    return tuple(dict.fromkeys(normal_form(name).text for name in (person.name, *person.aliases)))


def phrases(topic: str, language: str) -> tuple[str, ...]:
    """The words of a topic in a language, longest first; none in a language that has none."""
    return tuple(sorted(_words().get(topic, {}).get(language, ()), key=len, reverse=True))


def stand_ins(language: str) -> tuple[str, ...]:
    """Names that readers know, in the order in which they are used."""
    return tuple(_words()["stand_ins"].get(language, ()))


def _known(people: Sequence[Person], language: str) -> Iterator[tuple[str, Addressee]]:
    """Everything that somebody is called, longest first."""
    by_name: dict[str, list[str]] = {}
    for person in people:
        for name in names_of(person):
            by_name.setdefault(name, []).append(person.id)
    found = {name: Addressee(said=name, people=tuple(ids)) for name, ids in by_name.items()}
    for group in Group:
        found |= {said: Addressee(said=said, group=group) for said in phrases(group.value, language) if said not in found}
    yield from sorted(found.items(), key=lambda item: len(item[0]), reverse=True)


def _begins(text: str, phrase: str) -> bool:
    return text.startswith(phrase) and (not is_spaced(phrase) or _stands_alone(text, Span(0, len(phrase))))


def _stands_alone(text: str, span: Span) -> bool:
    """Whether no letter of the same word stands beside it, nor an `'s` behind."""
    before, behind = text[span.start - 1 : span.start], text[span.end : span.end + 2]
    return not (_is_letter(before) or _is_letter(behind[:1]) or (behind[:1] in ("'", "-") and _is_letter(behind[1:])))


def _is_letter(character: str) -> bool:
    return character.isalnum() and is_spaced(character)


def _without_first(text: str, words: Sequence[str]) -> str:
    """The text without the word that it begins with, where that is one of these."""
    first = next((word for word in words if (_begins(text, word) if word.isalpha() else text.startswith(word))), "")
    return text[len(first) :].lstrip()


@cache
def _words() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return by_name(Path(__file__).parent / "addressee_words")
