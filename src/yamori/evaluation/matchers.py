"""What a text or a value may be: the two kinds of expectation a case is made of, as plain decisions."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


def folded(text: str) -> str:
    """One form for comparing: compatibility characters (３０, ℃) and case are made equal, spaces are collapsed."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


@dataclass(frozen=True, kw_only=True)
class TextMatch:
    """`{all, any, none}` over substrings, or the whole text."""

    whole: str | None = None
    """The text itself, when the case gave plain text."""
    all: tuple[str, ...] = ()
    any: tuple[str, ...] = ()
    none: tuple[str, ...] = ()

    def misses(self, text: str) -> str | None:
        """What is wrong with the text; None when it fits."""
        found = folded(text)
        if self.whole is not None and folded(self.whole) != found:
            return f'is not "{self.whole}"'
        lacking = [part for part in self.all if folded(part) not in found]
        if lacking:
            return f"lacks {_quoted(lacking)}"
        if self.any and not any(folded(part) in found for part in self.any):
            return f"has none of {_quoted(self.any)}"
        unwanted = [part for part in self.none if folded(part) in found]
        return f"must not have {_quoted(unwanted)}" if unwanted else None


@dataclass(frozen=True, kw_only=True)
class Range:
    """Numbers from `minimum` to `maximum`, both included; None is open."""

    minimum: float | None
    maximum: float | None

    def holds(self, value: object) -> bool:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        return (self.minimum is None or value >= self.minimum) and (self.maximum is None or value <= self.maximum)

    def __str__(self) -> str:
        if self.minimum is None:
            return f"at most {self.maximum:g}"
        return f"at least {self.minimum:g}" if self.maximum is None else f"{self.minimum:g} to {self.maximum:g}"


@dataclass(frozen=True, kw_only=True)
class Allowed:
    """The values that an attribute may have in the end."""

    values: tuple[object, ...] = ()
    """JSON values; `object`, because pydantic cannot follow the recursion of `Value`."""
    ranges: tuple[Range, ...] = ()

    def holds(self, value: object) -> bool:
        return any(same(value, allowed) for allowed in self.values) or any(r.holds(value) for r in self.ranges)

    def __str__(self) -> str:
        return " or ".join([*(repr(v) for v in self.values), *map(str, self.ranges)])


def same(one: object, other: object) -> bool:
    """Equal as JSON: 30 is 30.0, but 1 is not true."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    if isinstance(one, str) or isinstance(other, str):
        return isinstance(one, str) and isinstance(other, str) and one == other
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def read_text_match(value: object) -> TextMatch:
    """Plain text, or a mapping of `all`, `any` and `none`. Raises `ValueError`."""
    if isinstance(value, str):
        return TextMatch(whole=value)
    return read_text_parts(value)


def read_text_parts(value: object) -> TextMatch:
    """A mapping of `all`, `any` and `none` only. Raises `ValueError`."""
    if not isinstance(value, Mapping) or (wrong := [k for k in value if k not in ("all", "any", "none")]):
        given = f"the key {wrong[0]}" if isinstance(value, Mapping) else repr(value)
        raise ValueError(f"{given} is not allowed; write {{all: [...], any: [...], none: [...]}}, each of which may be left out")
    parts = {kind: _parts(kind, given) for kind, given in value.items()}
    return TextMatch(all=parts.get("all", ()), any=parts.get("any", ()), none=parts.get("none", ()))


def _parts(kind: str, value: object) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ValueError(f"{kind} must be a list, such as {kind}: [kitchen, 30]")
    if wrong := [v for v in value if isinstance(v, bool) or not isinstance(v, str | int | float) or not str(v).strip()]:
        raise ValueError(f"{kind} holds texts and numbers, not {wrong[0]!r}")
    return tuple(f"{v:g}" if isinstance(v, float) else str(v) for v in value)


def read_allowed(value: object) -> Allowed:
    """A value, a list of values, `{min, max}`, or a list of such ranges. Raises `ValueError`."""
    if isinstance(value, str | bool | int | float):
        return Allowed(values=(value,))
    if isinstance(value, Mapping):
        return Allowed(ranges=(_range(value),)) if value.keys() & {"min", "max"} else Allowed(values=(dict(value),))
    if isinstance(value, Sequence) and value:
        each = [read_allowed(v) for v in value if not (isinstance(v, Sequence) and not isinstance(v, str))]
        if len(each) == len(value):
            return Allowed(values=tuple(v for a in each for v in a.values), ranges=tuple(r for a in each for r in a.ranges))
    raise ValueError(f"{value!r} is not an expectation; write a value, a list of values, {{min: 20, max: 40}}, or a list of such ranges")


def _range(value: Mapping[object, object]) -> Range:
    if wrong := [k for k in value if k not in ("min", "max")]:
        raise ValueError(f"a range has min and max only, not {wrong[0]}")
    for end, bound in value.items():
        if isinstance(bound, bool) or not isinstance(bound, int | float):
            raise ValueError(f"{end} must be a number, not {bound!r}")
    low, high = value.get("min"), value.get("max")
    minimum, maximum = (float(b) if isinstance(b, int | float) else None for b in (low, high))
    if minimum is not None and maximum is not None and minimum > maximum:
        raise ValueError(f"min {minimum:g} is above max {maximum:g}")
    return Range(minimum=minimum, maximum=maximum)


def _quoted(parts: Sequence[str]) -> str:
    return ", ".join(f'"{part}"' for part in parts)
