"""Checks arguments on the device: the house has checked them too, but the device is the one that would be broken.

A small part of JSON schema, as much as the capability files beside it use; the `jsonschema` package alone is a third of the memory allowed.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value

KEYWORDS = frozenset({"type", "enum", "minimum", "maximum", "minLength", "maxLength"})
"""What is understood of an argument's schema."""


def fit_arguments(spec: Mapping[str, Any], given: Mapping[str, Value]) -> dict[str, Value]:
    """The arguments with the command's defaults filled in (an argument of null is none). Raises `InvalidRequest`."""
    schema: Mapping[str, Any] = spec.get("arguments") or {}
    properties: Mapping[str, Mapping[str, Any]] = schema.get("properties") or {}
    filled = {**(spec.get("defaults") or {}), **{name: value for name, value in given.items() if value is not None}}
    if unknown := [name for name in filled if name not in properties]:
        raise InvalidRequest(f"there is no argument `{unknown[0]}`", where=f"arguments.{unknown[0]}", nearest=tuple(properties))
    if missing := [name for name in schema.get("required") or () if name not in filled]:
        raise InvalidRequest(f"the argument `{missing[0]}` is missing", where="arguments")
    for name, value in filled.items():
        if problem := _problem(properties[name], value):
            raise InvalidRequest(
                f"`{name}` {problem}", where=f"arguments.{name}", nearest=tuple(map(str, properties[name].get("enum", ())))
            )
    return {name: _as(properties[name], filled[name]) for name in properties if name in filled}


def _problem(schema: Mapping[str, Any], value: Value) -> str | None:
    match schema.get("type"):
        case "integer" if isinstance(value, bool) or not (isinstance(value, int) or (isinstance(value, float) and value.is_integer())):
            return f"must be a whole number, not {value!r}"
        case "number" if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
            return f"must be a number, not {value!r}"
        case "string" if not isinstance(value, str):
            return f"must be text, not {value!r}"
        case "boolean" if not isinstance(value, bool):
            return f"must be true or false, not {value!r}"
        case _:
            pass
    allowed: Sequence[Value] | None = schema.get("enum")
    if allowed is not None and value not in allowed:
        return f"must be one of {', '.join(map(str, allowed))}, not {value!r}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        low, high = schema.get("minimum"), schema.get("maximum")
        if (low is not None and value < low) or (high is not None and value > high):
            return f"must be from {low} to {high}, not {value:g}"
    if isinstance(value, str) and not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
        return f"must have {schema.get('minLength', 0)} to {schema.get('maxLength')} characters, not {len(value)}"
    return None


def _as(schema: Mapping[str, Any], value: Value) -> Value:
    return int(value) if schema.get("type") == "integer" and isinstance(value, float) else value
