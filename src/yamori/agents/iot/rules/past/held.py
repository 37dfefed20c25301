"""What a device reported at a moment that is over, in words: why something fired. Pure; `apps` asks."""

from yamori.agents.iot.rules.grammar import grammar_of
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.past.paths import address_of
from yamori.agents.iot.rules.past.words import saying_of
from yamori.agents.iot.rules.phrases import value_phrase
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.agents.iot.rules.words import lexicon
from yamori.agents.iot.texts import TEXTS
from yamori.domain.language import Language
from yamori.domain.values import Value

_WHO = "presence"
"""A tracker and a sensor report it alike, and only one of the two detects anybody."""


def held_text(path: str, value: Value, index: HomeIndex, language: Language) -> str:
    """`the fridge was open`, 冷蔵庫が開いていた; empty for what there are no words for."""
    address = address_of(path, index.devices.values())
    if address is None or address.attribute == _WHO:
        return ""
    grammar = grammar_of(language)
    name = spoken_name(index.devices[address.device], address.component, index, language)
    said = {True: "on", False: "off"}[value] if isinstance(value, bool) else value
    saying = saying_of(said, language.value) if isinstance(said, str) else None
    if saying is not None:
        was = grammar.agreed(saying.was, grammar.number(name, listed=True))
        return TEXTS.said(language, "past.held.state", name=name, was=was)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    phrase = value_phrase(address.capability, address.attribute, value, index, lexicon(), language=language)
    quality = grammar.quality(address.attribute, address.capability, lexicon())
    shown = phrase.removeprefix(quality).strip() if quality else phrase
    return TEXTS.said(language, f"past.held.{'quality' if quality else 'number'}", name=name, quality=quality, value=shown)
