"""The headings above the place that is being read."""

from yamori.agents.lifestyle.reading.characters import line
from yamori.agents.lifestyle.reading.limits import DEEPEST, LONGEST_HEADING
from yamori.agents.lifestyle.rules.passages import Part

SET_OFF = 7.0
"""The rank of a paragraph that is bold or has a sign before it: below headings, and between those that `unmarked.py` makes."""


class Headings:
    """Outermost first. A heading ends those of its own rank and below; one with nothing under it becomes a part."""

    def __init__(self) -> None:
        self._held: list[tuple[float, str]] = []
        self._above: tuple[str, ...] = ()
        self._bare = False
        """Nothing came under the last one so far."""
        self._page: int | None = None

    def meet(self, text: str, rank: float, *, page: int | None = None) -> tuple[Part, ...]:
        """A heading comes; returns the one before it where that one had nothing under it. `rank` is 1 for the outermost, as with h1."""
        text = line(text)[:LONGEST_HEADING]
        alone = self.end() if self._held and self._held[-1][0] >= rank else ()
        while self._held and self._held[-1][0] >= rank:
            self._held.pop()
        if text:
            self._held = [*self._held[: DEEPEST - 1], (rank, text)]
            self._bare, self._page = True, page
        self._above = tuple(heading for _, heading in self._held)
        return alone

    def part(self, text: str, *, page: int | None = None) -> Part:
        """A part that stands here."""
        self._bare = False
        return Part(text=text, headings=self._above, page=page)

    def end(self) -> tuple[Part, ...]:
        """The last heading, where nothing came under it."""
        bare, self._bare = self._bare, False
        return (Part(text=self._above[-1], headings=self._above[:-1], page=self._page),) if bare and self._above else ()
