"""Draws the LCD of a simulated Pico, dot by dot, with the letters that an HD44780 (ROM A00) really has."""

import io
from functools import lru_cache

from PIL import Image, ImageDraw

_COLUMNS, _ROWS = 16, 2
_WIDE, _HIGH = 5, 8
_CELL = 10
"""Rows of one letter in the table, two of them empty."""
_DOT = 4
"""Pixels from one dot to the next, one of them the gap between them."""
_MARGIN = 24
_BLUE, _DARK, _LIGHT = (34, 70, 190), (28, 60, 172), (235, 242, 255)
_FIRST_LETTER = 16
"""Codes below are the eight characters of one's own, twice."""


def draw_lcd(codes: bytes, drawn: bytes) -> bytes:
    """A PNG. `codes` are the 32 characters of both lines; `drawn` the 64 bytes of the display's own characters, or nothing."""
    across, down = _COLUMNS * (_WIDE + 1) * _DOT, _ROWS * (_HIGH + 1) * _DOT
    image = Image.new("RGB", (across + 2 * _MARGIN, down + 2 * _MARGIN), _BLUE)
    brush = ImageDraw.Draw(image)
    for place, code in enumerate(codes):
        dots = _own(drawn, code) if code < _FIRST_LETTER else _letter(code)
        left = _MARGIN + place % _COLUMNS * (_WIDE + 1) * _DOT
        top = _MARGIN + place // _COLUMNS * (_HIGH + 1) * _DOT
        for y in range(_HIGH):
            for x in range(_WIDE):
                corner = (left + x * _DOT, top + y * _DOT)
                brush.rectangle((corner, (corner[0] + _DOT - 2, corner[1] + _DOT - 2)), fill=_LIGHT if dots[y][x] else _DARK)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _own(drawn: bytes, code: int) -> list[list[bool]]:
    rows = drawn.ljust(64, b"\0")[code % 8 * 8 : code % 8 * 8 + 8]
    return [[bool(row >> (_WIDE - 1 - x) & 1) for x in range(_WIDE)] for row in rows]


@lru_cache(maxsize=256)
def _letter(code: int) -> list[list[bool]]:
    table = _letters()
    place = code - _FIRST_LETTER
    left, top = place * _WIDE % table.width, place * _WIDE // table.width * _CELL
    return [[bool(table.getpixel((left + x, top + y))) for x in range(_WIDE)] for y in range(_HIGH)]


@lru_cache(maxsize=1)
def _letters() -> Image.Image:
    from luma.lcd.const import hd44780  # type: ignore[import-untyped]

    return Image.frombytes("1", hd44780.FONTDATA["metrics"][0]["table_size"], hd44780.FONTDATA["fonts"][0])
