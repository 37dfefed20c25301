"""How devices, attributes, values and commands are called when they are spoken of, in the person's language."""

from collections.abc import Mapping, Sequence

from yamori.agentkit import phrasing
from yamori.agentkit.phrasing import beside, series, together
from yamori.agents.iot.rules.commands import is_switch
from yamori.agents.iot.rules.grammar import grammar_of
from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.words import Lexicon, name_words, normal, squeezed
from yamori.agents.iot.texts import TEXTS
from yamori.domain.capability import Attribute, Capability, CommandSpec
from yamori.domain.home import Device
from yamori.domain.language import Language, is_lettered, is_spaced
from yamori.domain.values import Value

SHOWN = 10
"""Things named in one sentence at most; the rest are counted."""


def called(device: Device, component: str, language: Language) -> str:
    """A device's name in a language: a Japanese alias for a Japanese sentence where the home has one, and the other way round."""
    name = next((n for n in (device.name, *device.aliases) if is_lettered(n, language)), device.name)
    return with_part(name, component, language)


def with_part(name: str, component: str, language: Language) -> str:
    """A device's name with that of its component; the main one needs none."""
    return name if component == "main" else beside(name, component, language)


def room_called(room: str | None, index: HomeIndex, language: Language) -> str:
    """A room's name in a language; empty for no room."""
    found = index.rooms.get(room or "")
    if found is None:
        return ""
    return next((n for n in (found.name, *found.aliases) if is_lettered(n, language)), found.name)


def placed(device: Device, component: str, index: HomeIndex, language: Language) -> str:
    """A device's name, with its room where the name does not say it."""
    name = called(device, component, language)
    room = index.rooms.get(device.room or "")
    if room is None or any(normal(n) in normal(name) for n in (room.name, *room.aliases)):
        return name
    return beside(name, room_called(device.room, index, language), language)


def label(part: Part, index: HomeIndex, language: Language) -> str:
    return placed(index.devices[part.device], part.component or "main", index, language)


def listed(names: Sequence[str], language: Language) -> str:
    """Names as a person lists them."""
    shown, more = names[:SHOWN], len(names) - SHOWN
    if more > 0:
        return TEXTS.said(language, "more", before=series(shown, language), count=more)
    return together(shown, language) if len(shown) == 2 else phrasing.listed(shown, language)


def joined(texts: Sequence[str], language: Language) -> str:
    """Sentences one after the other, without the empty ones."""
    return phrasing.sentences((text for text in texts if text), language)


def number_of(names: Sequence[str], language: Language) -> int:
    """How many a list of names is of to the verb beside it: the blinds are several."""
    return len(names) if len(names) > 1 else grammar_of(language).number(names[0])


def unit_text(unit: str, language: Language, *, said: str = "spoken") -> str:
    """What stands behind a number, with the blank before it where the language has one; `said` is the list of `units` with what it is
    called, `written` for as it is written."""
    if unit in ("", "%"):
        return unit
    name = f"units.{said}.{unit}"
    return TEXTS.said(language, "units.apart") + (TEXTS.said(language, name) if TEXTS.has(language, name) else unit)


def value_phrase(capability: str, attribute: str, value: Value, index: HomeIndex, lexicon: Lexicon, *, language: Language) -> str:
    """One attribute as words: `level 40%`, `off`, 温度21.5度."""
    declared = index.capabilities[capability].attributes.get(attribute) if capability in index.capabilities else None
    quality = grammar_of(language).quality_beside(attribute, capability, value, lexicon)
    shown = quoted_or_word(attribute, value, declared, lexicon, language=language)
    unit = unit_text((declared.unit or "") if declared else "", language)
    blank = " " if quality and is_spaced(quality) else ""
    return f"{quality}{blank}{shown}{unit}{_end(attribute, value, declared, lexicon, language)}"


def quoted_or_word(attribute: str, value: Value, declared: Attribute | None, lexicon: Lexicon, *, language: Language) -> str:
    """A value as a word of the house, or as a quotation where somebody wrote it."""
    free = isinstance(value, str) and declared is not None and declared.type == "string" and not declared.values
    if free and not _is_word(str(value), lexicon):
        return quoted(str(value), language)
    return value_word(attribute, value, lexicon, language=language)


def quoted(text: str, language: Language) -> str:
    """A text that somebody wrote, as it was written."""
    return phrasing.quoted(text if len(text) <= 80 else f"{text[:79]}…", language)


def _is_word(text: str, lexicon: Lexicon) -> bool:
    """A word that the house knows, such as a state or a colour, though its capability does not list it."""
    flat = squeezed(text)
    return flat in lexicon.values or text.islower() or any(flat in (c.name, squeezed(c.hex)) for c in lexicon.colours)


def _end(attribute: str, value: Value, declared: Attribute | None, lexicon: Lexicon, language: Language) -> str:
    """A position at one of its ends is closed or open."""
    if declared is None or isinstance(value, bool) or not any(like in squeezed(attribute) for like in lexicon.likes["position"]):
        return ""
    ends = {declared.minimum: "closed", declared.maximum: "open"}
    end = ends.get(value) if isinstance(value, int | float) else None
    return "" if end is None else TEXTS.said(language, "values.end", end=TEXTS.said(language, f"values.{end}"))


def value_word(attribute: str, value: Value, lexicon: Lexicon, *, language: Language) -> str:
    """A value alone, as it is said: `run` as running, a hex code as the colour it is."""
    if isinstance(value, bool):
        if not is_switch(attribute, lexicon):
            return TEXTS.said(language, "values.yes" if value else "values.no")
        value = "on" if value else "off"
    if isinstance(value, int | float):
        return f"{value:g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{' '.join(name_words(k))} {value_word(k, v, lexicon, language=language)}" for k, v in value.items())
    text = str(value)
    flat = squeezed(text)
    colour = next((c for c in lexicon.colours if flat in (c.name, squeezed(c.hex)) and flat), None)
    grammar = grammar_of(language)
    return grammar.colour(colour) if colour else grammar.state(text, lexicon)


def quality_called(attribute: str, capability: str, lexicon: Lexicon, language: Language) -> str:
    """What an attribute is called; empty where its value says it all."""
    return grammar_of(language).quality(attribute, capability, lexicon)


def command_phrase(command: CommandSpec | str, capability: Capability | None, lexicon: Lexicon, *, language: Language) -> str:
    """What a command does, said in a few words: `unlock`, 解錠する, 明るさの設定."""
    return grammar_of(language).command(command, capability, lexicon)
