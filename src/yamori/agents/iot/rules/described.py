"""Commands that were not given yet, in words: what a question or an approval shows, and what is kept for later."""

from collections.abc import Sequence
from itertools import groupby

from yamori.agents.iot.rules.commands import Order
from yamori.agents.iot.rules.grammar import grammar_of
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.phrases import command_phrase, listed, unit_text, value_word
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.agents.iot.rules.words import lexicon
from yamori.domain.capability import ArgumentEffect, Capability, CommandSpec
from yamori.domain.language import Language
from yamori.domain.values import Value


def described(orders: Sequence[Order], index: HomeIndex, language: Language) -> str:
    """What the commands would do, as a sentence can end: `turn off the hall light and open the blinds`."""
    grammar = grammar_of(language)
    parts: list[str] = []
    for (_, what, values), alike in groupby(orders, lambda order: (order.capability, *_said(order, index, language))):
        names = [spoken_name(index.devices[o.device], o.component, index, language) for o in alike]
        parts.append(grammar.order(what, listed(names, language), values))
    return grammar.orders(parts)


def _said(order: Order, index: HomeIndex, language: Language) -> tuple[str, str]:
    """What a command does, and to what value."""
    capability = index.capabilities[order.capability]
    command = capability.commands[order.command]
    given = {name: value for name, value in order.arguments.items() if command.defaults.get(name) != value}
    values = ", ".join(_value(command, capability, name, value, language) for name, value in given.items())
    return command_phrase(command, capability, lexicon(), language=language), values


def _value(command: CommandSpec, capability: Capability, argument: str, value: Value, language: Language) -> str:
    """A value with the unit of the attribute that it is for."""
    attribute = next((a for a, effect in command.effects.items() if effect == ArgumentEffect(argument=argument)), argument)
    declared = capability.attributes.get(attribute)
    word = value_word(attribute, value, lexicon(), language=language)
    return word + unit_text((declared.unit or "") if declared is not None else "", language)
