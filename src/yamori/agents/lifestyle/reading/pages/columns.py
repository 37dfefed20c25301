"""Columns of running text that a page draws row by row: read one after the other. Tables stay tables. Decisions without I/O.

What distinguishes them: in every column of running text sentences go on from line to line; the rows of a table whose cells do so, too, have
more space between them than inside, or a rule.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from yamori.agents.lifestyle.reading.pages.lines import Line, Piece, Rule

_GUTTER = 0.75
"""Heights of the letters that two columns are apart at least."""
_BESIDE = 0.8
"""Heights of the letters that the lines of two columns may be shifted against each other."""
_FAR = 5.0
"""Heights of the letters without any text, which end columns."""
_MOST = 3
_NARROWEST = 9.0
"""Heights of the letters that a column of running text has at least; cells are often narrower."""
_WORDS = 3
"""In a line that goes on, where words have spaces."""
_CONTINUES = 0.4
"""Share of the lines of a column that go on in the next, at least."""
_ENOUGH = 4
"""Such lines in all columns together."""
_BANDS = 3
"""Pieces of the page between spaces that go through all columns, from which on they may be the rows of a table."""
_RULES = 3
_ENDED = re.compile(r"[。．！？.!?:：」』）)]$")
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_SIGN = re.compile(r"[-*+•‣◦●○・▪▸➢✓]|\(?[0-9]{1,2}[.)]|[①-⑳]")
"""What may stand alone before the text of a list item."""
_Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Box:
    """A piece of a line, with its place in the order in which the page draws."""

    piece: Piece
    line: Line
    order: tuple[int, int]

    @property
    def y(self) -> float:
        return self.line.y


def in_columns(lines: Sequence[Line], rules: Sequence[Rule] = ()) -> list[Line]:
    """The lines in the order of reading; those of a page without columns, or that draws one column after the other, as they come."""
    boxes = [
        _Box(piece, line, (number, place))
        for number, line in enumerate(lines)
        for place, piece in enumerate(line.pieces or (Piece(line.text, line.left, line.right, line.size, line.bold),))
    ]
    made: dict[int, list[Line]] = {}
    gone: set[int] = set()
    for region in _regions(sorted(boxes, key=lambda box: (-box.y, box.piece.left))):
        columns = _columns(region)
        if columns is None or not _are_read_down(columns, rules):
            continue
        taken = {box.order[0] for box in region}
        if sum(box.order[0] in taken for box in boxes) > len(region):
            continue  # a line that is in it in part only
        made[min(taken)] = [line for n, column in enumerate(columns) for line in _lines(column, number=_MOST * len(made) + n + 1)]
        gone |= taken
    return [line for number, own in enumerate(lines) for line in (made.get(number, []) if number in gone else [own])]


def _regions(boxes: Sequence[_Box]) -> Iterator[list[_Box]]:
    """Stretches of the page, from above, with a strip that no text crosses and text on both sides of it."""
    at = 0
    while at < len(boxes):
        first = boxes[at]
        row = [box for box in boxes[at : at + 4 * _MOST] if first.y - box.y < _BESIDE * first.piece.size]
        free = _between([(box.piece.left, box.piece.right) for box in row], _GUTTER * first.piece.size)
        if not free:
            at += 1
            continue
        region = list(row)
        for box in boxes[at + len(row) :]:
            if min(b.y for b in region[-4:]) - box.y > _FAR * box.piece.size:
                break
            left = [part for strip in free for part in _without(strip, (box.piece.left, box.piece.right), _GUTTER * box.piece.size)]
            if not left:
                break
            free = left
            region.append(box)
        yield region
        at += len(region)


def _between(intervals: Sequence[_Interval], least: float) -> list[_Interval]:
    """What lies between them and is as wide as `least`."""
    free, right = list[_Interval](), float("-inf")
    for start, end in sorted(intervals):
        if right != float("-inf") and start - right >= least:
            free.append((right, start))
        right = max(right, end)
    return free


def _without(strip: _Interval, taken: _Interval, least: float) -> list[_Interval]:
    if taken[1] <= strip[0] or taken[0] >= strip[1]:
        return [strip]
    return [part for part in ((strip[0], taken[0]), (taken[1], strip[1])) if part[1] - part[0] >= least]


def _columns(region: Sequence[_Box]) -> list[list[_Box]] | None:
    """From left to right; None where there are too few or too many, or the page draws one after the other anyway."""
    size = median(box.piece.size for box in region)
    strips = _between([(box.piece.left, box.piece.right) for box in region], _GUTTER * size)
    columns: list[list[_Box]] = [[] for _ in range(len(strips) + 1)]
    for box in region:
        columns[sum(box.piece.left >= end for _, end in strips)].append(box)
    columns = list(_with_their_signs(columns))
    if not 2 <= len(columns) <= _MOST:
        return None
    number = {box.order: n for n, column in enumerate(columns) for box in column}
    drawn = [number[order] for order in sorted(number)]
    return columns if sum(a != b for a, b in pairwise(drawn)) >= len(columns) else None


def _with_their_signs(columns: list[list[_Box]]) -> Iterator[list[_Box]]:
    """A column of bullets or numbers belongs to the text on its right."""
    held: list[_Box] = []
    for column in columns:
        held = held + column
        if not all(_SIGN.fullmatch(box.piece.text) for box in column):
            yield held
            held = []
    if held:
        yield held


def _are_read_down(columns: Sequence[Sequence[_Box]], rules: Sequence[Rule]) -> bool:
    """Whether each of them is running text, and together they are no table."""
    rows = [list(_rows(column)) for column in columns]
    if _ruled(columns, rules):
        return False
    total = 0
    for column in rows:
        left, right = min(row[0].piece.left for row in column), max(row[-1].piece.right for row in column)
        if right - left < _NARROWEST * median(row[0].piece.size for row in column):
            return False
        pitch = _pitch(column)
        pairs = [(a, b) for a, b in pairwise(column) if a[0].y - b[0].y < 1.6 * pitch]
        going_on = sum(_goes_on(a[-1].piece, b[0].piece, right) for a, b in pairs)
        if going_on < max(1.0, _CONTINUES * len(pairs)):
            return False
        total += going_on
    return total >= _ENOUGH and not _are_cells(rows)


def _are_cells(columns: Sequence[Sequence[Sequence[_Box]]]) -> bool:
    """Whether spaces go through all columns again and again, and between two of them each column has one text only: rows of a table."""
    pitch = min(_pitch(column) for column in columns)
    heights = sorted({row[0].y for column in columns for row in column}, reverse=True)
    bands = [heights[0]] + [b for a, b in pairwise(heights) if a - b > 1.3 * pitch]
    if len(bands) < _BANDS:
        return False
    begun = shared = 0
    for top, bottom in zip(bands, [*bands[1:], float("-inf")], strict=True):
        inside = [[row for row in column if bottom + 1 < row[0].y <= top + 1] for column in columns]
        shared += sum(bool(rows) for rows in inside) > 1
        for column, rows in zip(columns, inside, strict=True):
            right = max(row[-1].piece.right for row in column)
            begun += sum(not _goes_on(a[-1].piece, b[0].piece, right) for a, b in pairwise(rows))
    return begun <= 0.1 * len(heights) and shared > 0.5 * len(bands)


def _ruled(columns: Sequence[Sequence[_Box]], rules: Sequence[Rule]) -> bool:
    """Whether lines are drawn through the columns."""
    top, bottom = max(box.y for c in columns for box in c), min(box.y for c in columns for box in c)
    strips = [(max(b.piece.right for b in one), min(b.piece.left for b in other)) for one, other in pairwise(columns)]
    crossing = {
        round(rule.y) for rule in rules if bottom - 20 < rule.y < top + 20 and any(rule.left < a and b < rule.right for a, b in strips)
    }
    return len(crossing) >= _RULES


def _goes_on(before: Piece, after: Piece, right: float) -> bool:
    """Whether a sentence goes on from one line to the next, which had no room for it."""
    if _ENDED.search(before.text):
        return False
    if _WIDE.match(before.text[-1]) and _WIDE.match(after.text[0]):
        return before.right > right - 1.6 * before.size
    word = (after.right - after.left) * (len(after.text.split(" ", 1)[0]) + 1) / len(after.text)
    full = before.right + word > right - before.size
    return full and after.text[0].islower() and len(before.text.split()) >= _WORDS


def _pitch(rows: Sequence[Sequence[_Box]]) -> float:
    """From line to line."""
    steps = sorted(a[0].y - b[0].y for a, b in pairwise(rows))
    return median(steps[: max(1, len(steps) // 2 + 1)]) if steps else 1.4 * rows[0][0].piece.size


def _rows(column: Sequence[_Box]) -> Iterator[list[_Box]]:
    """What stands on one line of a column."""
    held: list[_Box] = []
    for box in sorted(column, key=lambda box: (-box.y, box.piece.left)):
        if held and held[0].y - box.y > 0.3 * min(held[0].piece.size, box.piece.size):
            yield sorted(held, key=lambda box: box.piece.left)
            held = []
        held.append(box)
    if held:
        yield sorted(held, key=lambda box: box.piece.left)


def _lines(column: Sequence[_Box], *, number: int) -> Iterator[Line]:
    for row in _rows(column):
        first, last = row[0], row[-1]
        apart = any(b.piece.left - a.piece.right > 1.6 * a.piece.size and not _SIGN.fullmatch(a.piece.text) for a, b in pairwise(row))
        yield replace(
            first.line,
            text=(" | " if apart else " ").join(box.piece.text for box in row),
            left=first.piece.left,
            right=last.piece.right,
            size=max(box.piece.size for box in row),
            bold=first.piece.bold and last.piece.bold,
            cells=apart,
            cut=last.line.cut and last.order == _last_of(last),
            pieces=tuple(box.piece for box in row) if len(row) > 1 else (),
            column=number,
        )


def _last_of(box: _Box) -> tuple[int, int]:
    return box.order[0], max(0, len(box.line.pieces) - 1)
