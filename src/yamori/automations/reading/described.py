"""A rule described by what it does, with another time for it: `the one that closes the blinds at night, make it ten`. Pure.

A reader may take such a description for an order with two times. `policy` asks here first: it never becomes one.
"""

from collections.abc import Sequence
from datetime import time as Clock
from itertools import pairwise

from yamori.automations.automation import Automation
from yamori.automations.reading.managing import words_of
from yamori.automations.reading.moments import Timed
from yamori.automations.reading.renamed_time import clock_of, other_time
from yamori.automations.reading.vocabulary import words_for
from yamori.automations.trigger import At, Recurring
from yamori.domain.language import is_spaced
from yamori.domain.when.amounts import amounts_in
from yamori.understanding.frame import READING, Frame
from yamori.understanding.going_on import going_on_words
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of
from yamori.understanding.vocabulary import MarkerKind, vocabulary
from yamori.understanding.words_of import content_words

_DAY, _NIGHT = (Clock(4), Clock(12)), (Clock(16), Clock(5))
"""What is called a morning, and an evening or a night, of a rule."""


def is_described(frames: Sequence[Frame], utterance: Utterance) -> bool:
    """Whether a sentence says of something that was set up what it does, and gives it another time."""
    utterance = _with_hour(utterance)
    asks = utterance.text.rstrip().endswith(("?", "？")) or any(frame.intent in READING for frame in frames)
    if asks or utterance.quotations or any(marker.kind is MarkerKind.NEGATION for marker in utterance.markers):
        return False
    return _describes(utterance) and bool(utterance.times or amounts_in(utterance.normal.text)) and _moves(utterance)


def described(utterance: Utterance, own: Sequence[Automation]) -> tuple[Automation, ...]:
    """Those that every word of the description fits."""
    utterance = _with_hour(utterance)
    said = _said(utterance)
    fitting = [a for a in own if said and all(_held(word, words_of(a, utterance)) for word in said)]
    return tuple(a for a in fitting if _lies(a, utterance) and _directions(utterance.normal.text, utterance) <= _ways_of(a, utterance))


def likely(utterance: Utterance, own: Sequence[Automation]) -> tuple[Automation, ...]:
    """Those at a time of their own that share a word with it."""
    said = _said(_with_hour(utterance))
    return tuple(a for a in own if _is_timed(a) and any(_named(word) and _held(word, words_of(a, utterance)) for word in said))


def moved(automation: Automation, utterance: Utterance) -> Timed | None:
    """The rule's moment as the sentence gives it; None where it gives none that is another."""
    if not _is_timed(automation):
        return None
    new = other_time(automation.triggers[0], _with_hour(utterance))
    return Timed(triggers=(new,)) if new is not None and new != automation.triggers[0] else None


def _with_hour(utterance: Utterance) -> Utterance:
    """The sentence with its only bare number as an hour (`make it ten`)."""
    if utterance.vocabulary.morphemes or amounts_in(utterance.normal.text):
        return utterance
    things = words_for("thing", utterance.language)
    numbers = [w.span for w in utterance.words if utterance.vocabulary.is_number(w.text) and w.text not in things]
    bare = [span for span in numbers if not any(span.overlaps(time) for time in utterance.time_spans)]
    if len(bare) != 1:
        return utterance
    shown = utterance.normal.shown
    before, behind = shown(Span(0, bare[0].end)), shown(Span(bare[0].end, len(utterance.normal.text)))
    return utterance_of(f"{before} o'clock {behind}".rstrip(), utterance.now)


def _is_timed(automation: Automation) -> bool:
    return len(automation.triggers) == 1 and isinstance(automation.triggers[0], At | Recurring)


def _describes(utterance: Utterance) -> bool:
    """Whether a word that stands for something set up has what it does said of it."""
    text = utterance.normal.text.lower()
    things = (*words_for("thing", utterance.language), *words_for("automation", utterance.language))
    if not utterance.vocabulary.morphemes:
        said = text.replace(",", " ").split()
        relative = words_for("relative", utterance.language)
        return any(word in things and following in relative for word, following in pairwise(said))
    words = (*things, *words_for("nominal", utterance.language))
    found = [(at, word) for word in words for at in range(1, len(text)) if text.startswith(word, at)]
    return any(text[at - 1] in _ATTRIBUTIVE and text[at + len(word) :][:1] in _BEHIND for at, word in found)


_ATTRIBUTIVE = "うくぐすつぬぶむるただい"
"""What a verb or an adjective before a noun ends with."""
_BEHIND = ("、", ",", "を", "は", "も", " ", "。")


def _moves(utterance: Utterance) -> bool:
    low = utterance.normal.text.lower()
    words = _moving(utterance)
    if utterance.vocabulary.morphemes:
        return any(w.base in words or w.text in words for w in utterance.words) or any(word in low for word in words if len(word) > 1)
    return any(word in words for word in low.replace(",", " ").split())


def _moving(utterance: Utterance) -> tuple[str, ...]:
    topics = (("correction", "replacing"), ("later", "earlier", "moving"))
    language = utterance.language
    return (
        *(word for topic in topics[0] for word in going_on_words(topic, language)),
        *(word for topic in topics[1] for word in words_for(topic, language)),
    )


def _said(utterance: Utterance) -> set[str]:
    """The content words of the description."""
    language = utterance.language
    loose = [w for topic in ("thing", "automation", "morning", "evening", "relative") for w in words_for(topic, language)]
    amounts = [Span(amount.start, amount.end) for amount in amounts_in(utterance.normal.text)]
    spans, moving = (*utterance.time_spans, *amounts), _moving(utterance)
    left = [w for w in utterance.words if not any(w.span.overlaps(span) for span in spans)]
    known = (*loose, *moving)
    return {w.base for w in left if w.text not in known and w.base not in known and not w.text.startswith(_stems(moving, utterance))}


def _stems(moving: Sequence[str], utterance: Utterance) -> tuple[str, ...]:
    """What an inflected verb of moving begins with, where words are morphemes."""
    return tuple(word for word in moving if len(word) > 1) if utterance.vocabulary.morphemes else ("\0",)


def _ways_of(automation: Automation, utterance: Utterance) -> set[str]:
    return _directions(automation.origin, utterance) | _directions(automation.says, utterance)


def _directions(text: str, utterance: Utterance) -> set[str]:
    """Whether something is turned on or off, up or down: words that tell nothing alone."""
    return {word for word in text.lower().replace(",", " ").split() if word in words_for("directions", utterance.language)}


def _held(word: str, words: set[str]) -> bool:
    """Whether a word, or an English verb without its ending (`closes`), is one of them."""
    return word in words or any(bare in words for bare in _bare(word)) or not _named(word)


def _named(word: str) -> bool:
    """Whether it says anything: `turns` says no more than `turn`."""
    return all(content_words(bare, vocabulary("en")) for bare in _bare(word))


def _bare(word: str) -> list[str]:
    return [word.removesuffix(end) for end in ("s", "es") if is_spaced(word) and word.endswith(end) and word != end]


def _lies(automation: Automation, utterance: Utterance) -> bool:
    """Whether it has a time of its own, in the part of the day that is said."""
    clock = clock_of(automation.triggers[0], utterance.now) if _is_timed(automation) else None
    if clock is None:
        return False
    low = utterance.normal.text.lower()
    for topic, (begins, ends) in (("morning", _DAY), ("evening", _NIGHT)):
        if any(word in low for word in words_for(topic, utterance.language)):
            return begins <= clock < ends if begins < ends else clock >= begins or clock < ends
    return True
