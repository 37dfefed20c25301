"""Questions about the home's state: which attributes of which devices answer them."""

import re

from yamori.agents.iot.rules.commands import concepts_in, said_value
from yamori.agents.iot.rules.meaning import Context, Query
from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.targets import Aim
from yamori.agents.iot.rules.words import squeezed, stems

_HOW = re.compile(r"^(?:so |and |please |tell me |hey |ok )*(?:how|what)\b")
"""Such a question asks for a quantity, not whether something is so."""

Address = tuple[str, str, str]
"""(component, capability, attribute)."""


def queried(text: str, meant: Aim, context: Context) -> Query | None:
    """The query that answers a question in normal form, or None when its words point nowhere."""
    index = context.index
    parts = tuple(dict.fromkeys(p for t in meant.targets for p in t.parts))
    group = any(t.group or t.ambiguous for t in meant.targets) or len(parts) > 1
    named = bool(parts)
    if not parts and meant.same and context.focus.parts:
        parts, named = context.focus.parts, True
    if not parts:
        rooms = meant.rooms or (frozenset({context.room}) if context.room else frozenset())
        parts = tuple(Part(d) for d in (index.in_rooms(rooms) if rooms else index.devices))
        group = True
    concepts = concepts_in(meant.masked if named else text, context.lexicon)
    value, valued = (None, {}) if _HOW.search(text) else _valued(text, parts, index, context)
    if valued:
        return Query(
            tuple(p for p in parts if p in valued),
            tuple(dict.fromkeys(valued.values())),
            value,
            group,
        )
    for concept in sorted(concepts, key=lambda c: c in ("contact", "switchstate", "runstate", "lockstate")):
        if found := _about(concept, parts, index, context):
            kept = tuple(p for p in parts if p in found)
            return Query(kept, _unique_lists(found), None, group and len(kept) > 1)
    if not meant.rooms and not named and context.room and concepts:  # nothing in this room answers: the whole home may
        return queried(text, meant, Context(index, context.lexicon, context.state, None, context.focus))
    if named:
        return Query(parts, (), None, group)
    return None


def _valued(text: str, parts: tuple[Part, ...], index: HomeIndex, context: Context) -> tuple[str | None, dict[Part, Address]]:
    """The value that the question names (`is it on?`), and where the parts could have it."""
    spoken = set(stems(text))
    best: dict[str, dict[Part, Address]] = {}
    words: dict[str, int] = {}
    for part in parts:
        for component, capability, attribute, values in _listed(part, index):
            for value in values:
                said = said_value(value, text, spoken, context.lexicon)
                if said:
                    best.setdefault(value, {}).setdefault(part, (component, capability, attribute))
                    words[value] = max(words.get(value, 0), len(said))
    if not best:
        return None, {}
    value = max(best, key=lambda v: (words[v], len(best[v])))
    return value, best[value]


def _listed(part: Part, index: HomeIndex) -> list[tuple[str, str, str, tuple[str, ...]]]:
    return [
        (component, name, attribute.name, attribute.values)
        for component, held in index.devices[part.device].components.items()
        if part.component in (None, component)
        for name in held
        for attribute in index.capabilities[name].attributes.values()
        if attribute.values
    ]


def _about(concept: str, parts: tuple[Part, ...], index: HomeIndex, context: Context) -> dict[Part, list[Address]]:
    """Where the parts report on a concept: attributes named exactly so if there are any, else those like it."""
    likes = context.lexicon.likes[concept]
    exact: dict[Part, list[Address]] = {}
    near: dict[Part, list[Address]] = {}
    for part in parts:
        for component, held in index.devices[part.device].components.items():
            if part.component not in (None, component):
                continue
            for name in held:
                if any(unlike in squeezed(name) for unlike in context.lexicon.unlikes[concept]):
                    continue
                for attribute in index.capabilities[name].attributes:
                    address = (component, name, attribute)
                    if squeezed(attribute) in likes and not index.capabilities[name].commands:
                        exact.setdefault(part, []).append(address)
                    if any(like in squeezed(attribute) or like in squeezed(name) for like in likes):
                        near.setdefault(part, []).append(address)
    return exact or near


def _unique_lists(found: dict[Part, list[Address]]) -> tuple[Address, ...]:
    return tuple(dict.fromkeys(a for addresses in found.values() for a in addresses))
