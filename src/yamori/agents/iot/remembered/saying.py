"""Orders as a sentence that the agent reads as just these orders: what a request comes to in full. Pure."""

from collections.abc import Iterator, Sequence

from yamori.agents.iot.rules.commands import Order
from yamori.agents.iot.rules.intent import understand
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.phrases import command_phrase, quality_called, value_word
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.domain.capability import ArgumentEffect
from yamori.domain.language import Language
from yamori.domain.values import Value

_UNITS = {"°C": ("degrees", "度"), "℃": ("degrees", "度"), "%": ("%", "%"), "K": ("K", "K")}
_STEMS = {"する": "して", "ける": "けて", "める": "めて", "れる": "れて", "す": "して", "む": "んで", "る": "って"}
"""Endings of the dictionary form to those that ask for it."""
_JA_SWITCHED = {"on": "つけて", "off": "消して"}


def said(orders: Sequence[Order], context: Context, language: Language, *, request: str = "") -> str | None:
    """None where no words are read back as all of them and nothing else. `request`: the person's sentence in normal form, by whose words
    things are called."""
    pieces: list[str] = []
    for order in orders:
        ways = _ways(order, context.index, context, language, request)
        piece = next((text for text in ways if _reads_as(text, [order], context)), None)
        if piece is None:
            return None
        pieces.append(piece)
    whole = " and ".join(pieces) if language is Language.ENGLISH else "、".join(pieces)
    return whole if _reads_as(whole, orders, context) else None


def _reads_as(text: str, orders: Sequence[Order], context: Context) -> bool:
    made = understand(text, context).orders
    return sorted(map(_key, made)) == sorted(map(_key, orders))


def _key(order: Order) -> str:
    given = {name: float(v) if isinstance(v, int | float) and not isinstance(v, bool) else v for name, v in order.arguments.items()}
    return f"{order.device} {order.component} {order.capability} {order.command} {sorted(given.items())}"


def _ways(order: Order, index: HomeIndex, context: Context, language: Language, request: str) -> Iterator[str]:
    """Ways to say one order, the plainest first."""
    english = language is Language.ENGLISH
    name = spoken_name(index.devices[order.device], order.component, index, language, said=request)
    capability = index.capabilities[order.capability]
    command = capability.commands[order.command]
    phrase = command_phrase(command, capability, context.lexicon, language=language)
    if not order.arguments:
        yield f"{phrase} {name}" if english else f"{name}を{_JA_SWITCHED.get(order.command, _asked(phrase))}"
        yield f"play music on {name}" if english else f"{name}で音楽をかけて"
        return
    for argument, value in order.arguments.items():
        attribute = next((a for a, e in command.effects.items() if e == ArgumentEffect(argument=argument)), argument)
        label = quality_called(attribute, capability.name, context.lexicon, language)
        for shown in _shown(order, attribute, value, context, language):
            if english:
                yield f"set {name} to {shown}"
                yield f"set {name} to {label.split()[-1]} {shown}"
                yield f"set the {label} of {name} to {shown}"
            else:
                yield f"{name}の{label}を{shown}にして"
                yield f"{name}を{shown}にして"


def _shown(order: Order, attribute: str, value: Value, context: Context, language: Language) -> Iterator[str]:
    english = language is Language.ENGLISH
    declared = context.index.capabilities[order.capability].attributes.get(attribute)
    if isinstance(value, int | float) and not isinstance(value, bool):
        unit = (declared.unit or "") if declared is not None else ""
        spelled = _UNITS.get(unit, ("", ""))[0 if english else 1]
        yield f"{value:g}{' ' if english and spelled and spelled != '%' else ''}{spelled}"
        yield f"{value:g}"
        return
    yield value_word(attribute, value, context.lexicon, language=language)
    yield str(value)


def _asked(phrase: str) -> str:
    """開ける as 開けて."""
    ending = next((e for e in _STEMS if phrase.endswith(e)), "")
    return f"{phrase.removesuffix(ending)}{_STEMS[ending]}" if ending else phrase
