"""What languages do not only call but build differently: agreement of verbs, articles, particles, endings. One object a language, all of
one shape; what is a matter of words alone is in `texts/`.

A language without one is said with the words of its file in `grammar/` alone (`_ByWords`); one that needs more is a further `Grammar`.
Used by whatever words an answer; knows words, attributes and commands, no home.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from yamori.agents.iot.rules.commands import begins, is_switch, needed
from yamori.agents.iot.rules.words import Colour, Lexicon, name_words, squeezed
from yamori.domain.capability import ArgumentEffect, Capability, CommandSpec
from yamori.domain.language import DEFAULT_LANGUAGE, Language, is_spaced
from yamori.domain.values import Value
from yamori.understanding.japanese_forms import joined_actions


class Grammar(ABC):
    """How one language is spoken. What is not overridden leaves a text as it is."""

    language: Language

    def sentence(self, text: str) -> str:
        """A text as a sentence of its own."""
        return text

    def inside(self, sentence: str) -> str:
        """A sentence behind another word of the same sentence."""
        return sentence

    def number(self, name: str, *, listed: bool = False) -> int:
        """How many a name is of to the verb beside it (`blinds`: 2); `listed`: it may be several names. Where verbs do not agree, 1."""
        return 1

    def agreed(self, verb: str, number: int) -> str:
        """A verb said of one thing, as of so many."""
        return verb

    def room(self, name: str) -> str:
        """A room's name within a sentence."""
        return name

    def named(self, name: str, people: set[str], *, common: bool) -> str:
        """A device's or room's name within a sentence; `common`: it is a kind of thing, no proper name."""
        return name

    @abstractmethod
    def quality(self, attribute: str, capability: str, lexicon: Lexicon) -> str:
        """What an attribute is called; empty where the value always says it all."""

    def quality_beside(self, attribute: str, capability: str, value: Value, lexicon: Lexicon) -> str:
        """What an attribute is called beside this value; empty where the value says it all."""
        return self.quality(attribute, capability, lexicon)

    def quality_of(self, attribute: str, capability: str, value: Value, lexicon: Lexicon) -> str:
        """What is unknown of a thing; empty where its last value tells that. None is no value."""
        return self.quality(attribute, capability, lexicon)

    @abstractmethod
    def colour(self, colour: Colour) -> str:
        """What a colour is called."""

    @abstractmethod
    def state(self, value: str, lexicon: Lexicon) -> str:
        """What a value of an attribute is called."""

    @abstractmethod
    def command(self, command: CommandSpec | str, capability: Capability | None, lexicon: Lexicon) -> str:
        """What a command does, in a few words."""

    def is_verb(self, phrase: str) -> bool:
        """Whether what a command does is said with a verb, and not a noun."""
        return True

    @abstractmethod
    def order(self, what: str, name: str, values: str) -> str:
        """What a command does to a thing, and with what values."""

    @abstractmethod
    def orders(self, parts: Sequence[str]) -> str:
        """Several orders as one."""

    def predicate(self, value: str) -> str:
        """A state as a sentence ends with it."""
        return value

    def attributive(self, value: str) -> str:
        """A state before the thing that is so."""
        return value

    def whether(self, value: str) -> str:
        """A state of which it is doubtful whether it is so."""
        return value

    @abstractmethod
    def denied(self, value: str) -> str:
        """A state that is not so, as a sentence ends with it."""

    @abstractmethod
    def still(self, was: str, number: int) -> str:
        """What was so, as what is so now."""

    @abstractmethod
    def ever_since(self, was: str, number: int) -> str:
        """What was so, as what has been so since then."""

    @abstractmethod
    def last(self, was: str, number: int) -> str:
        """What was so, as what was so for the last time."""

    def told(self, was: str) -> str:
        """What was so, at the end of a sentence."""
        return was


