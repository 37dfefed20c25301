"""A capability cut to what one entity has: its range, its values, its commands. Under a name of its own where that makes it another."""

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, replace
from typing import Any

from yamori.domain.capability import ArgumentEffect, Attribute, Capability, CommandSpec, SetEffect
from yamori.domain.values import Value
from yamori.gateway.attributes import Unfit, fit


def narrowed(capability: Capability, *, attributes: Mapping[str, Attribute], commands: frozenset[str]) -> Capability:
    """The capability with these attributes and those of its commands that are named and still fit."""
    kept = {
        name: _fitting(spec, attributes) for name, spec in capability.commands.items() if name in commands and _possible(spec, attributes)
    }
    cut = replace(capability, attributes=attributes, commands=kept)
    return cut if cut == capability else own_name(cut, capability.name)


def unpromised(capability: Capability, commands: Collection[str], *, base: str) -> Capability:
    """The capability as a real device keeps it: no effect is promised of a command that may end in one of several states."""
    kept = {name: replace(spec, effects={}) if name in commands else spec for name, spec in capability.commands.items()}
    return capability if kept == capability.commands else own_name(replace(capability, commands=kept), base)


def _possible(spec: CommandSpec, attributes: Mapping[str, Attribute]) -> bool:
    for target, effect in spec.effects.items():
        if isinstance(effect, SetEffect) and target in attributes:
            try:
                fit(attributes[target], effect.value)
            except Unfit:
                return False
    return True


def _fitting(spec: CommandSpec, attributes: Mapping[str, Attribute]) -> CommandSpec:
    """The arguments that are an attribute's value take its range or its list; an effect upon what the entity does not show is no effect."""
    effects = {target: effect for target, effect in spec.effects.items() if "." in target or target in attributes}
    spec = spec if len(effects) == len(spec.effects) else replace(spec, effects=effects)
    given = spec.arguments.get("properties")
    properties: dict[str, Any] = dict(given) if isinstance(given, Mapping) else {}
    for target, effect in spec.effects.items():
        if isinstance(effect, ArgumentEffect) and target in attributes and effect.argument in properties:
            properties[effect.argument] = _schema(attributes[target], properties[effect.argument])
    return replace(spec, arguments={**spec.arguments, "properties": properties}) if properties else spec


def _schema(attribute: Attribute, was: Mapping[str, Value]) -> Mapping[str, Value]:
    schema: dict[str, Value] = {key: value for key, value in was.items() if key not in ("minimum", "maximum", "enum")}
    if attribute.values:
        schema["enum"] = list(attribute.values)
    for key, bound in (("minimum", attribute.minimum), ("maximum", attribute.maximum)):
        if bound is not None:
            schema[key] = int(bound) if float(bound).is_integer() else bound
    return schema


def own_name(capability: Capability, base: str) -> Capability:
    """The capability under a name that is the same for the same content, today and after a restart: what the ledger names must be found."""
    written = json.dumps(asdict(replace(capability, name=base)), sort_keys=True, default=str, ensure_ascii=False)
    return replace(capability, name=f"{base}-{hashlib.sha256(written.encode()).hexdigest()[:4]}")
