"""What came of commands, as people say it: what is true now, or was true already. Every word comes from a receipt."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from yamori.agents.iot.rules.activity import is_mode
from yamori.agents.iot.rules.commands import is_switch
from yamori.agents.iot.rules.grammar import grammar_of, grammar_words, plainly_named
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.phrases import listed, quality_called, quoted_or_word, unit_text, value_phrase
from yamori.agents.iot.rules.words import Lexicon, name_words, squeezed
from yamori.agents.iot.texts import TEXTS
from yamori.domain.language import DEFAULT_LANGUAGE, Language
from yamori.domain.values import Value

Changed = Mapping[str, Value]
"""`capability.attribute` to its value after the command."""


@dataclass(frozen=True, kw_only=True)
class Phrase:
    """A sentence with `{}` for the names, as it is said of one thing and of several."""

    one: str
    several: str
    already: bool = False
    """It tells what was so before."""


def phrase(language: Language, name: str, /, **values: object) -> Phrase:
    """The text of this name, in which `names` are still to be filled in."""
    if not TEXTS.has(language, f"{name}.other"):
        said = TEXTS.said(language, name, names="{}", **values)
        return Phrase(one=said, several=said)
    one, several = (TEXTS.counted(language, name, number, names="{}", **values) for number in (1, 2))
    return Phrase(one=one, several=several)


def state_phrase(values: Changed, index: HomeIndex, lexicon: Lexicon, language: Language, *, already: bool) -> Phrase:
    """`{} is at 45% now.`, {}の明るさを45%にしました。"""
    return _outcomes_in(language)(index, lexicon, language).phrase(values, already=already)


def filled(said: Phrase, names: Sequence[str], language: Language) -> str:
    """The sentence with these names in it."""
    number = len(names) if len(names) > 1 else grammar_of(language).number(names[0].split(" in ")[0])
    return grammar_of(language).sentence((said.one if number == 1 else said.several).replace("{}", listed(names, language), 1))


class _Outcomes(ABC):
    """Words for what is true of one thing after a command, in one language."""

    def __init__(self, index: HomeIndex, lexicon: Lexicon, language: Language) -> None:
        self._index, self._lexicon, self._language = index, lexicon, language

    @abstractmethod
    def phrase(self, values: Changed, *, already: bool) -> Phrase: ...

    def _value(self, path: str, value: Value) -> str:
        capability, _, attribute = path.rpartition(".")
        return value_phrase(capability, attribute, value, self._index, self._lexicon, language=self._language)

    def _is_position(self, capability: str, attribute: str) -> bool:
        known = capability in self._index.capabilities and attribute in self._index.capabilities[capability].attributes
        return known and any(like in squeezed(attribute) for like in self._lexicon.likes["position"])


class _English(_Outcomes):
    def phrase(self, values: Changed, *, already: bool) -> Phrase:
        itself: list[str] = []
        qualities: list[str] = []
        for path, value in values.items():
            said = self._predicate(path, value)
            (itself if said else qualities).append(said or path)
        then, when = ("was", "already") if already else ("is", "now")
        sentences: list[str] = []
        for path in qualities:
            shown = self._value(path, values[path])
            name = " ".join(name_words(path.rpartition(".")[2]))
            first = not itself and not sentences
            if name.endswith(("ed", "en")):  # `given` is no noun that something could be of
                sentences.append(f"{{}}: {shown} {when}." if first else f"{shown} {when}.")
                continue
            of = f"The {name} of {{}}" if first else f"The {name}"
            sentences.append(f"{of} {then} {shown.removeprefix(f'{name} ')} {when}.")
        agreed = grammar_of(self._language).agreed
        one, several = (
            " ".join([*([f"{{}} {agreed(f'{then} {_and(itself)}', number)} {when}."] if itself else []), *sentences]) for number in (1, 2)
        )
        return Phrase(one=one, several=several, already=already)

    def _predicate(self, path: str, value: Value) -> str:
        """What a thing itself is: `off`, `at 45%`, `40% open`, `set to cool`; empty where a quality of its must be named."""
        lexicon, words = self._lexicon, grammar_words(self._language)
        capability, _, attribute = path.rpartition(".")
        held = self._index.capabilities.get(capability)
        declared = held.attributes.get(attribute) if held is not None else None
        if isinstance(value, bool):
            return ("on" if value else "off") if is_switch(attribute, lexicon) else ""
        if isinstance(value, int | float):
            unit = (declared.unit or "") if declared is not None else ""
            number = f"{value:g}{unit_text(unit, self._language, said='written')}"
            if declared is not None and self._is_position(capability, attribute):
                ends = {declared.minimum: "closed", declared.maximum: "fully open"}
                return ends.get(value) or f"{number} open"
            if squeezed(attribute) in words["levels"]:
                return f"at {number}"
            return f"set to {number}" if {"setpoint", "target"} & set(name_words(attribute)) else ""
        if not isinstance(value, str):
            return ""
        if value in ("on", "off") and not is_switch(attribute, lexicon):
            return ""  # a fan that swings need not be on
        shown = quoted_or_word(attribute, value, declared, lexicon, language=self._language)
        if is_mode(attribute):
            return "off" if value == "off" else f"set to {shown}"
        if value in words["states"] or plainly_named(attribute, capability, value, lexicon):
            return shown
        return shown if any(squeezed(value) in (c.name, squeezed(c.hex)) for c in lexicon.colours) else ""


def _and(parts: Sequence[str], between: str = ", ", last: str = " and ") -> str:
    return parts[0] if len(parts) == 1 else f"{between.join(parts[:-1])}{last}{parts[-1]}"


class _Japanese(_Outcomes):
    def phrase(self, values: Changed, *, already: bool) -> Phrase:
        verbs: list[str] = []
        qualities: list[tuple[str, str]] = []
        endings = grammar_words(self._language)["already" if already else "done"]
        for path, value in values.items():
            capability, _, attribute = path.rpartition(".")
            is_switched = is_switch(attribute, self._lexicon)
            if isinstance(value, bool) and is_switched:
                value = "on" if value else "off"
            known = endings.get(self._end_of(capability, attribute, value))
            if known and (value not in ("on", "off") or is_switched):
                verbs.append(known)
            elif isinstance(value, int | float) and self._is_position(capability, attribute):
                verbs.append(f"は{'もう' if already else ''}{value:g}%開いています")
            else:
                label = quality_called(attribute, capability, self._lexicon, self._language)
                qualities.append((label, self._value(path, value).removeprefix(label).strip()))
        said = (_qualities_already if already else _qualities_now)(qualities) if qualities else ""
        sentences = [*verbs, *([said.removeprefix("の") if verbs else said] if said else [])]
        whole = "{}" + "。".join(sentences) + "。"
        return Phrase(one=whole, several=whole, already=already)

    def _end_of(self, capability: str, attribute: str, value: Value) -> str:
        """The state that a value is: a position at one of its ends is closed or open."""
        if not isinstance(value, int | float) or isinstance(value, bool):
            return str(value)
        if not self._is_position(capability, attribute):
            return ""
        declared = self._index.capabilities[capability].attributes[attribute]
        return {declared.minimum: "closed", declared.maximum: "open"}.get(value, "")


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


class _ByWords(_Outcomes):
    """In a language that has words and sentences of its own (`grammar/`) and no code."""

    def phrase(self, values: Changed, *, already: bool) -> Phrase:
        words, when = grammar_words(self._language), "already" if already else "now"
        states: list[str] = []
        qualities: list[str] = []
        for path, value in values.items():
            capability, _, attribute = path.rpartition(".")
            if state := self._state(capability, attribute, value):
                states.append(state)
                continue
            quality = quality_called(attribute, capability, self._lexicon, self._language)
            shown = self._value(path, value).removeprefix(quality).strip()
            qualities.append(words["quality"][when].format(quality=quality, names="{}", value=shown))
        one, several = (
            " ".join([*([words[when][number].format(names="{}", states=_and(states, *words["between"]))] if states else []), *qualities])
            for number in ("one", "several")
        )
        return Phrase(one=one, several=several, already=already)

    def _state(self, capability: str, attribute: str, value: Value) -> str:
        """What a thing itself is; empty where a quality of its must be named."""
        words = grammar_words(self._language)
        held = self._index.capabilities.get(capability)
        declared = held.attributes.get(attribute) if held is not None else None
        if isinstance(value, bool):
            return str(words["states"]["on" if value else "off"]) if is_switch(attribute, self._lexicon) else ""
        if not isinstance(value, int | float):
            switched = value not in ("on", "off") or is_switch(attribute, self._lexicon)
            return str(words["states"].get(value, "")) if isinstance(value, str) and switched and not is_mode(attribute) else ""
        amount = f"{value:g}{unit_text((declared.unit or '') if declared else '', self._language, said='written')}"
        if declared is not None and self._is_position(capability, attribute):
            end = {declared.minimum: "closed", declared.maximum: "open"}.get(value)
            return str(words["states"][end]) if end else str(words["opened"]).format(amount=amount)
        if squeezed(attribute) in words["levels"]:
            return str(words["level"]).format(amount=amount)
        return str(words["target"]).format(amount=amount) if {"setpoint", "target"} & set(name_words(attribute)) else ""


def _outcomes_in(language: Language) -> type[_Outcomes]:
    return _OUTCOMES.get(language) or (_ByWords if grammar_words(language) else _OUTCOMES[DEFAULT_LANGUAGE])


_OUTCOMES: Mapping[Language, type[_Outcomes]] = {Language.ENGLISH: _English, Language.JAPANESE: _Japanese}
