"""A frame in the sentence in which it was said: its words inside and outside slots. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from yamori.agents.lists.rules.vocabulary import forms_of, words_for
from yamori.understanding.frame import Frame, Slot, SlotName
from yamori.understanding.normal_form import normal_form
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance


@dataclass(frozen=True, kw_only=True)
class SpokenFrame:
    frame: Frame
    utterance: Utterance

    def slots(self, *names: SlotName) -> tuple[Slot, ...]:
        """The slots of these names, in the order of the sentence."""
        return tuple(sorted((s for s in self.frame.slots if s.name in names), key=lambda s: s.span))

    def said(self, slot: Slot) -> str:
        """The slot's words in the spelling in which they were said."""
        if slot.span.end <= len(self.utterance.normal.text):
            shown = self.utterance.normal.shown(slot.span)
            if normal_form(shown).text.strip() == normal_form(slot.text).text.strip():
                return shown
        return slot.text.strip()

    def shown(self, span: Span) -> str:
        return self.utterance.normal.shown(Span(span.start, min(span.end, len(self.utterance.normal.text))))

    def blanked(self, *spans: Span) -> str:
        """The normal form of the sentence with blanks outside the frame and in place of these pieces: positions stay as they are."""
        text = list(self.utterance.normal.text)
        for n in range(len(text)):
            if not self.frame.span.start <= n < self.frame.span.end or any(s.start <= n < s.end for s in spans):
                text[n] = " "
        return "".join(text)

    @cached_property
    def outside(self) -> frozenset[str]:
        """All words of the frame outside its slots."""
        return forms_of(self.blanked(*(slot.span for slot in self.frame.slots)))

    @cached_property
    def all_words(self) -> frozenset[str]:
        return forms_of(self.blanked())

    def explained_by(self, sorts: Sequence[str]) -> tuple[Span, ...]:
        """Where content words of the frame stand that belong to one of these sorts."""
        known = frozenset().union(*(words_for(sort) for sort in sorts))
        return tuple(w.span for w in self.utterance.words if self.frame.span.overlaps(w.span) and {w.text, w.base} & known)

    def is_behind(self, slot: Slot, *particles: str) -> bool:
        """Whether one of these stands right behind a slot."""
        return self.utterance.normal.text[slot.span.end :].lstrip().startswith(particles)

    def is_before(self, slot: Slot, *prepositions: str) -> bool:
        """Whether one of these stands right before a slot, or begins it."""
        before = self.utterance.normal.text[: slot.span.start].split()
        return (before[-1:] != [] and before[-1] in prepositions) or (
            normal_form(slot.text).text.split()[:1] != [] and (normal_form(slot.text).text.split()[0] in prepositions)
        )
