"""What a command's effects make of a component's state. Pure: the virtual home applies it, and the gate checks read-backs with it."""

import math
from collections.abc import Mapping, Sequence

from yamori.domain.capability import (
    AddEffect,
    AppendEffect,
    ArgumentEffect,
    Attribute,
    Capability,
    CommandSpec,
    Effect,
    RemoveEffect,
    SetEffect,
)
from yamori.domain.values import Value
from yamori.gateway.attributes import Unfit, clamp, fit


def state_after(
    spec: CommandSpec, arguments: Mapping[str, Value], *, capability: str, held: Mapping[str, Capability], before: Mapping[str, Value]
) -> Mapping[str, Value]:
    """The attributes that the command sets, as `capability.attribute`, with their new values.

    `held` are the component's capabilities and `before` its state; an effect upon a capability that the component lacks does nothing.
    """
    after: dict[str, Value] = {}
    for target, effect in spec.effects.items():
        other, _, name = target.rpartition(".")
        owner = held.get(other or capability)
        attribute = owner.attributes.get(name) if owner is not None else None
        if owner is None or attribute is None:
            continue
        path = f"{owner.name}.{name}"
        try:
            after[path] = _value(effect, attribute, arguments, before.get(path))
        except _Nothing:
            continue
    return after


class _Nothing(Exception):
    """The effect has nothing to say: its argument was not given, or its value does not fit a home's own capability."""


def _value(effect: Effect, attribute: Attribute, arguments: Mapping[str, Value], before: Value) -> Value:
    match effect:
        case SetEffect(value=value):
            return _fitting(attribute, value)
        case ArgumentEffect(argument=argument):
            return _fitting(attribute, _argument(arguments, argument))
        case AddEffect(amount=amount, argument=argument):
            added: Value = amount if argument is None else _argument(arguments, argument)
            if isinstance(added, bool) or not isinstance(added, int | float):
                raise _Nothing
            start = before if isinstance(before, int | float) and not isinstance(before, bool) else attribute.minimum or 0
            total = start + added
            if not math.isfinite(total):
                raise _Nothing
            return clamp(attribute, total)
        case AppendEffect(entry=entry):
            return {"entries": [*_entries(before), _filled(entry, arguments)]}
        case RemoveEffect(entry=entry):
            entries = _entries(before)
            gone = next((n for n, held in enumerate(entries) if _holds(held, _filled(entry, arguments))), len(entries))
            return {"entries": [held for n, held in enumerate(entries) if n != gone]}


def _entries(value: Value) -> Sequence[Value]:
    entries = value.get("entries") if isinstance(value, Mapping) else None
    return entries if isinstance(entries, list | tuple) else ()


def _filled(entry: Value, arguments: Mapping[str, Value]) -> Value:
    """The entry with the arguments in their places; those that were not given are left out."""
    match entry:
        case {"argument": str(name), **rest} if not rest:
            return _argument(arguments, name)
        case Mapping():
            given = {key: value for key, value in entry.items() if not _left_out(value, arguments)}
            return {key: _filled(value, arguments) for key, value in given.items()}
    return entry


def _left_out(value: Value, arguments: Mapping[str, Value]) -> bool:
    return isinstance(value, Mapping) and set(value) == {"argument"} and value["argument"] not in arguments


def _holds(entry: Value, wanted: Value) -> bool:
    if isinstance(entry, Mapping) and isinstance(wanted, Mapping):
        return bool(wanted) and all(key in entry and _holds(entry[key], value) for key, value in wanted.items())
    return entry.casefold() == wanted.casefold() if isinstance(entry, str) and isinstance(wanted, str) else entry == wanted


def _argument(arguments: Mapping[str, Value], name: str) -> Value:
    if name not in arguments:
        raise _Nothing
    return arguments[name]


def _fitting(attribute: Attribute, value: Value) -> Value:
    try:
        return fit(attribute, value)
    except Unfit as unfit:
        raise _Nothing from unfit
