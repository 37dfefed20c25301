"""What was told and is otherwise now, in one sentence: `the size is 9, not 8`, 8って言ったけど9だった. Pure.

A sentence corrects a fact where it says that something is otherwise, speaks of the same thing, and names one value that the fact does not
have in the place of the one that it has. What is left open is kept beside the fact instead (`statements`).
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from yamori.domain.language import is_spaced, language_of
from yamori.memory.reading.asking import people_in, shared_words
from yamori.memory.reading.statements import QUIET
from yamori.memory.reading.vocabulary import folded, holds, words_for
from yamori.memory.reading.wanted import Correct, Known, Told
from yamori.memory.statement import HEALTH, Topic
from yamori.understanding.frame import Frame, SlotName
from yamori.understanding.mood import Mood, mood_of
from yamori.understanding.utterance import Utterance, utterance_of

_SURE = 0.85
"""As in `meaning`: from these odds on a sentence is taken for what the reader says."""
_NUMBER = re.compile(r"(?P<number>\d+(?:[.:]\d+)?)(?P<rest>st|nd|rd|th| and a half|½|半)?(?![a-z:]*\d)", re.IGNORECASE)
_SAME_IN_WORDS = 2
_SAME_IN_CHARACTERS = 3
"""So many words that count, or pairs of Japanese characters, a sentence has in common with a fact whose old value it does not name."""
_NOT_REPLACED = HEALTH | {Topic.ALIAS}


@dataclass(frozen=True, kw_only=True)
class _Value:
    """A number as it stands in a text."""

    text: str
    start: int
    end: int

    @property
    def bare(self) -> str:
        """The same however it is written: `8` of `8:00`."""
        return re.sub(r"(?:st|nd|rd|th)$|[.:]0+$", "", self.text.casefold())


def corrected_in(frames: Sequence[Frame], utterance: Utterance, known: Known) -> Correct | None:
    """None where the sentence says nothing of something that is otherwise, or does not say of what."""
    text = utterance.text
    flat, language = folded(text), language_of(text)
    turned_down = holds(flat, words_for("turns_down", language)) is not None
    if not turned_down and holds(flat, words_for("is_otherwise", language)) is None:
        return None
    if any(f.intent not in QUIET and f.odds >= _SURE for f in frames) or mood_of(utterance) is Mood.QUESTION:
        return None
    for fact in known.facts:
        if fact.statement.topic in _NOT_REPLACED or not _is_of_the_same_people(text, fact, known):
            continue
        found = _other_number(text, fact, is_last=fact.id == known.focus.get("fact"), turned_down=turned_down)
        found = found or (_other_word(frames, utterance, fact) if turned_down else None)
        if found is not None:
            return found
    return None


def _is_of_the_same_people(text: str, fact: Told, known: Known) -> bool:
    """Whether whoever the sentence names is whom the fact is of."""
    said = people_in(text, known.names)
    told = people_in(f"{fact.statement.about} {fact.statement.words}", known.names)
    return said == told or (not said and holds(folded(text), words_for("myself", language_of(text))) is None)


def _other_number(text: str, fact: Told, *, is_last: bool, turned_down: bool) -> Correct | None:
    said, told = list(_numbers(text)), list(_numbers(fact.statement.value))
    had = {v.bare for v in told}
    old = [v for v in told if v.bare in {s.bare for s in said}]
    new = [v for v in said if v.bare not in had]
    common = shared_words(_without(text, said), _without(fact.statement.words, list(_numbers(fact.statement.words))))
    if len(new) != 1:
        return None
    if turned_down and len(old) == 1 and (common or is_last):
        return _replaced(fact, old[0], new[0].text)
    enough = _SAME_IN_WORDS if is_spaced(text) else _SAME_IN_CHARACTERS
    if not old and len(told) == len(said) == 1 and common >= enough and (":" in told[0].text) == (":" in new[0].text):
        return _replaced(fact, told[0], new[0].text)
    return None


def _other_word(frames: Sequence[Frame], utterance: Utterance, fact: Told) -> Correct | None:
    """`It isn't red, it's blue`: of two words one is the fact's, and turned down."""
    text = utterance.text
    if any(_numbers(text)) or shared_words(text, fact.statement.words) < (_SAME_IN_WORDS if is_spaced(text) else _SAME_IN_CHARACTERS):
        return None
    marked = [s.text.strip() for f in frames for s in f.slots if s.name in (SlotName.TEXT, SlotName.VALUE)]
    return _exchanged(marked, text, fact) or _exchanged(_own_words(utterance), text, fact)


