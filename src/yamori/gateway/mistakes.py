"""Says what is wrong in a file the way its writer needs it: file, line, key, what was expected, and the nearest valid names.

The loaders collect `Mistake`s, from pydantic and from their own checks, and raise them together as one `Misconfigured`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from yamori.domain.errors import Misconfigured
from yamori.domain.values import Value
from yamori.gateway.names import listed, nearest
from yamori.gateway.yamlfile import SEE, Document, Where

_SHOWN = 20
Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True, kw_only=True)
class Mistake:
    """One thing wrong in a file."""

    at: Where
    message: str
    mend: str = ""


def raise_mistakes(document: Document, mistakes: Iterable[Mistake]) -> None:
    """Raise the mistakes, in the order of their lines, as one `Misconfigured` that stands at the first; nothing when there are none."""
    found = sorted(mistakes, key=lambda mistake: document.line(mistake.at))
    if not found:
        return
    first, *rest = found
    lines = [_text(first)]
    lines += [f"{document.file}:{document.line(mistake.at)}: {_text(mistake)}" for mistake in rest[: _SHOWN - 1]]
    if len(rest) >= _SHOWN:
        lines.append(f"… and {len(rest) - _SHOWN + 1} more")
    raise Misconfigured("\n".join(lines), where=f"{document.file}:{document.line(first.at)}", mend=SEE)


def _text(mistake: Mistake) -> str:
    place = dotted(mistake.at)
    said = f"{place}: {mistake.message}" if place else mistake.message
    return f"{said}; {mistake.mend}" if mistake.mend else said


def dotted(at: Where) -> str:
    """`devices[3].components.main`."""
    text = ""
    for part in at:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def parse(model: type[Model], document: Document) -> Model:
    """The document as `model`; raises `Misconfigured` with every mistake of its shape."""
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        raise_mistakes(document, [_from_pydantic(model, document, detail) for detail in error.errors(include_url=False)])
        raise  # pragma: no cover - pydantic always lists at least one error


def _from_pydantic(model: type[BaseModel], document: Document, detail: ErrorDetails) -> Mistake:
    at = tuple(part for part in detail["loc"] if part != "[key]")
    name = str(at[-1]) if at else ""
    context: Mapping[str, object] = detail.get("ctx", {})
    match detail["type"]:
        case "missing":
            return Mistake(at=at[:-1], message=f"the key `{name}` is missing", mend=_expected(_fields(model, at[:-1])))
        case "extra_forbidden":
            fields = _fields(model, at[:-1])
            return Mistake(at=at, message=f"unknown key `{name}`", mend=did_you_mean(name, fields) or _expected(fields))
        case "literal_error":
            allowed = tuple(part.strip(" '") for part in str(context["expected"]).replace(" or ", ", ").split(","))
            written = document.written.get(at, str(detail["input"]))
            return Mistake(at=at, message=f"`{written}` is not allowed", mend=f"expected {listed(allowed)}")
        case "string_type":
            return wrong_type(document, at, detail["input"], "a string")
        case "int_type" | "int_from_float":
            return wrong_type(document, at, detail["input"], "a whole number")
        case "float_type" | "finite_number":
            return wrong_type(document, at, detail["input"], "a number")
        case "list_type" | "tuple_type":
            return wrong_type(document, at, detail["input"], "a list")
        case "dict_type" | "model_type" | "model_attributes_type":
            return wrong_type(document, at, detail["input"], "a mapping of keys to values")
        case "greater_than_equal":
            return Mistake(at=at, message=f"{detail['input']} is too small", mend=f"expected at least {context['ge']}")
        case "less_than_equal":
            return Mistake(at=at, message=f"{detail['input']} is too large", mend=f"expected at most {context['le']}")
        case "string_too_short" | "too_short":
            return Mistake(at=at, message="is empty", mend="expected something here")
        case "value_error":
            return Mistake(at=at, message=str(context["error"]))
    return Mistake(at=at, message=detail["msg"])


def wrong_type(document: Document, at: Where, value: object, expected: str) -> Mistake:
    """Words for a value of the wrong type; an unquoted `on` or `no` that became a boolean is named as such."""
    written = document.written.get(at)
    if isinstance(value, bool) and written is not None and expected != "a boolean":
        return Mistake(
            at=at,
            message=f"expected {expected}, but `{written}` without quotes is YAML's boolean {str(value).lower()}",
            mend=f'write "{written}"',
        )
    if expected == "a string" and written is not None and value is not None:
        return Mistake(at=at, message=f"expected a string, but `{written}` without quotes is a number", mend=f'write "{written}"')
    return Mistake(at=at, message=f"expected {expected}, got {described(value)}")


def described(value: object) -> str:
    """A value in words short enough for an error."""
    match value:
        case None:
            return "nothing"
        case bool():
            return f"the boolean {str(value).lower()}"
        case int() | float():
            return f"the number {str(value)[:40]}"
        case str():
            return f'the string "{value if len(value) <= 60 else value[:60] + "…"}"'
        case Mapping():
            return "a mapping"
        case Sequence():
            return "a list"
    return f"a {type(value).__name__}"


def did_you_mean(name: str, valid: Iterable[str]) -> str:
    near = nearest(name, valid)
    return f"did you mean {listed(near)}?" if near else ""


def _expected(fields: Sequence[str]) -> str:
    return f"expected keys: {', '.join(fields)}" if fields else ""


def _fields(model: type[BaseModel], at: Where) -> tuple[str, ...]:
    """The keys allowed at a place of the model's tree."""
    current: object = model
    for part in at:
        if isinstance(current, type) and issubclass(current, BaseModel):
            field = current.model_fields.get(str(part))
            current = _not_none(field.annotation) if field is not None else None
        else:  # list[Inner] or dict[str, Inner]
            current = _not_none(get_args(current)[-1]) if get_args(current) else None
    return tuple(current.model_fields) if isinstance(current, type) and issubclass(current, BaseModel) else ()


def _not_none(annotation: object) -> object:
    """`Inner` of `Inner | None`."""
    if isinstance(annotation, UnionType):
        return next((kind for kind in get_args(annotation) if kind is not NoneType), None)
    return annotation


def as_value(value: object) -> Value:
    """Pydantic's `JsonValue`, seen as ours: the same set of values under another name."""
    return value  # type: ignore[return-value]
