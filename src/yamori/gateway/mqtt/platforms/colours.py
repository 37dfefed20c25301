"""Our names of colours as what lights speak: hue and saturation, red green and blue, x and y; and back to the nearest name."""

import colorsys
import math
from collections.abc import Mapping, Sequence

from yamori.domain.values import Value
from yamori.gateway.homeassistant.forms import COLOURS
from yamori.gateway.mqtt.template import Silent


def hue_saturation(name: Value) -> tuple[float, float]:
    """Degrees and per cent."""
    return COLOURS.get(str(name), (0.0, 0.0))


def rgb(name: Value) -> tuple[int, int, int]:
    """0 to 255 each, at full brightness."""
    hue, saturation = hue_saturation(name)
    red, green, blue = colorsys.hsv_to_rgb(hue / 360, saturation / 100, 1.0)
    return round(red * 255), round(green * 255), round(blue * 255)


def xy(name: Value) -> tuple[float, float]:
    """CIE 1931 of sRGB under D65 (IEC 61966-2-1)."""
    red, green, blue = (_linear(part / 255) for part in rgb(name))
    x = 0.4124 * red + 0.3576 * green + 0.1805 * blue
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = 0.0193 * red + 0.1192 * green + 0.9505 * blue
    return round(x / (x + y + z), 4), round(y / (x + y + z), 4)


def name_of(colour: Value) -> str:
    """The nearest of our names for `{h, s}`, `{r, g, b}` or `{x, y}`. Raises `Silent` for anything else."""
    if not isinstance(colour, Mapping):
        raise Silent("no colour")
    if (held := _numbers(colour, "hs")) or (held := _numbers(colour, ("hue", "saturation"))):
        return _nearest(_plane(*held), {name: _plane(*COLOURS[name]) for name in COLOURS})
    if held := _numbers(colour, "rgb"):
        hue, saturation, _ = colorsys.rgb_to_hsv(*(min(max(part, 0), 255) / 255 for part in held))
        return _nearest(_plane(hue * 360, saturation * 100), {name: _plane(*COLOURS[name]) for name in COLOURS})
    if held := _numbers(colour, "xy"):
        return _nearest((held[0], held[1]), {name: xy(name) for name in COLOURS})
    raise Silent("no colour")


def _numbers(colour: Mapping[str, Value], keys: Sequence[str]) -> list[float]:
    found = [colour.get(key) for key in keys]
    numbers = [float(part) for part in found if isinstance(part, int | float) and not isinstance(part, bool) and math.isfinite(part)]
    return numbers if len(numbers) == len(keys) else []


def _nearest(point: tuple[float, float], names: Mapping[str, tuple[float, float]]) -> str:
    return min(names, key=lambda name: math.dist(names[name], point))


def _plane(hue: float, saturation: float) -> tuple[float, float]:
    return saturation * math.cos(math.radians(hue)), saturation * math.sin(math.radians(hue))


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