def _exchanged(words: Sequence[str], text: str, fact: Told) -> Correct | None:
    """With the one of these words that the fact does not have in the place of the one that is turned down."""
    value = fact.statement.value
    words = [word for word in words if _at(word, fact.statement.words) >= 0 or not shared_words(word, fact.statement.words)]
    common = [word for word in words if _at(word, fact.statement.words) >= 0]
    old = [word for word in words if _is_turned_down(word, text, common) and _at(word, value) >= 0]
    old = [word for word in old if text.casefold().count(word.casefold()) == 1]  # 先生 of both is not exchanged
    new = [word for word in words if not _is_turned_down(word, text, common) and _at(word, fact.statement.words) < 0]
    if len(old) != 1 or len(new) != 1:
        return None
    at = _at(old[0], value)
    return Correct(fact=fact.id, value=value[:at] + new[0] + value[at + len(old[0]) :])


def _own_words(utterance: Utterance) -> list[str]:
    """Its content words, but for those that say that something is otherwise."""
    language = language_of(utterance.text)
    phrases = (*words_for("turns_down", language), *words_for("is_otherwise", language))
    beside = {form for phrase in phrases for w in utterance_of(phrase, utterance.now).words for form in (w.text, w.base)}
    beside |= {word for phrase in phrases for word in phrase.split()}
    stems = tuple(phrase for phrase in phrases if not is_spaced(phrase))
    shown = [(w, utterance.normal.shown(w.span).removesuffix("'s")) for w in utterance.words if not w.base.startswith(stems)]
    return [said for word, said in shown if not {folded(word.text), word.text, word.base} & beside]


def _at(word: str, text: str) -> int:
    """Where it stands as a word; in letters that are written without blanks, anywhere."""
    flat, edge = word.casefold(), r"[a-z0-9]"
    before, behind = (f"(?<!{edge})" if re.match(edge, flat) else ""), (f"(?!{edge})" if re.search(f"{edge}$", flat) else "")
    found = re.search(f"{before}{re.escape(flat)}{behind}", text.casefold())
    return found.start() if found is not None else -1


def _is_turned_down(word: str, text: str, common: Sequence[str]) -> bool:
    """Whether what turns something down stands beside it, `not …`, …じゃなくて; in Japanese words of both may stand between."""
    flat, said = folded(text), folded(word)
    phrases = words_for("turns_down", language_of(text))
    if is_spaced(text):
        return any(f" {phrase} {said} " in f" {flat} " or f" {phrase} a {said} " in f" {flat} " for phrase in phrases)
    between = "|".join(re.escape(folded(each)) for each in common) or "(?!)"
    return re.search(f"{re.escape(said)}(?:{between})*(?:{'|'.join(map(re.escape, phrases))})", flat.replace(" ", "")) is not None


def _numbers(text: str) -> Iterator[_Value]:
    return (_Value(text=m.group(), start=m.start(), end=m.end()) for m in _NUMBER.finditer(text))


def _without(text: str, values: Collection[_Value]) -> str:
    for value in sorted(values, key=lambda v: -v.start):
        text = f"{text[: value.start]} {text[value.end :]}"
    return text


def _replaced(fact: Told, old: _Value, new: str) -> Correct:
    value = fact.statement.value
    return Correct(fact=fact.id, value=value[: old.start] + new + value[old.end :])
