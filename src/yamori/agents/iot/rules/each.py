"""Something for every device to do, when the person leaves open what: the model picks one action for each, of those that it documents."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from yamori.agents.iot.rules.candidates import part_label
from yamori.agents.iot.rules.commands import Order, is_duration, needed, properties
from yamori.agents.iot.rules.docs import Key, docs_of
from yamori.agents.iot.rules.fitting import ends
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.said import read_segment
from yamori.agents.iot.rules.segments import split_actions
from yamori.agents.iot.rules.words import squeezed
from yamori.domain.capability import Risk, finds_out
from yamori.domain.values import Value

MOST = 6
"""Devices for which one answer may choose."""
_TEXT = 40
"""Characters of a text that the model makes up."""


def for_each(request: str, context: Context) -> tuple[str, ...]:
    """The devices that perform (play, move: what leaves nothing changed), where a request is meant for all of them and says nothing of
    what; empty for any other. What is only on or off, or at a level, is no performer."""
    cut = split_actions(request)
    said = [read_segment(segment, cut.quoted, context) for segment in cut.segments]
    if not any(s.everyone for s in said) or any(s.devices or s.texts or s.numbers for s in said):
        return ()
    docs = docs_of(context.index)
    performing = {key for key, doc in docs.of.items() if _is_show(key, context) and not doc.command.effects and properties(doc.command)}
    able = tuple(d for d in context.index.devices if performing & set(docs.keys.get(d, ())))
    return able if 0 < len(able) <= MOST else ()


def _is_show(key: Key, context: Context) -> bool:
    """An action that others notice and in which something is left to choose: no measuring, no ending, no mere switching, nothing that needs
    a yes."""
    doc = docs_of(context.index).of[key]
    return bool(properties(doc.command)) and not finds_out(doc.command) and not ends(doc) and doc.command.risk is Risk.SAFE


def _choice(key: Key, context: Context) -> int:
    """How much is left to choose in it: a text the most. A small model takes what stands first."""
    command = docs_of(context.index).of[key].command
    given = properties(command)
    return sum(100 if p.get("type") == "string" and "enum" not in p else len(p.get("enum", ())) for p in given.values())


def each_prompt(devices: Sequence[str], context: Context) -> tuple[str, Mapping[str, Value]]:
    """The lines that say what each can do, and a grammar of one action for each."""
    docs = docs_of(context.index)
    lines: list[str] = []
    props: dict[str, Any] = {}
    led: set[str] = set()
    for device in devices:
        label = part_label(Part(device), context.index)
        forms: list[dict[str, Any]] = []
        lines.append(f"- {label}:")
        able = sorted((k for k in docs.keys[device] if _is_show(k, context)), key=lambda k: -_choice(k, context))
        able = [k for k in able if k[1] not in led] or able  # or all would do the same
        led.add(able[0][1])
        for key in able:
            doc = docs.of[key]
            name = f"{doc.component}.{doc.command.name}"
            given = {n: _bounded(p) for n, p in properties(doc.command).items() if "enum" in p or n in needed(doc.command)}
            if any(is_duration(n, doc.command) for n in given):
                continue
            form = {"do": {"const": name}} | given
            forms.append({"type": "object", "properties": form, "required": list(form), "additionalProperties": False})
            lines.append(f"  {name}({', '.join(given)}): {doc.command.says}")
        props[label] = {"anyOf": forms}
    schema = {"type": "object", "properties": props, "required": list(props), "additionalProperties": False}
    return "\n".join(lines), cast(Mapping[str, Value], schema)


def _bounded(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**schema, "maxLength": _TEXT} if schema.get("type") == "string" and "enum" not in schema else schema


def each_order(data: Value, devices: Sequence[str], context: Context) -> tuple[Order, ...]:
    """The model's JSON as one order for each device."""
    docs = docs_of(context.index)
    answered = cast(Mapping[str, Mapping[str, Any]], data)
    made: list[Order] = []
    for device in devices:
        entry = dict(answered[part_label(Part(device), context.index)])
        name = str(entry.pop("do"))
        key = next(k for k in docs.keys[device] if f"{k[0]}.{k[2]}" == name and set(entry) <= set(properties(docs.of[k].command)))
        made.append(Order(device, key[0], key[1], key[2], entry))
    return tuple(made)


def echoed(orders: Sequence[Order], request: str) -> bool:
    """Whether a text of the orders is only a piece of the request itself: a small model copies where it should invent."""
    said = squeezed(request)
    return any(len(own := squeezed(v)) > 7 and own in said for o in orders for v in o.arguments.values() if isinstance(v, str))
