"""Rows of tables labelled with the names of their columns, where they would be read without: a table that goes on over a page, or that is
too long for one passage. Decisions without I/O."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from yamori.agents.lifestyle.reading.pages.lines import Piece
from yamori.agents.lifestyle.reading.pages.paragraphs import Paragraph
from yamori.agents.lifestyle.reading.pages.running import is_page_number
from yamori.agents.lifestyle.reading.tables import Table
from yamori.agents.lifestyle.rules.passages import FULL
from yamori.agents.lifestyle.rules.sentences import width

_ROWS = 3
"""Of a table whose first one can be recognised as a header."""
_AWAY = 2.5
"""Heights of the letters that a cell may stand away from its column."""


@dataclass(frozen=True, slots=True)
class _Columns:
    """Of a table with a header."""

    header: Paragraph

    def fit(self, row: Paragraph) -> bool:
        """Whether every cell of a row stands in one of them."""
        return len(row.pieces) <= len(self.header.pieces) and all(
            min(_distance(piece, column) for column in self.header.pieces) <= _AWAY * row.size for piece in row.pieces
        )

    def labelled(self, row: Paragraph) -> Paragraph:
        cells = [""] * len(self.header.pieces)
        for piece in row.pieces:
            nearest = min(range(len(cells)), key=lambda n: _distance(piece, self.header.pieces[n]))
            cells[nearest] = f"{cells[nearest]} {piece.text}".strip()
        table = Table()
        table.headed([piece.text for piece in self.header.pieces])
        return replace(row, text="; ".join(table.row(cells)))


class Tables:
    """The tables of one paper, page after page."""

    def __init__(self) -> None:
        self._open: _Columns | None = None
        """Of the table that the page before ended with."""

    def labelled(self, found: Sequence[Paragraph]) -> list[Paragraph]:
        """The paragraphs of the next page."""
        before, self._open = self._open, None
        made: list[Paragraph] = []
        end = len(found)
        while end and is_page_number(found[end - 1].text):
            end -= 1
        at = 0
        while at < len(found):
            rows = _table(found[at:])
            if not rows:
                made.append(found[at])
                at += 1
                continue
            columns = before if at == 0 and before is not None and _goes_on(before, rows) else None
            if columns is not None:
                made += [columns.labelled(row) for row in rows if row.text != columns.header.text]
            elif (columns := _headed(rows)) is not None and sum(width(row.text) for row in rows) > FULL:
                made += [columns.labelled(row) for row in rows[1:]]
            else:
                made += rows
            at += len(rows)
            if at >= end:
                self._open = columns
        return made


def _table(found: Sequence[Paragraph]) -> list[Paragraph]:
    """The rows at the beginning."""
    rows = []
    for paragraph in found:
        if len(paragraph.pieces) < 2:
            break
        rows.append(paragraph)
    return rows


def _goes_on(columns: _Columns, rows: Sequence[Paragraph]) -> bool:
    """Whether these rows, without a header of their own, belong to the table of the page before."""
    again = rows[0].text == columns.header.text
    own = _headed(rows)
    return again or (own is None and sum(map(columns.fit, rows)) > 0.7 * len(rows))


def _headed(rows: Sequence[Paragraph]) -> _Columns | None:
    """By the first row, where that names and the others tell."""
    if len(rows) < _ROWS:
        return None
    first, *others = rows
    columns = _Columns(first)
    if sum(map(columns.fit, others)) <= 0.7 * len(others):
        return None
    bold = first.bold and not any(row.bold for row in others)
    names = not _counts(first) and sum(map(_counts, others)) >= 0.5 * len(others)
    return columns if bold or names else None


def _counts(row: Paragraph) -> bool:
    return any(c.isdecimal() for c in row.text)


def _distance(piece: Piece, column: Piece) -> float:
    """Left, right or in the middle, as a column is set."""
    middle = abs(piece.left + piece.right - column.left - column.right) / 2
    return min(abs(piece.left - column.left), abs(piece.right - column.right), middle)
