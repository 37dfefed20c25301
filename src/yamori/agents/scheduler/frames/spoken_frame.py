"""A frame in the sentence in which it was said, with what is known of the household: what every resolver of an intent is given."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from yamori.agents.scheduler.rules.entities.known import Known
from yamori.agents.scheduler.rules.reading.languages import reader_of
from yamori.domain.language import language_of
from yamori.understanding.detection import language_in
from yamori.understanding.frame import Frame, Slot, SlotName
from yamori.understanding.normal_form import normal_form
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import vocabulary
from yamori.understanding.words_of import Word, content_words


class Unhonoured(Exception):
    """A slot that no tool can carry out, or that names nothing or several things; `resolve` makes an `Unresolved` of it."""

    def __init__(self, slot: Slot | None = None, options: Sequence[str] = ()) -> None:
        super().__init__(slot.name.value if slot else "")
        self.slot = slot
        self.options = tuple(options)


@dataclass(frozen=True, kw_only=True)
class SpokenFrame:
    frame: Frame
    utterance: Utterance
    known: Known
    apart: tuple[Slot, ...] = ()
    """Pieces of the frame that are read on their own, and not as a part of what the sentence says around them."""

    def slots(self, *names: SlotName) -> tuple[Slot, ...]:
        """The slots of these names, in the order of the sentence."""
        return tuple(sorted((s for s in self.frame.slots if s.name in names), key=lambda s: s.span))

    def slot(self, name: SlotName) -> Slot | None:
        return next(iter(self.slots(name)), None)

    def said(self, slot: Slot) -> str:
        """The slot's words in the spelling in which they were said: names keep their capitals."""
        if slot.span.end <= len(self.utterance.normal.text):
            shown = self.utterance.normal.shown(slot.span)
            if normal_form(shown).text.strip() == normal_form(slot.text).text.strip():
                return shown
        return slot.text.strip()

    def between(self, one: Slot, other: Slot) -> str:
        """What stands in the sentence between two slots."""
        return self.utterance.normal.text[one.span.end : other.span.start]

    def content(self, text: str) -> tuple[Word, ...]:
        """The content words of a piece of the sentence, which may be in another language than the rest."""
        other = language_of(text) is not language_of(self.utterance.text)
        return content_words(normal_form(text).text, vocabulary(language_in(text)) if other else self.utterance.vocabulary)

    @cached_property
    def text(self) -> str:
        """The frame's own part of the sentence, as it was said."""
        normal = self.utterance.normal
        end = min(self.frame.span.end, len(normal.text))
        begin = min(self.frame.span.start, end)
        pieces = []
        for slot in sorted(self.apart, key=lambda slot: slot.span):
            pieces.append(normal.shown(Span(begin, slot.span.start)))
            begin = slot.span.end
        return " ".join((*pieces, normal.shown(Span(begin, end))))

    def without(self, *slots: Slot | None) -> "SpokenFrame":
        """The frame without these, which are read apart."""
        gone = [slot for slot in slots if slot is not None]
        kept = tuple(slot for slot in self.frame.slots if slot not in gone)
        return replace(self, frame=replace(self.frame, slots=kept), apart=(*self.apart, *gone))

    def text_without(self, *slots: Slot) -> str:
        """The frame's part of the sentence in normal form, with blanks in place of these slots."""
        kept = list(self.utterance.normal.text)
        for slot in slots:
            kept[slot.span.start : slot.span.end] = " " * (slot.span.end - slot.span.start)
        return "".join(kept[self.frame.span.start : self.frame.span.end])

    @cached_property
    def words(self) -> frozenset[str]:
        """The content words of the frame outside its slots, as they stand and in their dictionary form."""
        return frozenset(form for w in self.content(self.text_without(*self.frame.slots)) for form in (w.text, w.base))

    @cached_property
    def is_negated(self) -> bool:
        """`not done`, `haven't called`, 終わってない; a word inside a slot is the slot's own."""
        rest = self.text_without(*self.frame.slots)
        return bool(reader_of(self.utterance.text).is_negated(rest))
