"""A request on known targets: the orders that fulfil it with every word accounted for, or why it cannot be fulfilled."""

import re
from collections.abc import Sequence

from yamori.agents.iot.rules.clauses import has_value, senses
from yamori.agents.iot.rules.commands import Order, begins, coloured, is_about, limits, named, offered, properties, setters
from yamori.agents.iot.rules.meaning import Context, Meaning, Trouble
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.orders import orders_for
from yamori.agents.iot.rules.switches import substitute
from yamori.agents.iot.rules.targets import Target
from yamori.agents.iot.rules.words import CJK, Lexicon, Sense, numbers, tokens
from yamori.domain.capability import CommandSpec
from yamori.domain.language import is_spaced

_HIRAGANA = re.compile(r"[\u3040-\u309f]+")
"""Endings of verbs; a short run of it is no name."""


def read_predicate(predicate: str, targets: Sequence[Target], context: Context) -> Meaning:
    """`predicate` is the request with its names replaced by `□`."""
    lex = context.lexicon
    found: list[tuple[Sense | None, re.Match[str] | None]] = [*senses(predicate, lex)]
    differences = [m for s, m in found if s and m and s.by and not _is_of_amount(m, predicate, lex)]
    if not differences or any(n.goal for n in numbers(predicate)):  # `20 lower` is never set to 20
        found.append((None, None))
    offered_kind = any(t.kind in lex.offers for t in targets)
    for sense, match in found:
        if offered_kind and sense is not None and sense.name in ("on", "off"):
            continue  # music is stopped, not switched off
        rest = predicate
        if sense is not None and match is not None:
            rest = sense.phrases.pattern.sub(" ", predicate[: match.start()] + " " + predicate[match.end() :])
        orders: list[Order] = []
        for target in targets:
            made, used = orders_for(sense, match.group() if match else "", target, predicate, rest, context)
            if not made:
                orders = []
                break
            orders += made
            rest = used
        if orders and not leftover_words(rest, lex):
            return Meaning(orders=tuple(orders), predicate=predicate)
    if _is_impossible(predicate, targets, context):
        return Meaning(trouble=Trouble.CANNOT, about=tuple(p.device for t in targets for p in t.parts[:3]))
    return Meaning()


def _is_of_amount(said: re.Match[str], predicate: str, lex: Lexicon) -> bool:
    """Whether it is a part of an amount: the `brighter` of 一番明るく."""
    amounts = (m for p in lex.portions for m in p.phrases.pattern.finditer(predicate))
    return any(m.start() <= said.start() and said.end() <= m.end() and m.group() != said.group() for m in amounts)


def _is_impossible(predicate: str, targets: Sequence[Target], context: Context) -> bool:
    """A plain request for which no target has anything to offer."""
    lex = context.lexicon
    parts = [p for t in targets for p in t.parts]
    colour = next((c for c in lex.colours if c.phrases.found(predicate)), None)
    if colour is not None:
        bare = leftover_words(without_predicate(predicate, lex), lex)
        return not bare and not any(coloured(p, context.index, colour) for p in parts)
    if numbers(predicate) and not any(True for p in parts for _ in setters(p, context.index)):
        return not leftover_words(without_predicate(predicate, lex), lex) and not any(
            properties(c) for p in parts for _, _, c in offered(p, context.index)
        )
    found = senses(predicate, lex)
    if any(_is_unheard_of(c, lex) for p in parts for _, _, c in offered(p, context.index)):
        return False
    plain = [s for s, m in found if not leftover_words(without_predicate(predicate[: m.start()] + " " + predicate[m.end() :], lex), lex)]
    return bool(plain) and not has_value(predicate, lex) and not any(_could(s, p, context) for s in plain for p in parts)


def _is_unheard_of(command: CommandSpec, lex: Lexicon) -> bool:
    """A command that no request of the lexicon leads to: only its documentation says what it is good for."""
    return not begins(command.name, "set") and not any(begins(command.name, w) for s in (*lex.senses, *lex.steps) for w in s.commands)


def _could(sense: Sense, part: Part, context: Context) -> bool:
    """Whether anything that the device offers might be a way to fulfil the request; if so a model should look."""
    index, lex = context.index, context.lexicon
    if named(sense, part, index, lex) or substitute(sense, part, index, lex):
        return True
    if not sense.about:
        return bool(sense.by) and any(True for _ in setters(part, index))
    return any(is_about(s.capability, s.command, sense.about, lex) for s in setters(part, index))


def small_scale(part: Part, context: Context) -> bool:
    """Whether the device has a quantity of a few steps, such as a fan's speed."""
    return any((high := limits(s)[1]) is not None and high <= 12 for s in setters(part, context.index))


def without_predicate(text: str, lex: Lexicon) -> str:
    """The text without numbers, senses, qualities and colours."""
    for number in reversed(numbers(text)):
        text = text[: number.start] + " " + text[number.end :]
    for phrases in (*(s.phrases for s in (*lex.senses, *lex.steps)), *lex.concepts.values(), *(c.phrases for c in lex.colours)):
        text = phrases.pattern.sub(" ", text)
    return text


def leftover_words(text: str, lex: Lexicon) -> list[str]:
    """The words that nothing has accounted for."""
    for mark in ("everything", "all", "except", "here", "same", "other", "also", "again", "now"):
        text = re.sub(lex.marks[mark].pattern, lambda m: m.group() if not is_spaced(m.group()) else " ", text)
    text = lex.marks["correction"].pattern.sub(" ", text)
    left = [t.text for t in tokens(text) if t.is_word and t.text not in lex.filler and t.stem not in lex.filler]
    rest = "".join(c if CJK.match(c) or c == "ー" else " " for c in text)
    for word in lex.filler_ja:
        rest = rest.replace(word, " ")
    return left + [w for w in rest.split() if len(w) > 2 or not _HIRAGANA.fullmatch(w)]
