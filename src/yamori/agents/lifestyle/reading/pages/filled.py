"""A form as it was filled in: what was written stands behind what it answers. Decisions without I/O."""

from collections.abc import Sequence
from dataclasses import replace

from yamori.agents.lifestyle.reading.pages.fields import Entry, Field
from yamori.agents.lifestyle.reading.pages.lines import Line, Piece
from yamori.agents.lifestyle.texts import TEXTS
from yamori.domain.language import language_of

_LEVEL = 0.8
"""Heights of the letters that a label may stand above or below the middle of its field."""
_ABOVE = 2.2
"""Heights of the letters between a field and a label above it."""
_FARTHEST = 260.0
"""Points between a field and a label beside it."""
_TICKED, _NOT_TICKED = "☑", "☐"
_USUAL = 10.0
"""Points of the letters on a page without any."""


def filled(lines: Sequence[Line], fields: Sequence[Field]) -> list[Line]:
    """The lines of a page with what its fields hold. What nothing on the page is a label of follows with the name of its field."""
    if not fields:
        return list(lines)
    rows = [list(line.pieces or (Piece(line.text, line.left, line.right, line.size, line.bold),)) for line in lines]
    entries: dict[tuple[int, int], str] = {}
    loose: list[Line] = []
    for field in sorted((f for f in fields if not _is_drawn(f, lines)), key=lambda f: (-f.top, f.left)):
        place = _label(field, lines, rows) if field.entry in (Entry.WRITTEN, Entry.TICKED) else None
        if place is None:
            loose += _alone(field, lines)
            continue
        entries[place] = _with(entries.get(place) or rows[place[0]][place[1]].text, field, first=place not in entries)
    made = [_again(line, n, rows[n], entries) for n, line in enumerate(lines)]
    for one in loose:
        at = next((n for n, line in enumerate(made) if line.y < one.y), len(made)) if made else 0
        made.insert(at, one)
    return made


def _label(field: Field, lines: Sequence[Line], rows: Sequence[Sequence[Piece]]) -> tuple[int, int] | None:
    """Which piece of which line says what the field holds: the nearest one beside it, else the one right above."""
    middle = (field.bottom + field.top) / 2
    beside: list[tuple[float, tuple[int, int]]] = []
    above: list[tuple[float, tuple[int, int]]] = []
    for number, (line, row) in enumerate(zip(lines, rows, strict=True)):
        level = min(abs(line.y + 0.35 * line.size - middle), abs(line.y + 0.35 * line.size - field.top + 0.5 * line.size))
        higher = line.y - field.top
        for place, piece in enumerate(row):
            if level <= _LEVEL * line.size:
                if piece.right <= field.left + piece.size:
                    beside.append((max(0.0, field.left - piece.right), (number, place)))
                elif field.entry is Entry.TICKED and piece.left >= field.right - piece.size:
                    beside.append((0.9 * max(0.0, piece.left - field.right), (number, place)))
            elif -0.3 * line.size <= higher <= _ABOVE * line.size and piece.left < field.right and piece.right > field.left:
                above.append((higher, (number, place)))
    near = [found for found in beside if found[0] <= _FARTHEST]
    return min(near)[1] if near else min(above)[1] if above and field.entry is Entry.WRITTEN else None


def _with(label: str, field: Field, *, first: bool) -> str:
    if field.entry is Entry.TICKED:
        return _ticked(label, field)
    if not first:
        return f"{label} {field.value}"
    label = label.rstrip(" ._…")
    return f"{label}{'' if label.endswith((':', '：', '?', '？')) else ':'} {field.value}"


def _ticked(label: str, field: Field) -> str:
    language = language_of(label)
    label = label.rstrip(" :：")
    if field.value:  # one of several: the others say no by themselves
        return f"{_TICKED if field.ticked else _NOT_TICKED} {label}"
    if field.ticked:
        return f"{label}: {_TICKED} {TEXTS.said(language, 'reading.ticked.yes')}"
    return f"{label}: {_NOT_TICKED} {TEXTS.said(language, 'reading.ticked.no')}"


def _alone(field: Field, lines: Sequence[Line]) -> list[Line]:
    size = lines[0].size if lines else _USUAL
    match field.entry:
        case Entry.NOTE:
            text = TEXTS.said(language_of(field.value), "reading.note", text=field.value)
        case Entry.TEXT:
            text = field.value
        case Entry.TICKED if not field.ticked and field.value:
            return []
        case Entry.TICKED:
            text = _ticked(field.name, replace(field, value="")) if not field.value else f"{field.name}: {_TICKED} {field.value}"
        case Entry.WRITTEN:
            text = f"{field.name}: {field.value}" if field.name else field.value
    y = field.top - size
    while field.entry is Entry.NOTE and any(abs(line.y - y) < 0.4 * size for line in lines):  # a line of its own
        y -= 0.4 * size
    return [Line(text=text, left=field.left, right=field.right, y=y, size=size)]


def _is_drawn(field: Field, lines: Sequence[Line]) -> bool:
    """Whether it stands on the page itself, too."""
    if field.entry not in (Entry.WRITTEN, Entry.TEXT):
        return False
    inside = [line.text for line in lines if field.bottom <= line.y + 0.35 * line.size <= field.top and line.right > field.left]
    return field.value in " ".join(inside)


def _again(line: Line, number: int, row: Sequence[Piece], entries: dict[tuple[int, int], str]) -> Line:
    texts = [entries.get((number, place), piece.text) for place, piece in enumerate(row)]
    if not any((number, place) in entries for place in range(len(row))):
        return line
    pieces = tuple(replace(piece, text=text) for piece, text in zip(row, texts, strict=True))
    return replace(line, text=(" | " if line.cells else " ").join(texts), pieces=pieces if line.pieces else ())
