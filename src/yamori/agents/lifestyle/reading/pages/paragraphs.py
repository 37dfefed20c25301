"""Lines become paragraphs: what belongs together by where it stands, how large it is and how it ends. Decisions without I/O."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from yamori.agents.lifestyle.reading.characters import joined
from yamori.agents.lifestyle.reading.pages.columns import in_columns
from yamori.agents.lifestyle.reading.pages.lines import Line, Piece, Rule
from yamori.agents.lifestyle.rules.sentences import width

_ITEM = re.compile(
    r"(?:[-*+•‣◦●○◎■□◆◇・▪▸➢✓※]|[0-9０-９]{1,2}[.)．)、](?![0-9])|[(（][0-9０-９a-zA-Z]{1,2}[)）]|[①-⑳]|[ⅰ-ⅹⅠ-Ⅹ][.)．)]?\s)\s*\S"
)
_ENDED = re.compile(r"[。．！？.!?:：」』）)]$")
_BARE = re.compile(r"[-*+•‣◦●○・▪▸➢✓]|[0-9]{1,2}[.)]|[①-⑳]")
_HEADING_WIDTH = 120
_BOLD_WIDTH = 80


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that belong together, as one text."""

    text: str
    top: float
    """Height of its first line on the page."""
    size: float
    bold: bool
    lines: int
    cells: bool
    left: float = 0.0
    pieces: tuple[Piece, ...] = ()
    """The cells of a table's row."""


def paragraphs(lines: Sequence[Line], rules: Sequence[Rule] = ()) -> Iterator[Paragraph]:
    """In the order of reading: of the lines, as PDFium has it, but for columns that are drawn row by row."""
    pieces = list(_rows(in_columns(lines, rules)))
    pitch = _pitch(pieces)
    rows = list(_tables(pieces, pitch))
    held: list[Line] = []
    for run in _runs(rows):
        left, right = min(row.left for row in run), max(row.right for row in run)
        for place, row in enumerate(run):
            if held and (not _goes_on(row, held) if place == 0 else _begins(row, held, pitch, left, right)):
                yield _one(held)
                held = []
            held.append(row)
    if held:
        yield _one(held)


def is_heading(paragraph: Paragraph, body: float) -> bool:
    """Whether it looks like one beside text of the size `body`."""
    text = paragraph.text
    if paragraph.cells or paragraph.lines > 3 or sum(c.isalpha() for c in text) < 2:
        return False
    if paragraph.size >= 1.12 * body:
        return width(text) <= _HEADING_WIDTH
    return paragraph.bold and paragraph.size >= 0.95 * body and width(text) <= _BOLD_WIDTH and not re.search(r"[。．.、,;:：]$", text)


def _rows(lines: Sequence[Line]) -> Iterator[Line]:
    """Pieces of one line of the page, which PDFium gives as several, put together."""
    held: Line | None = None
    for line in lines:
        if held is not None and abs(held.y - line.y) < 0.3 * min(held.size, line.size) and line.left >= held.right - 0.5 * line.size:
            bare = bool(_BARE.fullmatch(held.text))
            apart = line.left - held.right > 1.6 * line.size and not bare
            text = f"{held.text} | {line.text}" if apart else f"{held.text} {line.text}" if bare else joined(held.text, line.text)
            cells = held.cells or line.cells or apart
            pieces = (*_pieces(held), *_pieces(line)) if cells else ()
            held = replace(line, text=text, left=held.left, cells=cells, size=max(held.size, line.size), bold=held.bold, pieces=pieces)
            continue
        if held is not None:
            yield held
        held = line
    if held is not None:
        yield held


def _tables(rows: Sequence[Line], pitch: float) -> Iterator[Line]:
    """Rows of a table whose cells have several lines put together; PDFium gives them cell after cell.

    Lines of a cell are as far apart as those of a paragraph, and rows are further.
    """
    steps = [a.y - b.y for a, b in pairwise(rows) if a.cells and b.cells and a.y > b.y]
    wider = 0.8 * median(steps) if steps else float("inf")
    inside = False
    group: list[Line] = []
    for row in rows:
        near = min(wider, 1.25 * pitch * row.size)
        if not (inside and group and min(g.y for g in group) - near < row.y < group[0].y + 0.3 * row.size):
            inside, finished = _grouped(group, inside)
            yield from finished
            group = []
        group.append(row)
        inside = inside or row.cells
    yield from _grouped(group, inside)[1]


