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
_LOST = re.compile("[\ufffd\ue000-\uf8ff\x00-\x08\x0b\x0c\x0e-\x1f]")
_SEPARATOR = re.compile("\ufffe|\r\n|\r|\n")
_BOLD = re.compile(rb"bold|black|heavy|semib|demi|-w[6-9]\b|-eb\b|-db\b", re.IGNORECASE)


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


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page."""

    number: int
    """From 1."""
    lines: tuple[Line, ...]
    width: float
    height: float
    pictures: bool = False
    """It shows something other than text."""
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
        pdfium.FPDFText_GetMatrix(text_page, index, matrix)
        size = pdfium.FPDFText_GetFontSize(text_page, index) * (matrix.c**2 + matrix.d**2) ** 0.5 or 10.0
        spaces = [i for i, c in enumerate(raw) if c == " " and first < begin + i < last]
        gaps = [(i, box(begin + i + 1 + drift)[0] - box(begin + i - 1 + drift)[1]) for i in spaces]
        threshold = _NARROW_GAP if any(gap > _GAP * size for _, gap in gaps) else _GAP
        wide = [i for i, gap in gaps if gap > threshold * size]
        pieces = [raw[a:b] for a, b in zip([0, *(i + 1 for i in wide)], [*wide, len(raw)], strict=True)]
        clean = " | ".join(piece for piece in (shown(without_radicals(p)) for p in pieces) if piece)
        if not clean:
            continue
        yield Line(
            text=clean,
            left=box(index)[0],
            right=box(last + drift)[1],
            y={90: width - x.value, 180: height - y.value, 270: x.value}.get(rotation, y.value),
            size=size,
            bold=bold(index) and bold(last + drift),
            cells=bool(wide),
            cut=cut,
        )
