"""More or less of a quality: by what was said, else by a gentle step."""

from dataclasses import dataclass

from yamori.agents.iot.frames.features import Taker, is_of_quality, named_in, qualities_in, takers
from yamori.agents.iot.frames.frame_words import words_of
from yamori.agents.iot.frames.unfit import Unfit
from yamori.agents.iot.rules.amounts import amount_in
from yamori.agents.iot.rules.commands import Order, Setter, is_in_unit, limits, named, properties, put, shifted, unit_of, usual_step
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.orders import is_off
from yamori.agents.iot.rules.switches import substitute
from yamori.agents.iot.rules.words import Lexicon, Number, Portion, numbers
from yamori.understanding.frame import Slot

_LARGE = 2.0
"""Steps of what is to be much more or less."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """What is to be more (`by` 1) or less (-1)."""

    by: int
    feature: Slot | None = None
    delta: Slot | None = None
    said: str = ""
    """The words of the request beside its slots, in normal form: `warmer` tells of what."""
    quality: str = ""
    """Of what there is to be more, where that is known without words."""


def qualities_of(change: Change, lexicon: Lexicon) -> tuple[str, ...]:
    """Of which qualities there is to be more, as far as the words tell."""
    if change.quality:
        return (change.quality,)
    text = " ".join(w for w in (words_of(change.feature) if change.feature else "", change.said, _delta_text(change)) if w)
    steps = [s for s in lexicon.steps if s.about and s.by == change.by and s.phrases.found(change.said)]
    longest = max((len(m.group()) for s in steps if (m := s.phrases.found(change.said))), default=0)
    of_steps = [s.about for s in steps if (m := s.phrases.found(change.said)) and len(m.group()) == longest]
    own = qualities_in(text, lexicon)
    if any(n.unit == "°" for n in numbers(_delta_text(change))):
        own = ("temperature", *(q for q in own if q != "temperature"))
    return tuple(dict.fromkeys((*own, *(q for q in of_steps if q not in own)))) if own else tuple(dict.fromkeys(of_steps))


def changed(part: Part, change: Change, context: Context) -> tuple[Order, ...] | Unfit:
    lex, index = context.lexicon, context.index
    setters = [t for t in takers(part, index) if t.attribute is not None and t.schema.get("type") in ("integer", "number")]
    if change.feature is not None:
        able = list(named_in(words_of(change.feature), setters, lex))
        if not able and not _steps(part, change, context):
            return Unfit(slot=change.feature)
    else:
        able = setters
    quality = _quality(part, change, able, context)
    if quality:
        able = [t for t in able if is_of_quality(quality, (*t.names, t.capability.name), t.capability, lex)]
    elif change.feature is None and qualities_of(change, lex):
        return Unfit(slot=change.delta)
    elif change.feature is None:
        able = able if len({(t.component, t.capability.name) for t in able}) == 1 else []
    main = [t for t in able if t.component == "main" and t.needed] or [t for t in able if t.needed] or able
    size = _size(change, lex)
    if size is None:
        return Unfit(slot=change.delta)
    by = _direction(change, quality, lex)
    if quality == "brightness" and by > 0 and is_off(part, context) and size.plain:
        return _switched_on(part, context) or Unfit()
    if step := _step(part, quality, by, size, change, context):
        return (step,)
    if len({(t.component, t.capability.name, t.attribute) for t in main}) != 1:
        return Unfit(slot=change.feature)
    order = _moved(part, main[0], by, size, context)
    return (order,) if order is not None else Unfit(slot=change.delta)


def _switched_on(part: Part, context: Context) -> tuple[Order, ...]:
    sense = next(s for s in context.lexicon.senses if s.name == "on")
    order = named(sense, part, context.index, context.lexicon) or substitute(sense, part, context.index, context.lexicon)
    return (order,) if order is not None else ()


def _delta_text(change: Change) -> str:
    return words_of(change.delta) if change.delta is not None else ""


def _quality(part: Part, change: Change, able: list[Taker], context: Context) -> str:
    """Of what the part is to have more: as was said, else what its kind is for."""
    lex = context.lexicon
    said = [q for q in qualities_of(change, lex) if _has(part, q, able, change, context)]
    if said:
        return said[0]
    if change.feature is not None or qualities_of(change, lex):
        return ""
    kinds = context.index.kinds_of[part.device]
    return next((q for k, q in lex.main.items() if k in kinds and _has(part, q, able, change, context)), "")


def _has(part: Part, quality: str, able: list[Taker], change: Change, context: Context) -> bool:
    lex = context.lexicon
    if any(is_of_quality(quality, (*t.names, t.capability.name), t.capability, lex) for t in able):
        return True
    return any(named(s, part, context.index, lex) for s in lex.steps if s.about == quality and s.by == change.by)


def _steps(part: Part, change: Change, context: Context) -> bool:
    """Whether the part has a command for one step more of what the feature says."""
    said = qualities_of(change, context.lexicon)
    return any(named(s, part, context.index, context.lexicon) for s in context.lexicon.steps if s.about in said and s.by == change.by)


def _direction(change: Change, quality: str, lexicon: Lexicon) -> int:
    """A warmer light is less of its colour temperature, whatever was asked to increase."""
    if quality != "colourtemperature" or change.feature is not None:
        return change.by
    step = next((s for s in lexicon.steps if s.about == quality and s.phrases.found(change.said)), None)
    return step.by if step is not None else change.by


@dataclass(frozen=True, kw_only=True)
class _Size:
    """How much: a number, a share of the range or of what it is now, or so many usual steps."""

    number: Number | None = None
    portion: Portion | None = None
    span: str = ""
    steps: float = 1.0

    @property
    def plain(self) -> bool:
        return self.number is None and self.portion is None


def _size(change: Change, lexicon: Lexicon) -> _Size | None:
    """None where several numbers were said."""
    text = _delta_text(change)
    if not text:
        return _Size()
    found = numbers(text)
    if len(found) > 1:
        return None
    amount = amount_in(text, text, lexicon)
    if amount is not None and amount.portion is not None:
        return _Size(portion=amount.portion, span=amount.span)
    notches = lexicon.marks["notch"].found(text) is not None
    if found:
        return _Size(steps=abs(found[0].value)) if notches and not found[0].unit else _Size(number=found[0])
    return _Size(steps=_LARGE if lexicon.marks["much"].found(text) else 1.0)


def _step(part: Part, quality: str, by: int, size: _Size, change: Change, context: Context) -> Order | None:
    """The part's own command for a step."""
    lex, index = context.lexicon, context.index
    if size.portion is not None:
        return None
    for sense in (s for s in lex.steps if s.by == by and s.about == quality):
        order = named(sense, part, index, lex)
        if order is None or not _is_about(order, quality, context):
            continue
        command = index.capabilities[order.capability].commands[order.command]
        counted = {n: p for n, p in properties(command).items() if p.get("type") in ("integer", "number")}
        if size.number is None and size.steps == 1:
            return order
        if len(counted) != 1:
            return order if size.number is not None and abs(size.number.value) == 1 and not size.number.unit else None
        name, schema = next(iter(counted.items()))
        unit = unit_of(index.capabilities[order.capability], command, name)
        usual = command.defaults.get(name, 1)
        if size.number is not None and not is_in_unit(size.number.unit, unit):
            return None
        count = abs(size.number.value) if size.number is not None else size.steps * abs(usual if isinstance(usual, int | float) else 1)
        low, high = float(schema.get("minimum", -count)), float(schema.get("maximum", count))
        value = min(max(count if high > 0 else -count, low), high)
        return Order(order.device, order.component, order.capability, order.command, {name: round(value)})
    return None


