"""Conditions on a state: which readings tell it, by the rules that answer questions, and which of their values it takes."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from yamori.agentkit.watch import MOST_TESTS, Test
from yamori.agents.iot.rules.activity import is_mode
from yamori.agents.iot.rules.answers import AT_REST
from yamori.agents.iot.rules.commands import concepts_in, said_value
from yamori.agents.iot.rules.comparisons import comparison_in
from yamori.agents.iot.rules.meaning import Context, Query
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.queries import holds, queried
from yamori.agents.iot.rules.targets import Reference
from yamori.agents.iot.rules.watch.condition import Condition, Look, path_of
from yamori.agents.iot.rules.watch.explained import (
    is_unnamed,
    left_over,
    missing,
    names_either,
    reference_of,
    unexplained_by,
    unread_of,
    untold,
)
from yamori.agents.iot.rules.watch.said import Said, Trouble, Why
from yamori.agents.iot.rules.watch.thresholds import of_number, reached_at
from yamori.agents.iot.rules.words import numbers, squeezed, stems
from yamori.domain.capability import Attribute


def of_state(said: Said, context: Context) -> Condition | Trouble:
    """The readings and values of a state."""
    amounts = numbers(said.state)
    compared = comparison_in(said.state)
    if said.reached is not None and len(amounts) == 1 and compared is None:
        compared = reached_at(said, amounts[0])
    if compared is not None:
        return of_number(said, compared, amounts[0], context)
    text = said.shield.plain(said.state)
    reference = reference_of(text, context)
    query = queried(text, reference, context)
    addresses, value = (query.attributes, query.value or "") if query is not None else ((), "")
    if gone := missing(reference, context):
        return Trouble(why=Why.MISSING, what=gone)
    if left := left_over(reference.masked, addresses, value, context):
        return unexplained_by(left, reference, context)
    if amounts:
        return Trouble(why=Why.NUMBER, what=said.state[amounts[0].start : amounts[0].end])
    if query is None or not value:
        known = concepts_in(text, context.lexicon) or any(p.found(reference.masked) for p in context.lexicon.values.values())
        return untold(reference, context) if known else Trouble(why=Why.NOTHING)
    if reference.excluded and not any(t.group for t in reference.targets):  # `…, but not the west window`
        return Trouble(why=Why.JOINED)
    if is_unnamed(reference, context) and not _moves(said, context):
        return Trouble(why=Why.UNNAMED)
    return _of_value(said, query, value, reference, context)


def _moves(said: Said, context: Context) -> bool:
    """Whether it is about somebody's being somewhere, which without a room is about the whole home."""
    there = context.lexicon.marks["there"].found(said.state) is not None
    return context.lexicon.concepts["motion"].found(said.state) is not None and not there


def _of_value(said: Said, query: Query, value: str, reference: Reference, context: Context) -> Condition | Trouble:
    value, query = _of_doors(value, query, reference, context)
    looks: list[Look] = []
    for part in query.parts:
        own = [look for address in query.attributes if (look := _look(part, address, value, context)) is not None]
        if not own:  # it tells only to what it is set
            return Trouble(why=Why.UNTOLD, what=part.device)
        looks += own
    looks = list({look.test.path: look for look in looks}.values())
    if unread := unread_of(reference, {look.device for look in looks}, context):
        return unread
    if _says_another(value, looks, reference.masked, context):
        return Trouble(why=Why.JOINED)
    combine = _combined(said, value, looks, reference, context)
    if isinstance(combine, Trouble):
        return combine
    if len(looks) > MOST_TESTS:
        return Trouble(why=Why.WHICH, options=tuple(dict.fromkeys(look.device for look in looks)))
    return Condition(looks=tuple(looks), combine=combine, negated=said.negated, seconds=said.seconds, value=value)


_DOORS = {"unlocked": "open", "locked": "closed"}


def _of_doors(value: str, query: Query, reference: Reference, context: Context) -> tuple[str, Query]:
    """Of a place with a lock and a door that tells it, the door, where one word is for both: 開いている."""
    other = _DOORS.get(squeezed(value), "")
    phrases = context.lexicon.values.get(other)
    if phrases is None or phrases.found(reference.masked) is None:
        return value, query
    parts = tuple(p for p in query.parts if any(_look(p, address, other, context) is not None for address in query.attributes))
    return (other, replace(query, parts=parts)) if parts and len(parts) < len(query.parts) else (value, query)


def _says_another(value: str, looks: Sequence[Look], masked: str, context: Context) -> bool:
    """Whether the words name a second value of what is looked at: `opens and closes`."""
    phrases = context.lexicon.values.get(squeezed(value))
    rest = phrases.pattern.sub(" ", masked) if phrases is not None else masked
    rest = re.sub(rf"(?<![^\W\d_]){re.escape(value)}(?![^\W\d_])", " ", rest)
    spoken = set(stems(rest))
    for look in looks:
        declared = context.index.capabilities[look.capability].attributes[look.attribute]
        known = declared.values or (("on", "off") if declared.type == "boolean" else ("open", "closed"))
        others = [v for v in known if not holds(v, value, declared) and v != value]
        if any(said_value(v, rest, spoken, context.lexicon) for v in others):
            return True
    return False


def _look(part: Part, address: tuple[str, str, str], value: str, context: Context) -> Look | None:
    component, capability, attribute = address
    held = context.index.devices[part.device].components.get(component, {})
    if part.component not in (None, component) or capability not in held:
        return None
    declared = context.index.capabilities[capability].attributes.get(attribute)
    if declared is None or (is_mode(attribute) and value not in declared.values):
        return None
    test = _valued(path_of(part.device, component, capability, attribute), declared, value)
    if test is None:
        return None
    return Look(test=test, device=part.device, component=component, capability=capability, attribute=attribute)


def _valued(path: str, declared: Attribute, value: str) -> Test | None:
    """The values of an attribute that count as the one that was said, as `is_so` would find them."""
    if declared.type == "boolean":
        return Test(path=path, operator="==", value=holds(True, value, declared))
    if declared.type in ("integer", "number"):
        low = declared.minimum if declared.minimum is not None else 0
        return Test(path=path, operator=">" if squeezed(value) == "open" else "<=", value=low)
    held = [v for v in declared.values if holds(v, value, declared)]
    if not held:
        return None
    return Test(path=path, operator="==", value=held[0]) if len(held) == 1 else Test(path=path, operator="in", value=held)


def _combined(said: Said, value: str, looks: Sequence[Look], reference: Reference, context: Context) -> Literal["any", "all"] | Trouble:
    """Whether one of several is enough: as it was said, else as the state is one of rest (all are off) or not (a window is open)."""
    at_rest = squeezed(value) in AT_REST
    devices = tuple(dict.fromkeys(look.device for look in looks))
    resting: Literal["any", "all"] = "all" if at_rest else "any"
    if len(devices) == 1:  # one open door is an open fridge
        return resting
    quantity = said.quantity or ("any" if _moves(said, context) and not at_rest else "")
    several = len(looks) > len(devices)
    if quantity:
        return Trouble(why=Why.NESTED) if several and quantity != resting else quantity
    if any(t.ambiguous for t in reference.targets) or not reference.targets:
        return Trouble(why=Why.WHICH, options=devices)
    if len(reference.targets) > 1 and not any(t.group for t in reference.targets):
        named: Literal["any", "all"] = "any" if names_either(reference) else "all"
        return Trouble(why=Why.NESTED) if several and named != resting else named
    return resting
