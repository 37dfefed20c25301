"""Reads `NAME.capability.yaml` into a `Capability`, and checks it in itself and against the capabilities its effects reach."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError, best_match
from pydantic import BaseModel, ConfigDict, Field, JsonValue
from referencing import Registry

from yamori.domain.capability import (
    AddEffect,
    AppendEffect,
    ArgumentEffect,
    Attribute,
    Capability,
    CommandSpec,
    Effect,
    RemoveEffect,
    Risk,
    SetEffect,
)
from yamori.domain.values import Value
from yamori.gateway.attributes import Unfit, fit
from yamori.gateway.mistakes import Mistake, as_value, did_you_mean, parse, raise_mistakes, wrong_type
from yamori.gateway.names import listed
from yamori.gateway.yamlfile import Document, Where, read_yaml

PRODUCT_CAPABILITIES = Path(__file__).parent / "capabilities"
_SUFFIX = ".capability.yaml"
_NAME = re.compile(r"[^\W\d][\w-]*")
"""Attributes, commands and components: no dots, because dots separate the parts of an address."""
_CAPABILITY_NAME = re.compile(r"[^\W\d][\w-]*(\.[^\W\d][\w-]*)*")


class _Block(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _AttributeBlock(_Block):
    type: Literal["integer", "number", "string", "boolean", "object"]
    unit: str | None = None
    minimum: float | None = None
    maximum: float | None = None
    values: list[str] | None = None


class _CommandBlock(_Block):
    says: str = Field(min_length=1)
    arguments: dict[str, JsonValue] | None = None
    defaults: dict[str, JsonValue] | None = None
    risk: Literal["safe", "confirm", "pin"] = "safe"
    effects: dict[str, JsonValue] | None = None


class _CapabilityBlock(_Block):
    capability: str
    says: str = Field(min_length=1)
    attributes: dict[str, _AttributeBlock] | None = None
    commands: dict[str, _CommandBlock] | None = None


@dataclass(frozen=True, kw_only=True)
class CapabilityFile:
    """A capability and the file it came from, kept for what later checks have to say about it."""

    document: Document
    capability: Capability


def read_capability(file: Path) -> CapabilityFile:
    """Raises `Misconfigured` with every mistake that shows in the file alone."""
    return capability_in(read_yaml(file))


def capability_in(document: Document) -> CapabilityFile:
    """The capability that a document holds, from a file or from a device that brings its own. Raises `Misconfigured`."""
    block = parse(_CapabilityBlock, document)
    capability = Capability(
        name=block.capability,
        says=block.says,
        attributes={name: _attribute(name, held) for name, held in (block.attributes or {}).items()},
        commands={name: _command(name, held) for name, held in (block.commands or {}).items()},
    )
    raise_mistakes(document, _mistakes(document, block, capability))
    return CapabilityFile(document=document, capability=capability)


class CapabilityCatalog:
    """The capability files a home may use, read when first asked for; those in the first folder win."""

    def __init__(self, *folders: Path) -> None:
        self._files: dict[str, Path] = {}
        for folder in folders:
            if folder.is_dir():
                for file in sorted(folder.glob(f"*{_SUFFIX}")):
                    self._files.setdefault(file.name.removesuffix(_SUFFIX), file)
        self._read: dict[str, CapabilityFile] = {}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self._files))

    def find(self, name: str) -> CapabilityFile | None:
        """Raises `Misconfigured` when the file has mistakes; None when there is none of this name."""
        if name not in self._read:
            if (file := self._files.get(name)) is None:
                return None
            self._read[name] = _read_product(file) if file.parent == PRODUCT_CAPABILITIES else read_capability(file)
        return self._read[name]

    def check_reach(self, name: str) -> None:
        """Raise `Misconfigured` for an effect of this capability upon another one that does not exist or does not fit."""
        found = self.find(name)
        if found is not None:
            raise_mistakes(found.document, self._reach_mistakes(found))

    def _reach_mistakes(self, found: CapabilityFile) -> Iterator[Mistake]:
        ours = found.document.file.parent == PRODUCT_CAPABILITIES
        for command in found.capability.commands.values():
            for target, effect in command.effects.items():
                other, _, attribute = target.rpartition(".")
                if not other:
                    continue
                at: Where = ("commands", command.name, "effects", target)
                reached = self.find(other)
                if reached is None:
                    yield Mistake(at=at, message=f"unknown capability `{other}`", mend=did_you_mean(other, self.names))
                elif ours and reached.document.file.parent != PRODUCT_CAPABILITIES:
                    continue  # A home's own capability took the place of the product's: what no longer fits there has no effect.
                elif attribute not in reached.capability.attributes:
                    known = tuple(reached.capability.attributes)
                    yield Mistake(at=at, message=f"`{other}` has no attribute `{attribute}`", mend=f"it has {listed(known)}")
                else:
                    yield from effect_mistakes(found.document, at, reached.capability.attributes[attribute], effect)


@lru_cache(maxsize=256)
def _read_product(file: Path) -> CapabilityFile:
    """The product's own files do not change while it runs: an evaluation opens hundreds of homes."""
    return read_capability(file)


