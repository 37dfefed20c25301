"""Orders as a sentence that the agent reads as just these orders: what a request comes to in full. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from yamori.agents.iot.rules.commands import Order
from yamori.agents.iot.rules.intent import understand
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.phrases import command_phrase, quality_called, value_word
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.agents.iot.texts import TEXTS
from yamori.domain.capability import ArgumentEffect
from yamori.domain.language import Language
from yamori.domain.values import Value


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
    whole = TEXTS.said(language, "remembered.between_orders").join(pieces)
    return whole if _reads_as(whole, orders, context) else None


def _reads_as(text: str, orders: Sequence[Order], context: Context) -> bool:
    made = understand(text, context).orders
    return sorted(map(_key, made)) == sorted(map(_key, orders))


def _key(order: Order) -> str:
    given = {name: float(v) if isinstance(v, int | float) and not isinstance(v, bool) else v for name, v in order.arguments.items()}
    return f"{order.device} {order.component} {order.capability} {order.command} {sorted(given.items())}"


def _ways(order: Order, index: HomeIndex, context: Context, language: Language, request: str) -> Iterator[str]:
    """Ways to say one order, the plainest first."""
    name = spoken_name(index.devices[order.device], order.component, index, language, said=request)
    capability = index.capabilities[order.capability]
    command = capability.commands[order.command]
    phrase = command_phrase(command, capability, context.lexicon, language=language)
    if not order.arguments:
        action = _asked(order.command, phrase, language)
        yield from (way.format(action=action, device=name) for way in TEXTS.listed(language, "remembered.do"))
        return
    for argument, value in order.arguments.items():
        attribute = next((a for a, e in command.effects.items() if e == ArgumentEffect(argument=argument)), argument)
        label = quality_called(attribute, capability.name, context.lexicon, language)
        last = (label.split() or [""])[-1]
        for shown in _shown(order, attribute, value, context, language):
            for way in TEXTS.listed(language, "remembered.set"):
                yield way.format(device=name, quality=label, last_word=last, value=shown)


def _shown(order: Order, attribute: str, value: Value, context: Context, language: Language) -> Iterator[str]:
    declared = context.index.capabilities[order.capability].attributes.get(attribute)
    if isinstance(value, int | float) and not isinstance(value, bool):
        unit = (declared.unit or "") if declared is not None else ""
        name = f"remembered.units.{unit}"
        yield f"{value:g}{TEXTS.said(language, name) if TEXTS.has(language, name) else ''}"
        yield f"{value:g}"
        return
    yield value_word(attribute, value, context.lexicon, language=language)
    yield str(value)


def _asked(command: str, phrase: str, language: Language) -> str:
    """What a command does, as it is asked for: 開けて for 開ける."""
    asked = _pairs(language, "asked")
    if command in asked:
        return asked[command]
    ending = next(((plain, asking) for plain, asking in _pairs(language, "asked_endings").items() if phrase.endswith(plain)), ("", ""))
    return f"{phrase.removesuffix(ending[0])}{ending[1]}"


@cache
def _pairs(language: Language, name: str) -> Mapping[str, str]:
    return dict(pair.split() for pair in TEXTS.listed(language, f"remembered.{name}"))
