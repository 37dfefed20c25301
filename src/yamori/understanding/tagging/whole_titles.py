"""Titles that begin with what is done: of `water the ferns on Sunday` a reader may take the `ferns` alone for the title of the entry; and
those in quotation marks, which end there.

The trained reader calls this; pure.
"""

from dataclasses import replace

from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.normal_form import NormalForm
from yamori.understanding.outside import known_words
from yamori.understanding.span import Span
from yamori.understanding.utterance import QUOTED
from yamori.understanding.vocabulary import Vocabulary
from yamori.understanding.words_of import Word, content_words


def with_whole_titles(frame: Frame, normal: NormalForm, vocabulary: Vocabulary) -> Frame:
    """The frame of a new entry whose title holds the words directly before it with which nobody asks for an entry. Only in languages
    that are written with blanks: in others the verb stands behind."""
    frame = replace(frame, slots=tuple(_quoted(slot, normal, vocabulary) for slot in frame.slots))
    title = min((slot for slot in frame.slots if slot.name is SlotName.TITLE), key=lambda slot: slot.span, default=None)
    if frame.intent is not IntentName.ADD_ENTRY or title is None or vocabulary.morphemes:
        return frame
    start = title.span.start
    for word in reversed([w for w in content_words(normal.text, vocabulary) if frame.span.start <= w.span.start and w.span.end <= start]):
        if normal.text[word.span.end : start].strip() or _is_explained(word, frame):
            break
        start = word.span.start
    if start == title.span.start:
        return frame
    span = Span(start, title.span.end)
    whole = replace(title, span=span, text=normal.shown(span))
    return replace(frame, slots=tuple(whole if slot is title else slot for slot in frame.slots))


def _quoted(slot: Slot, normal: NormalForm, vocabulary: Vocabulary) -> Slot:
    """A title that goes on behind its quotation mark with words that say nothing (`'water the ferns' down`), as far as the mark."""
    for m in QUOTED.finditer(normal.text) if slot.name is SlotName.TITLE else ():
        begins = m.start() <= slot.span.start <= m.start() + 1
        if begins and m.end() < slot.span.end and not content_words(normal.text[m.end() : slot.span.end], vocabulary):
            span = Span(slot.span.start, m.end())
            return replace(slot, span=span, text=normal.shown(span))
    return slot


def _is_explained(word: Word, frame: Frame) -> bool:
    """Whether a word is in a slot, or is one with which people ask for entries."""
    if any(slot.span.overlaps(word.span) for slot in frame.slots):
        return True
    return bool({word.text, word.base} & known_words().get(frame.intent.value, frozenset()))
