"""The orders that fulfil one wish on one target: a command, a quantity, a step, a colour, a shade of white, or a mode."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from yamori.agents.iot.rules.commands import (
    Order,
    Setter,
    State,
    coloured,
    concepts_in,
    is_about,
    limits,
    named,
    properties,
    put,
    setter,
    setters,
    shifted,
    usual_step,
    valued,
)
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.targets import Target
from yamori.agents.iot.rules.words import Lexicon, Number, Sense, numbers
from yamori.domain.capability import Risk

Made = tuple[list[Order], str]
"""Orders for one part, and what of the wish they leave unread; no orders when the wish does not fit the part."""


@dataclass(frozen=True)
class Amount:
    """How much was said: a number, or `maximum`, `half` and the like."""

    number: Number | None
    word: str
    span: str

    def of(self, s: Setter, state: State | None = None, part: Part | None = None) -> float:
        """The value for this setter."""
        low, high = limits(s)
        low, high = low if low is not None else 0.0, high if high is not None else 100.0
        if self.number is not None:
            return self.number.value
        if self.word == "half_of" and state is not None and part is not None:
            now = state.get(f"{part.device}.{s.component}.{s.capability.name}.{s.attribute.name}")
            return float(now) / 2 if isinstance(now, int | float) else (low + high) / 2
        return {"maximum": high, "minimum": low}.get(self.word, (low + high) / 2)

    def cut(self, text: str) -> str:
        return text.replace(self.span, " ", 1)


def orders_for(sense: Sense | None, matched: str, target: Target, wish: str, rest: str, context: Context) -> Made:
    """`matched` are the words of the wish that the sense was read from, `rest` the wish without them."""
    lex = context.lexicon
    amount = _amount(wish, rest, numbers(wish), lex)
    orders: list[Order] = []
    used = rest
    for part in target.parts:
        made, left = _for_part(sense, matched, part, amount, wish, rest, context)
        if target.group and target.kind is None:
            made = [o for o in made if _is_plain(o, sense, context)]
        if made:
            used = left
        elif not target.group:
            return [], rest
        orders += made
    return orders, used


def _for_part(sense: Sense | None, matched: str, part: Part, amount: Amount | None, wish: str, rest: str, context: Context) -> Made:
    index, lex = context.index, context.lexicon
    colour = next((c for c in lex.colours if c.phrases.found(rest)), None)
    if colour is not None and (order := coloured(part, index, colour)):
        left = colour.phrases.pattern.sub(" ", rest)
        made = [*_switched_on(sense, part, context), order]
        if amount is not None and (s := setter(part, index, lex, about=("brightness",), number=amount.number)):
            return [*made, put(s, part, amount.of(s))], amount.cut(left)
        return made, left
    tone = next((t for t in lex.tones if t.phrases.found(rest)), None)
    if tone is not None and (s := setter(part, index, lex, about=("colourtemperature",), number=None)):
        low, high = limits(s)
        kelvin = min(max(tone.kelvin, low or tone.kelvin), high or tone.kelvin)
        return [*_switched_on(sense, part, context), put(s, part, kelvin)], tone.phrases.pattern.sub(" ", rest)
    if sense is not None and sense.by:
        return _stepped(sense, matched, part, amount, rest, context)
    order = named(sense, part, index, lex) if sense is not None else None
    if sense is not None and order is None:
        return [], rest
    if amount is not None:
        made, left = _set(sense, part, amount, wish, rest, context)
        if made:
            return made, left
    if order is None:
        return _moded(sense, part, wish, rest, context)
    listed = [v for v in valued(part, index, lex, rest) if v[0].command != order.command]
    if len(listed) == 1:
        return [listed[0][0], order], rest.replace(listed[0][1], " ", 1)
    return [order], rest


def _is_plain(order: Order, sense: Sense | None, context: Context) -> bool:
    """Of `everything`, only what can be done without asking, and only by the very command: off is not stop."""
    if context.index.capabilities[order.capability].commands[order.command].risk is not Risk.SAFE:
        return False
    return sense is None or sense.name not in ("on", "off") or sense.name in order.command.lower()


def _set(sense: Sense | None, part: Part, amount: Amount, wish: str, rest: str, context: Context) -> Made:
    """A quantity set to a number, perhaps with a mode."""
    index, lex = context.index, context.lexicon
    about = tuple(c for c in concepts_in(wish, lex) if any(is_about(s.capability, s.command, c, lex) for s in setters(part, index)))
    s = setter(part, index, lex, about=about, number=amount.number)
    if s is None:
        return [], rest
    order = shifted(s, part, context.state, by=amount.number.value) if amount.number and amount.number.relative else None
    made = [order or put(s, part, amount.of(s, context.state, part))]
    left = _without_concepts(amount.cut(rest), about, lex)
    modes = valued(part, index, lex, left)
    if len(modes) == 1 and modes[0][0].capability != s.capability.name:
        return [*_switched_on(sense, part, context), modes[0][0], *made], left.replace(modes[0][1], " ", 1)
    return [*_switched_on(sense, part, context), *made], left


def _moded(sense: Sense | None, part: Part, wish: str, rest: str, context: Context) -> Made:
    """One of the values that a command lists."""
    index, lex = context.index, context.lexicon
    listed = valued(part, index, lex, rest)
    concepts = concepts_in(wish, lex)
    if len(listed) > 1 and concepts:
        listed = [v for v in listed if any(is_about(index.capabilities[v[0].capability], None, c, lex) for c in concepts)] or listed
    if len(listed) != 1:
        return [], rest
    order, said = listed[0]
    return [*_switched_on(sense, part, context), order], _without_concepts(rest.replace(said, " ", 1), concepts, lex)


def _switched_on(sense: Sense | None, part: Part, context: Context) -> list[Order]:
    """The order to switch on, where that was said too. Whether a colour or a mode switches a device on is its own to say."""
    if sense is None or sense.name != "on":
        return []
    order = named(sense, part, context.index, context.lexicon)
    return [order] if order is not None and order.command.lower() in ("on", "turnon", "poweron") else []


def _stepped(sense: Sense, matched: str, part: Part, amount: Amount | None, rest: str, context: Context) -> Made:
    """More or less of a quantity: by the device's own step command, or from what it is now."""
    index, lex = context.index, context.lexicon
    concepts = concepts_in(rest, lex)
    about = (sense.about,) if sense.about else concepts
    if not sense.about:  # `turn the volume up` is `louder`
        sense = next((s for s in lex.steps if s.by == sense.by and s.about in concepts), sense)
    used = _without_concepts(rest, (*about, *concepts), lex)
    number = amount.number if amount else None
    s = setter(part, index, lex, about=about, number=number)
    if amount is not None and (number is None or number.goal or _dims_to(number, matched)):
        return ([put(s, part, amount.of(s, context.state, part))] if s else []), amount.cut(used)
    if sense.name == "brighter" and amount is None and is_off(part, context):  # what is off is not made brighter but switched on
        return _switched_on(_sense("on", lex), part, context), used
    order = named(sense, part, index, lex)
    if order is not None:
        props = properties(index.capabilities[order.capability].commands[order.command])
        steps = [n for n, p in props.items() if p.get("type") in ("integer", "number")]
        if number is None:
            return [order], used
        if len(steps) == 1 and amount is not None:
            down = float(props[steps[0]].get("maximum", 1)) <= 0
            size = round(abs(number.value)) * (-1 if down else 1)
            return [replace(order, arguments={steps[0]: size})], amount.cut(used)
    if s is None:
        return [], rest
    change = shifted(s, part, context.state, by=sense.by * (abs(number.value) if number else usual_step(s)))
    return ([change] if change else []), amount.cut(used) if amount else used


def _dims_to(number: Number, matched: str) -> bool:
    """`Dim it 30 %` names a goal, `30 % dimmer` a difference."""
    return number.unit == "%" and not number.relative and matched.split(" ")[0] in ("dim", "brighten", "darken")


def _sense(name: str, lex: Lexicon) -> Sense:
    return next(s for s in lex.senses if s.name == name)


def is_off(part: Part, context: Context) -> bool:
    """Whether the part says of itself that it is switched off."""
    return any(path.startswith(f"{part.device}.") and path.endswith("witch") and value == "off" for path, value in context.state.items())


def _amount(wish: str, rest: str, said: Sequence[Number], lex: Lexicon) -> Amount | None:
    if len(said) == 1:
        return Amount(said[0], "", wish[said[0].start : said[0].end])
    if said:
        return None
    for word in ("half_of", "half", "maximum", "minimum"):
        if m := lex.marks[word].found(rest):
            return Amount(None, word, m.group())
    return None


def _without_concepts(text: str, concepts: Iterable[str], lex: Lexicon) -> str:
    for concept in concepts:
        text = lex.concepts[concept].pattern.sub(" ", text) if concept else text
    return text
