"""The expressions of simple templates: paths, a few filters and methods, comparisons and `A if B else C`. Pure, and without a loop.

Whatever is more raises `Unsupported` when it is parsed; nothing that is parsed can call, import or reach anything but what it is given.
"""

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from enum import Enum

from yamori.domain.values import Value

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?(?!\w))|(?P<text>'[^'\\]*'|\"[^\"\\]*\")|(?P<name>\w+)|(?P<sign>==|!=|<=|>=|[<>|.,()\[\]-]))"
)
_FILTERS = {"int", "float", "round", "default", "d", "lower", "upper", "string", "tojson", "to_json", "is_defined", "trim", "multiply"}
_METHODS = {"split", "lower", "upper", "strip"}
_WORDS: Mapping[str, Value] = {"true": True, "True": True, "false": False, "False": False, "none": None, "None": None}
_RESERVED = {"if", "else", "and", "or", "not", "is", "in"}
_DEEPEST = 20
_PIECES = 1_000
"""Of a text that is split: a payload of megabytes must not become as many strings."""


class Unsupported(ValueError):
    """A template beyond the simple forms."""


class Silent(ValueError):
    """The payload says nothing about what was asked."""


class Missing(Enum):
    """What a path leads to where there is nothing."""

    MISSING = "missing"


Held = Value | Missing
Expression = Callable[[Mapping[str, Value]], Held]
_NOTHING = Missing.MISSING


def expression(text: str) -> Expression:
    """Raises `Unsupported`; what it makes raises `Silent`."""
    parser = _Parser(text)
    found = parser.choice()
    parser.end()
    return found


def holds(held: Held) -> bool:
    """Whether a condition with this outcome is met."""
    return held is not _NOTHING and bool(held)


class _Parser:
    """By recursive descent, one method for each strength of binding."""

    def __init__(self, text: str) -> None:
        self._text = text.strip()
        self._tokens: list[tuple[str, str]] = []
        self._at = 0
        self._depth = 0
        position = 0
        while position < len(self._text):
            found = _TOKEN.match(self._text, position)
            if found is None or found.lastgroup is None:
                raise self._refusal()
            self._tokens.append((found.lastgroup, found[found.lastgroup]))
            position = found.end()

    def end(self) -> None:
        if self._at < len(self._tokens):
            raise self._refusal()

    def choice(self) -> Expression:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Unsupported("the template is nested too deeply")
        found = self._either()
        if self._takes("if"):
            condition, other = self._either(), _constant(_NOTHING)
            if self._takes("else"):
                other = self.choice()
            found = _chosen(condition, found, other)
        self._depth -= 1
        return found

    def _either(self) -> Expression:
        found = self._both()
        while self._takes("or"):
            found = _either(found, self._both())
        return found

    def _both(self) -> Expression:
        found = self._denied()
        while self._takes("and"):
            found = _both(found, self._denied())
        return found

    def _denied(self) -> Expression:
        denials = 0
        while self._takes("not"):
            denials += 1
        found = self._compared()
        return found if not denials else _denied(found, twice=denials % 2 == 0)

    def _compared(self) -> Expression:
        found = self._filtered()
        for sign in ("==", "!=", "<=", ">=", "<", ">"):
            if self._takes(sign):
                return _compared(found, sign, self._filtered())
        if not self._takes("is"):
            return found
        denied, test = self._takes("not"), self._name()
        if test not in ("defined", "undefined", "none"):
            raise self._refusal()
        return _tested(found, test, denied=denied)

    def _filtered(self) -> Expression:
        found = self._path()
        while self._takes("|"):
            name = self._name()
            if name not in _FILTERS:
                raise Unsupported(f"the template's filter `{name[:60]}` is not understood")
            found = _filtered(found, name, self._arguments())
        return found

    def _path(self) -> Expression:
        found = self._single()
        while True:
            if self._takes("."):
                name = self._name()
                if self._peek() == ("sign", "("):
                    if name not in _METHODS:
                        raise self._refusal()
                    found = _called(found, name, self._arguments())
                else:
                    found = _step(found, int(name) if name.isdecimal() else name)
            elif self._takes("["):
                kind, token = self._next()
                if kind not in ("number", "text") or not self._takes("]"):
                    raise self._refusal()
                found = _step(found, _literal(kind, token))
            else:
                return found

    def _single(self) -> Expression:
        kind, token = self._next()
        match kind:
            case "number" | "text":
                return _constant(_literal(kind, token))
            case "name" if token in _WORDS:
                return _constant(_WORDS[token])
            case "name" if token not in _RESERVED and not token[0].isdigit():
                return lambda given: given.get(token, _NOTHING)
            case "sign" if token == "(":
                found = self.choice()
                if self._takes(")"):
                    return found
            case "sign" if token == "-":
                kind, token = self._next()
                number = _literal(kind, token) if kind == "number" else None
                if isinstance(number, int | float):
                    return _constant(-number)
        raise self._refusal()

    def _arguments(self) -> Sequence[Expression]:
        found: list[Expression] = []
        if not self._takes("("):
            return found
        while not self._takes(")"):
            found.append(self.choice())
            if not self._takes(",") and self._peek() != ("sign", ")"):
                raise self._refusal()
        return found

    def _name(self) -> str:
        kind, token = self._next()
        if kind not in ("name", "number"):
            raise self._refusal()
        return token

    def _takes(self, token: str) -> bool:
        there = self._peek()
        if there is None or there[0] not in ("name", "sign") or there[1] != token:
            return False
        self._at += 1
        return True

    def _peek(self) -> tuple[str, str] | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _next(self) -> tuple[str, str]:
        there = self._peek()
        if there is None:
            raise self._refusal()
        self._at += 1
        return there

    def _refusal(self) -> Unsupported:
        return Unsupported(f"`{self._text[:60]}` is not understood in a template")


