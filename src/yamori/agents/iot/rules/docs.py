"""The documentation of a home's commands, ready to be compared with what was said: which words stand where, and how rare they are.

Rare words tell more (inverse document frequency); a command's own name and values tell more than the sentences around them.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from yamori.agents.iot.rules.commands import offered, properties
from yamori.agents.iot.rules.glossary import documented, stem
from yamori.agents.iot.rules.loanwords import sounds_of
from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.word_lists import stems_for, words_for
from yamori.agents.iot.rules.words import name_words
from yamori.domain.capability import Capability, CommandSpec
from yamori.domain.home import Device

WEIGHTS = {"component": 2.0, "command": 2.0, "value": 3.0, "says": 1.5, "capability": 1.0, "argument": 0.7}

Key = tuple[str, str, str]
"""Component, capability, command."""


@dataclass(frozen=True)
class Doc:
    """What the documentation of one command of one component holds: stem to the weight of the best place where it stands."""

    component: str
    capability: Capability
    command: CommandSpec
    words: Mapping[str, float]
    of_values: Mapping[str, frozenset[str]]
    """What is said of each value that it lists, as stems."""


_of_index: WeakKeyDictionary[HomeIndex, "Docs"] = WeakKeyDictionary()


def docs_of(index: HomeIndex) -> "Docs":
    """Made once for a home as it is."""
    if index not in _of_index:
        _of_index[index] = Docs(index)
    return _of_index[index]


class Docs:
    """The documentation of a home's commands, each once however many devices have it."""

    def __init__(self, index: HomeIndex) -> None:
        self.of: dict[Key, Doc] = {}
        self.devices: dict[Key, dict[str, None]] = {}
        """Those that have the command, in the order of the home."""
        self.keys: dict[str, list[Key]] = {}
        """Device to its commands."""
        for device in index.devices.values():
            for component, capability, command in offered(Part(device.id), index):
                key = (component, capability.name, command.name)
                if key not in self.of:
                    of_values = explained(_values(command), command.says, capability.says, *_described(command))
                    own = documented(" ".join((command.name, capability.name, *properties(command))))  # what all of its values are about
                    of_values = {value: words if words & words_for("denying") else words - own for value, words in of_values.items()}
                    self.of[key] = Doc(component, capability, command, _words(component, capability, command), of_values)
                self.devices.setdefault(key, {})[device.id] = None
                self.keys.setdefault(device.id, []).append(key)
        self.beside = {key: _things_beside(doc) for key, doc in self.of.items()}
        """The things that the other commands of a command's capability are called after (`setPumpPower`: pump, power), as stems."""
        # A capability that many components have is documented once: only a component's own name tells them apart.
        once = {key[1:]: doc.words for key, doc in self.of.items()}
        frequency = Counter(word for words in once.values() for word in words)
        named = Counter(word for component in {key[0] for key in self.of} for word in documented(component))
        for word, count in named.items():
            frequency[word] = count if word not in frequency else min(frequency[word], count)
        self.rarity = {word: math.log(1 + len(once) / count) for word, count in frequency.items()}
        self.sounds: dict[str, set[str]] = {}
        """Sound to the stems of the words that sound so to a Japanese ear."""
        for key, doc in self.of.items():
            for sound, word in sounds_of(
                " ".join((key[0], doc.command.name, doc.command.says, doc.capability.says, *_values(doc.command)))
            ):
                self.sounds.setdefault(sound, set()).add(stem(word))
        self.about = {d.id: _about(d, index) for d in index.devices.values()}
        """All that is said of a device: its names, its kinds and the documentation of what it does and reports, as stems."""
        self.unknown = math.log(1 + max(1, len(once)) / 2)
        """What a word weighs that no documentation holds."""


def _about(device: Device, index: HomeIndex) -> frozenset[str]:
    texts = [device.name, *device.aliases, *index.kinds_of[device.id]]
    for component, name in device.capabilities():
        capability = index.capabilities[name]
        texts += [component, name, capability.says]
        texts += [text for a in capability.attributes.values() for text in (a.name, *a.values)]
        texts += [text for c in capability.commands.values() for text in (c.name, c.says, *properties(c), *_values(c), *_described(c))]
    return frozenset().union(*map(documented, texts)) - stems_for("function")


def _things_beside(doc: Doc) -> frozenset[str]:
    others = (c for c in doc.capability.commands.values() if c.name != doc.command.name)
    return frozenset().union(*(documented(" ".join(name_words(c.name)[1:])) for c in others)) - stems_for("function")


