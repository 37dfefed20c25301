"""Sentences that make a scene by saying what it does: `make a scene called X that …`, `when I say X, …`. Pure."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from yamori.agentkit.phrasing import series
from yamori.domain.language import Language, language_of
from yamori.scenes.naming import folded
from yamori.scenes.reading.vocabulary import holds, speaks_of, words_for
from yamori.scenes.reading.wanted import Make
from yamori.understanding.frame import Frame, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance

_MARKS = " ,、。.:：;!?！？「」『』\"“”'‘’"
_BETWEEN = len("、って")
"""Characters between two halves of one condition, at most."""


def definition_in(frames: Sequence[Frame], utterance: Utterance) -> Make | None:
    """The name and what it does, perhaps nothing yet; None for a sentence that makes no scene so."""
    return _said(frames, utterance) or _said_plainly(utterance) or _called(utterance)


def _said(frames: Sequence[Frame], utterance: Utterance) -> Make | None:
    """`When I say X, …`: the condition is a sentence of its own."""
    text = utterance.normal.text
    language = language_of(text)
    for span in _conditions(frames):
        said = utterance.normal.shown(span)
        flat = said.casefold().replace("’", "'")
        name = _named_by(said, flat, language)
        if name is None:
            continue
        action = f"{text[: span.start]} {text[span.end :]}".strip(_MARKS)
        return Make(name=_quoted(name) or name.strip(_MARKS), action=_to_do(action, language)) if name.strip(_MARKS) else None
    return None


def _said_plainly(utterance: Utterance) -> Make | None:
    """The same where a reader marked no condition, by the words for saying: what is said ends with its quotation marks or its clause."""
    text = utterance.normal.text
    language = language_of(text)
    low = text.casefold().replace("’", "'")
    if (words := _first(words_for("said", language), low)) is not None:
        before, action = _around(text, low, words)
        clause = _without_speaker(before.replace("。", "、").rpartition("、")[2].strip(_MARKS[:1]), language)
        name = _quoted(before) or clause.strip(_MARKS)
    elif (words := _first(words_for("saying", language), low)) is not None:
        before, after = _around(text, low, words)
        if len(before.split()) > _LEAD:
            return None
        name, action = _name_and_rest(after, language)
    else:
        return None
    return Make(name=name, action=_to_do(action, language)) if name and action.strip(_MARKS) else None


_LEAD = 3
"""Words before `when I say`, at most (`from now on`)."""


def _named_by(said: str, flat: str, language: Language) -> str | None:
    """What is said to set a scene off, in a condition that is a sentence to be said; None for any other."""
    if (words := _first(words_for("saying", language), flat)) is not None:
        return _around(said, flat, words)[1]
    words = _first(words_for("said", language), flat)
    return _without_speaker(_around(said, flat, words)[0], language) if words is not None else None


def _first(words: Iterable[str], text: str) -> str | None:
    return next((word for word in words if word in text), None)


def _name_and_rest(after: str, language: Language) -> tuple[str, str]:
    if quoted := _quoted(after, leads=True):
        return quoted, after[after.index(quoted) + len(quoted) :]
    ends = [(after.casefold().find(f" {word} "), len(word) + 1) for word in words_for("meaning", language)]
    ends.append((after.find(","), 1))
    at, length = min(((at, length) for at, length in ends if at > 0), default=(-1, 0))
    return (after[:at].strip(_MARKS), after[at + length :]) if at > 0 else ("", "")


def _quoted(text: str, *, leads: bool = False) -> str:
    """What stands in the last quotation marks at the end of a text, or in those that it begins with; empty where none do."""
    found = (_QUOTED_FIRST if leads else _QUOTED_LAST).search(text.strip())
    return found[1].strip() if found is not None else ""


_QUOTED_LAST = re.compile(r"[「『“\"]([^「」『』“”\"]+)[」』”\"]$")
_QUOTED_FIRST = re.compile(r"^[「『“\"‘']([^「」『』“”\"]+?)[」』”\"’'](?=\W|$)")


def _to_do(action: str, language: Language) -> str:
    """What is done, without the words that tie it to the name, and without the sentence that says that it is not to be done yet."""
    plain = action.strip(_MARKS)
    tied = next((w for w in words_for("meaning", language) if plain.casefold().startswith(f"{w} ")), "")
    plain = plain[len(tied) :].strip(_MARKS)
    sentences = [piece for piece in _SENTENCE.split(plain) if piece.strip(_MARKS)]
    kept = [piece for piece in sentences if not holds(folded(piece), words_for("not_yet", language))]
    return plain if len(kept) == len(sentences) else series(kept, language).strip(_MARKS)


_SENTENCE = re.compile(r"(?<=[.!])\s+|。")


def _conditions(frames: Sequence[Frame]) -> list[Span]:
    """The condition of each frame, as one: a reader may cut it where what is said ends (行ってきます|って|言ったら)."""
    found: list[Span] = []
    for frame in frames:
        spans = [slot.span for slot in frame.slots if slot.name is SlotName.CONDITION]
        if spans and all(later.start - earlier.end <= _BETWEEN for earlier, later in pairwise(spans)):
            found.append(Span(spans[0].start, spans[-1].end))
        else:
            found += spans
    return found


def _without_speaker(said: str, language: Language) -> str:
    """What is said, without who says it: 俺がただいま."""
    return next((said.removeprefix(word) for word in words_for("speaker", language) if said.startswith(word)), said)


def _called(utterance: Utterance) -> Make | None:
    """`A scene called X that …`, Xというシーンを作って、…."""
    text = utterance.normal.text
    flat, language = folded(text), language_of(text)
    if not speaks_of("scene", flat) or not holds(flat, words_for("made", language)):
        return None
    if words_for("called_behind", language):
        return _called_behind(text, language)
    low = text.casefold()
    called = next((w for w in words_for("called", language) if f" {w} " in low), None)
    if called is None:
        return None
    rest = text[low.index(f" {called} ") + len(called) + 2 :].strip()
    if rest[:1] in "\"“'‘" and (end := next((n for n, c in enumerate(rest[1:], 1) if c in "\"”'’"), 0)):
        return Make(name=rest[1:end], action=_orders(rest[end + 1 :], language))
    words = rest.split(" ")
    for number, word in enumerate(words):
        before, behind = " ".join(words[:number]), " ".join(words[number + 1 :])
        if number and word in _DASHES:
            return Make(name=before.strip(_MARKS), action=_to_do(_orders(behind, language), language))
        if word.endswith((",", ":", ";", ".")):
            return Make(name=f"{before} {word}".strip(_MARKS), action=_orders(behind, language))
        if number and word.casefold() in words_for("does", language):
            return Make(name=before.strip(_MARKS), action=_orders(behind, language))
    return Make(name=rest.strip(_MARKS), action="")


_DASHES = ("-", "–", "—")


def _called_behind(text: str, language: Language) -> Make | None:
    """The same where a name stands before the word for its being called so."""
    flat = text.casefold()
    scene, made = _first(words_for("scene", language), flat), _first(words_for("made", language), flat)
    called = next((w for w in words_for("called_behind", language) if f"{w}{scene}" in flat), None)
    if scene is None or called is None or made is None:
        return None
    name = text[: flat.index(f"{called}{scene}")].strip(_MARKS)
    return Make(name=name, action=_to_do(text[flat.index(made) + len(made) :], language)) if name else None


def _orders(text: str, language: Language) -> str:
    """What a scene does as orders: `turns on the lamp and closes the blinds` as `turn on the lamp and close the blinds`."""
    words = text.strip(_MARKS).split(" ")
    does, joints = words_for("does", language), words_for("and", language)
    if words and words[0].casefold() in does:
        words = words[1:]
    return " ".join(_bare(word) if n == 0 or words[n - 1].casefold() in joints else word for n, word in enumerate(words))


_SIBILANT = ("sses", "shes", "ches", "xes", "zes")


def _bare(word: str) -> str:
    """An English verb of the third person without its ending."""
    if word.endswith(_SIBILANT):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3 else word


def _around(text: str, flat: str, words: str) -> tuple[str, str]:
    at = flat.index(words)
    return text[:at], text[at + len(words) :]
