"""The lines of one page with where they stand and how large they are: the only module that speaks to PDFium about characters."""

import ctypes
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from yamori.agents.lifestyle.reading.characters import line as shown
from yamori.agents.lifestyle.reading.characters import without_radicals

_MOST = 200_000
"""Characters of a page; a poster with more is read up to there."""
_GAP = 1.6
"""Heights of the letters between two words, from which on they are two cells of a table."""
_NARROW_GAP = 0.75
"""The same on a line that has a gap of that width elsewhere."""
_MOST_DRAWN = 5_000
"""Things drawn on a page, among which lines are looked for."""
_THIN, _LONG = 4.0, 40.0
"""Points."""
_LOST = re.compile("[\ufffd\ue000-\uf8ff\x00-\x08\x0b\x0c\x0e-\x1f]")
_SEPARATOR = re.compile("\ufffe|\r\n|\r|\n")
_BOLD = re.compile(rb"bold|black|heavy|semib|demi|-w[6-9]\b|-eb\b|-db\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Piece:
    """What stands on a line between two gaps that are wider than between words."""

    text: str
    left: float
    right: float
    size: float
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A level line that is drawn."""

    left: float
    right: float
    y: float


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text; lengths are in points, and y grows upwards from the foot of the page."""

    text: str
    left: float
    right: float
    y: float
    """Of the line that the letters stand on."""
    size: float
    bold: bool = False
    cells: bool = False
    """It is the row of a table; ` | ` stands between its cells."""
    cut: bool = False
    """A hyphen at its end, which is not in `text`, cuts a word."""
    pieces: tuple[Piece, ...] = ()
    """Where it has several."""
    column: int = 0
    """Lines of one column have one number, of their own on the page; 0 where none was looked for."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page."""

    number: int
    """From 1."""
    lines: tuple[Line, ...]
    width: float
    height: float
    rules: tuple[Rule, ...] = ()
    """Looked for only where lines have gaps."""
    pictures: bool = False
    """It shows something other than text."""
    entries: tuple[Line, ...] = ()
    """What the fields and notes hold of a page that is a picture; elsewhere they are among the lines."""
    garbled: bool = False
    """Its text says nothing: the fonts do not tell which characters their shapes are."""


def sheet(page: Any, number: int) -> Sheet:
    """`page` is a `pypdfium2.PdfPage`."""
    import pypdfium2.raw as pdfium

    text_page = page.get_textpage()
    try:
        count = min(pdfium.FPDFText_CountChars(text_page), _MOST)
        text = _text(pdfium, text_page, count)
        width, height = page.get_size()
        letters = len(text) - text.count(" ") - 2 * text.count("\r\n")
        legible = letters > 0 and not _says_nothing(text, letters)
        lines = tuple(_lines(pdfium, text_page, text, page.get_rotation(), width, height)) if legible else ()
    finally:
        text_page.close()
    return Sheet(
        number=number,
        lines=lines,
        rules=tuple(_rules(pdfium, page)) if any(line.pieces for line in lines) else (),
        width=width,
        height=height,
        pictures=not lines and _pictures(pdfium, page),
        garbled=letters > 0 and not legible,
    )


def _text(pdfium: Any, text_page: Any, count: int) -> str:
    if count <= 0:
        return ""
    buffer = ctypes.create_string_buffer(2 * (count + 1))
    written = pdfium.FPDFText_GetText(text_page, 0, count, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)))
    return buffer.raw[: 2 * max(0, written - 1)].decode("utf-16-le", "surrogatepass")


def _says_nothing(text: str, letters: int) -> bool:
    return len(_LOST.findall(text)) > 0.4 * letters


def _pictures(pdfium: Any, page: Any) -> bool:
    kinds = (pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_FORM)
    count = pdfium.FPDFPage_CountObjects(page)
    if count > 500:  # letters drawn as outlines
        return True
    return any(pdfium.FPDFPageObj_GetType(pdfium.FPDFPage_GetObject(page, i)) in kinds for i in range(count))


