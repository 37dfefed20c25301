"""Conditions on a state: which readings tell it, by the rules that answer questions, and which of their values it takes."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Literal

from yamori.agentkit.watch import MOST_TESTS, Operator, Test
from yamori.agents.iot.rules.activity import is_mode
from yamori.agents.iot.rules.answers import AT_REST
from yamori.agents.iot.rules.commands import concepts_in
from yamori.agents.iot.rules.comparisons import Comparison, comparison_in
from yamori.agents.iot.rules.meaning import Context, Query
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.predicates import leftover_words, without_predicate
from yamori.agents.iot.rules.queries import holds, namesakes, queried
from yamori.agents.iot.rules.targets import Reference, resolve_reference
from yamori.agents.iot.rules.watch.explained import left_over, missing
from yamori.agents.iot.rules.watch.meant import Look, Meant, path_of
from yamori.agents.iot.rules.watch.said import Said, Trouble, Why
from yamori.agents.iot.rules.watch.words import watch_words
from yamori.agents.iot.rules.words import CJK, Number, numbers, squeezed
from yamori.domain.capability import Attribute

_OR = re.compile(r"\bor\b|または|もしくは|か(?=[、\s]*□)")


def of_state(said: Said, context: Context) -> Meant | Trouble:
    """The readings and values of a state."""
    amounts = numbers(said.state)
    compared = comparison_in(said.state)
    if said.reached is not None and len(amounts) == 1 and compared is None:
        compared = _reached(said, amounts[0])
    if compared is not None:
        return _of_number(said, compared, amounts[0], context)
    text = said.shield.plain(said.state)
    reference = _reference(text, context)
    query = queried(text, reference, context)
    addresses, value = (query.attributes, query.value or "") if query is not None else ((), "")
    if gone := missing(reference, context):
        return Trouble(why=Why.MISSING, what=gone)
    if left := left_over(reference.masked, addresses, value, context):
        return _unexplained(left, reference, context)
    if amounts:
        return Trouble(why=Why.NUMBER, what=said.state[amounts[0].start : amounts[0].end])
    if query is None or not value:
        told = concepts_in(text, context.lexicon) or any(p.found(reference.masked) for p in context.lexicon.values.values())
        return _untold(reference, context) if told else Trouble(why=Why.NOTHING)
    if _is_unnamed(reference, context) and not _moves(said, context):
        return Trouble(why=Why.UNNAMED)
    return _of_value(said, query, value, reference, context)


def _is_unnamed(reference: Reference, context: Context) -> bool:
    """Whether nothing says of what it is: no name, no room, and nothing that was spoken of before."""
    return not (reference.targets or reference.rooms or (reference.same and context.focus.parts))


def _moves(said: Said, context: Context) -> bool:
    """Whether it is about somebody's being somewhere, which without a room is about the whole home."""
    there = context.lexicon.marks["there"].found(said.state) is not None
    return context.lexicon.concepts["motion"].found(said.state) is not None and not there


def _unexplained(left: Sequence[str], reference: Reference, context: Context) -> Trouble:
    """A word that nothing explains, or one for what nothing here reports."""
    if leftover_words(without_predicate(_without_values(reference.masked, context), context.lexicon), context.lexicon):
        return Trouble(why=Why.WORD, what=left[0])
    return _untold(reference, context)


def _without_values(text: str, context: Context) -> str:
    for phrases in context.lexicon.values.values():
        text = phrases.pattern.sub(" ", text)
    return text


def _untold(reference: Reference, context: Context) -> Trouble:
    devices = {p.device for t in reference.targets for p in t.parts}
    return Trouble(why=Why.UNTOLD, what=next(iter(devices)) if len(devices) == 1 else "")


def _reference(text: str, context: Context) -> Reference:
    return resolve_reference(text, context.index, context.lexicon, room=context.room, recent=context.focus.parts, own=context.own)


def _of_value(said: Said, query: Query, value: str, reference: Reference, context: Context) -> Meant | Trouble:
    looks: list[Look] = []
    for part in query.parts:
        own = [look for address in query.attributes if (look := _look(part, address, value, context)) is not None]
        if not own:  # it tells only to what it is set
            return Trouble(why=Why.UNTOLD, what=part.device)
        looks += own
    looks = list({look.test.path: look for look in looks}.values())
    if unread := _unread(reference, {look.device for look in looks}, context):
        return unread
    combine = _combined(said, value, looks, reference, context)
    if isinstance(combine, Trouble):
        return combine
    if len(looks) > MOST_TESTS:
        return Trouble(why=Why.WHICH, options=tuple(dict.fromkeys(look.device for look in looks)))
    return Meant(looks=tuple(looks), combine=combine, negated=said.negated, seconds=said.seconds, value=value)


def _unread(reference: Reference, looked_at: Collection[str], context: Context) -> Trouble | None:
    """What was named and is not looked at, nor a sensor that is called after it: half of what was said is not enough."""
    for target in reference.targets:
        if not any(p.device in looked_at for p in (*target.parts, *namesakes(target.parts, reference, context.index))):
            return Trouble(why=Why.UNTOLD, what=target.parts[0].device)
    return None


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
        named: Literal["any", "all"] = "any" if _OR.search(reference.masked) else "all"
        return Trouble(why=Why.NESTED) if several and named != resting else named
    return resting


