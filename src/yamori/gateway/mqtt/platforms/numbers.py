"""Numbers as payloads have them: read from anything that is one, scaled, rounded, in the unit that we count in."""

import math
from collections.abc import Callable

from yamori.domain.values import Value
from yamori.gateway.mqtt.template import NO_VALUES, Silent, TakenBack


def number(value: Value) -> float:
    """Raises `TakenBack` for nothing, and `Silent` for what is no finite number."""
    if value is None or value in NO_VALUES:
        raise TakenBack("the device measures nothing")
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise Silent("no number")
    try:
        found = float(value)
    except ValueError as error:
        raise Silent("no number") from error
    if math.isnan(found):
        raise TakenBack("the device measures nothing")
    if not math.isfinite(found) or abs(found) > 1e15:
        raise Silent("no finite number")
    return found


def scaled(low: float, high: float, *, top: float = 100) -> Callable[[Value], Value]:
    """Theirs between `low` and `high` as ours between 0 and `top`."""
    return lambda value: min(max(round((number(value) - low) / (high - low) * top), 0), round(top)) if high != low else 0


def unscaled(low: float, high: float, *, top: float = 100) -> Callable[[Value], Value]:
    """Ours between 0 and `top` as theirs, a whole number."""
    return lambda value: round(low + number(value) / top * (high - low))


def celsius(unit: str) -> tuple[Callable[[Value], Value], Callable[[Value], Value]]:
    """How a temperature in `unit` (`C` or `F`) is read into °C and written from it."""
    if unit.removeprefix("°").upper() != "F":
        return tidy, tidy
    return lambda value: round((number(value) - 32) * 5 / 9, 2), lambda value: tidy(round(number(value) * 9 / 5 + 32, 1))


def tidy(value: Value) -> Value:
    """A number without a needless `.0`."""
    found = number(value)
    return int(found) if found.is_integer() else found
