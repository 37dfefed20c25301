"""A small screen: text, and on a robot with a face its eyes above the text. Drawn once, for the ST7735, the SH1107 and a picture alike."""

import asyncio
import io
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yamori.domain.language import is_spaced
from yamori.domain.values import Value
from yamori.edge.drivers.part import Fixture, Handler, Part
from yamori.edge.picture import Picture

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont
    from PIL.ImageFont import ImageFont as BitmapFont

_SIZES = (40, 32, 26, 21, 17, 14, 12, 10)
_BLINK = (0.5, 0.1)
"""How far the eyes are open on the way to another face."""
_FRAME = 0.06
"""Seconds of one picture of an animation."""
_FONTS = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/fonts-japanese-gothic.ttf",
    "/usr/share/fonts/opentype/ipafont-gothic/ipag.ttf",
    "/usr/share/fonts/truetype/vlgothic/VL-Gothic-Regular.ttf",
)
"""For Japanese; `font` in the profile's settings goes before. `sudo apt install fonts-ipafont-gothic` brings one."""


class Display:
    """luma's device, or luma's own dummy of the same size and colours where the robot is simulated."""

    def __init__(self, fixture: Fixture) -> None:
        self._fixture = fixture
        self._device = _open_screen(fixture.settings["screen"], simulated=fixture.simulation is not None)
        self._faces: Mapping[str, Mapping[str, Any]] = fixture.settings.get("faces", {})
        self._colour = tuple(fixture.settings.get("colour", (255, 255, 255)))
        self._text = ""
        self._face = next(iter(self._faces), "")
        self._draw(self._look())

    def handlers(self) -> Mapping[str, Handler]:
        known: dict[str, Handler] = {"textDisplay.show": self.show, "textDisplay.clear": self.clear}
        return {**known, "faceDisplay.setFace": self.set_face} if self._faces else known

    def read(self) -> Mapping[str, Value]:
        return {"textDisplay.text": self._text, **({"faceDisplay.face": self._face} if self._faces else {})}

    async def show(self, *, text: str) -> None:
        await self._write(text)

    async def clear(self) -> None:
        await self._write("")

    async def set_face(self, *, face: str) -> None:
        look = self._look()
        for share in _BLINK:
            await asyncio.to_thread(self._draw, {**look, "open": float(look.get("open", 1.0)) * share})
            await self._fixture.halt.pause(_FRAME)
        await asyncio.to_thread(self._draw, self._faces[face])
        self._face = face
        self._fixture.trace("face", face=face)

    async def _write(self, text: str) -> None:
        before, self._text = self._text, text
        try:
            await asyncio.to_thread(self._draw, self._look())
        except OSError:
            self._text = before
            raise
        self._fixture.trace("text", text=text)

    def _look(self) -> Mapping[str, Any]:
        return self._faces.get(self._face, {})

    def _draw(self, look: Mapping[str, Any]) -> None:
        from PIL import Image, ImageDraw

        width, height = self._device.width, self._device.height
        image = Image.new("RGB", (width, height))
        draw = ImageDraw.Draw(image)
        top = 0
        if self._faces:
            top = round(height * (0.55 if self._text else 1.0))
            _draw_face(draw, look, width, top, self._colour)
        if self._text:
            _draw_text(draw, self._text, (0, top, width, height), self._fixture.settings.get("font"))
        self._device.display(image.convert(self._device.mode))
        self._fixture.screen(_as_png(image))

    def close(self) -> None:
        self._device.cleanup()


def _open_screen(screen: Mapping[str, Any], *, simulated: bool) -> Any:
    size = {"width": int(screen["width"]), "height": int(screen["height"])}
    kind = screen["kind"]
    if simulated:
        from luma.core.device import dummy  # type: ignore[import-untyped]

        return dummy(**size, mode="1" if kind == "sh1107" else "RGB")
    from luma.core.interface.serial import i2c, spi  # type: ignore[import-untyped]

    if kind == "sh1107":
        from luma.oled.device import sh1107  # type: ignore[import-untyped]

        return sh1107(i2c(**screen["i2c"]), **size)
    from luma.lcd.device import st7735  # type: ignore[import-untyped]

    return st7735(spi(**screen["spi"]), **size)