class _English(Grammar):
    language = Language.ENGLISH

    def sentence(self, text: str) -> str:
        return text[:1].upper() + text[1:]

    def inside(self, sentence: str) -> str:
        return sentence[:1].lower() + sentence[1:]

    def number(self, name: str, *, listed: bool = False) -> int:
        bare = name.split(" (")[0]
        several = listed and " and " in bare
        return 2 if several or (bare.endswith("s") and not bare.endswith("ss")) else 1

    def agreed(self, verb: str, number: int) -> str:
        one, many = next(((o, m) for o, m in _VERBS if number != 1 and verb.startswith(o)), ("", ""))
        return many + verb.removeprefix(one)

    def room(self, name: str) -> str:
        return f"the {name.lower().removeprefix('the ')}"

    def named(self, name: str, people: set[str], *, common: bool) -> str:
        """`the kids' room light` and `the Garden Lamp`, but `Ida's lamp` and `Rosie`."""
        words = name.split()
        first = words[0]
        owner = first.removesuffix("'s").removesuffix("’s")
        if owner in people or first.lower() in ("the", "my", "our") or not is_spaced(name):
            return name
        if len(words) == 1 and not common:
            return name
        titled = [w for w in words[1:] if w[:1].isupper() and not w.isupper()]
        plain = first[:1].isupper() and first[1:].islower() and not titled
        return f"the {first.lower() if plain else first}{name[len(first) :]}"

    def quality(self, attribute: str, capability: str, lexicon: Lexicon) -> str:
        return " ".join(name_words(attribute))

    def quality_beside(self, attribute: str, capability: str, value: Value, lexicon: Lexicon) -> str:
        return "" if plainly_named(attribute, capability, value, lexicon) else self.quality(attribute, capability, lexicon)

    def quality_of(self, attribute: str, capability: str, value: Value, lexicon: Lexicon) -> str:
        return self.quality(attribute, capability, lexicon) if value is None or isinstance(value, int | float) else ""

    def colour(self, colour: Colour) -> str:
        return colour.name

    def state(self, value: str, lexicon: Lexicon) -> str:
        flat = squeezed(value)
        said = next(iter(lexicon.values[flat].of(self.language)), "") if flat in lexicon.values else ""
        return said if said.startswith(flat) else " ".join(name_words(value)) if re.fullmatch(r"[A-Za-z]\w*", value) else value

    def command(self, command: CommandSpec | str, capability: Capability | None, lexicon: Lexicon) -> str:
        words = " ".join(name_words(command if isinstance(command, str) else command.name))
        return f"turn {words}" if words in ("on", "off") else words

    def order(self, what: str, name: str, values: str) -> str:
        """`make the lamp brighter`, `set the lamp to 15%`, `open the gate`; the name has its article."""
        if what.endswith("er"):
            return f"make {name} {what}"
        if values:
            return f"set {name} to {values}" if what.startswith("set ") else f"{what} {name} ({values})"
        return f"{what} {name}"

    def orders(self, parts: Sequence[str]) -> str:
        return " and ".join(parts)

    def denied(self, value: str) -> str:
        return f"not {value}"

    def still(self, was: str, number: int) -> str:
        return self.agreed(f"is{was.removeprefix('was')}" if was.startswith("was ") else was, number)

    def ever_since(self, was: str, number: int) -> str:
        return self.agreed(f"has been{was.removeprefix('was')}" if was.startswith("was ") else f"has {was}", number)

    def last(self, was: str, number: int) -> str:
        """`was last on`, `last detected motion`."""
        verb = self.agreed(was, number)
        helper = next((h for h in ("was ", "were ") if verb.startswith(h)), "")
        return f"{helper}last {verb.removeprefix(helper)}"


_VERBS = (("was ", "were "), ("is ", "are "), ("has ", "have "), ("detects ", "detect "), ("goes ", "go "), ("stops", "stop"))
"""How the verbs of states begin, of one thing and of several."""


