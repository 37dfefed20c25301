"""The orders that fulfil one request on one target: a command, a quantity, a step, a colour, a shade of white, or a mode."""

import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace

from yamori.agents.iot.rules.amounts import Amount, amount_in
from yamori.agents.iot.rules.commands import (
    Order,
    Setter,
    coloured,
    concepts_in,
    counted_command,
    documented_words,
    is_about,
    is_duration,
    is_switch,
    limits,
    named,
    needed,
    properties,
    put,
    setter,
    setters,
    shifted,
    spoken_command,
    usual_step,
    valued,
)
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.switches import feature, substitute, turns
from yamori.agents.iot.rules.targets import Target
from yamori.agents.iot.rules.words import Lexicon, Number, Sense, name_words, singular, squeezed, stems
from yamori.domain.capability import AddEffect, Risk, SetEffect
from yamori.domain.values import Value

Made = tuple[list[Order], str]
"""Orders for one part, and what of the request they leave unread; no orders when the request does not fit the part."""


def orders_for(sense: Sense | None, matched: str, target: Target, predicate: str, rest: str, context: Context) -> Made:
    """`matched` are the words of the request that the sense was read from, `rest` the request without them."""
    amount = amount_in(predicate, rest, context.lexicon)
    orders: list[Order] = []
    used = rest
    parts = target.parts
    if sense is not None and sense.by and target.group:  # nobody asks for what is off to be a bit dimmer
        parts = tuple(p for p in parts if not is_off(p, context)) or parts
    alike: dict[Hashable, Made] = {}
    """In a large home most devices are of a few sorts: where nothing depends on their state, one of each is read."""
    same = target.group and amount is None and not (sense and sense.by)
    for part in parts:
        sort = (part.component, context.index.sorts[part.device])
        if same and sort in alike:
            orders_alike, left = alike[sort]
            made = [replace(o, device=part.device) for o in orders_alike]
        else:
            made, left = alike[sort] = _for_part(sense, matched, part, amount, predicate, rest, context)
        if target.group and target.kind is None:
            made = [o for o in made if is_plain(o, sense, context)]
        if made:
            used = left
        elif not target.group:
            return [], rest
        orders += made
    return orders, used


def _for_part(sense: Sense | None, matched: str, part: Part, amount: Amount | None, predicate: str, rest: str, context: Context) -> Made:
    index, lex = context.index, context.lexicon
    tone = next((t for t in lex.tones if t.phrases.found(rest)), None)
    white = tone.phrases.pattern.sub(" ", rest) if tone is not None else rest  # `warm white` names no colour
    colour = next((c for c in lex.colours if c.phrases.found(white)), None)
    if colour is not None and (order := coloured(part, index, colour)):
        left = colour.phrases.pattern.sub(" ", rest)
        made = [*_switched_on(sense, part, context), order]
        if amount is not None and (s := setter(part, index, lex, about=("brightness",), number=amount.number)):
            return [*made, *_put(s, part, amount, context)], amount.cut(left)
        return made, left
    if tone is not None and (s := setter(part, index, lex, about=("colourtemperature",), number=None)):
        low, high = limits(s)
        kelvin = min(max(tone.kelvin, low or tone.kelvin), high or tone.kelvin)
        return [*_switched_on(sense, part, context), put(s, part, kelvin)], tone.phrases.pattern.sub(" ", rest)
    if sense is not None and sense.by:
        return _stepped(sense, matched, part, amount, rest, context)
    spoken = set(stems(rest))
    if sense is not None and (featured := feature(sense, part, index, spoken)):
        return [featured[0]], without_words(rest, featured[1])
    order = (named(sense, part, index, lex, spoken) or substitute(sense, part, index, lex)) if sense is not None else None
    if sense is not None and order is None:
        return _own_verb(part, amount, predicate, context)
    if sense is None and (own := _own_verb(part, amount, predicate, context))[0]:
        return own
    if amount is not None and not _is_in_a_value(amount, part, rest, context):
        made, left = _set(sense, part, amount, predicate, rest, context)
        if made:
            return made, left
    if order is None:
        return _moded(sense, part, predicate, rest, context)
    rest = without_words(rest, name_words(order.command))
    listed = [v for v in valued(part, index, lex, rest) if v[0].command != order.command]
    if len(listed) == 1:
        return [listed[0][0], order], _without_concepts(rest.replace(listed[0][1], " ", 1), concepts_in(predicate, lex), lex)
    return [order], rest


