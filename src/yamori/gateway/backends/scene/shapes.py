"""How each kind of thing is drawn, within a cell of the room. A shape knows its `Thing` and its place, and nothing of the home."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from yamori.gateway.backends.scene.canvas import Canvas, Ink, Source
from yamori.gateway.backends.scene.kinds import Kind
from yamori.gateway.backends.scene.light import Rgb, mixed
from yamori.gateway.backends.scene.staging import Thing

_INK: Ink = (58, 52, 48)
_METAL: Ink = (188, 190, 194)
_DARK: Ink = (34, 36, 42)
_REACH = 520.0


@dataclass(frozen=True, kw_only=True)
class Cell:
    """Where a thing stands: the middle, how wide it may be, and the heights of its top and foot, in pixels."""

    middle: float
    width: float
    top: float
    foot: float


Shape = Callable[[Canvas, Thing, Cell, float], None]
"""Canvas, thing, cell, and how bright it is outside (0 to 1)."""


def draw(canvas: Canvas, thing: Thing, cell: Cell, outside: float) -> None:
    _SHAPES[thing.kind](canvas, thing, cell, outside)


def sky(outside: float) -> Ink:
    return _inked(mixed((0.05, 0.06, 0.13), (0.66, 0.82, 0.97), outside))


def _inked(rgb: Rgb) -> Ink:
    return (round(255 * rgb[0]), round(255 * rgb[1]), round(255 * rgb[2]))


def _label(canvas: Canvas, thing: Thing, cell: Cell, y: float) -> None:
    canvas.write((cell.middle, y), thing.label, size=12, colour=_INK, width=cell.width - 4)


def _bulb(canvas: Canvas, thing: Thing, cell: Cell, y: float) -> None:
    """Light from `y`, if it is on."""
    if not thing.on:
        return
    strength = 0.12 + 0.88 * thing.strength
    shade = _inked(mixed(thing.colour, (1.0, 1.0, 1.0), 0.35 * thing.strength))
    canvas.glow_ellipse((cell.middle - 15, y - 15, cell.middle + 15, y + 15), shade)
    canvas.shine(Source(at=(cell.middle, y), colour=thing.colour, strength=0.85 * strength, reach=_REACH))


def _ceiling_lamp(canvas: Canvas, thing: Thing, cell: Cell, outside: float) -> None:
    x, y = cell.middle, cell.top + 20
    canvas.lit.line([(x, cell.top), (x, y)], fill=_INK, width=3)
    canvas.lit.polygon([(x - 13, y), (x + 13, y), (x + 30, y + 24), (x - 30, y + 24)], fill=_METAL, outline=_INK)
    canvas.lit.ellipse((x - 15, y + 11, x + 15, y + 41), fill=(150, 150, 152), outline=_INK)
    _bulb(canvas, thing, cell, y + 26)
    _label(canvas, thing, cell, y + 44)


def _standing_lamp(canvas: Canvas, thing: Thing, cell: Cell, outside: float) -> None:
    x, y = cell.middle, cell.foot - 150
    canvas.lit.line([(x, y), (x, cell.foot - 18)], fill=_INK, width=4)
    canvas.lit.ellipse((x - 24, cell.foot - 26, x + 24, cell.foot - 14), fill=_INK)
    canvas.lit.polygon([(x - 16, y - 16), (x + 16, y - 16), (x + 32, y + 20), (x - 32, y + 20)], fill=_METAL, outline=_INK)
    canvas.lit.ellipse((x - 15, y - 3, x + 15, y + 27), fill=(150, 150, 152), outline=_INK)
    _bulb(canvas, thing, cell, y + 12)
    _label(canvas, thing, cell, cell.foot - 12)


def _window(canvas: Canvas, thing: Thing, cell: Cell, outside: float) -> None:
    half, top, bottom = min(46.0, cell.width / 2 - 8), cell.top + 46, cell.top + 150
    left, right, x = cell.middle - half, cell.middle + half, cell.middle
    canvas.lit.rectangle((left - 6, top - 6, right + 6, bottom + 6), fill=(240, 238, 232), outline=_INK)
    canvas.glow_polygon([(left, top), (right, top), (right, bottom), (left, bottom)], sky(outside))
    canvas.cover((x - 2, top, x + 2, bottom), (240, 238, 232))
    if thing.cover:
        down = top + (bottom - top) * (1 - thing.open)
        for y in range(round(top), round(down), 7):
            canvas.cover((left, y, right, min(y + 6, down)), (206, 196, 176) if (y // 7) % 2 else (190, 180, 160))
        canvas.lit.rectangle((left - 8, top - 10, right + 8, top - 3), fill=(160, 150, 132))
        if thing.open > 0:
            canvas.shine(Source(at=(x, (down + bottom) / 2), colour=(0.95, 1.0, 1.05), strength=0.55 * outside * thing.open, reach=_REACH))
    else:
        canvas.shine(Source(at=(x, (top + bottom) / 2), colour=(0.95, 1.0, 1.05), strength=0.4 * outside, reach=_REACH))
        if thing.open > 0:  # one wing stands into the room
            wide = 26 * thing.open
            wing = [(left, top), (left - wide, top + 14), (left - wide, bottom + 16), (left, bottom)]
            canvas.lit.polygon(wing, fill=(214, 226, 232), outline=_INK)
    _label(canvas, thing, cell, bottom + 10)


def _door(canvas: Canvas, thing: Thing, cell: Cell, outside: float) -> None:
    half, top, bottom = min(40.0, cell.width / 2 - 10), cell.foot - 190, cell.foot
    left, right = cell.middle - half, cell.middle + half
    canvas.lit.rectangle((left - 5, top - 5, right + 5, bottom), fill=(120, 92, 66))
    if thing.open > 0:  # the leaf swings into the room; behind it is what is outside
        canvas.glow_polygon(
            [(left, top), (right, top), (right, bottom), (left, bottom)], _inked(mixed((0.03, 0.03, 0.06), (0.75, 0.85, 0.8), outside))
        )
        edge = left + (right - left) * (1 - 0.8 * thing.open)
        canvas.cover((left, top, edge, bottom), (168, 128, 90))
    else:
        canvas.lit.rectangle((left, top, right, bottom), fill=(168, 128, 90), outline=_INK)
        canvas.lit.ellipse((right - 12, top + 96, right - 5, top + 103), fill=_METAL)
    _label(canvas, thing, cell, top - 20)


def _lock(canvas: Canvas, thing: Thing, cell: Cell, outside: float) -> None:
    x, y = cell.middle, cell.top + 110
    loose = "unlocked" in thing.display
    canvas.lit.arc((x - 10 + 12 * loose, y - 18, x + 10 + 12 * loose, y + 8), 180, 360, fill=_INK, width=4)
    canvas.lit.rectangle((x - 16, y - 6, x + 16, y + 20), fill=(196, 164, 84), outline=_INK)
    _states(canvas, thing, cell, y + 24)
    _label(canvas, thing, cell, y + 40)


def _screen(canvas: Canvas, thing: Thing, cell: Cell, outside: float) -> None:
    half, top = min(66.0, cell.width / 2 - 6), cell.top + 96
    bottom, x = top + half * 1.12, cell.middle
    canvas.lit.rectangle((x - half - 4, top - 4, x + half + 4, bottom + 4), fill=_DARK)
    if thing.on:
        canvas.glow_polygon([(x - half, top), (x + half, top), (x + half, bottom), (x - half, bottom)], (92, 150, 214))
        canvas.glow_polygon([(x - half, bottom), (x - half / 4, top + 22), (x + half / 2, bottom)], (84, 168, 112))
        canvas.glow_ellipse((x + half / 3, top + 8, x + half / 3 + 20, top + 28), (250, 226, 140))
        canvas.shine(Source(at=(x, (top + bottom) / 2), colour=(0.45, 0.6, 0.9), strength=0.28, reach=260))
    else:
        canvas.lit.rectangle((x - half, top, x + half, bottom), fill=(16, 17, 20))
    _label(canvas, thing, cell, bottom + 8)


def _climate(canvas: Canvas, thing: Thing, cell: Cell, outside: float) -> None:
    half, top, x = min(52.0, cell.width / 2 - 6), cell.top + 52, cell.middle
    canvas.lit.rounded_rectangle((x - half, top, x + half, top + 38), radius=7, fill=(236, 238, 240), outline=_INK)
    canvas.lit.line([(x - half + 8, top + 30), (x + half - 8, top + 30)], fill=_INK, width=2)
    if thing.on:
        canvas.glow_ellipse((x + half - 14, top + 5, x + half - 7, top + 12), (90, 230, 120))
        for step in (-0.5, 0.0, 0.5):
            canvas.lit.arc((x + half * step - 8, top + 40, x + half * step + 8, top + 62), 20, 160, fill=(120, 170, 205), width=2)
    shown = next((display for display in thing.display if display[:1].isdigit()), "")
    canvas.write((x - 6, top + 6), shown, size=14, colour=(70, 200, 220), width=2 * half - 24, glowing=True)
    _label(canvas, thing, cell, top + 64)


def _sensor(canvas: Canvas, thing: Thing, cell: Cell, outside: float) -> None:
    half, top, x = min(44.0, cell.width / 2 - 4), cell.top + 104, cell.middle
    canvas.lit.rounded_rectangle((x - half, top, x + half, top + 38), radius=5, fill=_DARK, outline=_INK)
    for row, display in enumerate(thing.display):
        canvas.write((x, top + 3 + 17 * row), display, size=12, colour=(96, 208, 132), width=2 * half - 6, glowing=True)
    _label(canvas, thing, cell, top + 42)


def _plug(canvas: Canvas, thing: Thing, cell: Cell, outside: float) -> None:
    x, top = cell.middle, cell.top + 176
    canvas.lit.rounded_rectangle((x - 16, top, x + 16, top + 32), radius=5, fill=(240, 240, 238), outline=_INK)
    for side in (-6, 6):
        canvas.lit.ellipse((x + side - 3, top + 12, x + side + 3, top + 18), fill=_INK)
    if thing.on:
        canvas.glow_ellipse((x - 4, top + 21, x + 4, top + 29), (90, 230, 120))
    _label(canvas, thing, cell, top + 36)


def _fan(canvas: Canvas, thing: Thing, cell: Cell, outside: float) -> None:
    x, y, wide = cell.middle, cell.foot - 96, 32
    canvas.lit.line([(x, y), (x, cell.foot - 16)], fill=_INK, width=5)
    canvas.lit.ellipse((x - 22, cell.foot - 24, x + 22, cell.foot - 14), fill=_INK)
    canvas.lit.ellipse((x - wide, y - wide, x + wide, y + wide), fill=(232, 234, 236), outline=_INK, width=2)
    if thing.on:  # a turning fan is a blur with rings
        canvas.lit.ellipse((x - wide + 6, y - wide + 6, x + wide - 6, y + wide - 6), fill=(184, 200, 212))
        for ring in (10, 17, 24):
            canvas.lit.arc((x - ring, y - ring, x + ring, y + ring), 20 * ring, 20 * ring + 240, fill=(110, 132, 148), width=2)
        canvas.glow_ellipse((x - 4, cell.foot - 30, x + 4, cell.foot - 22), (90, 230, 120))
    else:
        for turn in (90, 210, 330):
            far = (x + 22 * math.cos(math.radians(turn)), y + 22 * math.sin(math.radians(turn)))
            canvas.lit.line([(x, y), far], fill=(110, 132, 148), width=11)
    canvas.lit.ellipse((x - 5, y - 5, x + 5, y + 5), fill=_INK)
    _label(canvas, thing, cell, cell.foot - 12)


def _vacuum(canvas: Canvas, thing: Thing, cell: Cell, outside: float) -> None:
    x, y = cell.middle, cell.foot - 34
    if thing.on:  # away from its dock, with what it has wiped behind it
        for step in range(3):
            canvas.lit.arc((x - 62 + 14 * step, y - 6, x - 30 + 14 * step, y + 18), 100, 250, fill=(214, 206, 190), width=3)
    else:
        canvas.lit.rectangle((x - 16, y - 30, x + 16, y - 4), fill=_DARK)
    canvas.lit.ellipse((x - 34, y - 12, x + 34, y + 16), fill=(72, 76, 84), outline=_INK)
    canvas.lit.ellipse((x - 34, y - 18, x + 34, y + 10), fill=(104, 110, 120), outline=_INK)
    canvas.glow_ellipse((x - 4, y - 8, x + 4, y), (90, 230, 120) if thing.on else (150, 96, 40))
    canvas.write((x, y - 44), thing.display[0] if thing.display else "", size=11, colour=_INK, width=cell.width - 14)
    _label(canvas, thing, cell, cell.foot - 12)


def _speaker(canvas: Canvas, thing: Thing, cell: Cell, outside: float) -> None:
    x, foot = cell.middle, cell.foot - 14
    canvas.lit.rounded_rectangle((x - 22, foot - 72, x + 22, foot), radius=6, fill=(66, 62, 62), outline=_INK)
    canvas.lit.ellipse((x - 14, foot - 38, x + 14, foot - 10), fill=(30, 30, 32), outline=(120, 120, 122))
    canvas.lit.ellipse((x - 8, foot - 62, x + 8, foot - 46), fill=(30, 30, 32), outline=(120, 120, 122))
    if thing.on:
        for ring in (30, 40):
            canvas.lit.arc((x - ring, foot - 24 - ring, x + ring, foot - 24 + ring), -40, 40, fill=(90, 130, 200), width=3)
        canvas.glow_ellipse((x + 12, foot - 68, x + 18, foot - 62), (90, 230, 120))
    _label(canvas, thing, cell, cell.foot - 12)


def _appliance(canvas: Canvas, thing: Thing, cell: Cell, outside: float) -> None:
    half, x, foot = min(36.0, cell.width / 2 - 8), cell.middle, cell.foot - 14
    top = foot - 112
    canvas.lit.rectangle((x - half, top, x + half, foot), fill=(238, 240, 242), outline=_INK)
    if thing.open > 0:
        canvas.glow_polygon(
            [(x - half + 3, top + 26), (x + half - 3, top + 26), (x + half - 3, foot - 3), (x - half + 3, foot - 3)], (250, 246, 214)
        )
        canvas.lit.polygon(
            [(x + half, top + 22), (x + half + 26, top + 34), (x + half + 26, foot + 6), (x + half, foot)],
            fill=(206, 210, 214),
            outline=_INK,
        )
    else:
        canvas.lit.line([(x - half, top + 24), (x + half, top + 24)], fill=_INK, width=2)
        canvas.lit.ellipse((x - 18, top + 44, x + 18, top + 80), fill=(150, 176, 190) if thing.on else (196, 202, 206), outline=_INK)
    canvas.lit.rectangle((x - half + 3, top + 4, x + half - 3, top + 21), fill=_DARK)
    if thing.on:
        canvas.glow_ellipse((x - half + 5, top + 6, x - half + 13, top + 14), (90, 230, 120))
    if thing.display:
        canvas.write((x + 5, top + 6), thing.display[0], size=12, colour=(96, 190, 220), width=2 * half - 22, glowing=True)
    _label(canvas, thing, cell, cell.foot - 12)


def _box(canvas: Canvas, thing: Thing, cell: Cell, outside: float) -> None:
    half, x, foot = min(42.0, cell.width / 2 - 6), cell.middle, cell.foot - 14
    canvas.lit.rectangle((x - half, foot - 58, x + half, foot), fill=(186, 178, 164), outline=_INK)
    if thing.on:
        canvas.glow_ellipse((x + half - 12, foot - 54, x + half - 4, foot - 46), (90, 230, 120))
    _states(canvas, thing, cell, foot - 42)
    _label(canvas, thing, cell, cell.foot - 12)


def _states(canvas: Canvas, thing: Thing, cell: Cell, y: float) -> None:
    for row, display in enumerate(thing.display):
        canvas.write((cell.middle, y + 15 * row), display, size=11, colour=_INK, width=min(80.0, cell.width - 14))


_SHAPES: Mapping[Kind, Shape] = {
    Kind.SCREEN: _screen,
    Kind.VACUUM: _vacuum,
    Kind.STANDING_LAMP: _standing_lamp,
    Kind.CEILING_LAMP: _ceiling_lamp,
    Kind.DIMMED: _ceiling_lamp,
    Kind.FAN: _fan,
    Kind.APPLIANCE: _appliance,
    Kind.CLIMATE: _climate,
    Kind.WINDOW: _window,
    Kind.LOCK: _lock,
    Kind.DOOR: _door,
    Kind.SPEAKER: _speaker,
    Kind.PLUG: _plug,
    Kind.SENSOR: _sensor,
    Kind.BOX: _box,
}