def _values(command: CommandSpec) -> list[str]:
    return [str(v) for p in properties(command).values() for v in p.get("enum", ())]


def explained(values: Sequence[str], *texts: str) -> Mapping[str, frozenset[str]]:
    """What documentation says of each listed value (`steam: for vegetables`, `eco (slow and cheap)`, `pulse is short bursts`), as stems."""
    found: dict[str, frozenset[str]] = {}
    if not values:
        return found
    names = "|".join(re.escape(v) for v in sorted(values, key=len, reverse=True))
    for text in texts:
        introduced = list(
            re.finditer(rf"\b(?P<value>{names})\b{_INTRODUCES}\s*|{_BEGINS}(?P<does>{names}) (?=\w{{2,}}s\b)", text, re.IGNORECASE)
        )
        for m, following in zip(introduced, [*introduced[1:], None], strict=False):
            explanation = re.split(r"[.;)]", text[m.end() : following.start() if following else len(text)])[0]
            value = next(v for v in values if v.lower() == (m["value"] or m["does"]).lower())
            utmost = {UTMOST} if _MOST.search(explanation) else set()
            bases = {stem(b) for w in _SUPERLATIVE.findall(explanation) for b in (w, f"{w}e", w[:-1])}  # darkest, closest, hottest
            found[value] = found.get(value, frozenset()) | documented(explanation) - stems_for("function") | utmost | bases
    return found


_INTRODUCES = r"[\"'”’]?\s*(?::|\(|,? which|,? that is| is| are| for| means| =| [-–—])"
"""Stands between a value and its explanation."""
_BEGINS = r"(?:(?<![^\s])(?<![^.;:,]\s)|(?<=, and )|(?<=, or )|(?<=; and ))"
"""Where a clause begins that tells what a value does (`gentle stirs slowly, fierce whips air in`)."""
_TRUE_FALSE = re.compile(r"([\w-]+) \((true|false)\)|\b(true|false) (?:is|for|means|=|:) ([\w-]+)", re.IGNORECASE)


def yes_and_no(text: str) -> Mapping[bool, frozenset[str]]:
    """What documentation calls the two values of a yes-or-no (`tighten (true) or slacken (false)`), as stems."""
    found: dict[bool, frozenset[str]] = {}
    for m in _TRUE_FALSE.finditer(text):
        value, word = ((m[2] or m[3]).lower() == "true"), m[1] or m[4]
        found[value] = found.get(value, frozenset()) | documented(word)
    return {value: words - found.get(not value, frozenset()) for value, words in found.items()}


_SIGN = re.compile(r"\b(positive|negative)(?: \w+s?)? ([^;.,)]*)", re.IGNORECASE)


def signs(text: str) -> Mapping[int, frozenset[str]]:
    """What documentation says of numbers above and below zero (`negative numbers lean away`), as stems that it does not say of both."""
    found: dict[int, frozenset[str]] = {1: frozenset(), -1: frozenset()}
    for m in _SIGN.finditer(text):
        sign = 1 if m[1].lower() == "positive" else -1
        found[sign] |= documented(m[2]) - stems_for("function")
    return {sign: words - found[-sign] for sign, words in found.items()}


UTMOST = "(utmost)"
"""Stands in an explanation for the most or the least of its kind; no stem looks like it."""
_SUPERLATIVE = re.compile(r"\b(\w{3,})est\b(?<!\brest)(?<!\btest)(?<!\bforest)(?<!\bharvest)(?<!\bguest)", re.IGNORECASE)
_MOST = re.compile(rf"{_SUPERLATIVE.pattern}|\bmost\b|\bmaximum\b|\bfull(?:y| power| width| strength| speed)\b", re.IGNORECASE)


def _described(command: CommandSpec) -> list[str]:
    """What its arguments are said to be."""
    return [str(p["description"]) for p in properties(command).values() if "description" in p]


def _words(component: str, capability: Capability, command: CommandSpec) -> Mapping[str, float]:
    found: dict[str, float] = {}
    values = _values(command)
    texts = [
        ("component", component if component != "main" else ""),
        ("command", command.name),
        *(("value", value) for value in values),
        ("says", command.says),
        ("capability", f"{capability.name} {capability.says}"),
        ("argument", " ".join((*properties(command), *_described(command)))),
        ("argument", " ".join(capability.attributes)),
    ]
    for place, text in texts:
        words = documented(text) - stems_for("function") if place in ("says", "capability") else documented(text)
        for word in words:
            found[word] = max(found.get(word, 0.0), WEIGHTS[place])
    return found