def _own_verb(part: Part, amount: Amount | None, predicate: str, context: Context) -> Made:
    """A command all of whose words were said, with the amount as its one number."""
    index, spoken = context.index, set(stems(predicate))
    found = spoken_command(part, index, context.lexicon, spoken) or (counted_command(part, index, spoken) if amount else None)
    if found is None:
        return [], predicate
    order, command = found
    device = index.devices[part.device]
    called = [w for label in (device.name, *device.aliases) for w in name_words(label)]
    left = without_words(predicate, [*name_words(command.name), *documented_words(command, context.lexicon), *called])
    if amount is None:
        return ([], predicate) if needed(command) else ([order], left)
    counted = [n for n, p in properties(command).items() if p.get("type") in ("integer", "number")]
    if len(counted) != 1 or amount.number is None:
        return [], predicate
    value = amount.number.value
    exact: Value = round(value) if properties(command)[counted[0]].get("type") == "integer" else value
    units = [u for u in ("minute", "second", "hour") if u in squeezed(counted[0])] if is_duration(counted[0], command) else []
    return [replace(order, arguments={counted[0]: exact})], without_words(amount.cut(left), [*name_words(counted[0]), *units])


def without_words(text: str, words: Sequence[str]) -> str:
    """The text without these words, whatever their number (`portion`, `portions`)."""
    roots = {singular(w) for w in words}
    return _WORD.sub(lambda m: "" if singular(m.group()) in roots else m.group(), text)


_WORD = re.compile(r"[^\s,.;:!?、。]+")


def _is_in_a_value(amount: Amount, part: Part, rest: str, context: Context) -> bool:
    """The 2 of `HDMI 2` counts nothing."""
    if amount.number is None:
        return False
    said = [said for _, said in valued(part, context.index, context.lexicon, rest)]
    return any(f"{amount.number.value:g}" in s for s in said)


def _put(s: Setter, part: Part, amount: Amount, context: Context, *, closing: bool = False) -> list[Order]:
    value = amount.of(s, context.state, part, closing=closing)
    return [] if value is None else [put(s, part, value)]


def is_plain(order: Order, sense: Sense | None, context: Context) -> bool:
    """Of `everything`, only what can be done without asking, and only by what switches: off is not stop, nor a mode."""
    lex = context.lexicon
    command = context.index.capabilities[order.capability].commands[order.command]
    if command.risk is not Risk.SAFE:
        return False
    if sense is None or sense.name not in ("on", "off") or sense.name in order.command.lower():
        return True
    return any(is_switch(name.rpartition(".")[2], lex) for name in (*order.arguments, *command.effects))


def _set(sense: Sense | None, part: Part, amount: Amount, predicate: str, rest: str, context: Context) -> Made:
    """A quantity set to a number, perhaps with a mode."""
    index, lex = context.index, context.lexicon
    about = tuple(c for c in concepts_in(predicate, lex) if any(is_about(s.capability, s.command, c, lex) for s in setters(part, index)))
    s = setter(part, index, lex, about=about, number=amount.number)
    if s is None:
        return [], rest
    order = shifted(s, part, context.state, by=amount.number.value) if amount.number and amount.number.relative else None
    closing = sense is not None and sense.name == "close"
    made = [order] if order else _put(s, part, amount, context, closing=closing)
    if not made:
        return [], rest
    left = amount.cut(rest)
    modes = valued(part, index, lex, left)
    if len(modes) == 1 and modes[0][0].capability != s.capability.name:
        left = _without_concepts(left.replace(modes[0][1], " ", 1), about, lex)
        return [*_switched_on(sense, part, context), modes[0][0], *made], left
    left = without_words(_without_concepts(left, about, lex), name_words(s.attribute.name))
    return [*_switched_on(sense, part, context), *made], left


def _moded(sense: Sense | None, part: Part, predicate: str, rest: str, context: Context) -> Made:
    """One of the values that a command lists."""
    index, lex = context.index, context.lexicon
    listed = [v for v in valued(part, index, lex, rest) if not _switches_a_feature(v[0], rest, context)]
    concepts = concepts_in(predicate, lex)
    if len(listed) > 1 and concepts:
        listed = [v for v in listed if any(is_about(index.capabilities[v[0].capability], None, c, lex) for c in concepts)] or listed
    if len(listed) != 1:
        return [], rest
    order, said = listed[0]
    left = _without_concepts(rest.replace(said, " ", 1), concepts, lex)
    capability = index.capabilities[order.capability]
    own = [w for name in (capability.name, *capability.attributes) for w in name_words(name)]
    return [*_switched_on(sense, part, context), order], without_words(left, own)


def _switches_a_feature(order: Order, rest: str, context: Context) -> bool:
    """Whether on or off would go to something that the device only has (its swing) and that was not spoken of."""
    if not any(value in ("on", "off") for value in order.arguments.values()):
        return False
    capability = context.index.capabilities[order.capability]
    if all(turns(capability, capability.commands[order.command], a, context.lexicon) for a in order.arguments):
        return False
    return not {singular(w) for a in order.arguments for w in name_words(a)} & set(stems(rest))