def _reached(said: Said, amount: Number) -> Comparison:
    rest = said.state[: amount.start] + " " + said.state[amount.end :]
    return Comparison(by=said.reached or 0, equal=True, number=amount.value, rest=rest)


def _of_number(said: Said, compared: Comparison, amount: Number, context: Context) -> Meant | Trouble:
    text = said.shield.plain(_without_numbers(compared.rest))
    reference = _reference(text, context)
    if gone := missing(reference, context):
        return Trouble(why=Why.MISSING, what=gone)
    if _is_unnamed(reference, context) and not (concepts_in(reference.masked, context.lexicon) or amount.unit or context.room):
        return Trouble(why=Why.UNNAMED)
    asked = _with_quality(text, amount, reference, context)
    query = queried(asked, _reference(asked, context), context)
    opening = query is not None and squeezed(query.value or "") == "open"  # how far open is a number
    if query is None or (query.value is not None and not opening) or not query.attributes:
        left = left_over(reference.masked, (), "", context)
        return _unexplained(left, reference, context) if left else _untold(reference, context)
    if left := left_over(reference.masked, query.attributes, query.value or "", context):
        return _unexplained(left, reference, context)
    found = [(p, a, d) for p in query.parts for a in query.attributes if (d := _numeric(p, a, context)) is not None]
    fitting = [f for f in found if _fits(amount, f[2])]
    if not fitting:
        return Trouble(why=Why.NUMBER if found else Why.UNTOLD, what=said.state[amount.start : amount.end])
    kept = _narrowed(fitting, context)
    devices = tuple(dict.fromkeys(p.device for p, _, _ in kept))
    if unread := _unread(reference, {p.device for p, _, _ in fitting}, context):
        return unread
    if len(kept) > 1 and not said.quantity:
        return Trouble(why=Why.WHICH, options=devices)
    operator = _operator(compared, path_of(kept[0][0].device, *kept[0][1]), context)
    if said.negated and len(kept) == 1:
        operator, said = _INVERSE[operator], replace(said, negated=False)
    looks = tuple(
        Look(
            test=Test(path=path_of(p.device, *a), operator=operator, value=amount.value, margin=_margin(d)),
            device=p.device,
            component=a[0],
            capability=a[1],
            attribute=a[2],
        )
        for p, a, d in kept
    )
    return Meant(looks=looks, combine=said.quantity or "all", negated=said.negated, seconds=said.seconds)


_INVERSE: dict[Operator, Operator] = {">": "<=", ">=": "<", "<": ">=", "<=": ">"}
_Found = tuple[Part, tuple[str, str, str], Attribute]


def _without_numbers(text: str) -> str:
    for number in reversed(numbers(text)):
        text = text[: number.start] + " " + text[number.end :]
    return re.sub(r"\s+", " ", text).strip()


def _with_quality(text: str, amount: Number, reference: Reference, context: Context) -> str:
    """The text with the quality that its amount is of, where it names none: `above 28 in the den`."""
    lexicon = context.lexicon
    if concepts_in(reference.masked, lexicon):
        return text
    kinds = {k for t in reference.targets for p in t.parts for k in context.index.kinds_of[p.device]}
    main = {lexicon.main[k] for k in kinds if k in lexicon.main}
    quality = watch_words().units.get(amount.unit, "")
    if main and (not amount.unit or (amount.unit == "%" and quality not in main)):
        quality = next(iter(main)) if len(main) == 1 else quality
    if not quality:
        return text
    phrases = lexicon.concepts[quality]
    return f"{text}の{phrases.japanese[0]}" if CJK.search(text) else f"{text} {phrases.english[0]}"


def _numeric(part: Part, address: tuple[str, str, str], context: Context) -> Attribute | None:
    component, capability, attribute = address
    if part.component not in (None, component) or capability not in context.index.devices[part.device].components.get(component, {}):
        return None
    declared = context.index.capabilities[capability].attributes.get(attribute)
    return declared if declared is not None and declared.type in ("integer", "number") else None


def _fits(amount: Number, declared: Attribute) -> bool:
    unit = (declared.unit or "").strip().lower()
    if amount.unit == "%":
        return unit in ("%", "percent", "")
    return amount.unit != "°" or unit in ("°c", "°f", "℃", "")


def _narrowed(found: Sequence[_Found], context: Context) -> list[_Found]:
    """A device's own reading before that of one of its parts, and what only measures before what also does something else."""
    kept = [f for f in found if f[1][0] == "main" or not any(g[0].device == f[0].device and g[1][0] == "main" for g in found)]
    only = [f for f in kept if not _acts(f[0].device, context)]
    return only if len(only) == 1 else kept


def _acts(device: str, context: Context) -> bool:
    return any(context.index.capabilities[name].commands for _, name in context.index.devices[device].capabilities())


def _operator(compared: Comparison, path: str, context: Context) -> Operator:
    by = compared.by
    if by == 0:  # from where it is now
        now = context.state.get(path)
        by = -1 if isinstance(now, int | float) and not isinstance(now, bool) and now > compared.number else 1
    if by > 0:
        return ">=" if compared.equal else ">"
    return "<=" if compared.equal else "<"


def _margin(declared: Attribute) -> float:
    margins = watch_words().margins
    if (declared.unit or "") in margins:
        return margins[declared.unit or ""]
    if declared.minimum is None or declared.maximum is None:
        return 0
    return round((declared.maximum - declared.minimum) / 100, 6)
