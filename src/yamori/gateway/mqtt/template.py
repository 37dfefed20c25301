"""The simple forms of the templates that devices announce: text, expressions, and `if` with its branches. Pure.

A whole template language would let any device on the broker run a program here: there is no loop, no variable and no call out. What is
not simple is `Unsupported`, and whoever asked says so.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from yamori.domain.values import Value
from yamori.gateway.mqtt.expression import Expression, Missing, Silent, Unsupported, as_text, expression, holds

__all__ = ["Silent", "Unsupported", "as_text", "reader", "writer"]

_MARKS = re.compile(r"(\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\})", re.DOTALL)
_LONGEST = 2_000
_DEEPEST = 20


@dataclass(frozen=True)
class _If:
    """Conditions in their order, each with what stands under it."""

    branches: Sequence[tuple[Expression, Sequence["_Part"]]]


_Part = str | Expression | _If


def reader(template: str | None) -> Callable[[str], Value]:
    """What a payload says, by a value template; without one the payload itself. The result raises `Silent`; this raises `Unsupported`."""
    if template is None:
        return lambda payload: payload
    parts, wants_json = _parts(template), "value_json" in template

    def read(payload: str) -> Value:
        given: dict[str, Value] = {"value": payload}
        if wants_json:
            try:
                given["value_json"] = json.loads(payload)
            except (ValueError, RecursionError) as error:
                raise Silent("the payload is no JSON") from error
        return _filled(parts, given, missing=None)

    return read


def writer(template: str | None) -> Callable[[Value, Mapping[str, Value]], str]:
    """The payload for a value and named variables, by a command template; a variable that is not there writes nothing, as in Home
    Assistant. The result raises `Silent`; this raises `Unsupported`."""
    if template is None:
        return lambda value, _: as_text(value)
    parts = _parts(template)
    return lambda value, named: as_text(_filled(parts, {"value": value, **named}, missing=""))


def _parts(template: str) -> Sequence[_Part]:
    if len(template) > _LONGEST:
        raise Unsupported("the template is too long")
    pieces = [piece for piece in _MARKS.split(template.strip()) if piece]
    for index, piece in enumerate(pieces):
        if _MARKS.fullmatch(piece):  # a dash takes away the white space beside it
            if piece[2] == "-" and index:
                pieces[index - 1] = pieces[index - 1].rstrip()
            if piece[-3] == "-" and index + 1 < len(pieces):
                pieces[index + 1] = pieces[index + 1].lstrip()
    parts, rest = _block(pieces, 0)
    if rest:
        raise Unsupported("the template's statements do not match")
    return parts


def _block(pieces: Sequence[str], depth: int) -> tuple[list[_Part], Sequence[str]]:
    """What stands before the statement that ends it, and the rest, with that statement first."""
    if depth > _DEEPEST:
        raise Unsupported("the template is nested too deeply")
    parts: list[_Part] = []
    while pieces:
        piece, rest = pieces[0], pieces[1:]
        if piece.startswith("{{") and piece.endswith("}}") and len(piece) >= 4:
            parts.append(expression(_inside(piece)))
        elif piece.startswith("{%"):
            word, _, condition = _inside(piece).partition(" ")
            if word in ("elif", "else", "endif"):
                return parts, pieces
            if word != "if":
                raise Unsupported(f"the statement `{word[:60]}` is not understood in a template")
            branch, rest = _branches(condition, rest, depth)
            parts.append(branch)
        elif not piece.startswith("{#"):
            if "{{" in piece or "{%" in piece:
                raise Unsupported("the template's brackets do not match")
            parts += [piece] if piece else []
        pieces = rest
    return parts, pieces


def _branches(condition: str, pieces: Sequence[str], depth: int) -> tuple[_If, Sequence[str]]:
    found: list[tuple[Expression, Sequence[_Part]]] = []
    asked = expression(condition)
    while True:
        inside, pieces = _block(pieces, depth + 1)
        found.append((asked, inside))
        if not pieces:
            raise Unsupported("the template's statements do not match")
        word, _, condition = _inside(pieces[0]).partition(" ")
        pieces = pieces[1:]
        if word == "endif":
            return _If(found), pieces
        asked = expression(condition if word == "elif" else "true")


def _inside(piece: str) -> str:
    return piece[2:-2].removeprefix("-").removesuffix("-").strip()


def _filled(parts: Sequence[_Part], given: Mapping[str, Value], *, missing: str | None) -> Value:
    """`missing` stands for what is not there; None: it is an error."""
    if len(parts) == 1 and not isinstance(parts[0], str | _If):
        return _value(parts[0], given, missing=missing)
    return _written(parts, given, missing=missing).strip()


def _written(parts: Sequence[_Part], given: Mapping[str, Value], *, missing: str | None) -> str:
    text = ""
    for part in parts:
        if isinstance(part, _If):
            under = next((inside for condition, inside in part.branches if holds(condition(given))), ())
            text += _written(under, given, missing=missing)
        else:
            text += part if isinstance(part, str) else as_text(_value(part, given, missing=missing))
    return text


def _value(part: Expression, given: Mapping[str, Value], *, missing: str | None) -> Value:
    found = part(given)
    if not isinstance(found, Missing):
        return found
    if missing is None:
        raise Silent("the payload does not hold what the template names")
    return missing
