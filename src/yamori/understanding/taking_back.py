"""Sentences that take back what was just set up, and say nothing else: `cancel that`, 取り消して, それ、止めて. Pure.

They name nothing: what they mean is known to whoever set something up last.
"""

from collections.abc import Sequence

from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.going_on import around, denies, going_on_words
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind


def takes_back(utterance: Utterance) -> bool:
    """Whether a sentence, said right after something was set up, takes it back and says nothing else."""
    if _says_only(utterance, ("cancelling", "dropping")):
        return True
    low, pointing = utterance.normal.text.lower(), going_on_words("that", utterance.language)
    points = any(word in (low if utterance.vocabulary.morphemes else around(utterance, ()).split()) for word in pointing)
    return points and _says_only(utterance, ("cancelling", "dropping", "ending"))


def cancels(utterance: Utterance) -> bool:
    """Whether it does so in words that are said of no device, whenever it is said."""
    return _says_only(utterance, ("cancelling",))


SURE_OF_A_REFUSAL = 0.9
"""From these odds of its frame on a sentence may refuse what was just done."""


def refuses(frames: Sequence[Frame], utterance: Utterance) -> bool:
    """Whether a sentence, said right after something was done, refuses it and says nothing else (`no don't`, いや、やめて). What a reader
    takes for a refusal is one where every word refuses: `no, let it be` and `no, that's fine` undo nothing."""
    return takes_back(utterance) or (only_rejects(frames, utterance) and _refuses_in_each_word(frames, utterance))


def only_rejects(frames: Sequence[Frame], utterance: Utterance) -> bool:
    """Whether a reader surely takes a sentence for a refusal, of something that was done or of anything more, and for nothing else."""
    if not frames or utterance.times or utterance.quotations or utterance.text.rstrip().endswith(("?", "？")):
        return False
    sure = all(frame.intent is IntentName.REJECT and frame.odds >= SURE_OF_A_REFUSAL for frame in frames)
    return sure and all(slot.name is SlotName.REASON for frame in frames for slot in frame.slots)


def _refuses_in_each_word(frames: Sequence[Frame], utterance: Utterance) -> bool:
    reasons = [slot.span for frame in frames for slot in frame.slots]
    contented, refusing = going_on_words("contented", utterance.language), going_on_words("refusing", utterance.language)
    if utterance.vocabulary.morphemes:
        text = utterance.normal.text
        places = [Span(at, at + len(word)) for word in refusing for at in _places(word, text)]
        rest = [w for w in utterance.words if not any(w.span.overlaps(span) for span in (*places, *reasons))]
        pleased = [Span(at, at + len(word)) for word in contented for at in _places(word, text)]
        if any(not any(place.start <= span.start and span.end <= place.end for place in places) for span in pleased):
            return False
        return bool(places) and not rest
    words = around(utterance, reasons).split()
    beside = {*refusing, *going_on_words("pointing", utterance.language), *going_on_words("beside", utterance.language)}
    return any(word in refusing for word in words) and all(word in beside and word not in contented for word in words)


def _places(word: str, text: str) -> list[int]:
    """Where a word begins in a text."""
    return [at for at in range(len(text)) if text.startswith(word, at)]


def _says_only(utterance: Utterance, topics: tuple[str, ...]) -> bool:
    if utterance.times or utterance.quotations or utterance.text.rstrip().endswith(("?", "？")):
        return False
    words = [word for topic in topics for word in going_on_words(topic, utterance.language)]
    pointing = going_on_words("pointing", utterance.language)
    if utterance.vocabulary.morphemes:
        return _only_in_morphemes(utterance, words, pointing)
    said = around(utterance, ()).split()
    if denies(said, utterance.language):
        return False
    if not any(all(part in said for part in phrase.split()) for phrase in words):
        return False
    beside = {*pointing, *going_on_words("beside", utterance.language), *(part for phrase in words for part in phrase.split())}
    fillers = [Span(*m.span()) for m in utterance.vocabulary.fillers.finditer(utterance.normal.text)]
    return all(word in beside for word in around(utterance, fillers).split())


def _only_in_morphemes(utterance: Utterance, words: Sequence[str], pointing: Sequence[str]) -> bool:
    text = utterance.normal.text
    denied = [m.span for m in utterance.markers if m.kind is MarkerKind.NEGATION and not text[m.span.start :].startswith(tuple(words))]
    if denied or not any(word in text for word in words):
        return False
    rest = [w for w in utterance.words if not any(w.text.startswith(word) or w.base.startswith(word) for word in words)]
    return all(w.text in pointing or w.base in pointing for w in rest)
