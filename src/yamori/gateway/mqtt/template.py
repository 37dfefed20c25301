"""The simple forms of the templates that devices announce: a path into the payload, a few filters, text around. Pure.

A whole template language would let any device on the broker run a program here. What is not simple is `Unsupported`, and whoever
asked says so.
"""

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from yamori.domain.values import Value

_EXPRESSION = re.compile(
    r"\s*(?P<name>[A-Za-z_]\w*)(?P<path>(?:\.\w+|\[(?:'[^']*'|\"[^\"]*\"|\d+)\])*)(?P<filters>(?:\s*\|\s*\w+(?:\([^()|]*\))?)*)\s*"
)
_STEP = re.compile(r"\.(\w+)|\[(?:'([^']*)'|\"([^\"]*)\"|(\d+))\]")
_FILTER = re.compile(r"\|\s*(\w+)(?:\(([^()|]*)\))?")
_FILTERS = {"int", "float", "round", "default", "d", "lower", "upper", "string", "tojson", "to_json", "is_defined", "trim"}
_LONGEST = 2_000


class Unsupported(ValueError):
    """A template beyond the simple forms."""


class Silent(ValueError):
    """The payload says nothing about what was asked."""


@dataclass(frozen=True, kw_only=True)
class _Expression:
    name: str
    path: tuple[str | int, ...]
    filters: tuple[tuple[str, str | None], ...]


_Part = str | _Expression


def reader(template: str | None) -> Callable[[str], Value]:
    """What a payload says, by a value template; without one the payload itself. The result raises `Silent`; this raises `Unsupported`."""
    if template is None:
        return lambda payload: payload
    parts = _parts(template)

    def read(payload: str) -> Value:
        given: dict[str, Value] = {"value": payload}
        if any(isinstance(part, _Expression) and part.name == "value_json" for part in parts):
            try:
                given["value_json"] = json.loads(payload)
            except (ValueError, RecursionError) as error:
                raise Silent("the payload is no JSON") from error
        return _filled(parts, given)

    return read


def writer(template: str | None) -> Callable[[Value, Mapping[str, Value]], str]:
    """The payload for a value and named variables, by a command template. This raises `Unsupported`."""
    if template is None:
        return lambda value, _: as_text(value)
    parts = _parts(template)
    return lambda value, named: as_text(_filled(parts, {"value": value, **named}))


def as_text(value: Value) -> str:
    """A value as Home Assistant writes it into a payload and compares it with one."""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value) if value is None or isinstance(value, bool | int | float) else json.dumps(value)


def _parts(template: str) -> Sequence[_Part]:
    if len(template) > _LONGEST or "{%" in template or "{#" in template:
        raise Unsupported("statements in templates are not understood")
    parts: list[_Part] = []
    for index, piece in enumerate(re.split(r"\{\{-?(.*?)-?\}\}", template.strip(), flags=re.DOTALL)):
        if index % 2 == 0:
            if "{{" in piece or "}}" in piece:
                raise Unsupported("the template's brackets do not match")
            parts += [piece] if piece else []
        else:
            parts.append(_expression(piece))
    return parts


def _expression(text: str) -> _Expression:
    found = _EXPRESSION.fullmatch(text)
    if found is None:
        raise Unsupported(f"`{text.strip()[:60]}` is not understood in a template")
    filters = tuple((name, argument) for name, argument in _FILTER.findall(found["filters"]))
    if unknown := [name for name, _ in filters if name not in _FILTERS]:
        raise Unsupported(f"the template's filter `{unknown[0]}` is not understood")
    path = tuple(int(number) if number else plain or single or double for plain, single, double, number in _STEP.findall(found["path"]))
    return _Expression(name=found["name"], path=path, filters=filters)


def _filled(parts: Sequence[_Part], given: Mapping[str, Value]) -> Value:
    values = [part if isinstance(part, str) else _value(part, given) for part in parts]
    return values[0] if len(values) == 1 else "".join(as_text(value) for value in values)


def _value(expression: _Expression, given: Mapping[str, Value]) -> Value:
    value: Value = given.get(expression.name)
    known = expression.name in given
    for step in expression.path:
        if isinstance(value, Mapping) and str(step) in value:
            value = value[str(step)]
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            value, known = None, False
            break
    for name, argument in expression.filters:
        if name in ("default", "d"):
            value, known = (value, True) if known else (_literal(argument), True)
        elif known:
            value = _filtered(value, name, argument)
    if not known:
        raise Silent("the payload does not hold what the template names")
    return value


def _filtered(value: Value, name: str, argument: str | None) -> Value:
    match name:
        case "int" | "float" | "round":
            number = _number(value, argument if name != "round" else None)
            if name == "int":
                return int(number)
            return number if name == "float" else round(number, int(_number(argument or "0", None)) or None)
        case "lower" | "upper" | "trim":
            text = as_text(value)
            return {"lower": text.lower(), "upper": text.upper(), "trim": text.strip()}[name]
        case "tojson" | "to_json":
            return json.dumps(value)
        case "string":
            return as_text(value)
    return value


def _number(value: Value, otherwise: str | None) -> float:
    try:
        number = float(value)  # type: ignore[arg-type]  # whatever is no number raises
    except (TypeError, ValueError):
        if otherwise:
            return _number(_literal(otherwise), None)
        raise Silent("the payload holds no number where the template wants one") from None
    if not math.isfinite(number):
        raise Silent("the payload holds no finite number")
    return number


def _literal(text: str | None) -> Value:
    written = (text or "").strip()
    if len(written) >= 2 and written[0] == written[-1] and written[0] in "'\"":
        return written[1:-1]
    try:
        value: Value = json.loads(written.lower())
    except ValueError:
        return None
    return value
