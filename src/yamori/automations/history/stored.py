"""A value as a column holds it: numbers, text and nothing as SQLite's own, everything else (true, lists, objects) as JSON in bytes."""

import json
import math
from typing import TypeAlias

from yamori.domain.values import Value

Stored: TypeAlias = int | float | str | bytes | None
_LONGEST = 4096
"""Bytes of one value. A longer one (a picture, a forecast of ten days) is kept as not known: the change is there, its content is not."""
_LARGEST_INT = 2**63


def to_stored(value: Value) -> Stored:
    """A number that is none (NaN, infinity) is not known."""
    match value:
        case None:
            return None
        case bool():
            return b"true" if value else b"false"
        case int() if -_LARGEST_INT <= value < _LARGEST_INT:
            return value
        case float():
            return value if math.isfinite(value) else None
        case str():
            return value if len(value.encode(errors="replace")) <= _LONGEST and value.isprintable() else _json(value)
        case _:
            return _json(value)


def from_stored(stored: Stored) -> Value:
    if isinstance(stored, bytes):
        value: Value = json.loads(stored)
        return value
    return stored


def is_number(stored: Stored) -> bool:
    return isinstance(stored, int | float)


def _json(value: Value) -> bytes | None:
    """Text that is not printable, such as half of a surrogate pair, is no text for SQLite; as JSON it is escaped."""
    try:
        text = json.dumps(value, sort_keys=True, allow_nan=False).encode()
    except ValueError:
        return None
    return text if len(text) <= _LONGEST else None
