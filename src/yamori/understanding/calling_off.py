"""Sentences that call off something by a word of it, and say nothing else: `forget the one about …`, 〜のやつもういい. Pure.

Said right after something was set up they mean that, and nothing that is remembered of a person.
"""

from yamori.understanding.frame import Frame
from yamori.understanding.going_on import around, denies, going_on_words
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind


def called_off(utterance: Utterance) -> tuple[str, ...]:
    """The words by which it is named, in lower case; none for a sentence that asks for anything else."""
    if utterance.times or utterance.quotations or utterance.text.rstrip().endswith(("?", "？")):
        return ()
    return _in_morphemes(utterance) if utterance.vocabulary.morphemes else _in_words(utterance)


def calls_off(frame: Frame, utterance: Utterance) -> bool:
    """Whether what stands before the slots of a frame, in Japanese behind them, says that it is not wanted any more."""
    text, spans = utterance.normal.text.lower().replace("’", "'"), [slot.span for slot in frame.slots]
    if utterance.vocabulary.morphemes:
        behind = max((span.end for span in spans), default=frame.span.start)
        turned = any(m.kind in _TURNING and m.span.start >= behind for m in utterance.markers)
        return not turned and any(each in text[behind : frame.span.end] for each in _phrases(utterance))
    before = text[frame.span.start : min((span.start for span in spans), default=frame.span.end)]
    phrase = next((each for each in _phrases(utterance) if f" {each} " in f" {before} "), "")
    rest = f" {before} ".replace(f" {phrase} ", " ", 1).split()
    return bool(phrase) and not denies(rest, utterance.language)


def _in_words(utterance: Utterance) -> tuple[str, ...]:
    off, things = _phrases(utterance), _words("one", utterance)
    said = around(utterance, ()).replace("’", "'").split()
    low = f" {' '.join(said)} "
    phrase = next((each for each in off if f" {each} " in low), "")
    left = low.replace(f" {phrase} ", " ", 1).split()
    if not phrase or not any(word in things for word in left) or denies(left, utterance.language):
        return ()
    known = {*things, *_words("beside", utterance), *_words("pointing", utterance), *utterance.vocabulary.function_words}
    return tuple(word.removesuffix("'s") for word in left if word not in known)


def _in_morphemes(utterance: Utterance) -> tuple[str, ...]:
    """What is called off stands first, the word that stands for it behind, then that it is not wanted."""
    text = utterance.normal.text
    thing = next((each for each in _words("one", utterance) if each in text), "")
    end = text.find(thing) + len(thing)
    off = next((each for each in _phrases(utterance) if each in text[end:]), "") if thing else ""
    start = text.find(off, end) if off else 0
    if not off or any(m.kind in _TURNING and m.span.end > start + len(off) for m in utterance.markers):
        return ()
    beside = (*_words("one", utterance), *_words("correction", utterance), *_words("pointing", utterance))
    said = [w for w in utterance.words if w.span.end <= start and not end - len(thing) <= w.span.start < end]
    before = [w for w in said if w.text not in beside and w.base not in beside]
    behind = [w for w in utterance.words if w.span.start >= start + len(off) and w.base not in _words("replacing", utterance)]
    return tuple(w.text for w in before) if not behind and all(w.span.end <= end for w in before) else ()


_TURNING = (MarkerKind.NEGATION, MarkerKind.EXCEPTION, MarkerKind.CONDITION)


def _phrases(utterance: Utterance) -> tuple[str, ...]:
    found = [word for topic in ("unwanted", "cancelling", "dropping") for word in _words(topic, utterance)]
    return tuple(sorted(found, key=len, reverse=True))


def _words(topic: str, utterance: Utterance) -> tuple[str, ...]:
    return going_on_words(topic, utterance.language)
