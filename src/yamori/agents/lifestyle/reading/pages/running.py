"""Running heads, feet and page numbers: what stands at the same edge of page after page is not part of the text."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from yamori.agents.lifestyle.reading.pages.lines import Line, Sheet

REACH = 4
"""Pages before and after that are looked at: left and right pages have heads of their own."""
_OUTER = 0.14
"""Share of the page's height that is its edge, above and below."""
_MOST = 3
"""Lines at an edge."""
_NEAR = 4.0
"""Points."""
_NUMBER = re.compile(r"\d+")
_WIDEST = 60
_PAGE_NUMBER = re.compile(r"\W*(?:[^\W\d]{1,6}\W*)?\d{1,4}(?:\W+[^\W\d]{0,6}\W*\d{1,4})?\W*")
"""3, - 3 -, Page 3 of 12, 3ページ."""


def is_page_number(text: str) -> bool:
    return _PAGE_NUMBER.fullmatch(text) is not None


class Edges:
    """Remembers what ran at the edges, so that it is known on the last pages, too."""

    def __init__(self, pages: int, body: float) -> None:
        self._needed = min(2, pages - 1)
        self._largest = 1.3 * body
        self._known: set[tuple[str, int]] = set()

    def without(self, sheet: Sheet, around: Iterable[Sheet]) -> tuple[Line, ...]:
        """The lines of the page that are its own."""
        if self._needed < 1:
            return sheet.lines
        neighbours = [(other.number - sheet.number, list(_edge(other))) for other in around if other.number != sheet.number]
        running = {id(line) for line in _edge(sheet) if line.size <= self._largest and self._runs(line, neighbours)}
        return tuple(line for line in sheet.lines if id(line) not in running)

    def _runs(self, line: Line, neighbours: list[tuple[int, list[Line]]]) -> bool:
        key = (_NUMBER.sub("#", line.text), round(line.y / (2 * _NEAR)))
        found = sum(any(_same(line, other, distance) for other in lines) for distance, lines in neighbours)
        if found >= self._needed or (found and key in self._known):
            self._known.add(key)
            return True
        return False


def _edge(sheet: Sheet) -> Iterator[Line]:
    low, high = _OUTER * sheet.height, (1 - _OUTER) * sheet.height
    ordered = sorted(sheet.lines, key=lambda line: line.y)
    return chain(
        (line for line in ordered[:_MOST] if line.y < low),
        (line for line in ordered[-_MOST:] if line.y > high),
    )


def _same(line: Line, other: Line, distance: int) -> bool:
    if abs(line.y - other.y) > _NEAR or abs(line.size - other.size) > 1:
        return False
    if line.text == other.text:
        return True
    if len(line.text) > _WIDEST or _NUMBER.sub("#", line.text) != _NUMBER.sub("#", other.text):
        return False
    differing = [(int(a), int(b)) for a, b in zip(_NUMBER.findall(line.text), _NUMBER.findall(other.text), strict=True) if a != b]
    return all(b - a == distance for a, b in differing)
