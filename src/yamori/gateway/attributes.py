"""Whether a value fits an attribute. Pure rules, used for files, arguments and what a backend is told to report."""

import math
from collections.abc import Mapping

from yamori.domain.capability import Attribute
from yamori.domain.plain_text import strip_controls
from yamori.domain.values import Value
from yamori.gateway.names import listed


class Unfit(ValueError):
    """A value does not fit; `expected` says which type would, when the type is wrong."""

    def __init__(self, message: str, *, expected: str | None = None) -> None:
        super().__init__(message)
        self.expected = expected


def fit(attribute: Attribute, value: Value) -> Value:
    """The value as the attribute holds it (30.0 becomes 30 for an integer); raises `Unfit`."""
    match attribute.type:
        case "integer" | "number":
            return _fit_number(attribute, value)
        case "string":
            if not isinstance(value, str):
                raise Unfit(f"expected {_strings(attribute)}", expected="a string")
            value = strip_controls(value)
            if attribute.values and value not in attribute.values:
                raise Unfit(f'"{value}" is not allowed; expected {listed(attribute.values)}')
        case "boolean":
            if not isinstance(value, bool):
                raise Unfit("expected true or false", expected="a boolean")
        case "object":
            if not isinstance(value, Mapping):
                raise Unfit("expected an object", expected="a mapping of keys to values")
    return value


def _fit_number(attribute: Attribute, value: Value) -> int | float:
    expected = "a whole number" if attribute.type == "integer" else "a number"
    if isinstance(value, bool) or not isinstance(value, int | float) or (isinstance(value, float) and not math.isfinite(value)):
        raise Unfit(f"expected {expected}{_suffix(attribute)}", expected=expected)
    if attribute.type == "integer" and isinstance(value, float) and not value.is_integer():
        raise Unfit(f"expected a whole number{_suffix(attribute)}", expected=expected)
    if (attribute.minimum is not None and value < attribute.minimum) or (attribute.maximum is not None and value > attribute.maximum):
        raise Unfit(f"{str(value)[:40]} is out of range; expected {allowed_range(attribute.minimum, attribute.maximum, attribute.unit)}")
    return int(value) if attribute.type == "integer" else value


def clamp(attribute: Attribute, value: float) -> int | float:
    """The nearest value within the attribute's range."""
    if attribute.minimum is not None:
        value = max(value, attribute.minimum)
    if attribute.maximum is not None:
        value = min(value, attribute.maximum)
    return round(value) if attribute.type == "integer" else round(value, 6)


def allowed_range(minimum: float | None, maximum: float | None, unit: str | None = None) -> str:
    """`0 to 100 %`, `at least 0` or `at most 5`."""
    after = f" {unit}" if unit else ""
    match minimum, maximum:
        case None, None:
            return "any number"
        case _, None:
            return f"at least {minimum:g}{after}"
        case None, _:
            return f"at most {maximum:g}{after}"
    return f"{minimum:g} to {maximum:g}{after}"


def _suffix(attribute: Attribute) -> str:
    if attribute.minimum is None and attribute.maximum is None:
        return f" ({attribute.unit})" if attribute.unit else ""
    return f", {allowed_range(attribute.minimum, attribute.maximum, attribute.unit)}"


def _strings(attribute: Attribute) -> str:
    return f"a string: {listed(attribute.values)}" if attribute.values else "a string"
