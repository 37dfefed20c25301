"""A feature set to a value that was said: a listed value, a colour, a shade of white, a number with its unit, a share, a duration."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from yamori.agents.iot.frames.features import Taker, is_of_quality, named_in, qualities_in, takers
from yamori.agents.iot.frames.frame_words import words_of
from yamori.agents.iot.frames.unfit import Unfit
from yamori.agents.iot.rules.amounts import Amount, amount_in
from yamori.agents.iot.rules.commands import Order, Setter, coloured, is_duration, is_in_unit, limits, put, said_value, unit_of
from yamori.agents.iot.rules.fitting import fits, in_unit
from yamori.agents.iot.rules.loanwords import KATAKANA, consonants, sounds_of
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.orders import without_words
from yamori.agents.iot.rules.predicates import leftover_words
from yamori.agents.iot.rules.said import UNIT, read_segment
from yamori.agents.iot.rules.segments import split_actions
from yamori.agents.iot.rules.words import name_words, stems
from yamori.understanding.frame import Slot

_SHADES = ("colourtemperature", "colour")
"""Never meant by a bare number."""


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """A value, and the feature that was said with it."""

    value: Slot
    feature: Slot | None = None
    quality: str = ""
    """Of which the value is where no feature was said, such as the position of what is to be opened."""
    closing: bool = False
    """Counted from the top: half closed."""


def paired(values: Sequence[Slot], features: Sequence[Slot]) -> tuple[Wanted, ...] | Unfit:
    """Each value with the feature that stands nearest to it; every feature with one value."""
    gaps = sorted((max(f.span.start, v.span.start) - min(f.span.end, v.span.end), f.span, v.span, f, v) for f in features for v in values)
    found: dict[Slot, Slot] = {}
    for _, _, _, feature, value in gaps:
        if value not in found and feature not in found.values():
            found[value] = feature
    alone = next((f for f in features if f not in found.values()), None)
    return tuple(Wanted(value=v, feature=found.get(v)) for v in values) if alone is None else Unfit(slot=alone)


def set_to(part: Part, wanted: Sequence[Wanted], context: Context) -> tuple[Order, ...] | Unfit:
    """The orders that set all of it."""
    orders: list[Order] = []
    for one in wanted:
        order = _one(part, one, context)
        if isinstance(order, Unfit):
            return order
        orders.append(order)
    return _joined(orders)


def _joined(orders: Iterable[Order]) -> tuple[Order, ...]:
    """Arguments of one command are given together."""
    found: dict[tuple[str, str, str, str], Order] = {}
    for order in orders:
        key = (order.device, order.component, order.capability, order.command)
        found[key] = replace(order, arguments={**found[key].arguments, **order.arguments}) if key in found else order
    return tuple(found.values())


def _one(part: Part, wanted: Wanted, context: Context) -> Order | Unfit:
    index, lex = context.index, context.lexicon
    able = takers(part, index)
    if wanted.feature is not None:
        able = named_in(words_of(wanted.feature), able, lex)
        if not able:
            return Unfit(slot=wanted.feature)
    elif wanted.quality:
        able = tuple(t for t in able if is_of_quality(wanted.quality, (*t.names, t.capability.name), t.capability, lex))
    text, whole = words_of(wanted.value), able
    if wanted.feature is None and (said := qualities_in(text, lex)):
        narrowed = tuple(t for t in able if any(is_of_quality(q, t.names, t.capability, lex) for q in said))
        able = narrowed or able
    order = (
        _listed(part, text, able, context)
        or _coloured(part, text, able, context)
        or _lasting(part, text, able, context)
        or _counted(part, text, able, wanted, context)
        or _numbered(part, text, able, wanted, context)
        or _listed(part, text, whole, context)  # `cool` speaks of a temperature, and is a mode
    )
    return order or Unfit(slot=wanted.value)


def _listed(part: Part, text: str, able: Sequence[Taker], context: Context) -> Order | None:
    """One of the values that a command lists, or yes and no in words of the lexicon."""
    found: list[tuple[Taker, str | bool]] = []
    for taker in able:
        listed = [v for v in taker.schema.get("enum", ()) if isinstance(v, str)]
        called = [v for v in listed if (said := _said(v, text, context)) and _accounts(text, [said], taker, context)]
        exact = [v for v in called if _is_all_of(v, text)] or called
        if len(exact) == 1:
            found.append((taker, exact[0]))
        elif taker.schema.get("type") == "boolean":
            turned = {name: lex for name in ("on", "off") if (lex := context.lexicon.values[name].found(text))}
            if len(turned) == 1 and _accounts(text, [m.group() for m in turned.values()], taker, context):
                found.append((taker, "on" in turned))
    found = [(t, v) for t, v in found if not any(_is_narrower(t, other) for other, _ in found)]
    main = [(t, v) for t, v in found if t.component == "main"] or found
    needing = [(t, v) for t, v in main if t.needed] or main
    return _order(part, needing[0][0], needing[0][1]) if len(needing) == 1 else None


def _is_narrower(taker: Taker, other: Taker) -> bool:
    """Whether one is called like the other and more (the mode of an air conditioner's fan): that has to be said."""
    own, others = set(name_words(taker.capability.name)), set(name_words(other.capability.name))
    return taker is not other and others < own


def _is_all_of(value: str, text: str) -> bool:
    return {w for part in name_words(value) for w in stems(part) or (part,)} >= set(stems(text)) and bool(stems(text))


def _said(value: str, text: str, context: Context) -> str | None:
    """The words of a text that mean a value; katakana by the sound of its English words."""
    if said := said_value(value, text, set(stems(text)), context.lexicon):
        return said
    runs = KATAKANA.findall(text)
    heard = sounds_of(value)
    is_alike = len(runs) == 1 and len({word for _, word in heard}) == 1 and consonants(runs[0]) in {sound for sound, _ in heard}
    return runs[0] if is_alike else None


def _coloured(part: Part, text: str, able: Sequence[Taker], context: Context) -> Order | None:
    lex, index = context.lexicon, context.index
    if tone := next((t for t in lex.tones if t.phrases.found(text)), None):
        left = tone.phrases.pattern.sub(" ", text)
        shades = [t for t in able if is_of_quality("colourtemperature", t.names, t.capability, lex) and t.attribute is not None]
        if shades and not _left(left, shades[0], context):
            setter = _setter(shades[0])
            low, high = limits(setter)
            return put(setter, part, min(max(tone.kelvin, low or tone.kelvin), high or tone.kelvin))
        return None
    colour = next((c for c in lex.colours if c.phrases.found(text)), None)
    if colour is None or leftover_words(lex.concepts["colour"].pattern.sub(" ", colour.phrases.pattern.sub(" ", text)), lex):
        return None
    order = coloured(part, index, colour)
    return order if order is not None and any(t.command.name == order.command for t in _any_takers(part, able, context)) else None


def _any_takers(part: Part, able: Sequence[Taker], context: Context) -> Sequence[Taker]:
    """A hue and a saturation are given together, which no taker of a single argument tells."""
    whole = takers(part, context.index)
    return (
        able
        if len(able) < len(whole) and any(is_of_quality("colour", t.names, t.capability, context.lexicon) for t in whole)
        else [
            *able,
            *(t for t in whole if t not in able),
        ]
    )


def _lasting(part: Part, text: str, able: Sequence[Taker], context: Context) -> Order | None:
    """A duration in the unit of the only argument that takes one."""
    cut = split_actions(text)
    seconds = [s for s in (read_segment(segment, (), context).seconds for segment in cut.segments) if s is not None]
    timed = [t for t in able if t.schema.get("type") in ("integer", "number") and is_duration(t.argument, t.command)]
    if len(seconds) != 1 or len(timed) != 1 or not fits(in_unit(seconds[0], timed[0].argument), timed[0].schema):
        return None
    return _order(part, timed[0], in_unit(seconds[0], timed[0].argument))


def _counted(part: Part, text: str, able: Sequence[Taker], wanted: Wanted, context: Context) -> Order | None:
    """A number or a share for the only quantity that can take it."""
    amount = amount_in(text, text, context.lexicon)
    if amount is None:
        return None
    named = wanted.feature is not None or bool(wanted.quality)
    able = [t for t in able if _can_take(t, amount, text, named=named, context=context)]
    exact = [t for t in able if amount.number and amount.number.unit and amount.number.unit == _unit(t)] or able
    needing = [t for t in exact if t.needed] or exact
    in_range = [t for t in needing if _value(t, amount, part, wanted, context) is not None]
    main = [t for t in in_range if t.component == "main"] or in_range
    attributes = {(t.component, t.capability.name, t.attribute.name if t.attribute else t.argument) for t in main}
    if len(attributes) != 1:
        return None
    value = _value(main[0], amount, part, wanted, context)
    return put(_setter(main[0]), part, value) if value is not None else None


def _numbered(part: Part, text: str, able: Sequence[Taker], wanted: Wanted, context: Context) -> Order | None:
    """A number for an argument that is written as text, such as a channel, where words say that it is of that."""
    said = qualities_in(f"{words_of(wanted.feature) if wanted.feature is not None else ''} {text}", context.lexicon)
    found = [
        t
        for t in able
        if t.schema.get("type") == "string"
        and "enum" not in t.schema
        and any(is_of_quality(q, t.names, t.capability, context.lexicon) for q in said)
    ]
    amount = amount_in(text, text, context.lexicon)
    if len(found) != 1 or amount is None or amount.number is None or amount.number.unit or _left(amount.cut(text), found[0], context):
        return None
    value = f"{amount.number.value:g}"
    pattern = found[0].schema.get("pattern")
    return _order(part, found[0], value) if not isinstance(pattern, str) or re.search(pattern, value) else None


def _can_take(taker: Taker, amount: Amount, text: str, *, named: bool, context: Context) -> bool:
    if taker.schema.get("type") not in ("integer", "number") or "enum" in taker.schema or taker.attribute is None:
        return False
    lex, unit = context.lexicon, amount.number.unit if amount.number is not None else ""
    if is_duration(taker.argument, taker.command) and not named:
        return False
    shade = next((q for q in _SHADES if is_of_quality(q, (*taker.names, taker.capability.name), taker.capability, lex)), "")
    if unit == "K":
        return shade == "colourtemperature"
    if shade and not named and not qualities_in(text, lex):
        return False
    if not is_in_unit(unit, _unit(taker)) or (unit == "°" and _unit(taker) not in ("°", "")):
        return False
    warm = is_of_quality("temperature", (*taker.names, taker.capability.name), taker.capability, lex)
    if unit == "°" and not _unit(taker) and not named and not warm:
        return False
    return not _left(amount.cut(text), taker, context)


def _unit(taker: Taker) -> str:
    return unit_of(taker.capability, taker.command, taker.argument)


def _value(taker: Taker, amount: Amount, part: Part, wanted: Wanted, context: Context) -> float | None:
    """The value for this argument; None where it is out of its range, or depends on a state that is not known."""
    setter = _setter(taker)
    value = amount.of(setter, context.state, part, closing=wanted.closing)
    if value is None:
        return None
    low, high = limits(setter)
    if (low is not None and value < low) or (high is not None and value > high):
        return None
    return value if amount.number is None or amount.number.unit == "%" or fits(value, taker.schema) else None


def _accounts(text: str, said: Sequence[str], taker: Taker, context: Context) -> bool:
    """Whether nothing is left of a text without the words of a value."""
    for words in said:
        text = text.replace(words, " ", 1) if words in text else without_words(text, words.split())
    return not _left(text, taker, context)


def _left(text: str, taker: Taker, context: Context) -> list[str]:
    """The words that are neither of what is set, nor its unit, nor filler."""
    lex = context.lexicon
    for quality in qualities_in(text, lex):
        if is_of_quality(quality, (*taker.names, taker.capability.name), taker.capability, lex):
            text = lex.concepts[quality].pattern.sub(" ", text)
    text = without_words(text, [w for n in (*taker.names, taker.capability.name) for w in name_words(n)])
    unit = UNIT.match(text.strip())
    return leftover_words(text.strip()[unit.end() :] if unit else text, lex)


def _setter(taker: Taker) -> Setter:
    assert taker.attribute is not None
    return Setter(taker.component, taker.capability, taker.command, taker.argument, taker.attribute)


def _order(part: Part, taker: Taker, value: str | float | bool) -> Order:
    return Order(part.device, taker.component, taker.capability.name, taker.command.name, {taker.argument: value})
