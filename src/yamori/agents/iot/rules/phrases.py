"""How devices, attributes, values and commands are called when they are spoken of, in both languages."""

import re
from collections.abc import Mapping, Sequence

from yamori.agents.iot.rules.commands import begins, is_switch, needed
from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.words import CJK, Lexicon, name_words, normal, squeezed
from yamori.domain.capability import ArgumentEffect, Attribute, Capability, CommandSpec
from yamori.domain.home import Device
from yamori.domain.language import Language, is_spaced
from yamori.domain.values import Value

SHOWN = 10
"""Things named in one sentence at most; the rest are counted."""

_ACTIONS = {
    "on": "オンにする", "off": "オフにする", "open": "開ける", "close": "閉める", "lock": "施錠する", "unlock": "解錠する",
    "start": "開始する", "stop": "停止する", "pause": "一時停止する", "resume": "再開する", "play": "再生する", "mute": "ミュートする",
    "unmute": "ミュートを解除する", "dock": "充電台に戻す", "next": "次へ進む", "previous": "前へ戻る",
}  # fmt: skip
"""Sense to what a Japanese speaker calls the command."""


def called(device: Device, component: str, language: Language) -> str:
    """A device's name in a language: a Japanese alias for a Japanese sentence where the home has one, and the other way round."""
    labels = (device.name, *device.aliases)
    if language is Language.JAPANESE:
        name = next((n for n in labels if CJK.search(n)), device.name)
    else:
        name = next((n for n in labels if not CJK.search(n)), device.name)
    return name if component == "main" else f"{name} ({component})" if language is Language.ENGLISH else f"{name}（{component}）"


def room_called(room: str | None, index: HomeIndex, language: Language) -> str:
    """A room's name in a language; empty for no room."""
    found = index.rooms.get(room or "")
    if found is None:
        return ""
    labels = (found.name, *found.aliases)
    return next((n for n in labels if bool(CJK.search(n)) is (language is Language.JAPANESE)), found.name)


def placed(device: Device, component: str, index: HomeIndex, language: Language) -> str:
    """A device's name, with its room where the name does not say it."""
    name = called(device, component, language)
    room = index.rooms.get(device.room or "")
    if room is None or any(normal(n) in normal(name) for n in (room.name, *room.aliases)):
        return name
    label = room_called(device.room, index, language)
    return f"{name} ({label})" if language is Language.ENGLISH else f"{name}（{label}）"


def label(part: Part, index: HomeIndex, language: Language) -> str:
    return placed(index.devices[part.device], part.component or "main", index, language)


def listed(names: Sequence[str], language: Language) -> str:
    """Names as a person lists them."""
    shown, more = list(names[:SHOWN]), len(names) - SHOWN
    if language is Language.JAPANESE:
        return ("と" if len(shown) == 2 and more <= 0 else "、").join(shown) + (f"ほか{more}台" if more > 0 else "")
    if more > 0:
        return ", ".join(shown) + f" and {more} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0]


JA_UNITS = {"°C": "度", "℃": "度", "s": "秒", "min": "分", "h": "時間"}


def value_phrase(capability: str, attribute: str, value: Value, index: HomeIndex, lexicon: Lexicon, *, english: bool) -> str:
    """One attribute as words: `level 40%`, `off`, 温度21.5°C."""
    declared = index.capabilities[capability].attributes.get(attribute) if capability in index.capabilities else None
    unit = (declared.unit or "") if declared else ""
    shown = quoted_or_word(attribute, value, declared, lexicon, english=english)
    if english:
        space = "" if unit in ("%",) or not unit else " "
        return (
            shown
            if plainly_named(attribute, capability, value, lexicon)
            else f"{' '.join(name_words(attribute))} {shown}{space}{unit}{_end(attribute, value, declared, lexicon, english)}"
        )
    known = japanese_label(attribute, capability, lexicon)
    unit = JA_UNITS.get(unit, unit)
    return f"{known}{' ' if known and is_spaced(known) else ''}{shown}{unit}{_end(attribute, value, declared, lexicon, english)}"


def plainly_named(attribute: str, capability: str, value: Value, lexicon: Lexicon) -> bool:
    """Whether the value says it all without its attribute's name: `running` of a machine's state."""
    return isinstance(value, str | bool) and (
        squeezed(attribute) in squeezed(capability)
        or squeezed(attribute).endswith(("state", "status", "movement"))
        or (isinstance(value, bool) and is_switch(attribute, lexicon))
    )