def _attribute(name: str, block: _AttributeBlock) -> Attribute:
    return Attribute(
        name=name, type=block.type, unit=block.unit, minimum=block.minimum, maximum=block.maximum, values=tuple(block.values or ())
    )


def _command(name: str, block: _CommandBlock) -> CommandSpec:
    return CommandSpec(
        name=name,
        says=block.says,
        arguments={key: as_value(value) for key, value in (block.arguments or {}).items()},
        defaults={key: as_value(value) for key, value in (block.defaults or {}).items()},
        risk=Risk(block.risk),
        effects={target: _effect(as_value(value)) for target, value in (block.effects or {}).items()},
    )


def _effect(value: Value) -> Effect:
    if isinstance(value, Mapping) and set(value) == {"argument"} and isinstance(value["argument"], str):
        return ArgumentEffect(argument=value["argument"])
    if isinstance(value, Mapping) and set(value) == {"add"}:
        match value["add"]:
            case bool():
                pass
            case int() | float() as amount:
                return AddEffect(amount=amount)
            case {"argument": str(argument), **rest} if not rest:
                return AddEffect(argument=argument)
    if isinstance(value, Mapping) and set(value) == {"append"}:
        return AppendEffect(entry=value["append"])
    if isinstance(value, Mapping) and set(value) == {"remove"}:
        return RemoveEffect(entry=value["remove"])
    return SetEffect(value=value)


def _named_arguments(effect: Effect) -> Iterator[str]:
    """The arguments that an effect uses."""
    match effect:
        case ArgumentEffect(argument=argument) | AddEffect(argument=str(argument)):
            yield argument
        case AppendEffect(entry=entry) | RemoveEffect(entry=entry):
            yield from _placeholders(entry)


def _placeholders(entry: Value) -> Iterator[str]:
    match entry:
        case {"argument": str(argument), **rest} if not rest:
            yield argument
        case Mapping():
            for value in entry.values():
                yield from _placeholders(value)


def _mistakes(document: Document, block: _CapabilityBlock, capability: Capability) -> Iterator[Mistake]:
    expected = document.file.name.removesuffix(_SUFFIX)
    if not _CAPABILITY_NAME.fullmatch(capability.name):
        yield Mistake(at=("capability",), message=f"`{capability.name}` is no name", mend="use letters, digits, - and _")
    elif document.file.name.endswith(_SUFFIX) and capability.name != expected:
        yield Mistake(
            at=("capability",), message=f"says `{capability.name}`, but the file is named {document.file.name}", mend="make them the same"
        )
    for name, held in (block.attributes or {}).items():
        yield from _name_mistakes(("attributes", name), name)
        yield from _attribute_mistakes(("attributes", name), held)
    for name, command in capability.commands.items():
        yield from _name_mistakes(("commands", name), name)
        yield from _command_mistakes(document, ("commands", name), capability, command)


def _name_mistakes(at: Where, name: str) -> Iterator[Mistake]:
    if not _NAME.fullmatch(name):
        yield Mistake(at=at, message=f"`{name}` is no name", mend="begin with a letter; use letters, digits, - and _")


def _attribute_mistakes(at: Where, block: _AttributeBlock) -> Iterator[Mistake]:
    numeric = block.type in ("integer", "number")
    if not numeric and (block.minimum is not None or block.maximum is not None):
        yield Mistake(at=at, message=f"a {block.type} has no minimum or maximum", mend="leave them out, or make it a number")
    if block.minimum is not None and block.maximum is not None and block.minimum > block.maximum:
        yield Mistake(at=(*at, "minimum"), message=f"the minimum {block.minimum:g} is above the maximum {block.maximum:g}")
    if block.values is not None:
        if block.type != "string":
            yield Mistake(at=(*at, "values"), message=f"only a string lists its values, not a {block.type}")
        elif not block.values:
            yield Mistake(at=(*at, "values"), message="is empty", mend="list the values, or leave it out")
        elif len(set(block.values)) < len(block.values):
            yield Mistake(at=(*at, "values"), message="a value stands there twice")


