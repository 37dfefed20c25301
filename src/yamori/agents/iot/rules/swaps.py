"""Two things that are to change places: `the hall lamp is on and the desk lamp is off, swap them`. What is told of them is no order."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from yamori.agents.iot.rules.commands import Order, concepts_in, is_switch, needed, properties
from yamori.agents.iot.rules.fitting import fits
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.mentions import mentions
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.predicates import leftover_words, without_predicate
from yamori.agents.iot.rules.targets import Reference, resolve_reference
from yamori.agents.iot.rules.word_lists import says, words_for
from yamori.agents.iot.rules.wording import is_later, split_refusal
from yamori.agents.iot.rules.words import normal, squeezed
from yamori.domain.capability import ArgumentEffect, Capability, SetEffect
from yamori.domain.values import Value
from yamori.understanding.mood import is_question
from yamori.understanding.word_lists import whole_words

_TWO = 2


@dataclass(frozen=True)
class Swap:
    """What a sentence asks for that has things change places."""

    parts: tuple[Part, ...]
    """All that it names; only of two it is clear which gets what the other has."""
    orders: tuple[Order, ...] = ()
    """None where they have nothing in common that could be exchanged, or have the same already."""
    alike: bool = False
    """They have the same already."""


def swap_in(request: str, context: Context) -> Swap | None:
    """None for a sentence that has nothing change places."""
    text = normal(request)
    if not says(text, "swapping") or is_question(text) or split_refusal(text)[1]:
        return None
    if is_later(request, context.now, mentions(text, context.index, context.lexicon), context.lexicon):
        return None
    reference = resolve_reference(text, context.index, context.lexicon, room=context.room, recent=context.focus.parts, own=context.own)
    parts = tuple(dict.fromkeys(p for t in reference.targets for p in t.parts))
    if len(parts) < _TWO and reference.same:
        parts = tuple(dict.fromkeys((*context.focus.parts, *parts)))
    if len(parts) < _TWO:
        return None
    if len(parts) > _TWO or any(t.ambiguous for t in reference.targets) or _says_more(reference.masked, context):
        return Swap(parts)
    return _exchanged(parts[0], parts[1], reference, context)


def _says_more(masked: str, context: Context) -> bool:
    """Whether a word of it is no state, no quality and nothing that has them change places."""
    lex = context.lexicon
    rest = whole_words(words_for("swapping")).sub(" ", masked)
    for phrases in lex.values.values():
        rest = phrases.pattern.sub(" ", rest)
    return bool(leftover_words(without_predicate(rest, lex), lex))


def _exchanged(one: Part, other: Part, reference: Reference, context: Context) -> Swap:
    state = context.state
    shared = [a for a in _attributes(one, context) if a in set(_attributes(other, context))]
    wanted = [a for a in shared if _is_spoken_of(a, reference.masked, context)] or [a for a in shared if _is_on_or_off(a, context)]
    orders: list[Order] = []
    alike = bool(wanted)
    for component, capability, attribute in wanted:
        values = [state.get(f"{p.device}.{component}.{capability}.{attribute}") for p in (one, other)]
        if values[0] == values[1]:
            continue
        alike = False
        for part, value in ((one, values[1]), (other, values[0])):
            order = _setting(part, component, context.index.capabilities[capability], attribute, value)
            if order is None:
                return Swap((one, other))
            orders.append(order)
    return Swap((one, other), tuple(orders), alike)


def _attributes(part: Part, context: Context) -> Iterator[tuple[str, str, str]]:
    for component, held in context.index.devices[part.device].components.items():
        for name in held if part.component in (None, component) else ():
            yield from ((component, name, attribute) for attribute in context.index.capabilities[name].attributes)


def _is_spoken_of(address: tuple[str, str, str], said: str, context: Context) -> bool:
    """Whether a quality that was said is what an attribute is about, or one of its values was."""
    lex, (_, capability, attribute) = context.lexicon, address
    declared = context.index.capabilities[capability].attributes[attribute]
    flat = squeezed(attribute)
    about = any(
        any(like in flat for like in lex.likes[c]) and not any(u in squeezed(capability) for u in lex.unlikes[c])
        for c in concepts_in(said, lex)
    )
    return about or any((phrases := lex.values.get(squeezed(v))) is not None and phrases.found(said) is not None for v in declared.values)


def _is_on_or_off(address: tuple[str, str, str], context: Context) -> bool:
    return is_switch(address[2], context.lexicon)


def _setting(part: Part, component: str, capability: Capability, attribute: str, value: Value) -> Order | None:
    """The command that sets an attribute to a value, by what the capability's file says of its commands."""
    for command in capability.commands.values():
        effect = command.effects.get(attribute)
        if effect == SetEffect(value=value) and not needed(command):
            return Order(part.device, component, capability.name, command.name)
        if isinstance(effect, ArgumentEffect) and set(needed(command)) <= {effect.argument}:
            schema = properties(command).get(effect.argument, {})
            if value in schema.get("enum", (value,)) and _fits(value, schema):
                return Order(part.device, component, capability.name, command.name, {effect.argument: value})
    return None


def _fits(value: Value, schema: Mapping[str, Any]) -> bool:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return fits(value, schema)
    return isinstance(value, str | bool)
