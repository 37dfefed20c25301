"""What the LCD shows: a text, a face, or a face with a text beside it.
A longer text is shown a page after the other. Two capabilities, one screen."""

import asyncio

from faces import glyphs
from kana import letters, pages
from lcd import WIDTH

FACE_WIDTH = 4
PAGE_S = 2


class Screen:
    def __init__(self, lcd):
        self._lcd = lcd
        self._drawn = None
        self._turning = None
        self._codes = []
        self.text = ""
        self.face = "neutral"
        self.draw()

    def write(self, text):
        """Raises `Wrong` for letters that the display does not have; then it shows what it showed."""
        self._codes = letters(text)
        self.text = text
        self.draw()

    def draw(self):
        if self._turning is not None:
            self._turning.cancel()
            self._turning = None
        if self.face != self._drawn and self._with_face():
            self._lcd.draw(glyphs(self.face))
            self._drawn = self.face
        left = FACE_WIDTH + 1 if self._with_face() else 0
        turned = pages(self._codes, WIDTH - left) if self.text else [[[], []]]
        self._page(turned[0])
        if len(turned) > 1:
            self._turning = asyncio.create_task(self._turn(turned))

    def _with_face(self):
        """A neutral face makes room for a text."""
        return not self.text or self.face != "neutral"

    def _page(self, lines):
        lines = (lines + [[]])[:2]
        if not self.text:
            middle = [32] * ((WIDTH - FACE_WIDTH) // 2)
            self._lcd.show([middle + [0, 1, 2, 3], middle + [4, 5, 6, 7]])
        elif self._with_face():
            self._lcd.show([[0, 1, 2, 3, 32] + lines[0], [4, 5, 6, 7, 32] + lines[1]])
        else:
            self._lcd.show(lines)

    async def _turn(self, turned):
        at = 0
        while True:
            await asyncio.sleep(PAGE_S)
            at = (at + 1) % len(turned)
            self._page(turned[at])


class Text:
    def __init__(self, screen):
        self._screen = screen

    async def show(self, text):
        self._screen.write(text)

    async def clear(self):
        self._screen.write("")

    def attributes(self):
        return {"text": self._screen.text}


class Face:
    def __init__(self, screen):
        self._screen = screen

    async def setFace(self, face):
        self._screen.face = face
        self._screen.draw()

    def attributes(self):
        return {"face": self._screen.face}