def _rules(pdfium: Any, page: Any) -> Iterator[Rule]:
    """As the page is seen where it is not turned; elsewhere there are none."""
    if page.get_rotation():
        return
    edges = [ctypes.c_float() for _ in range(4)]
    for index in range(min(pdfium.FPDFPage_CountObjects(page), _MOST_DRAWN)):
        drawn = pdfium.FPDFPage_GetObject(page, index)
        if pdfium.FPDFPageObj_GetType(drawn) != pdfium.FPDF_PAGEOBJ_PATH or not pdfium.FPDFPageObj_GetBounds(drawn, *edges):
            continue
        left, bottom, right, top = (edge.value for edge in edges)
        if top - bottom < _THIN and right - left > _LONG:
            yield Rule(left, right, (top + bottom) / 2)


def _lines(pdfium: Any, text_page: Any, text: str, rotation: int, width: float, height: float) -> Iterator[Line]:
    x, y = ctypes.c_double(), ctypes.c_double()
    left, right, bottom, top = ctypes.c_double(), ctypes.c_double(), ctypes.c_double(), ctypes.c_double()
    matrix = pdfium.FS_MATRIX()
    name = ctypes.create_string_buffer(96)
    flags = ctypes.c_int()

    def box(index: int) -> tuple[float, float]:
        """Left and right of a character as the page is seen."""
        pdfium.FPDFText_GetCharBox(text_page, index, left, right, bottom, top)
        match rotation:
            case 90:
                return bottom.value, top.value
            case 180:
                return width - right.value, width - left.value
            case 270:
                return width - top.value, width - bottom.value
            case _:
                return left.value, right.value

    def bold(index: int) -> bool:
        if pdfium.FPDFText_GetFontWeight(text_page, index) >= 600:
            return True
        name.value = b""
        pdfium.FPDFText_GetFontInfo(text_page, index, name, 96, flags)
        return bool(_BOLD.search(name.value))

    def size_of(index: int) -> float:
        pdfium.FPDFText_GetMatrix(text_page, index, matrix)
        return float(pdfium.FPDFText_GetFontSize(text_page, index) * (matrix.c**2 + matrix.d**2) ** 0.5) or 10.0

    def piece(raw: str, start: int, end: int, begin: int, drift: int) -> Piece:
        content = raw[start:end]
        one = begin + start + len(content) - len(content.lstrip()) + drift
        other = begin + start + len(content.rstrip()) - 1 + drift
        text = shown(without_radicals(content))
        return Piece(text, box(one)[0], box(other)[1], size_of(one), bold(one) and bold(other))

    start = 0
    for end, cut in [*((m.start(), m[0] == "\ufffe") for m in _SEPARATOR.finditer(text)), (len(text), False)]:
        raw = text[start:end]
        begin, start = start, end + (1 if cut or text[end : end + 2] != "\r\n" else 2)
        content = raw.strip()
        if not content:
            continue
        first = begin + raw.index(content[0])
        last = begin + len(raw.rstrip()) - 1
        index = pdfium.FPDFText_GetCharIndexFromTextIndex(text_page, first)
        drift = index - first  # characters that PDFium counts and does not give
        pdfium.FPDFText_GetCharOrigin(text_page, index, x, y)
        size = size_of(index)
        spaces = [i for i, c in enumerate(raw) if c == " " and first < begin + i < last]
        gaps = [(i, box(begin + i + 1 + drift)[0] - box(begin + i - 1 + drift)[1]) for i in spaces]
        cells = any(gap > _GAP * size for _, gap in gaps)
        wide = [i for i, gap in gaps if gap > _NARROW_GAP * size]
        ends = zip([0, *(i + 1 for i in wide)], [*wide, len(raw)], strict=True)
        pieces = tuple(piece(raw, a, b, begin, drift) for a, b in ends if raw[a:b].strip()) if wide else ()
        pieces = tuple(one for one in pieces if one.text)
        clean = " | ".join(one.text for one in pieces) if cells else shown(without_radicals(raw))
        if not clean:
            continue
        yield Line(
            text=clean,
            left=box(index)[0],
            right=box(last + drift)[1],
            y={90: width - x.value, 180: height - y.value, 270: x.value}.get(rotation, y.value),
            size=size,
            bold=bold(index) and bold(last + drift),
            cells=cells,
            cut=cut,
            pieces=pieces if len(pieces) > 1 else (),
        )
