"""Stands in for an HD44780 behind a PCF8574: takes the bytes from the wire as the controller does,
and says what then stands on the screen."""

from faces import FACES, glyphs
from kana import FIRST
from tracing import note

RS = 0x01
ENABLE = 0x04
FIRST_KANA = 0xFF61
COLUMNS = 16


class Hd44780:
    def __init__(self, pin):
        self._pin = pin
        self._pins = 0
        self._four_bits = False
        self._upper = None
        self._text = bytearray(b" " * 0x80)
        self._drawn = bytearray(64)
        self._at = 0
        self._drawing = False
        self._said = ([b" " * COLUMNS] * 2, b"")

    def take(self, data):
        for pins in data:
            if self._pins & ENABLE and not pins & ENABLE:  # The controller reads on the falling edge.
                self._half(self._pins & 0xF0, self._pins & RS)
            self._pins = pins
        self._say()

    def _half(self, bits, data):
        if not self._four_bits:
            self._four_bits = bits == 0x20
        elif self._upper is None:
            self._upper = bits
        else:
            code = self._upper | bits >> 4
            self._upper = None
            if data:
                self._put(code)
            else:
                self._command(code)

    def _put(self, code):
        if self._drawing:
            self._drawn[self._at & 0x3F] = code & 0x1F
        else:
            self._text[self._at & 0x7F] = code
        self._at += 1

    def _command(self, code):
        if code & 0x80:
            self._at, self._drawing = code & 0x7F, False
        elif code & 0x40:
            self._at, self._drawing = code & 0x3F, True
        elif code == 0x01:
            self._text = bytearray(b" " * 0x80)
            self._at, self._drawing = 0, False

    def _say(self):
        rows = [bytes(self._text[start : start + COLUMNS]) for start in (0x00, 0x40)]
        faced = any([code < 8 for row in rows for code in row])
        said = (rows, bytes(self._drawn) if faced else b"")
        if said == self._said or not self._four_bits:
            return
        self._said = said
        note(
            self._pin,
            "text",
            lines=[_read(row) for row in rows],
            face=self._face() if faced else None,
            codes=_hex(rows[0] + rows[1]),
            drawn=_hex(said[1]),
        )

    def _face(self):
        for face in FACES:
            if glyphs(face) == bytes(self._drawn):
                return face
        return None


def _read(row):
    """As a person reads it; the display's own characters, which make the face, are blank."""
    shown = ""
    for code in row:
        shown += " " if code < 16 else chr(code) if code < 0x80 else chr(code - FIRST + FIRST_KANA)
    return shown.strip()


def _hex(bytes):
    return "".join(["%02x" % one for one in bytes])
