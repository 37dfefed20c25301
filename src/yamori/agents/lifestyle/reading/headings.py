"""The headings above the place that is being read."""

from yamori.agents.lifestyle.reading.characters import line
from yamori.agents.lifestyle.reading.limits import DEEPEST, LONGEST_HEADING


class Headings:
    """Outermost first. A heading ends those of its own rank and below."""

    def __init__(self) -> None:
        self._held: list[tuple[float, str]] = []
        self.above: tuple[str, ...] = ()
        self.first: str | None = None

    def meet(self, text: str, rank: float) -> None:
        """`rank` is 1 for the outermost, as with h1."""
        text = line(text)[:LONGEST_HEADING]
        while self._held and self._held[-1][0] >= rank:
            self._held.pop()
        if text:
            self._held = [*self._held[: DEEPEST - 1], (rank, text)]
            self.first = self.first or text
        self.above = tuple(heading for _, heading in self._held)
