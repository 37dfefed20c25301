"""Two orders in one sentence that exclude each other: `turn the lamp on and off`, `to 30 % and to 80 %`. Which of them is meant, only the
person knows; what is to be done one after the other (`on, then off`) is no contradiction."""

from collections.abc import Sequence
from dataclasses import replace

from yamori.agents.iot.rules.clauses import senses
from yamori.agents.iot.rules.commands import Order
from yamori.agents.iot.rules.intent import understand
from yamori.agents.iot.rules.meaning import Context, Focus, Meaning
from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.segments import split_actions
from yamori.agents.iot.rules.verdicts import OPPOSITES
from yamori.agents.iot.rules.words import Lexicon, normal
from yamori.domain.capability import ArgumentEffect
from yamori.understanding.detection import language_in
from yamori.understanding.mood import is_question
from yamori.understanding.vocabulary import vocabulary

Either = tuple[tuple[Order, ...], tuple[Order, ...]]


def either_of(request: str, meaning: Meaning, context: Context) -> Either | None:
    """The two orders; None where nothing is contradicted."""
    text = normal(request)
    if is_question(text) or meaning.undo or meaning.stages or any(s.stage for s in split_actions(request).segments):
        return None
    narrowed = _narrowed(text, context.lexicon)
    if meaning.orders and (two := _excluding(meaning.orders, context.index, partly=bool(narrowed))) is not None:
        return two
    for first, second in narrowed:
        one, other = understand(first, context).orders, understand(second, context).orders
        if one and other and {o.device for o in one} == {o.device for o in other}:
            return one, other
    return None


def chosen_of(either: Either, answer: str, context: Context) -> tuple[Order, ...]:
    """Which of them an answer means; empty where it does not tell."""
    parts = tuple(Part(device) for device in dict.fromkeys(o.device for o in either[0]))
    meant = {_goal(o) for o in understand(answer, replace(context, focus=Focus(parts=parts), chosen="")).orders}
    fitting = [orders for orders in either if meant and meant <= {_goal(o) for o in orders}]
    return fitting[0] if len(fitting) == 1 else ()


def _goal(order: Order) -> tuple[str, str, str]:
    return order.capability, order.command, repr(sorted(order.arguments.items()))


def _excluding(orders: Sequence[Order], index: HomeIndex, *, partly: bool) -> Either | None:
    """Two commands for the same devices that would make one attribute two things. What is said of some of them only is an exception, and
    each of them gets what was said of it last; not so with `partly`, where both were said of the same name in one breath."""
    wanted: dict[tuple[str, str, str], list[Order]] = {}
    for order in orders:
        wanted.setdefault(_goal(order), []).append(order)
    found = [tuple(held) for held in wanted.values()]
    for n, one in enumerate(found):
        for other in found[n + 1 :]:
            first, second = {(o.device, o.component) for o in one}, {(o.device, o.component) for o in other}
            if (
                (first == second or (partly and first & second))
                and one[0].capability == other[0].capability
                and _exclude(one[0], other[0], index)
            ):
                return one, other
    return None


def _exclude(one: Order, other: Order, index: HomeIndex) -> bool:
    """Whether two commands of a capability set one attribute: the same command twice, or the two states of what has only two. Of more
    states (`stop it and send it back`) one may come after the other."""
    capability = index.capabilities[one.capability]
    first, second = capability.commands[one.command].effects, capability.commands[other.command].effects
    if one.command == other.command:
        return any(isinstance(effect, ArgumentEffect) for effect in first.values())
    return any(len(capability.attributes[a].values) in (0, _TWO) for a in first.keys() & second.keys() if a in capability.attributes)


_TWO = 2


def _narrowed(text: str, lexicon: Lexicon) -> list[tuple[str, str]]:
    """The text with only the first, and only the second, of two opposite verbs that are joined."""
    both = vocabulary(language_in(text)).both
    found = sorted(((sense.name, m.start(), m.end()) for sense, m in senses(text, lexicon)), key=lambda verb: verb[1:])
    return [
        (text[:end] + text[after:], text[:start] + text[behind:])
        for name, start, end in found
        for other, behind, after in found
        if end <= behind and OPPOSITES.get(name) == other and text[end:behind].strip(" ,、") in both
    ]