def _command_mistakes(document: Document, at: Where, capability: Capability, command: CommandSpec) -> Iterator[Mistake]:
    schema_mistakes = list(_schema_mistakes((*at, "arguments"), command.arguments))
    yield from schema_mistakes
    if schema_mistakes:
        return
    properties = argument_schemas(command)
    for name, value in command.defaults.items():
        if name not in properties:
            yield Mistake(at=(*at, "defaults", name), message=f"there is no argument `{name}`", mend=_arguments_are(properties))
        elif (problem := best_match(validator(properties[name]).iter_errors(value))) is not None:
            yield Mistake(at=(*at, "defaults", name), message=f"does not fit the argument: {problem.message}")
    for target, effect in command.effects.items():
        where = (*at, "effects", target)
        for argument in _named_arguments(effect):
            if argument not in properties:
                yield Mistake(at=where, message=f"there is no argument `{argument}`", mend=_arguments_are(properties))
        if "." in target:
            continue  # Another capability: checked once all of them are known.
        if target not in capability.attributes:
            near = did_you_mean(target, capability.attributes)
            yield Mistake(at=where, message=f"`{capability.name}` has no attribute `{target}`", mend=near or _attributes_are(capability))
        else:
            yield from effect_mistakes(document, where, capability.attributes[target], effect)


def effect_mistakes(document: Document, at: Where, attribute: Attribute, effect: Effect) -> Iterator[Mistake]:
    """What is wrong with this effect upon this attribute."""
    match effect:
        case AddEffect() if attribute.type not in ("integer", "number"):
            yield Mistake(at=at, message=f"nothing can be added to `{attribute.name}`, a {attribute.type}")
        case AppendEffect() | RemoveEffect() if attribute.type != "object":
            yield Mistake(at=at, message=f"`{attribute.name}`, a {attribute.type}, has no entries", mend="make it an object")
        case SetEffect(value=value):
            if isinstance(value, Mapping) and attribute.type != "object":
                yield Mistake(
                    at=at, message="is no effect", mend="expected a value, {argument: NAME}, {add: NUMBER} or {add: {argument: NAME}}"
                )
                return
            try:
                fit(attribute, value)
            except Unfit as unfit:
                if unfit.expected and at in document.written:
                    yield wrong_type(document, at, value, unfit.expected)
                else:
                    yield Mistake(at=at, message=str(unfit))
        case _:
            pass


def _schema_mistakes(at: Where, schema: Mapping[str, Value]) -> Iterator[Mistake]:
    if not schema:
        return
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        inner = tuple(part for part in error.absolute_path if isinstance(part, str | int))
        yield Mistake(at=(*at, *inner), message=f"is no JSON schema: {error.message}")
        return
    if schema.get("type", "object") != "object":
        yield Mistake(at=(*at, "type"), message="the arguments must be of type object")
    for inner, reference in _references(schema, ()):
        if not reference.startswith("#"):
            yield Mistake(at=(*at, *inner), message=f"a schema may only refer to itself, not to {reference}", mend='begin with "#/"')
    required = schema.get("required", [])
    properties = schema.get("properties", {})
    if isinstance(required, list) and isinstance(properties, Mapping):
        for index, name in enumerate(required):
            if name not in properties:
                yield Mistake(
                    at=(*at, "required", index), message=f"there is no argument `{name}`", mend=_arguments_are({k: {} for k in properties})
                )


def _references(schema: Value, at: Where) -> Iterator[tuple[Where, str]]:
    if isinstance(schema, Mapping):
        for key, value in schema.items():
            if key in ("$ref", "$dynamicRef") and isinstance(value, str):
                yield (*at, key), value
            else:
                yield from _references(value, (*at, key))
    elif isinstance(schema, list):
        for index, value in enumerate(schema):
            yield from _references(value, (*at, index))


def argument_schemas(command: CommandSpec) -> Mapping[str, Mapping[str, Value]]:
    """The schema of each argument, by name."""
    properties = command.arguments.get("properties", {})
    if not isinstance(properties, Mapping):
        return {}
    return {name: held if isinstance(held, Mapping) else {} for name, held in properties.items()}


def validator(schema: Mapping[str, Value]) -> Draft202012Validator:
    """Validates without ever fetching a schema from the network."""
    return Draft202012Validator(schema, registry=Registry())


def _arguments_are(properties: Mapping[str, object]) -> str:
    return f"the arguments are {listed(tuple(properties))}" if properties else "the command takes no arguments"


def _attributes_are(capability: Capability) -> str:
    return f"its attributes are {listed(tuple(capability.attributes))}" if capability.attributes else "it has no attributes"
