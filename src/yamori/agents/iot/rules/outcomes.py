"""What came of commands, as people say it: what is true now, or was true already. Every word comes from a receipt."""

from collections.abc import Mapping, Sequence

from yamori.agents.iot.rules.activity import is_mode
from yamori.agents.iot.rules.commands import is_switch
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.phrases import japanese_label, listed, plainly_named, quoted_or_word, value_phrase
from yamori.agents.iot.rules.words import Lexicon, name_words, squeezed
from yamori.domain.language import Language
from yamori.domain.values import Value

_ADJECTIVES = frozenset(
    {"on", "off", "open", "closed", "locked", "unlocked", "muted", "unmuted", "playing", "paused", "stopped", "running", "docked"}
)
_LEVELS = frozenset({"level", "brightness", "brightnesspercentage"})
"""Attributes that a thing is simply `at`."""

_JA_DONE = {
    "on": "をつけました", "off": "を消しました", "open": "を開けました", "closed": "を閉めました", "locked": "の鍵をかけました",
    "unlocked": "の鍵を開けました", "muted": "をミュートしました", "unmuted": "のミュートを解除しました", "playing": "を再生しています",
    "paused": "を一時停止しました", "stopped": "を止めました",
}  # fmt: skip
_JA_ALREADY = {
    "on": "はもうついています", "off": "はもう消えています", "open": "はもう開いています", "closed": "はもう閉まっています",
    "locked": "の鍵はもうかかっています", "unlocked": "の鍵はもう開いています", "muted": "はもうミュートになっています",
    "unmuted": "のミュートはもう解除されています", "playing": "はもう再生中です", "paused": "はもう一時停止中です",
    "stopped": "はもう止まっています",
}  # fmt: skip

Changed = Mapping[str, Value]
"""`capability.attribute` to its value after the command."""


def state_phrase(values: Changed, index: HomeIndex, lexicon: Lexicon, language: Language, *, already: bool) -> str:
    """A sentence with `{}` for the names and `{is}` for the verb: `{} {is} at 45% now.`, {}の明るさを45%にしました。"""
    say = _japanese if language is Language.JAPANESE else _english
    return say(values, index, lexicon, already=already)


def filled(phrase: str, names: Sequence[str], language: Language) -> str:
    """The sentence with these names in it."""
    text = phrase.replace("{}", listed(names, language), 1)
    if language is Language.JAPANESE:
        return text.replace("鍵の鍵", "鍵")
    plural = len(names) > 1 or _is_plural(names[0])
    text = text.replace("{is}", "are" if plural else "is").replace("{was}", "were" if plural else "was")
    return text[:1].upper() + text[1:]


def _is_plural(name: str) -> bool:
    bare = name.split(" in ")[0].split(" (")[0]
    return bare.endswith("s") and not bare.endswith("ss")


def _english(values: Changed, index: HomeIndex, lexicon: Lexicon, *, already: bool) -> str:
    itself: list[str] = []
    qualities: list[str] = []
    for path, value in values.items():
        said = _predicate(path, value, index, lexicon)
        (itself if said else qualities).append(said or path)
    then, when = ("{was}", "already") if already else ("{is}", "now")
    sentences = [f"{{}} {then} {_and(itself)} {when}."] if itself else []
    for path in qualities:
        capability, _, attribute = path.rpartition(".")
        shown = value_phrase(capability, attribute, values[path], index, lexicon, english=True)
        name = " ".join(name_words(attribute))
        if name.endswith(("ed", "en")):  # `given` is no noun that something could be of
            sentences.append(f"{{}}: {shown} {when}." if not sentences else f"{shown} {when}.")
            continue
        value = shown.removeprefix(f"{name} ")
        of = f"The {name} of {{}}" if not sentences else f"The {name}"
        sentences.append(f"{of} {'was' if already else 'is'} {value} {when}.")
    return " ".join(sentences)


