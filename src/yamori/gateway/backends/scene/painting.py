"""A `Scene` as a JPEG: the room's walls, what hangs, what stands, the people; then the light that falls on all of it."""

import io
from collections.abc import Sequence

from yamori.gateway.backends.scene.canvas import Canvas
from yamori.gateway.backends.scene.kinds import Kind
from yamori.gateway.backends.scene.light import Rgb
from yamori.gateway.backends.scene.shapes import Cell, draw
from yamori.gateway.backends.scene.staging import Scene, Thing

_SIZE = (800, 450)
_WALL = (120, 44, 680, 322)
"""The wall that the camera faces."""
_DARKEST = 0.05
"""What a camera makes of a room without any light: noise, and the outlines of what is near."""
_ROWS = 8
"""Things that stand beside each other."""
_HANGS = (Kind.WINDOW, Kind.DOOR, Kind.LOCK, Kind.SCREEN, Kind.CLIMATE, Kind.SENSOR, Kind.PLUG)
_CEILING = (Kind.CEILING_LAMP, Kind.DIMMED)
_TOYS = ((92, 150, 200), (210, 92, 84), (226, 186, 74), (110, 170, 104), (150, 110, 176))


def painted(scene: Scene) -> bytes:
    canvas = Canvas(_SIZE)
    _room(canvas)
    hanging = [thing for thing in scene.things if thing.kind in _HANGS]
    lamps = [thing for thing in scene.things if thing.kind in _CEILING]
    standing = [thing for thing in scene.things if thing.kind not in _HANGS and thing.kind not in _CEILING]
    left, top, right, bottom = _WALL
    _row(canvas, hanging, (left, right), top=top, foot=bottom, outside=scene.daylight)
    behind, before = (standing[_ROWS:], standing[:_ROWS])
    _row(canvas, behind, (70, 730), top=top, foot=352, outside=scene.daylight)
    _row(canvas, before, (16, 784), top=top, foot=418, outside=scene.daylight)
    _row(canvas, lamps, (left - 40, right + 40), top=0, foot=bottom, outside=scene.daylight)
    _disorder(canvas, scene.disorder)
    for number in range(scene.people):
        _person(canvas, 250 + 60 * number)
    more = f"  (+{scene.left_out})" if scene.left_out else ""
    caption = f"{scene.room}  {scene.at:%Y-%m-%d %H:%M}{more}"
    for shift, colour in ((1, (0, 0, 0)), (0, (240, 240, 240))):  # below, as cameras write it
        canvas.write((_SIZE[0] / 2 + shift, 429 + shift), caption, size=14, colour=colour, width=_SIZE[0] - 20, glowing=True)
    out = io.BytesIO()
    canvas.developed(ambient(scene)).save(out, "JPEG", quality=88)
    return out.getvalue()


def ambient(scene: Scene) -> Rgb:
    """The light that comes from everywhere: a share of each lamp's, and of the day's through what lets it in.

    Where nothing is said of a window, there is one behind the camera.
    """
    windows = [thing for thing in scene.things if thing.kind is Kind.WINDOW]
    covers = [thing for thing in windows if thing.cover]
    through = 0.36 if not windows else 0.03 + 0.75 * max((t.open for t in covers), default=0.6)
    sums = [_DARKEST + scene.daylight * through * part for part in (0.95, 1.0, 1.03)]
    for thing in scene.things:
        if thing.kind.shines and thing.on:
            sums = [held + (0.06 + 0.34 * thing.strength) * part for held, part in zip(sums, thing.colour, strict=True)]
    return (min(1.0, sums[0]), min(1.0, sums[1]), min(1.0, sums[2]))


def _room(canvas: Canvas) -> None:
    width, height = canvas.size
    left, top, right, bottom = _WALL
    draw_on = canvas.lit
    draw_on.polygon([(0, 0), (width, 0), (right, top), (left, top)], fill=(240, 238, 232))
    draw_on.polygon([(0, 0), (left, top), (left, bottom), (0, height)], fill=(206, 196, 178))
    draw_on.polygon([(width, 0), (right, top), (right, bottom), (width, height)], fill=(206, 196, 178))
    draw_on.polygon([(0, height), (width, height), (right, bottom), (left, bottom)], fill=(178, 144, 106))
    for board in range(9):
        near, far = board * width / 8, left + board * (right - left) / 8
        draw_on.line([(near, height), (far, bottom)], fill=(158, 126, 90), width=2)
    draw_on.rectangle(_WALL, fill=(228, 219, 202), outline=(150, 140, 124))
    draw_on.rectangle((left, bottom - 7, right, bottom), fill=(244, 242, 236))


def _row(canvas: Canvas, things: Sequence[Thing], across: tuple[float, float], *, top: float, foot: float, outside: float) -> None:
    """Beside each other, each in a cell of the same width."""
    if not things:
        return
    wide = (across[1] - across[0]) / len(things)
    for number, thing in enumerate(things):
        cell = Cell(middle=across[0] + wide * (number + 0.5), width=wide, top=top, foot=foot)
        draw(canvas, thing, cell, outside)


def _person(canvas: Canvas, x: float) -> None:
    canvas.lit.ellipse((x - 17, 196, x + 17, 232), fill=(222, 184, 152), outline=(58, 52, 48))
    canvas.lit.pieslice((x - 18, 192, x + 18, 232), 180, 360, fill=(70, 52, 40))
    canvas.lit.rounded_rectangle((x - 26, 234, x + 26, 322), radius=16, fill=(86, 118, 158), outline=(58, 52, 48))
    for leg in (-13, 13):
        canvas.lit.rectangle((x + leg - 10, 316, x + leg + 10, 392), fill=(62, 66, 82), outline=(58, 52, 48))


def _disorder(canvas: Canvas, much: float) -> None:
    for number in range(round(18 * much)):
        x, y = 60 + (number * 251) % 690, 352 + (number * 61) % 80
        colour = _TOYS[number % len(_TOYS)]
        if number % 3:
            canvas.lit.polygon([(x, y), (x + 26, y - 8), (x + 34, y + 8), (x + 6, y + 14)], fill=colour, outline=(58, 52, 48))
        else:
            canvas.lit.ellipse((x, y - 8, x + 20, y + 12), fill=colour, outline=(58, 52, 48))
