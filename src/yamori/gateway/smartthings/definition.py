"""A capability's published definition (`GET /capabilities/{id}/{version}`), read and turned into our `Capability`. Pure.

A definition says which command sets an attribute (`setter`, `enumCommands`): that becomes the command's effect, so that the gate knows
what to expect back. It says nothing of risk and gives no sentences; both are made here from names.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from yamori.domain.capability import ArgumentEffect, Attribute, Capability, CommandSpec, Effect, Risk, SetEffect
from yamori.domain.values import Value

_TYPES = {"integer": "integer", "number": "number", "string": "string", "boolean": "boolean"}
_UNITS = {"C": "°C", "F": "°F"}
_HELD_BACK = re.compile(r"^(unlock|open|disarm|delete|erase|reset|format|factory)")
"""Commands that open, disarm or destroy, in a document that says nothing of risk: a person says yes first."""
_NAME = re.compile(r"[^\W\d][\w-]*")


class _Block(BaseModel):
    model_config = ConfigDict(extra="ignore")


class _ValueBlock(_Block):
    type: str | list[str] | None = None
    enum: list[JsonValue] | None = None
    minimum: float | None = None
    maximum: float | None = None


class _UnitBlock(_Block):
    enum: list[str] | None = None
    default: str | None = None


class _PropertiesBlock(_Block):
    value: _ValueBlock = Field(default_factory=_ValueBlock)
    unit: _UnitBlock | None = None


class _SchemaBlock(_Block):
    properties: _PropertiesBlock = Field(default_factory=_PropertiesBlock)


class _EnumCommandBlock(_Block):
    command: str
    value: JsonValue = None


class _AttributeBlock(_Block):
    schema_: _SchemaBlock = Field(default_factory=_SchemaBlock, alias="schema")
    setter: str | None = None
    enumCommands: list[_EnumCommandBlock] | None = None


class _ArgumentBlock(_Block):
    name: str
    optional: bool | None = None
    required: bool | None = None
    schema_: dict[str, JsonValue] = Field(default_factory=dict, alias="schema")


class _CommandBlock(_Block):
    arguments: list[_ArgumentBlock] | None = None


class _DefinitionBlock(_Block):
    id: str
    version: int = 1
    name: str = ""
    attributes: dict[str, _AttributeBlock] | None = None
    commands: dict[str, _CommandBlock] | None = None


@dataclass(frozen=True, kw_only=True)
class DefinedArgument:
    """One argument; SmartThings takes them by position."""

    name: str
    required: bool
    schema: Mapping[str, Value]


@dataclass(frozen=True, kw_only=True)
class DefinedAttribute:
    """An attribute and what sets it."""

    attribute: Attribute
    listed: bool
    """A list, such as of what is supported, rather than one value."""
    setter: str | None = None
    """The command that takes a value for it."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """Value to the command that sets just this one."""


@dataclass(frozen=True, kw_only=True)
class Definition:
    """What SmartThings publishes of one capability in one version."""

    id: str
    version: int
    name: str
    attributes: Mapping[str, DefinedAttribute]
    commands: Mapping[str, tuple[DefinedArgument, ...]]


def read_definition(document: Mapping[str, Value]) -> Definition:
    """Raises `ValueError` (pydantic's) for what is no definition; parts with impossible names are left out."""
    block = _DefinitionBlock.model_validate(document)
    return Definition(
        id=block.id,
        version=block.version,
        name=block.name or _spaced(block.id.rpartition(".")[2]),
        attributes={name: _attribute(name, held) for name, held in (block.attributes or {}).items() if _NAME.fullmatch(name)},
        commands={
            name: tuple(_argument(argument) for argument in held.arguments or ())
            for name, held in (block.commands or {}).items()
            if _NAME.fullmatch(name)
        },
    )


def as_capability(definition: Definition) -> Capability:
    """The definition alone as a capability of ours."""
    return Capability(
        name=definition.id,
        says=f"{definition.name}.",
        attributes={name: held.attribute for name, held in definition.attributes.items()},
        commands={name: as_command(definition, name) for name in definition.commands},
    )


def as_command(definition: Definition, name: str) -> CommandSpec:
    """One of its commands, with the arguments as a JSON schema and the effect that the attributes tell of."""
    arguments = definition.commands[name]
    schema: dict[str, Value] = {}
    if arguments:
        schema = {"type": "object", "properties": {argument.name: argument.schema for argument in arguments}}
        if needed := [argument.name for argument in arguments if argument.required]:
            schema["required"] = needed
    return CommandSpec(
        name=name,
        says=f"{_spaced(name)}.",
        arguments=schema,
        risk=Risk.CONFIRM if _HELD_BACK.match(name) else Risk.SAFE,
        effects=_effects(definition, name),
    )


def _effects(definition: Definition, command: str) -> Mapping[str, Effect]:
    effects: dict[str, Effect] = {}
    for name, held in definition.attributes.items():
        values = [value for value, sets in held.commands.items() if sets == command]
        arguments = definition.commands[command]
        if len(values) == 1:
            effects[name] = SetEffect(value=values[0])
        elif held.setter == command and arguments:
            effects[name] = ArgumentEffect(argument=arguments[0].name)
    return effects


def _attribute(name: str, block: _AttributeBlock) -> DefinedAttribute:
    value, unit = block.schema_.properties.value, block.schema_.properties.unit
    kind = _TYPES.get(str(value.type), "object") if isinstance(value.type, str) else "string" if value.enum else "object"
    numeric = kind in ("integer", "number")
    units = (unit.enum or ([unit.default] if unit.default else [])) if unit else []
    return DefinedAttribute(
        attribute=Attribute(
            name=name,
            type=kind,
            unit=_UNITS.get(units[0], units[0]) if len(units) == 1 else None,
            minimum=value.minimum if numeric else None,
            maximum=value.maximum if numeric else None,
            values=tuple(item for item in value.enum or () if isinstance(item, str)) if kind == "string" else (),
        ),
        listed=value.type == "array",
        setter=block.setter,
        commands={item.value: item.command for item in block.enumCommands or () if isinstance(item.value, str)},
    )


def _argument(block: _ArgumentBlock) -> DefinedArgument:
    required = block.required if block.required is not None else not block.optional
    schema: Mapping[str, Value] = block.schema_
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError:
        schema = {}
    # A reference points into SmartThings' own house: what it means is not here, so the server is the judge.
    return DefinedArgument(name=block.name, required=required, schema={} if "$ref" in str(schema) else schema)


def _spaced(name: str) -> str:
    """`setShadeLevel` as `Set shade level`."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_|-", " ", name).lower()
    return words[:1].upper() + words[1:]
