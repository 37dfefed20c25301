"""One spelling for what people write in many, and where each of its characters came from."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from yamori.understanding.drawn_out import drawn_out
from yamori.understanding.span import Span

_SAME = str.maketrans({"’": "'", "‘": "'", "−": "-", "“": '"', "”": '"', "\u00a0": " ", "\t": " ", "\n": " "})


@dataclass(frozen=True, kw_only=True)
class NormalForm:
    """A text in normal form (NFKC, lower case, plain quotes), with the way back to the text as it was said."""

    text: str
    said: str
    origins: tuple[int, ...]
    """For each character of `text`, and for its end: where in `said` it came from."""

    def shown(self, span: Span) -> str:
        """The words of a span as they were said."""
        return self.said[self.origins[span.start] : self.origins[span.end]].strip()

    def span_of(self, start: int, end: int) -> Span:
        """The span of what stands at these positions of `said`."""
        inside = [n for n, origin in enumerate(self.origins[:-1]) if start <= origin < end]
        return Span(inside[0], inside[-1] + 1) if inside else Span(0, 0)


def normal_form(said: str) -> NormalForm:
    """The normal form of a text; runs of blanks are kept, so that nothing moves further than it must. What is drawn out for emphasis is not
    in it."""
    text: list[str] = []
    origins: list[int] = []
    dropped = drawn_out(said)
    for start, cluster in _clusters(said):
        if start in dropped:
            continue
        flat = unicodedata.normalize("NFKC", cluster).lower().translate(_SAME)
        text.append(flat)
        origins += [start] * len(flat)
    return NormalForm(text="".join(text), said=said, origins=(*origins, len(said)))


def _clusters(said: str) -> Iterator[tuple[int, str]]:
    """Each character with the marks that belong to it, which compose to another one (`ｶﾞ`)."""
    start = 0
    for end in range(1, len(said) + 1):
        if end < len(said) and (unicodedata.combining(said[end]) or said[end] in "ﾞﾟ"):
            continue
        yield start, said[start:end]
        start = end
