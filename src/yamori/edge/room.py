"""Draws the room that a simulated camera sees: walls, lamps on or off, labelled things. Light where a lamp is on, dim where none is."""

import io
from collections.abc import Callable

from yamori.edge.picture import Picture
from yamori.edge.simulated import Scene

Render = Callable[[Scene], Picture]
"""What another, better picture of the room has to fulfil."""

_SIZE = (640, 360)


def render_room(scene: Scene) -> Picture:
    from PIL import Image, ImageDraw

    lit = any(lamp.on for lamp in scene.lamps)
    wall, floor, ink = ((236, 228, 210), (176, 140, 100), (40, 40, 40)) if lit else ((52, 52, 66), (34, 30, 34), (150, 150, 160))
    width, height = _SIZE
    image = Image.new("RGB", _SIZE, wall)
    draw = ImageDraw.Draw(image)
    draw.polygon([(0, height), (width, height), (width - 110, height - 120), (110, height - 120)], fill=floor)
    for edge in ([(110, height - 120), (110, 40)], [(width - 110, height - 120), (width - 110, 40)], [(110, 40), (width - 110, 40)]):
        draw.line(edge, fill=ink, width=2)
    draw.line([(0, 0), (110, 40)], fill=ink, width=2)
    draw.line([(width, 0), (width - 110, 40)], fill=ink, width=2)
    draw.text((16, 8), scene.room, fill=ink, font_size=18)
    for number, lamp in enumerate(scene.lamps):
        x = 160 + number * (320 // max(1, len(scene.lamps)))
        draw.line([(x, 40), (x, 80)], fill=ink, width=3)
        draw.ellipse([x - 18, 76, x + 18, 112], fill=(255, 232, 120) if lamp.on else (90, 90, 96), outline=ink)
        draw.text((x - 20, 116), f"{lamp.label}: {'on' if lamp.on else 'off'}", fill=ink, font_size=13)
    for number, thing in enumerate(scene.things):
        x, y = 150 + (number % 4) * 95, height - 105 + (number // 4) * 48
        draw.rectangle([x, y, x + 80, y + 36], outline=ink, width=2)
        draw.text((x + 5, y + 10), thing[:12], fill=ink, font_size=13)
    out = io.BytesIO()
    image.save(out, "JPEG", quality=85)
    return Picture(data=out.getvalue(), type="image/jpeg")
