"""What was said, read once: its normal form, words, quotations, times and markers, each found when it is first asked for."""

import re
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache

from yamori.domain.when import WhenSpan, find_when
from yamori.understanding.analysis import morphemes_of
from yamori.understanding.detection import language_in
from yamori.understanding.normal_form import NormalForm, normal_form
from yamori.understanding.span import Span
from yamori.understanding.vocabulary import MarkerKind, Vocabulary, vocabulary
from yamori.understanding.words_of import Word, content_words

QUOTED = re.compile(r"「[^」]*」|『[^』]*』|“[^”]*”|\"[^\"]*\"|(?<![^\W\d_])'[^']*'(?![^\W\d_])")


@dataclass(frozen=True, kw_only=True)
class Marker:
    """A word or phrase that changes what a sentence asks for."""

    kind: MarkerKind
    span: Span


@dataclass(frozen=True, kw_only=True)
class Utterance:
    """A text at a moment. Spans are of `normal.text`."""

    text: str
    now: datetime
    language: str
    """`en`, `ja`, …: one that has a vocabulary."""

    @cached_property
    def normal(self) -> NormalForm:
        return normal_form(self.text)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return vocabulary(self.language)

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The content words outside quotations."""
        return tuple(w for w in content_words(self.normal.text, self.vocabulary) if not any(w.span.overlaps(q) for q in self.quotations))

    @cached_property
    def quotations(self) -> tuple[Span, ...]:
        return tuple(Span(*m.span()) for m in QUOTED.finditer(self.normal.text))

    @cached_property
    def times(self) -> tuple[WhenSpan, ...]:
        """Every expression of time, positions as in `text`."""
        return find_when(self.text, self.now)

    @cached_property
    def time_spans(self) -> tuple[Span, ...]:
        """Where `times` stand in the normal form."""
        return tuple(self.normal.span_of(time.start, time.end) for time in self.times)

    @cached_property
    def markers(self) -> tuple[Marker, ...]:
        """In their order; none inside a quotation or a filler (`if you don't mind`), and of two that overlap the longer one."""
        fillers = tuple(Span(*m.span()) for m in self.vocabulary.fillers.finditer(self.normal.text))
        found = [
            Marker(kind=kind, span=Span(*m.span()))
            for kind, pattern in self.vocabulary.markers.items()
            for m in pattern.finditer(self.normal.text)
            if m.end() > m.start() and self._marks(m)
        ]
        kept: list[Marker] = []
        for marker in sorted(found, key=lambda m: (m.span.start - m.span.end, m.span.start)):
            if not any(marker.span.overlaps(other) for other in (*self.quotations, *fillers, *(k.span for k in kept))):
                kept.append(marker)
        return tuple(sorted(kept, key=lambda m: m.span))

    def _marks(self, found: re.Match[str]) -> bool:
        """Whether letters that spell a marker are one: a particle or a verb may be spelled alike (メイったら, 強くならない)."""
        if found.group() not in self.vocabulary.inflected:
            return True
        return any(m.form.startswith("仮定形") and m.start < found.end() <= m.end for m in morphemes_of(self.normal.text))


@lru_cache(maxsize=512)
def utterance_of(text: str, now: datetime) -> Utterance:
    """The utterance of a text; the same text at the same moment is read once, whoever asks."""
    return Utterance(text=text, now=now, language=language_in(text))