def _draw_face(draw: "ImageDraw", look: Mapping[str, Any], width: int, height: int, colour: Any) -> None:
    """Two eyes as rounded boxes: cut from above by a slanting brow, from below by a lifted cheek; and a mouth."""
    openness, slant = float(look.get("open", 1.0)), float(look.get("slant", 0.0))
    cheek, mouth = float(look.get("cheek", 0.0)), look.get("mouth")
    eye_width, eye_height = width * 0.26, height * 0.5 * openness
    middle = height * 0.42
    for side in (-1, 1):
        x = width / 2 + side * width * 0.22
        box = (x - eye_width / 2, middle - eye_height / 2, x + eye_width / 2, middle + eye_height / 2)
        draw.rounded_rectangle(box, radius=min(eye_width, eye_height) / (2 if look.get("round") else 3), fill=colour)
        if slant:
            deep = abs(slant) * eye_height * 0.7
            inner, outer = (deep, 0.0) if slant > 0 else (0.0, deep)
            left, right = (outer, inner) if side < 0 else (inner, outer)
            draw.polygon([(box[0], box[1]), (box[2], box[1]), (box[2], box[1] + right), (box[0], box[1] + left)], fill=0)
        if cheek:
            lift = eye_height * cheek
            draw.ellipse((box[0] - 4, box[3] - lift, box[2] + 4, box[3] + lift), fill=0)
    if mouth is None:
        return
    half, bend, low = width * 0.12, abs(float(mouth)) * height * 0.14, height * 0.82
    thick = max(2, height // 40)
    if look.get("round"):
        draw.ellipse((width / 2 - half / 2, low - half / 2, width / 2 + half / 2, low + half / 2), outline=colour, width=thick)
    elif bend < 1:
        draw.line((width / 2 - half, low, width / 2 + half, low), fill=colour, width=thick)
    else:
        start, end = (0, 180) if float(mouth) > 0 else (180, 360)
        draw.arc((width / 2 - half, low - bend, width / 2 + half, low + bend), start, end, fill=colour, width=thick)


def _draw_text(draw: "ImageDraw", text: str, box: tuple[int, int, int, int], font: str | None) -> None:
    """As large as fits, broken into lines, in the middle."""
    left, top, right, bottom = box
    face = _font_file(text, font)
    for size in _SIZES:
        chosen = _font(face, size)
        lines = _lines(draw, text, chosen, right - left - 4)
        tall = size * 1.2 * len(lines)
        if tall <= bottom - top and max(draw.textlength(line, font=chosen) for line in lines) <= right - left:
            break
    y = top + (bottom - top - tall) / 2
    for line in lines:
        x = left + (right - left - draw.textlength(line, font=chosen)) / 2
        draw.text((x, y), line, font=chosen, fill="white")
        y += size * 1.2


def _lines(draw: "ImageDraw", text: str, font: "FreeTypeFont | BitmapFont", width: int) -> list[str]:
    """Broken between words, and within what has no spaces, such as Japanese."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in _words(paragraph):
            if line and draw.textlength(line + word, font=font) > width:
                lines.append(line.strip())
                line = ""
            line += word
        lines.append(line.strip())
    return lines


def _words(text: str) -> list[str]:
    if is_spaced(text):
        return [word + " " for word in text.split(" ")]
    return list(text)


def _font_file(text: str, font: str | None) -> str | None:
    if font is None and text.isascii():
        return None  # Pillow's own: the Japanese ones are large files
    return next((file for file in (font, *_FONTS) if file and Path(file).is_file()), None)


def _font(file: str | None, size: int) -> "FreeTypeFont | BitmapFont":
    from PIL import ImageFont

    return ImageFont.load_default(size) if file is None else ImageFont.truetype(file, size)


def _as_png(image: "Image") -> Picture:
    out = io.BytesIO()
    image.save(out, "PNG")
    return Picture(data=out.getvalue(), type="image/png")


def open_part(fixture: Fixture) -> Part:
    return Display(fixture)