def _grouped(group: list[Line], inside: bool) -> tuple[bool, list[Line]]:
    """Whether these lines are a row of a table, and what they are together."""
    beside = any(b.y > a.y - 0.3 * b.size for a, b in pairwise(group))
    if not inside or not group or not (beside or any(row.cells for row in group)):
        return False, group
    text = group[0].text
    for before, row in pairwise(group):
        text = joined(text, row.text) if row.y < before.y - 0.3 * row.size else f"{text} | {row.text}"
    top = group[0]
    left, right = min(g.left for g in group), max(g.right for g in group)
    whole = replace(top, text=text, left=left, right=right, cells=True, cut=False, pieces=_stacked(group))
    return True, [whole]


def _pieces(line: Line) -> tuple[Piece, ...]:
    return line.pieces if line.cells else (Piece(line.text, line.left, line.right, line.size, line.bold),)


def _stacked(group: Sequence[Line]) -> tuple[Piece, ...]:
    """The cells of a row whose cells have several lines: what stands above each other is one."""
    cells: list[Piece] = []
    for piece in (piece for line in group for piece in _pieces(line)):
        place = next((n for n, cell in enumerate(cells) if piece.left < cell.right and cell.left < piece.right), None)
        if place is None:
            cells.append(piece)
            continue
        cell = cells[place]
        cells[place] = replace(
            cell, text=joined(cell.text, piece.text), left=min(cell.left, piece.left), right=max(cell.right, piece.right)
        )
    return tuple(sorted(cells, key=lambda cell: cell.left))


def _pitch(rows: Sequence[Line]) -> float:
    """Distance from line to line in a paragraph, in heights of the letters."""
    steps = [(a.y - b.y) / b.size for a, b in pairwise(rows) if abs(a.size - b.size) < 0.1 * b.size]
    usual = [step for step in steps if 0.8 < step < 2.6]
    # The lower half: the gaps between paragraphs are wider, and may be as many on a page of short ones.
    return median(sorted(usual)[: max(1, len(usual) // 2 + 1)]) if usual else 1.5


def _runs(rows: Sequence[Line]) -> Iterator[list[Line]]:
    """Columns: a line that stands above the one before begins a new one."""
    held: list[Line] = []
    for row in rows:
        if held and (
            row.column != held[-1].column
            or row.y > held[-1].y + 0.5 * row.size
            or row.left > max(h.right for h in held[-3:])
            or row.right < held[-1].left
        ):
            yield held
            held = []
        held.append(row)
    if held:
        yield held


def _goes_on(row: Line, held: Sequence[Line]) -> bool:
    """Whether the first line of a column ends what the column to its left broke off."""
    last = held[-1]
    if row.left < last.right - row.size or row.y <= last.y or len(held) < 2:
        return False
    alike = abs(row.size - last.size) < 0.05 * row.size and row.bold == last.bold and not (row.cells or last.cells)
    return alike and not _ENDED.search(last.text) and not _ITEM.match(row.text)


def _begins(row: Line, held: Sequence[Line], pitch: float, left: float, right: float) -> bool:
    """Whether `row` is the first of a new paragraph after the rows in `held`."""
    last, first = held[-1], held[0]
    if last.cut:
        return False
    if row.cells or last.cells or _ITEM.match(row.text):
        return True
    if abs(row.size - last.size) > 0.09 * max(row.size, last.size) or row.bold != last.bold:
        return True
    if (last.y - row.y) / row.size > 1.3 * pitch:
        return True
    item = bool(_ITEM.match(first.text))
    if not item and row.left > last.left + 0.7 * row.size:
        return True
    if row.left < first.left - 0.5 * row.size and (item or len(held) > 1) and row.left < last.left - 0.5 * row.size:
        return True
    short = last.right < right - 2 * last.size
    return short and (bool(_ENDED.search(last.text)) or last.right < left + 0.6 * (right - left))


def _whole(before: str, after: str) -> str:
    """A word that a hyphen cuts; between numbers and before capitals it is the word's own."""
    return before + after if before[-1:].isalpha() and after[:1].islower() else f"{before}-{after}"


def _one(rows: Sequence[Line]) -> Paragraph:
    text = ""
    cut = False
    for row in rows:
        text = _whole(text, row.text) if cut else joined(text, row.text)
        cut = row.cut
    if cut:
        text += "-"
    first = rows[0]
    return Paragraph(
        text=text,
        top=first.y + first.size,
        size=max(row.size for row in rows),
        bold=all(row.bold for row in rows),
        lines=len(rows),
        cells=any(row.cells for row in rows),
        left=first.left,
        pieces=first.pieces if len(rows) == 1 and first.cells else (),
    )