def quoted_or_word(attribute: str, value: Value, declared: Attribute | None, lexicon: Lexicon, *, english: bool) -> str:
    """A value as a word of the house, or as a quotation where somebody wrote it."""
    free = isinstance(value, str) and declared is not None and declared.type == "string" and not declared.values
    if free and not _is_word(str(value), lexicon):
        return quoted(str(value), english=english)
    return value_word(attribute, value, lexicon, english=english)


def quoted(text: str, *, english: bool) -> str:
    """A text that somebody wrote, as it was written."""
    shown = text if len(text) <= 80 else f"{text[:79]}…"
    return f"“{shown}”" if english else f"「{shown}」"


def _is_word(text: str, lexicon: Lexicon) -> bool:
    """A word that the house knows, such as a state or a colour, though its capability does not list it."""
    flat = squeezed(text)
    return flat in lexicon.values or text.islower() or any(flat in (c.name, squeezed(c.hex)) for c in lexicon.colours)


def _end(attribute: str, value: Value, declared: Attribute | None, lexicon: Lexicon, english: bool) -> str:
    """A position at one of its ends is closed or open."""
    if declared is None or isinstance(value, bool) or not any(like in squeezed(attribute) for like in lexicon.likes["position"]):
        return ""
    ends = {declared.minimum: ("closed", "閉"), declared.maximum: ("fully open", "全開")}
    said = ends.get(value) if isinstance(value, int | float) else None
    return "" if said is None else f" ({said[0]})" if english else f"（{said[1]}）"


def value_word(attribute: str, value: Value, lexicon: Lexicon, *, english: bool) -> str:
    """A value alone, as it is said: `run` as running, a hex code as the colour it is."""
    if isinstance(value, bool):
        if is_switch(attribute, lexicon):
            value = "on" if value else "off"
        else:
            return ("yes" if value else "no") if english else ("はい" if value else "いいえ")
    if isinstance(value, int | float):
        return f"{value:g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{' '.join(name_words(k))} {value_word(k, v, lexicon, english=english)}" for k, v in value.items())
    text = str(value)
    flat = squeezed(text)
    colour = next((c for c in lexicon.colours if flat in (c.name, squeezed(c.hex)) and flat), None)
    if colour:
        return colour.name if english else colour.phrases.japanese[0]
    if not english:
        return lexicon.says.get(flat, text)
    said = next(iter(lexicon.values[flat].english), "") if flat in lexicon.values else ""
    return said if said.startswith(flat) else " ".join(name_words(text)) if re.fullmatch(r"[A-Za-z]\w*", text) else text


def japanese_label(attribute: str, capability: str, lexicon: Lexicon) -> str:
    """What a Japanese speaker calls the attribute; nothing where the value says it all (オン, 施錠)."""
    flat, whole = squeezed(attribute), squeezed(capability)
    fits = [
        (len(like), -flat.index(like), concept)
        for concept, likes in lexicon.likes.items()
        for like in likes
        if like in flat and not any(u in whole for u in lexicon.unlikes[concept])
    ]
    if fits:
        concept = max(fits)[-1]
        if concept in ("contact", "switchstate", "lockstate", "runstate", "motion", "muted"):
            return ""
        return lexicon.concepts[concept].japanese[0]
    return "" if flat in whole or is_switch(attribute, lexicon) else " ".join(name_words(attribute))


def command_phrase(command: CommandSpec | str, capability: Capability | None, lexicon: Lexicon, *, english: bool) -> str:
    """What a command does, said in a few words: `unlock`, 解錠する, 明るさの設定."""
    name = command if isinstance(command, str) else command.name
    if english:
        words = " ".join(name_words(name))
        return f"turn {words}" if words in ("on", "off") else words
    for sense, action in _ACTIONS.items():
        if begins(name, sense):
            return action
    step = next((s for s in lexicon.steps if any(begins(name, c) for c in s.commands) and s.phrases.japanese), None)
    if capability is not None and not isinstance(command, str) and needed(command):
        argument = needed(command)[0]
        set_by = (a for a, effect in command.effects.items() if effect == ArgumentEffect(argument=argument))
        known = japanese_label(next(set_by, argument), capability.name, lexicon)
        return f"{known or ' '.join(name_words(argument))}の設定"
    about = lexicon.concepts[step.about].japanese[0] if step and step.about else ""
    return f"{about}を{'上げる' if step.by > 0 else '下げる'}" if step and about else " ".join(name_words(name))


def is_are(name: str) -> str:
    """The verb that an English name takes: `blinds are`, `lamp is`."""
    bare = name.split(" (")[0]
    return "are" if bare.endswith("s") and not bare.endswith("ss") else "is"
