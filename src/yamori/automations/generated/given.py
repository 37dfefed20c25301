"""The names that generated code is given: as Python that runs inside the sandbox before it, and as types for the checker.

Neither runs in this process. A reading that is not available raises inside `reading`, so that no comparison with it can come out true;
code that wants to deal with that asks `known` first.
"""

from collections.abc import Iterable, Mapping, Sequence

from yamori.automations.generated.readable import Readable, ReadingType

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
PARTS = ("year", "month", "day", "hour", "minute", "second", "week")
"""Of `now`."""
OF_READINGS = ("reading", "known", "minutes_since")
"""What takes a path first."""
OF_TIME = ("now", "between", "weekday")
NOT_AVAILABLE = "not available: "
"""How the message of a `LookupError` begins that says which reading could not be had."""
GUARD = "host_allows"
"""A name that the type checker knows and that is false when it runs: what is type-checked is not executed."""

_ATTRIBUTES = "\n".join(f"        self.{part} = parts[{part!r}]" for part in PARTS)
_GIVEN = f"""
class Now:
    def __init__(self, parts):
{_ATTRIBUTES}

now = Now(_parts)

def known(path):
    return _seen[path][0] is not None

def reading(path):
    value = _seen[path][0]
    if value is None:
        raise LookupError({NOT_AVAILABLE!r} + path)
    return value

def minutes_since(path):
    reading(path)
    return _seen[path][1]

def mean(*values):
    return sum(values) / len(values)

def _minutes(clock):
    hour, minute = clock.split(":")
    if not (0 <= int(minute) < 60 and 0 <= int(hour) * 60 + int(minute) <= 1440):
        raise ValueError("no time of day: " + clock)
    return int(hour) * 60 + int(minute)

def between(start, end):
    first, last, at = _minutes(start), _minutes(end), now.hour * 60 + now.minute
    return first <= at < last if first <= last else at >= first or at < last

def weekday(*names):
    days = {DAYS!r}
    for name in names:
        if name not in days:
            raise ValueError("no weekday: " + name)
    return days[_parts["weekday"]] in names
"""
RUN = (
    _GIVEN
    + """
exec(_source)
_answer = condition()
True if _answer is True else False if _answer is False else None
"""
)
"""Constant text: the untrusted source is data in it, and what it comes to is True, False or None, whatever `condition` returned."""

_TYPES = {ReadingType.NUMBER: "float", ReadingType.INTEGER: "int", ReadingType.TEXT: "str", ReadingType.FLAG: "bool"}


def stub(listed: Sequence[Readable]) -> str:
    """The types of what is given to code that may look at these readings, and at no others."""
    paths = _literal(entry.path for entry in listed)
    return "\n".join(
        [
            "from typing import Literal, Never, overload",
            f"{GUARD}: bool",
            "class Now:",
            *(f"    {part}: int" for part in PARTS),
            "now: Now",
            *_reading(listed),
            f"def known(path: {paths}) -> bool: ...",
            f"def minutes_since(path: {paths}) -> float: ...",
            "def mean(*values: float) -> float: ...",
            "def between(start: str, end: str) -> bool: ...",
            f"def weekday(*names: {_literal(DAYS)}) -> bool: ...",
            "",
        ]
    )


def _reading(listed: Sequence[Readable]) -> list[str]:
    by_type: dict[str, list[str]] = {}
    for entry in listed:
        kind = _literal(entry.values) if entry.values and entry.type is ReadingType.TEXT else _TYPES[entry.type]
        by_type.setdefault(kind, []).append(entry.path)
    signatures = [f"def reading(path: {_literal(paths)}) -> {kind}: ..." for kind, paths in (by_type or {"Never": []}).items()]
    if len(signatures) == 1:
        return signatures
    return [line for signature in signatures for line in ("@overload", signature)]


def _literal(texts: Iterable[str]) -> str:
    held = ", ".join(repr(text) for text in texts)
    return f"Literal[{held}]" if held else "Never"


def given(seen: Mapping[str, object], parts: Mapping[str, int], source: str) -> dict[str, object]:
    """The inputs of `RUN`."""
    return {"_seen": dict(seen), "_parts": dict(parts), "_source": source}
