"""Commands that were not given yet, in words: what a question or an approval shows, and what is kept for later."""

from collections.abc import Sequence
from itertools import groupby

from yamori.agents.iot.rules.commands import Order
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.phrases import JA_UNITS, command_phrase, listed, value_word
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.agents.iot.rules.words import lexicon
from yamori.domain.capability import ArgumentEffect, Capability, CommandSpec
from yamori.domain.language import Language
from yamori.domain.values import Value
from yamori.understanding.japanese_forms import joined_actions


def described(orders: Sequence[Order], index: HomeIndex, language: Language) -> str:
    """What the commands would do, as a sentence can end: `turn off the hall light and open the blinds`."""
    english = language is Language.ENGLISH
    parts: list[str] = []
    for (_, what, values), alike in groupby(orders, lambda order: (order.capability, *_said(order, index, english=english))):
        names = [spoken_name(index.devices[o.device], o.component, index, language) for o in alike]
        name = listed(names, language)
        parts.append(_in_english(what, name, values) if english else _in_japanese(what, name, values))
    return " and ".join(parts) if english else joined_actions(parts)


def _said(order: Order, index: HomeIndex, *, english: bool) -> tuple[str, str]:
    """What a command does, and to what value."""
    capability = index.capabilities[order.capability]
    command = capability.commands[order.command]
    given = {name: value for name, value in order.arguments.items() if command.defaults.get(name) != value}
    values = ", ".join(_value(command, capability, name, value, english=english) for name, value in given.items())
    return command_phrase(command, capability, lexicon(), english=english), values


def _value(command: CommandSpec, capability: Capability, argument: str, value: Value, *, english: bool) -> str:
    """A value with the unit of the attribute that it is for."""
    attribute = next((a for a, effect in command.effects.items() if effect == ArgumentEffect(argument=argument)), argument)
    declared = capability.attributes.get(attribute)
    unit = (declared.unit or "") if declared is not None else ""
    word = value_word(attribute, value, lexicon(), english=english)
    return f"{word}{' ' if unit and unit != '%' else ''}{unit}" if english else f"{word}{JA_UNITS.get(unit, unit)}"


def _in_english(what: str, name: str, values: str) -> str:
    """`make the lamp brighter`, `set the lamp to 15%`, `open the gate`; the name has its article."""
    if what.endswith("er"):
        return f"make {name} {what}"
    if values:
        return f"set {name} to {values}" if what.startswith("set ") else f"{what} {name} ({values})"
    return f"{what} {name}"


def _in_japanese(what: str, name: str, values: str) -> str:
    if values and what.endswith("の設定"):
        quality = what.removesuffix("の設定")
        return f"{name}を{values}にする" if quality == "モード" else f"{name}の{quality}を{values}にする"
    particle = "の" if "を" in what else "を"  # 明るさを上げる
    return f"{name}{particle}{what}{f'（{values}）' if values else ''}"
