"""What `a bit more` asks for: what was asked before once more, or another step in the way in which something went."""

from collections.abc import Sequence

from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.predicates import read_predicate
from yamori.agents.iot.rules.targets import Target
from yamori.agents.iot.rules.undo import Change
from yamori.agents.iot.rules.words import squeezed


def onward(predicate: str, targets: Sequence[Target], context: Context) -> str:
    """The request of before where code reads it as what was done; where only a reader understood it, the word for more or less of what it
    changed (`dimmer`)."""
    steps = {change: step for change in context.focus.receipts if (step := _step_of(change, context)) is not None}
    orders = read_predicate(predicate, targets, context).orders if predicate else ()
    changed = {(device, capability) for device, _, capability, _, _ in steps}
    if orders and (not changed or changed & {(order.device, order.capability) for order in orders}):
        return predicate
    ways = set(steps.values())
    return ways.pop() if len(ways) == 1 else predicate


def _step_of(change: Change, context: Context) -> str | None:
    """The word of the lexicon for the way in which a number went (`dimmer`, `less`); None for what did not go up or down."""
    device, component, capability, attribute, before = change
    after, lex = context.state.get(f"{device}.{component}.{capability}.{attribute}"), context.lexicon
    if not _is_number(before) or not _is_number(after) or before == after:
        return None
    by = 1 if float(str(after)) > float(str(before)) else -1
    steps = [step for step in lex.steps if step.by == by and step.phrases.found(step.name) is not None]
    flat = squeezed(attribute)
    named = [s.name for s in steps if s.about and any(like in flat for like in lex.likes.get(s.about, ()))]
    return next(iter((*named, *(s.name for s in steps if not s.about))), None)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