def _literal(kind: str, token: str) -> Value:
    if kind == "text":
        return token[1:-1]
    return float(token) if "." in token else int(token)


def _constant(value: Held) -> Expression:
    return lambda _: value


def _chosen(condition: Expression, one: Expression, other: Expression) -> Expression:
    return lambda given: one(given) if holds(condition(given)) else other(given)


def _either(one: Expression, other: Expression) -> Expression:
    return lambda given: found if holds(found := one(given)) else other(given)


def _both(one: Expression, other: Expression) -> Expression:
    return lambda given: other(given) if holds(found := one(given)) else found


def _denied(one: Expression, *, twice: bool) -> Expression:
    return lambda given: holds(one(given)) is twice


def _compared(one: Expression, sign: str, other: Expression) -> Expression:
    def compare(given: Mapping[str, Value]) -> Held:
        left, right = one(given), other(given)
        if sign in ("==", "!="):
            return bool(left == right) is (sign == "==")
        if not isinstance(left, int | float) or not isinstance(right, int | float):
            raise Silent("the template compares what are no numbers")
        return {"<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right}[sign]

    return compare


def _tested(one: Expression, test: str, *, denied: bool) -> Expression:
    def apply(given: Mapping[str, Value]) -> Held:
        found = one(given)
        met = found is None if test == "none" else (found is _NOTHING) is (test == "undefined")
        return met is not denied

    return apply


def _step(one: Expression, step: Value) -> Expression:
    def take(given: Mapping[str, Value]) -> Held:
        found = one(given)
        if isinstance(found, Mapping) and isinstance(step, str) and step in found:
            return found[step]
        if isinstance(found, list) and isinstance(step, int) and step < len(found):
            item: Value = found[step]
            return item
        return _NOTHING

    return take


def _called(one: Expression, method: str, arguments: Sequence[Expression]) -> Expression:
    def call(given: Mapping[str, Value]) -> Held:
        found = one(given)
        if not isinstance(found, str):
            raise Silent("the template takes something apart that is no text")
        if method != "split":
            return {"lower": found.lower(), "upper": found.upper(), "strip": found.strip()}[method]
        separator = arguments[0](given) if arguments else None
        if separator is not None and (not isinstance(separator, str) or not separator):
            raise Silent("the template splits by what is no text")
        return [*found.split(separator, _PIECES)]

    return call


def _filtered(one: Expression, name: str, arguments: Sequence[Expression]) -> Expression:
    def apply(given: Mapping[str, Value]) -> Held:
        found = one(given)
        told = [argument(given) for argument in arguments]
        first = told[0] if told and told[0] is not _NOTHING else None
        if name in ("default", "d"):
            missing = found is _NOTHING or (len(told) > 1 and holds(told[1]) and not holds(found))
            return ("" if not told else told[0]) if missing else found
        if found is _NOTHING:
            raise Silent("the payload does not hold what the template names")
        return _turned(found, name, first)

    return apply


def _turned(value: Value, name: str, argument: Value) -> Value:
    match name:
        case "int":
            return int(_number(value, argument))
        case "float":
            return _number(value, argument)
        case "multiply":
            return _number(value, None) * _number(argument, None)
        case "round":
            digits = int(_number(argument or 0, None))
            return round(_number(value, None), digits) if digits else round(_number(value, None))
        case "lower" | "upper" | "trim":
            text = as_text(value)
            return {"lower": text.lower(), "upper": text.upper(), "trim": text.strip()}[name]
        case "tojson" | "to_json":
            return json.dumps(value)
        case "string":
            return as_text(value)
    return value


def _number(value: Value, otherwise: Value) -> float:
    try:
        number = float(value)  # type: ignore[arg-type]  # whatever is no number raises
    except (TypeError, ValueError):
        if otherwise is not None:
            return _number(otherwise, None)
        raise Silent("the payload holds no number where the template wants one") from None
    if not math.isfinite(number):
        raise Silent("the payload holds no finite number")
    return number


def as_text(value: Value) -> str:
    """A value as Home Assistant writes it into a payload and compares it with one."""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value) if value is None or isinstance(value, bool | int | float) else json.dumps(value)