def _and(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _predicate(path: str, value: Value, index: HomeIndex, lexicon: Lexicon) -> str:
    """What a thing itself is: `off`, `at 45%`, `40% open`, `set to cool`; empty where a quality of its must be named."""
    capability, _, attribute = path.rpartition(".")
    declared = index.capabilities[capability].attributes.get(attribute) if capability in index.capabilities else None
    if isinstance(value, bool):
        return ("on" if value else "off") if is_switch(attribute, lexicon) else ""
    if isinstance(value, int | float):
        unit = (declared.unit or "") if declared else ""
        number = f"{value:g}{'' if unit == '%' or not unit else ' '}{unit}"
        if declared is not None and _is_position(capability, attribute, index, lexicon):
            ends = {declared.minimum: "closed", declared.maximum: "fully open"}
            return ends.get(value) or f"{number} open"
        if squeezed(attribute) in _LEVELS:
            return f"at {number}"
        return f"set to {number}" if {"setpoint", "target"} & set(name_words(attribute)) else ""
    if not isinstance(value, str):
        return ""
    if value in ("on", "off") and not is_switch(attribute, lexicon):
        return ""  # a fan that swings need not be on
    shown = quoted_or_word(attribute, value, declared, lexicon, english=True)
    if is_mode(attribute):
        return "off" if value == "off" else f"set to {shown}"
    if value in _ADJECTIVES or plainly_named(attribute, capability, value, lexicon):
        return shown
    return shown if any(squeezed(value) in (c.name, squeezed(c.hex)) for c in lexicon.colours) else ""


def _japanese(values: Changed, index: HomeIndex, lexicon: Lexicon, *, already: bool) -> str:
    verbs: list[str] = []
    qualities: list[tuple[str, str]] = []
    for path, value in values.items():
        capability, _, attribute = path.rpartition(".")
        if isinstance(value, bool) and is_switch(attribute, lexicon):
            value = "on" if value else "off"
        known = (_JA_ALREADY if already else _JA_DONE).get(_end_of(capability, attribute, value, index, lexicon))
        if known and (value not in ("on", "off") or is_switch(attribute, lexicon)):
            verbs.append(known)
        elif isinstance(value, int | float) and _is_position(capability, attribute, index, lexicon):
            verbs.append(f"は{'もう' if already else ''}{value:g}%開いています")
        else:
            label = japanese_label(attribute, capability, lexicon)
            shown = value_phrase(capability, attribute, value, index, lexicon, english=False).removeprefix(label).strip()
            qualities.append((label, shown))
    said = (_qualities_already if already else _qualities_now)(qualities) if qualities else ""
    sentences = [*verbs, *([said.removeprefix("の") if verbs else said] if said else [])]
    return "{}" + "。".join(sentences) + "。"


def _qualities_already(qualities: Sequence[tuple[str, str]]) -> str:
    label, shown = qualities[0]
    first = f"の{label}はもう{shown}" if label else f"はもう{shown}"
    text = "、".join([first, *(f"{label}{'は' if label else ''}{shown}" for label, shown in qualities[1:])])
    return text if text.endswith("ます") else f"{text}です"


def _qualities_now(qualities: Sequence[tuple[str, str]]) -> str:
    if all(shown.endswith("ます") for _, shown in qualities):
        return "は" + "、".join(shown for _, shown in qualities)
    set_to = "、".join(f"{label}を{shown}に" if label else f"{shown}に" for label, shown in qualities)
    return f"{'の' if qualities[0][0] else 'を'}{set_to}しました"


def _end_of(capability: str, attribute: str, value: Value, index: HomeIndex, lexicon: Lexicon) -> str:
    """The state that a value is: a position at one of its ends is closed or open."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return str(value)
    if not _is_position(capability, attribute, index, lexicon):
        return ""
    declared = index.capabilities[capability].attributes[attribute]
    return {declared.minimum: "closed", declared.maximum: "open"}.get(value, "")


def _is_position(capability: str, attribute: str, index: HomeIndex, lexicon: Lexicon) -> bool:
    known = capability in index.capabilities and attribute in index.capabilities[capability].attributes
    return known and any(like in squeezed(attribute) for like in lexicon.likes["position"])