class _Japanese(Grammar):
    language = Language.JAPANESE

    def sentence(self, text: str) -> str:
        """A thing that is called after what is said of it says it once: 玄関の鍵の鍵."""
        for word in self._words["said_once"]:
            text = text.replace(f"{word}の{word}", word)
        return text

    def quality(self, attribute: str, capability: str, lexicon: Lexicon) -> str:
        """Nothing where the value says it all (オン, 施錠)."""
        if concept := _concept(attribute, capability, lexicon):
            return "" if concept in self._words["says_itself"] else lexicon.concepts[concept].of(self.language)[0]
        return "" if squeezed(attribute) in squeezed(capability) or is_switch(attribute, lexicon) else " ".join(name_words(attribute))

    def colour(self, colour: Colour) -> str:
        return colour.phrases.of(self.language)[0]

    def state(self, value: str, lexicon: Lexicon) -> str:
        return lexicon.says.get(squeezed(value), value)

    def command(self, command: CommandSpec | str, capability: Capability | None, lexicon: Lexicon) -> str:
        """解錠する, 明るさの設定."""
        name = command if isinstance(command, str) else command.name
        for sense, action in self._words["commands"].items():
            if begins(name, sense):
                return str(action)
        step = next((s for s in lexicon.steps if any(begins(name, c) for c in s.commands) and s.phrases.of(self.language)), None)
        if capability is not None and not isinstance(command, str) and needed(command):
            argument = needed(command)[0]
            set_by = (a for a, effect in command.effects.items() if effect == ArgumentEffect(argument=argument))
            known = self.quality(next(set_by, argument), capability.name, lexicon)
            return f"{known or ' '.join(name_words(argument))}{self._words['sets']}"
        about = lexicon.concepts[step.about].of(self.language)[0] if step and step.about else ""
        return f"{about}を{'上げる' if step.by > 0 else '下げる'}" if step and about else " ".join(name_words(name))

    def is_verb(self, phrase: str) -> bool:
        return phrase[-1] in self._words["verbs"]

    def order(self, what: str, name: str, values: str) -> str:
        sets = self._words["sets"]
        if values and what.endswith(sets):
            quality = what.removesuffix(sets)
            return f"{name}を{values}にする" if quality in self._words["chosen"] else f"{name}の{quality}を{values}にする"
        particle = "の" if "を" in what else "を"  # 明るさを上げる
        return f"{name}{particle}{what}{f'（{values}）' if values else ''}"

    def orders(self, parts: Sequence[str]) -> str:
        return joined_actions(list(parts))

    def predicate(self, value: str) -> str:
        return value if value.endswith("ます") else f"{value}です"

    def attributive(self, value: str) -> str:
        return self.whether(value) if value.endswith("います") else f"{value}の"

    def whether(self, value: str) -> str:
        return f"{value.removesuffix('います')}いる" if value.endswith("います") else value

    def denied(self, value: str) -> str:
        return f"{value.removesuffix('ます')}ません" if value.endswith("ます") else f"{value}ではありません"

    def still(self, was: str, number: int) -> str:
        """開いていた as 開いています."""
        return _ended(was, "ません", "です", "ます")

    def ever_since(self, was: str, number: int) -> str:
        return self.still(was, number)

    def last(self, was: str, number: int) -> str:
        return was

    def told(self, was: str) -> str:
        return _ended(was, "ませんでした", "でした", "ました")

    @property
    def _words(self) -> Mapping[str, Any]:
        return grammar_words(self.language)


class _ByWords(_English):
    """A language of which only words are known, in its file in `grammar/`: names stand as they are, and what has no word is in English."""

    def __init__(self, language: Language) -> None:
        self.language = language

    inside, number, agreed, room, named = Grammar.inside, Grammar.number, Grammar.agreed, Grammar.room, Grammar.named

    def quality(self, attribute: str, capability: str, lexicon: Lexicon) -> str:
        return self._called("qualities", _concept(attribute, capability, lexicon)) or super().quality(attribute, capability, lexicon)

    def colour(self, colour: Colour) -> str:
        return self._called("colours", colour.name) or super().colour(colour)

    def state(self, value: str, lexicon: Lexicon) -> str:
        return self._called("states", squeezed(value)) or self._called("values", squeezed(value)) or super().state(value, lexicon)

    def _called(self, sort: str, name: str) -> str:
        return str(grammar_words(self.language).get(sort, {}).get(name, ""))


def _concept(attribute: str, capability: str, lexicon: Lexicon) -> str:
    """What an attribute is about, as its name shows; empty where it shows nothing."""
    flat, whole = squeezed(attribute), squeezed(capability)
    fits = [
        (len(like), -flat.index(like), concept)
        for concept, likes in lexicon.likes.items()
        for like in likes
        if like in flat and not any(u in whole for u in lexicon.unlikes[concept])
    ]
    return max(fits)[-1] if fits else ""


def _ended(was: str, denied: str, noun: str, verb: str) -> str:
    """What was so with another ending: of what was not, of a noun, of a verb."""
    for plain, ending in (("なかった", denied), ("だった", noun)):
        if was.endswith(plain):
            return was.removesuffix(plain) + ending
    return was.removesuffix("た") + verb


def plainly_named(attribute: str, capability: str, value: Value, lexicon: Lexicon) -> bool:
    """Whether the value says it all without its attribute's name: `running` of a machine's state."""
    return isinstance(value, str | bool) and (
        squeezed(attribute) in squeezed(capability)
        or squeezed(attribute).endswith(("state", "status", "movement"))
        or (isinstance(value, bool) and is_switch(attribute, lexicon))
    )


_GRAMMARS: Mapping[Language, Grammar] = {grammar.language: grammar for grammar in (_English(), _Japanese())}


@cache
def grammar_of(language: Language) -> Grammar:
    own = _GRAMMARS.get(language) or (_ByWords(language) if grammar_words(language) else None)
    return own or _GRAMMARS[DEFAULT_LANGUAGE]


@cache
def grammar_words(language: Language) -> Mapping[str, Any]:
    """A language's file in `grammar/`; empty for one without. Read once a process, on first use."""
    import yaml

    file = Path(__file__).parents[1] / "grammar" / f"{language.value}.yaml"
    held: Mapping[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8")) if file.exists() else {}
    return held