def _is_about(order: Order, quality: str, context: Context) -> bool:
    """`increase` may be of anything that a device has."""
    capability = context.index.capabilities[order.capability]
    names = (order.command, order.capability, *capability.commands[order.command].effects)
    return is_of_quality(quality, names, capability, context.lexicon)


def _moved(part: Part, taker: Taker, by: int, size: _Size, context: Context) -> Order | None:
    assert taker.attribute is not None
    setter = Setter(taker.component, taker.capability, taker.command, taker.argument, taker.attribute)
    low, high = limits(setter)
    if size.portion is not None:
        from_now = size.portion.times is not None
        text_amount = amount_in(size.span, size.span, context.lexicon)
        value = text_amount.of(setter, context.state, part) if text_amount is not None and from_now else (high if by > 0 else low)
        if not from_now and size.portion.share not in (0, 1):
            return shifted(setter, part, context.state, by=by * (size.portion.share or 0) * ((high or 100) - (low or 0)))
        return put(setter, part, value) if value is not None else None
    if size.number is not None:
        if not is_in_unit(size.number.unit, unit_of(taker.capability, taker.command, taker.argument)):
            return None
        return shifted(setter, part, context.state, by=by * abs(size.number.value))
    return shifted(setter, part, context.state, by=by * size.steps * usual_step(setter))
