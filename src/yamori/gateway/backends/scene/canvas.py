"""What shapes are drawn on: things that are seen by the light that falls on them, and things that shine by themselves."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFont
from PIL.ImageFont import FreeTypeFont
from PIL.ImageFont import ImageFont as BitmapFont

from yamori.gateway.backends.scene.light import Rgb

Ink = tuple[int, int, int]
Points = Sequence[tuple[float, float]]

_FONTS = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/fonts-japanese-gothic.ttf",
    "/System/Library/Fonts/Hiragino Sans GB.ttc",
    "C:/Windows/Fonts/msgothic.ttc",
)
"""For Japanese names; where none is there, such a name is left out of the picture."""


@dataclass(frozen=True, kw_only=True)
class Source:
    """Light that falls into the room from one place."""

    at: tuple[float, float]
    colour: Rgb
    strength: float
    """0 to 1."""
    reach: float
    """Pixels to where nothing of it falls directly."""


class Canvas:
    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self._lit = Image.new("RGB", size)
        self._shining = Image.new("RGB", size)
        self._dark = Image.new("L", size, 255)
        """Black where something shines by itself: what is behind it is not seen."""
        self.lit = ImageDraw.Draw(self._lit)
        self._glow = ImageDraw.Draw(self._shining)
        self._mask = ImageDraw.Draw(self._dark)
        self._sources: list[Source] = []

    def shine(self, source: Source) -> None:
        self._sources.append(source)

    def glow_polygon(self, points: Points, colour: Ink) -> None:
        self._glow.polygon(points, fill=colour)
        self._mask.polygon(points, fill=0)

    def glow_ellipse(self, box: tuple[float, float, float, float], colour: Ink) -> None:
        self._glow.ellipse(box, fill=colour)
        self._mask.ellipse(box, fill=0)

    def cover(self, box: tuple[float, float, float, float], colour: Ink) -> None:
        """Something that stands before what shines."""
        self.lit.rectangle(box, fill=colour)
        self._glow.rectangle(box, fill=(0, 0, 0))
        self._mask.rectangle(box, fill=255)

    def write(self, at: tuple[float, float], text: str, *, size: int, colour: Ink, width: float, glowing: bool = False) -> None:
        """Around the middle `at`, cut to `width` pixels."""
        text = " ".join(text.split())  # a line break cannot be measured
        if (font := _font(text.replace("°", "").isascii(), size)) is None:
            return
        while len(text) > 1 and self.lit.textlength(text, font=font) > width:
            text = text[:-2] + "…" if text.endswith("…") else text[:-1] + "…"
        place = (at[0] - self.lit.textlength(text, font=font) / 2, at[1])
        if glowing:
            self._glow.text(place, text, font=font, fill=colour)
            self._mask.text(place, text, font=font, fill=0)
        else:
            self.lit.text(place, text, font=font, fill=colour)

    def developed(self, ambient: Rgb) -> Image.Image:
        """The picture: what is lit, times the light, plus what shines."""
        light = Image.new("RGB", self.size, _ink(ambient))
        for source in self._sources:
            light = ImageChops.add(light, self._pool(source))
        seen = ImageChops.multiply(self._lit, light)
        seen = Image.composite(seen, self._shining, self._dark)
        for source in self._sources:
            halo = Source(at=source.at, colour=source.colour, strength=0.35 * source.strength, reach=source.reach / 4)
            seen = ImageChops.add(seen, self._pool(halo))
        return seen

    def _pool(self, source: Source) -> Image.Image:
        side = round(2 * source.reach)
        round_light = ImageChops.invert(Image.radial_gradient("L")).resize((side, side))
        here = Image.new("L", self.size)
        here.paste(round_light, (round(source.at[0] - source.reach), round(source.at[1] - source.reach)))
        bands = [here.point([round(255 * _near(v) * part * source.strength) for v in range(256)]) for part in source.colour]
        return Image.merge("RGB", bands)


def _near(grey: int) -> float:
    """Pillow's gradient ends in the corners of its square; ours on the circle within, and softly."""
    return float(max(0.0, (grey - 76) / 179) ** 1.5)


def _ink(rgb: Rgb) -> Ink:
    red, green, blue = (max(0, min(255, round(255 * part))) for part in rgb)
    return (red, green, blue)


@cache
def _font(latin: bool, size: int) -> FreeTypeFont | BitmapFont | None:
    """Pillow's own for Latin letters."""
    if latin:
        return ImageFont.load_default(size)
    return next((ImageFont.truetype(file, size) for file in _FONTS if Path(file).is_file()), None)