def _switched_on(sense: Sense | None, part: Part, context: Context) -> list[Order]:
    """The order to switch on, where that was said too. Whether a colour or a mode switches a device on is its own to say."""
    if sense is None or sense.name != "on":
        return []
    order = named(sense, part, context.index, context.lexicon)
    return [order] if order is not None and order.command.lower() in ("on", "turnon", "poweron") else []


def _stepped(sense: Sense, matched: str, part: Part, amount: Amount | None, rest: str, context: Context) -> Made:
    """More or less of a quantity: by the device's own step command, or from what it is now."""
    index, lex = context.index, context.lexicon
    concepts = concepts_in(rest, lex) or (() if sense.about else concepts_in(context.focus.predicate, lex))
    about = (sense.about,) if sense.about else concepts
    if not sense.about:  # `turn the volume up` is `louder`
        sense = next((s for s in lex.steps if s.by == sense.by and s.about in concepts), sense)
    used = _without_concepts(amount.cut(rest) if amount else rest, (*about, *concepts), lex)
    number = amount.number if amount else None
    s = setter(part, index, lex, about=about, number=number)
    if amount is not None and (number is None or number.goal or _dims_to(number, matched)):
        return (_put(s, part, amount, context) if s else []), used
    if sense.name == "brighter" and amount is None and is_off(part, context):  # what is off is not made brighter but switched on
        return _switched_on(_sense("on", lex), part, context), used
    order = named(sense, part, index, lex)
    if order is not None:
        props = properties(index.capabilities[order.capability].commands[order.command])
        steps = [n for n, p in props.items() if p.get("type") in ("integer", "number")]
        if number is None:
            slight = lex.marks["slight"].found(f"{matched} {rest}") is not None
            return [order if slight or sense.about else _all_the_way(order, sense.by, index) or order], used
        if len(steps) == 1 and amount is not None:
            down = float(props[steps[0]].get("maximum", 1)) <= 0
            size = round(abs(number.value)) * (-1 if down else 1)
            return [replace(order, arguments={steps[0]: size})], used
        s = s or _setter_of_step(order, part, index)
    if s is None:
        return [], rest
    change = shifted(s, part, context.state, by=sense.by * (abs(number.value) if number else usual_step(s)))
    return ([change] if change else []), used


def _all_the_way(step: Order, by: int, index: HomeIndex) -> Order | None:
    """The command that moves what a step moves to its end (`blinds up` opens them); None where there is none, as for what is only louder
    or brighter."""
    capability = index.capabilities[step.capability]
    moved = [name for name, effect in capability.commands[step.command].effects.items() if isinstance(effect, AddEffect)]
    ends = {name: capability.attributes[name].maximum if by > 0 else capability.attributes[name].minimum for name in moved}
    for name, command in capability.commands.items():
        put = {a: e.value for a, e in command.effects.items() if isinstance(e, SetEffect)}
        if ends and put == ends and not properties(command):
            return replace(step, command=name, arguments={})
    return None


def _setter_of_step(order: Order, part: Part, index: HomeIndex) -> Setter | None:
    """What sets the quantity of which a command takes a step of its own length."""
    effects = index.capabilities[order.capability].commands[order.command].effects
    moved = {name for name, effect in effects.items() if isinstance(effect, AddEffect)}
    same = (s for s in setters(part, index) if s.component == order.component and s.capability.name == order.capability)
    return next((s for s in same if s.attribute.name in moved), None)


def _dims_to(number: Number, matched: str) -> bool:
    """`Dim it 30 %` names a goal, `30 % dimmer` a difference."""
    return number.unit == "%" and not number.relative and matched.split(" ")[0] in ("dim", "brighten", "darken")


def _sense(name: str, lex: Lexicon) -> Sense:
    return next(s for s in lex.senses if s.name == name)


def is_off(part: Part, context: Context) -> bool:
    """Whether the part says of itself that it is switched off, by a switch or a mode."""
    for name, attributes in context.index.devices[part.device].components.get(part.component or "main", {}).items():
        for attribute in attributes:
            value = context.state.get(f"{part.device}.{part.component or 'main'}.{name}.{attribute}")
            if (value == "off" or value is False) and (is_switch(attribute, context.lexicon) or "mode" in squeezed(attribute)):
                return True
    return False


def _without_concepts(text: str, concepts: Iterable[str], lex: Lexicon) -> str:
    for concept in concepts:
        text = lex.concepts[concept].pattern.sub(" ", text) if concept else text
    return text
