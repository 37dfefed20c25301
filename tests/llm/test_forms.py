"""What is sent accepts exactly the instances of the schema: both ways, for any schema and any instance."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lengths import examples

from yamori.llm.answers import mismatch
from yamori.llm.forms import Dialect, form_of

KEYS = st.sampled_from(["reply", "key_1", "Floor lamp (Den)", "床の明かり", "a" * 65, "answer"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from([0.5, 1.0]) | st.sampled_from(["", "a", "no", "答え"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)
LEAVES = st.one_of(
    st.booleans(),
    st.builds(lambda value: {"const": value}, VALUES),
    st.builds(lambda values: {"enum": values}, st.lists(VALUES, min_size=1, max_size=3)),
    st.sampled_from(
        [{}, {"type": "integer", "minimum": 0}, {"type": ["string", "null"]}, {"type": "string", "maxLength": 1}, {"$ref": "#/$defs/x"}]
    ),
)
DIALECTS = st.builds(Dialect, object_root=st.booleans(), plain_keys=st.booleans(), enum_for_const=st.booleans())


def _objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    def made(properties: dict[str, Any], required: list[str], closed: bool) -> dict[str, Any]:
        return {"type": "object", "properties": properties, "required": required, **({"additionalProperties": False} if closed else {})}

    return st.builds(made, st.dictionaries(KEYS, inner, max_size=3), st.lists(KEYS, max_size=2, unique=True), st.booleans())


def _nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.lists(inner, min_size=1, max_size=2)
    named = st.builds(lambda name, parts: {name: parts}, st.sampled_from(["anyOf", "oneOf", "allOf"]), several)
    lists = st.builds(lambda item: {"type": "array", "items": item, "maxItems": 2}, inner)
    keyed = st.builds(lambda name, part: {name: part}, st.sampled_from(["propertyNames", "not", "additionalProperties"]), inner)
    return _objects(inner) | named | lists | keyed


SCHEMAS = st.recursive(LEAVES, _nested, max_leaves=6).filter(lambda schema: isinstance(schema, dict))


@given(SCHEMAS, st.recursive(LEAVES, _objects, max_leaves=2), DIALECTS, VALUES)
@examples(400)
def test_an_instance_fits_what_is_sent_exactly_when_it_fits_the_schema(schema: Any, shared: Any, dialect: Dialect, value: Any) -> None:
    if "$ref" not in json.dumps(shared):
        schema = {**schema, "$defs": {"x": shared}}
    elif "$ref" in json.dumps(schema):
        return  # nothing that it could refer to
    form = form_of(schema, dialect)
    written = form.write(value)
    assert json.dumps(form.read(written)) == json.dumps(value)
    assert (mismatch(written, form.schema) is None) == (mismatch(value, schema) is None)


@given(SCHEMAS, DIALECTS, VALUES)
@examples(400)
def test_whatever_fits_what_was_sent_is_read_as_what_fits_the_schema(schema: Any, dialect: Dialect, said: Any) -> None:
    schema = {**schema, "$defs": {"x": {"type": "integer"}}}
    form = form_of(schema, dialect)
    for value in (said, {"answer": said}):
        if mismatch(value, form.schema) is None:
            assert mismatch(form.read(value), schema) is None


@given(SCHEMAS, DIALECTS)
@examples(200)
def test_what_is_sent_is_in_the_dialect(schema: Any, dialect: Dialect) -> None:
    sent = form_of(schema, dialect).schema
    if dialect.object_root:
        assert sent["type"] == "object" and not {"anyOf", "oneOf", "allOf", "not", "enum", "const", "$ref"} & set(sent)
    if dialect.enum_for_const:
        assert not any(isinstance(part.get("const"), str) for part in _all(sent))
    if dialect.plain_keys and "propertyNames" not in json.dumps(schema):
        assert all(key.isascii() and " " not in key and len(key) <= 64 for part in _all(sent) for key in part.get("properties", ()))


def _all(schema: Any) -> list[dict[str, Any]]:
    if isinstance(schema, list):
        return [found for part in schema for found in _all(part)]
    if not isinstance(schema, dict):
        return []
    inner = [found for name, part in schema.items() if name not in ("const", "enum") for found in _all(part)]
    return [schema, *inner] if not {"properties"} & set(schema) or isinstance(schema["properties"], dict) else inner


@pytest.mark.parametrize("name", ["床の明かり", "Floor lamp (Den)"])
def test_a_property_under_another_name_says_its_own(name: str) -> None:
    form = form_of({"type": "object", "properties": {name: {"type": "string"}}, "required": [name]}, Dialect(plain_keys=True))
    assert form.schema["properties"] == {"key_1": {"description": name, "type": "string"}}
    assert form.read({"key_1": "on"}) == {name: "on"}


def test_an_answer_without_its_wrapper_is_read_all_the_same() -> None:
    form = form_of({"anyOf": [{"type": "object"}]}, Dialect(object_root=True))
    assert form.read({"reply": "Hi"}) == {"reply": "Hi"} == form.read({"answer": {"reply": "Hi"}})
