"""Where something stands in an utterance's normal form."""

from typing import NamedTuple


class Span(NamedTuple):
    start: int
    end: int

    def overlaps(self, other: "Span") -> bool:
        return self.start < other.end and other.start < self.end
