"""Conditions on a number: which reading it is compared with, how, and by how much the reading may tremble."""

from collections.abc import Sequence
from dataclasses import replace

from yamori.agentkit.watch import Operator, Test
from yamori.agents.iot.rules.commands import concepts_in
from yamori.agents.iot.rules.comparisons import Comparison
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.queries import queried
from yamori.agents.iot.rules.targets import Reference
from yamori.agents.iot.rules.watch.condition import Condition, Look, path_of
from yamori.agents.iot.rules.watch.explained import is_unnamed, left_over, missing, reference_of, unexplained_by, unread_of, untold
from yamori.agents.iot.rules.watch.said import Said, Trouble, Why
from yamori.agents.iot.rules.watch.words import watch_words
from yamori.agents.iot.rules.words import Number, numbers, squeezed
from yamori.agents.iot.texts import TEXTS
from yamori.domain.capability import Attribute
from yamori.domain.language import language_of


def reached_at(said: Said, amount: Number) -> Comparison:
    rest = said.state[: amount.start] + " " + said.state[amount.end :]
    return Comparison(by=said.reached or 0, equal=True, number=amount.value, rest=rest)


def of_number(said: Said, compared: Comparison, amount: Number, context: Context) -> Condition | Trouble:
    text = said.shield.plain(_without_numbers(compared.rest))
    reference = reference_of(text, context)
    if gone := missing(reference, context):
        return Trouble(why=Why.MISSING, what=gone)
    if is_unnamed(reference, context) and not (concepts_in(reference.masked, context.lexicon) or amount.unit or context.room):
        return Trouble(why=Why.UNNAMED)
    asked = _with_quality(text, amount, reference, context)
    query = queried(asked, reference_of(asked, context), context)
    opening = query is not None and squeezed(query.value or "") == "open"  # how far open is a number
    if query is None or (query.value is not None and not opening) or not query.attributes:
        left = left_over(reference.masked, (), "", context)
        return unexplained_by(left, reference, context) if left else untold(reference, context)
    if left := left_over(reference.masked, query.attributes, query.value or "", context):
        return unexplained_by(left, reference, context)
    found = [(p, a, d) for p in query.parts for a in query.attributes if (d := _numeric(p, a, context)) is not None]
    fitting = [f for f in found if _fits(amount, f[2])]
    if not fitting:
        return Trouble(why=Why.NUMBER, what=said.state[amount.start : amount.end]) if found else untold(reference, context)
    kept = _narrowed(fitting, context)
    devices = tuple(dict.fromkeys(p.device for p, _, _ in kept))
    if unread := unread_of(reference, {p.device for p, _, _ in fitting}, context):
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
    return Condition(looks=looks, combine=said.quantity or "all", negated=said.negated, seconds=said.seconds)


_INVERSE: dict[Operator, Operator] = {">": "<=", ">=": "<", "<": ">=", "<=": ">"}
_Found = tuple[Part, tuple[str, str, str], Attribute]


def _without_numbers(text: str) -> str:
    for number in reversed(numbers(text)):
        text = text[: number.start] + " " + text[number.end :]
    return " ".join(text.split())


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
    language = language_of(text)
    return TEXTS.said(language, "watch.of_quality", text=text, quality=lexicon.concepts[quality].of(language)[0])


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
