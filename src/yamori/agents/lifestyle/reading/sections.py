"""A plain text in sections: which rows are headings and what stands below them."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from yamori.agents.lifestyle.reading.drawn import (
    CAPITALS,
    LABEL,
    SHORT,
    Heading,
    heading,
    is_above_list,
    is_capitals,
    label,
    marked,
    question,
)
from yamori.agents.lifestyle.reading.numbering import numbered

_SEVERAL = {LABEL: 2, SHORT: 3, CAPITALS: 3}
"""How many headings of a style a paper must have for what is less like one to count, too."""
_FAR = 40
"""Rows."""
_MOST_HEADINGS = 6
"""Above one block."""


class Section(NamedTuple):
    """A block of rows with the headings above it."""

    headings: list[Heading]
    rows: list[str]


def sections(text: str) -> list[Section]:
    """Of visible text."""
    found = list(_headed(_blocks(text)))
    mark_alike(found)
    return found


def mark_alike(found: list[Section]) -> None:
    """What is less like a heading is one where the paper has several others of its style."""
    styles = Counter(one.style for section in found for one in section.headings)
    styles[LABEL] += sum(_labelled(found, n) is not None for n in range(len(found)))
    for n, section in enumerate(found):
        alike = _alike(found, n)
        if styles[LABEL] >= _SEVERAL[LABEL] and (labelled := _labelled(found, n)):
            found[n] = Section([labelled], section.rows[1:])
        elif alike is not None and styles[alike] >= _SEVERAL[alike]:
            found[n] = Section([Heading(alike, section.rows[0].strip(), 1)], section.rows[1:])


def _blocks(text: str) -> list[list[str]]:
    """The rows between blank ones, and from one that is a heading wherever it stands."""
    blocks = [list(rows) for blank, rows in groupby(text.split("\n"), key=lambda row: not row.strip()) if not blank]
    return [part for block in blocks for part in _cut(block)]


def _cut(block: list[str]) -> Iterator[list[str]]:
    start = 0
    for n in range(1, len(block)):
        if marked(block[n]) or question(block[n : n + _FAR]) or _counts_on(block, start, n):
            yield block[start:n]
            start = n
    yield block[start:]


def _counts_on(block: list[str], start: int, n: int) -> bool:
    """Whether a row and the one that the part began with are numbered one after the other, and each has text below that is longer."""
    first = numbered(block[start]) if n - start < _FAR else None
    return first is not None and first.is_next(block[n]) and all(heading(part) for part in (block[start:n], block[n : n + 2]))


def _headed(blocks: list[list[str]]) -> Iterator[Section]:
    before: str | None = None
    for n, block in enumerate(blocks):
        following = blocks[n + 1] if n + 1 < len(blocks) else None
        headings, rows = list[Heading](), block
        while rows and len(headings) < _MOST_HEADINGS and (found := heading(rows, before=before, following=following)):
            headings.append(found)
            before, rows = None, rows[found.rows :]
        yield Section(headings, rows)
        before = block[-1]


def _labelled(found: list[Section], n: int) -> Heading | None:
    """The row with a colon that a section without headings begins with, where something stands below."""
    headings, rows = found[n]
    below = len(rows) > 1 or (n + 1 < len(found) and not found[n + 1].headings)
    return label(rows[0], alone=len(rows) == 1) if rows and not headings and below else None


def _alike(found: list[Section], n: int) -> str | None:
    """The style of a row without a heading of its own that could be one: in capitals above others, or alone above another section."""
    headings, rows = found[n]
    if headings or n == 0 or not rows:
        return None
    above = n + 1 < len(found) and not found[n + 1].headings
    if is_capitals(rows[0]) and (above or len(rows) > 1) and not any(map(is_capitals, rows[1:])):
        return CAPITALS
    return SHORT if above and len(rows) == 1 and is_above_list(rows[0]) and len(found[n + 1].rows) > 1 else None
