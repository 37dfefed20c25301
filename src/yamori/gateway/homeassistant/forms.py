"""One value, theirs to ours and back: words, scales, colours, kelvin. Pure."""

import colorsys
import math
from collections.abc import Mapping

from yamori.domain.capability import Attribute
from yamori.domain.values import Value
from yamori.gateway.homeassistant.domains import Source

COLOURS: Mapping[str, tuple[float, float]] = {
    "white": (0, 0), "red": (0, 100), "orange": (39, 100), "gold": (51, 100), "yellow": (60, 100), "lime": (90, 100), "green": (120, 100),
    "turquoise": (174, 72), "cyan": (180, 100), "blue": (240, 100), "indigo": (275, 100), "purple": (300, 100), "lavender": (240, 8),
    "magenta": (315, 100), "pink": (350, 25), "coral": (16, 69),
}  # fmt: skip
"""Our names of colours as hue in degrees and saturation in per cent."""


def ours(source: Source, attribute: Attribute, state: str | None, attributes: Mapping[str, Value], *, simulated: bool) -> Value:
    """What an entity's state means for one of our attributes; None when it does not say."""
    if state in (None, "unavailable", "unknown") and (source.of == "state" or (state == "unavailable" and not simulated)):
        return None
    raw = state if source.of == "state" else attributes.get(source.of) if source.of else None
    if source.form == "kelvin" and raw is None and (mired := _number(attributes.get("color_temp"))):
        raw = round(1_000_000 / mired)
    if source.form == "color" and raw is None and isinstance(rgb := attributes.get("rgb_color"), list | tuple) and len(rgb) == 3:
        raw = _hue_saturation([_number(part) or 0.0 for part in rgb])
    if state is not None and state in source.ends:
        end = source.ends[state]
        if raw is None or bool(_number(raw)) is not bool(end):
            raw = end
    if raw is None and simulated:
        return source.words.get(False)  # an inventory names no more than what holds
    if raw is None:
        return source.missing.get(state or "")
    if source.words:
        found = _in_words(source.words, raw)
        return source.words.get("*") if found is None else found
    if source.form == "color":
        return _colour_name(raw)
    if source.form == "entries":
        return {"entries": list(raw)} if isinstance(raw, list | tuple) else None
    return _typed(attribute, raw, source)


def theirs(source: Source, value: Value, *, becomes: Mapping[Value, Value] | None = None) -> Value:
    """What one of our values is in an entity's state or attribute."""
    if becomes and value in becomes:
        return becomes[value]
    if source.words:
        same = [raw for raw, word in source.words.items() if word == value and raw != "*"]
        return same[0] if same else value
    if source.scale is not None and (number := _number(value)) is not None:
        top, our_top = source.scale
        scaled = number * top / our_top
        return round(scaled) if top > 1 else round(scaled, 4)
    if source.form == "color":
        return list(COLOURS.get(str(value), (0.0, 0.0)))
    return value


def near_enough(found: Value, wanted: Value, source: Source | None, attributes: Mapping[str, Value]) -> bool:
    """Whether a real device shows what was wanted of it, as exactly as it can: lamps count in mired, fans and thermostats in steps."""
    one, other = _number(found), _number(wanted)
    if one is None or other is None or source is None:
        return found == wanted
    if source.form == "kelvin" and one > 0 and other > 0:
        return abs(1_000_000 / one - 1_000_000 / other) <= 1.01
    step = _number(attributes.get(source.step)) if source.step else None
    return abs(one - other) <= max(step or 0.0, 1e-6)


def _typed(attribute: Attribute, raw: Value, source: Source) -> Value:
    match attribute.type:
        case "integer" | "number":
            number = _number(raw)
            if number is None:
                return None
            if source.scale is not None:
                number = number * source.scale[1] / source.scale[0]
            return round(number) if attribute.type == "integer" or number.is_integer() else round(number, 6)
        case "string":
            return str(raw)
        case "boolean":
            return raw if isinstance(raw, bool) else str(raw).lower() in ("on", "true", "yes")
    return raw


def _in_words(words: Mapping[Value, Value], raw: Value) -> Value:
    """`True` and 1 are one key to Python, but `on` and `True` are two words."""
    return words.get(raw) if isinstance(raw, str | bool) else words.get(str(raw))


def _number(value: Value) -> float | None:
    if isinstance(value, bool):
        return None
    try:
        number = float(value)  # type: ignore[arg-type]  # whatever is no number raises
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None


def _hue_saturation(rgb: list[float]) -> list[float]:
    hue, saturation, _ = colorsys.rgb_to_hsv(*(part / 255 for part in rgb))
    return [hue * 360, saturation * 100]


def _colour_name(raw: Value) -> Value:
    """The nearest of our names."""
    if not isinstance(raw, list | tuple) or len(raw) != 2:
        return None
    x, y = _plane(_number(raw[0]) or 0.0, _number(raw[1]) or 0.0)
    return min(COLOURS, key=lambda name: math.dist(_plane(*COLOURS[name]), (x, y)))


def _plane(hue: float, saturation: float) -> tuple[float, float]:
    return saturation * math.cos(math.radians(hue)), saturation * math.sin(math.radians(hue))


def companions(source: Source, value: Value) -> Mapping[str, Value]:
    """What else a light shows of the same colour."""
    if source.form == "color":
        hue, saturation = COLOURS.get(str(value), (0.0, 0.0))
        rgb = [round(part * 255) for part in colorsys.hsv_to_rgb(hue / 360, saturation / 100, 1.0)]
        return {"color_mode": "hs", "rgb_color": rgb}
    if source.form == "kelvin" and (kelvin := _number(value)):
        return {"color_mode": "color_temp", "color_temp": round(1_000_000 / kelvin)}
    return {}
