"""A JSON schema as one provider takes it, and its answers brought back: the only place where a schema is changed for a provider.

What is sent accepts exactly the instances that the schema accepts, written by `Form.write`; nothing is dropped and nothing loosened
(`tests/llm/test_forms.py` proves both directions). What a provider ignores of a schema is checked by `answers.read_answer` all the same.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from yamori.domain.values import Value

Schema = Mapping[str, Any]

_WRAPPER = "answer"
"""The property that holds the answer where the root must be an object."""
_PLAIN_KEY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
_ONE = (
    "additionalProperties",
    "contains",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
)
_MANY = ("allOf", "anyOf", "oneOf", "prefixItems")
_NAMED = ("$defs", "definitions", "dependentSchemas", "patternProperties", "properties")
_ABOUT_KEYS = ("dependentRequired", "dependentSchemas", "patternProperties", "propertyNames")
"""Keywords that speak of keys in other ways than by name."""


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """What a provider asks of a schema."""

    object_root: bool = False
    """The root must be an object without alternatives (OpenAI, Groq, Google, Anthropic)."""
    plain_keys: bool = False
    """Properties are named in ASCII without spaces, up to 64 characters (Anthropic)."""
    enum_for_const: bool = False
    """`const` is unknown, and an `enum` needs its type beside it (Google)."""


@dataclass(frozen=True, kw_only=True)
class Form:
    """A schema in a provider's dialect."""

    schema: Schema
    wrapped: bool = False
    keys: Mapping[str, str] = field(default_factory=dict)
    """Which names of properties trade places with which; both directions stand in it."""

    def write(self, data: Value) -> Value:
        """An answer as this form shows it."""
        renamed = _renamed(data, self.keys)
        return {_WRAPPER: renamed} if self.wrapped else renamed

    def read(self, data: Value) -> Value:
        """The answer that was meant; one that a model gave without the wrapper is taken as it is."""
        if self.wrapped and isinstance(data, Mapping) and set(data) == {_WRAPPER}:
            data = data[_WRAPPER]
        return _renamed(data, self.keys)


def form_of(schema: Schema, dialect: Dialect) -> Form:
    """The schema as the dialect wants it."""
    keys = _new_names(schema) if dialect.plain_keys else {}
    if keys:
        schema = _walked(schema, lambda part: _with_names(part, keys))
    if dialect.enum_for_const:
        schema = _walked(schema, _with_enum)
    if not dialect.object_root or _is_object(schema):
        return Form(schema=schema, keys=keys)
    shared = {name: schema[name] for name in ("$schema", "$defs", "definitions") if name in schema}  # references start at the root
    inner = {name: value for name, value in schema.items() if name not in shared}
    root = {"type": "object", "properties": {_WRAPPER: inner}, "required": [_WRAPPER], "additionalProperties": False, **shared}
    return Form(schema=root, wrapped=True, keys=keys)


def inlined(schema: Schema) -> Schema:
    """The schema without references to its own definitions: for one that becomes a part of another, where they would point elsewhere."""
    definitions: Schema = schema.get("$defs", {})

    def resolved(part: Any) -> Any:  # Any: what a schema holds
        if isinstance(part, Mapping):
            if "$ref" in part:
                return resolved(definitions[part["$ref"].rpartition("/")[2]])
            return {name: resolved(value) for name, value in part.items() if name != "$defs"}
        return [resolved(value) for value in part] if isinstance(part, list) else part

    found: Schema = resolved(schema)
    return found


def _is_object(schema: Schema) -> bool:
    others = ("$ref", "allOf", "anyOf", "const", "enum", "if", "not", "oneOf")
    return schema.get("type") == "object" and "properties" in schema and not any(name in schema for name in others)


def _walked(schema: Any, change: Callable[[Schema], Schema]) -> Any:  # Any: true and false are schemas too
    """Every schema within it changed, the innermost first."""
    if not isinstance(schema, Mapping):
        return schema
    found = dict(schema)
    for name, value in schema.items():
        if name in _ONE:
            found[name] = _walked(value, change)
        elif name in _MANY and isinstance(value, Sequence):
            found[name] = [_walked(part, change) for part in value]
        elif name in _NAMED and isinstance(value, Mapping):
            found[name] = {key: _walked(part, change) for key, part in value.items()}
    return change(found)


def _parts(schema: Schema) -> Iterator[Schema]:
    found: list[Schema] = []

    def seen(part: Schema) -> Schema:
        found.append(part)
        return part

    _walked(schema, seen)
    yield from found


def _new_names(schema: Schema) -> Mapping[str, str]:
    """For each property whose name the dialect refuses one that it takes, and back."""
    parts = list(_parts(schema))
    if any(name in part for part in parts for name in _ABOUT_KEYS):
        return {}  # what these say of keys would not hold for other names
    names = dict.fromkeys(name for part in parts for name in (*part.get("properties", ()), *part.get("required", ())))
    names |= dict.fromkeys(key for part in parts for value in (part.get("const"), part.get("enum")) for key in _keys(value))
    free = (name for number in range(1, 2 * len(names) + 2) if (name := f"key_{number}") not in names)
    renamed = {name: next(free) for name in names if not _PLAIN_KEY.fullmatch(name)}
    return renamed | {new: old for old, new in renamed.items()}


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from value
        value = list(value.values())
    if isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            yield from _keys(inner)


def _with_names(schema: Schema, keys: Mapping[str, str]) -> Schema:
    found = dict(schema)
    if "properties" in schema:
        found["properties"] = {keys.get(name, name): _called(part, name, keys) for name, part in schema["properties"].items()}
    if "required" in schema:
        found["required"] = [keys.get(name, name) for name in schema["required"]]
    for name in ("const", "enum"):
        if name in schema:
            found[name] = _renamed(schema[name], keys)
    return found


def _called(schema: Any, name: str, keys: Mapping[str, str]) -> Any:
    """With its old name as its description: the model is to know what it is."""
    return {"description": name, **schema} if name in keys and isinstance(schema, Mapping) else schema


def _with_enum(schema: Schema) -> Schema:
    found = dict(schema)
    if "enum" not in found and isinstance(found.get("const"), str | int | float) and not isinstance(found["const"], bool):
        found["enum"] = [found.pop("const")]
    values = found.get("enum", ())
    if "type" not in found and values:
        if all(isinstance(value, str) for value in values):
            found["type"] = "string"
        elif all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
            found["type"] = "number"
    return found


def _renamed(data: Value, keys: Mapping[str, str]) -> Value:
    if not keys:
        return data
    if isinstance(data, Mapping):
        return {keys.get(name, name): _renamed(value, keys) for name, value in data.items()}
    if isinstance(data, Sequence) and not isinstance(data, str):
        return [_renamed(value, keys) for value in data]
    return data
