"""What devices *do*: drive for three seconds, show a text, measure, play. Read from the documentation of commands alone.

A segment of a request is compared with what each command's documentation says (its component, capability, name, sentences and values),
rare words counting more (inverse document frequency). A command is taken only where it accounts for most of what was said, clearly
better than any other, and every argument that it needs was said; else the segment stays a model's to decide. No device, capability or
command is known here by name.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from yamori.agents.iot.rules.clauses import senses
from yamori.agents.iot.rules.commands import Offer, Order, properties
from yamori.agents.iot.rules.docs import WEIGHTS, Doc, Docs, Key
from yamori.agents.iot.rules.fitting import against, arguments_for, is_lasting, switched
from yamori.agents.iot.rules.glossary import documented, spoken, stem
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.said import Said
from yamori.agents.iot.rules.switches import turns
from yamori.agents.iot.rules.word_lists import stems_for
from yamori.agents.iot.rules.words import numbers
from yamori.domain.capability import ArgumentEffect, finds_out
from yamori.domain.values import Value

_CLEAR = 1.2
"""How much better than the next command the best one must be."""
_ENOUGH = 0.55
"""The share of what was said that must be accounted for."""
_ENOUGH_ALONE = 0.45
"""The same where the device was named, the command's own name was said, and none of its other commands comes near."""
_ENOUGH_TAKEN = 0.3
"""The same where it takes two things that were said, a number among them, and no other command of the device that was named does."""
_FAR = 2.0


@dataclass(frozen=True)
class Match:
    """One command that a segment could ask for."""

    doc: Doc
    arguments: Mapping[str, Value]
    score: float
    share: float
    """Of what was said, how much it accounts for, by weight."""

    @property
    def worth(self) -> float:
        """By which matches are compared: how much speaks for it, less where much of what was said does not."""
        return self.score * self.share

    @property
    def only_looks(self) -> bool:
        """It finds something out and changes nothing."""
        return finds_out(self.doc.command)


def matches(said: Said, docs: Docs, keys: Iterable[Key], context: Context) -> list[Match]:
    """The commands of these that fit, the best first."""
    total = (
        sum(max((docs.rarity.get(w, 0.0) for w in word), default=0.0) or docs.unknown for word in said.words) + said.unknown * docs.unknown
    )
    stems_said = frozenset(w for word in said.words for w in word)
    named = frozenset(w.own for w in spoken(said.plain))
    steps = steps_said(said, context)
    found = []
    for key in keys:
        doc = docs.of[key]
        arguments = arguments_for(said, doc, context)
        if arguments is None or against(doc, arguments, stems_said):
            continue
        if _is_of_another(doc, said, docs) or _only_a_feature(doc, arguments, said, context):
            continue
        if sets_what_is_stepped(doc, arguments, steps):
            continue
        score = matched = 0.0
        actions = 0
        own = documented(doc.command.name).union(*(documented(v) for v in arguments.values() if isinstance(v, str)))
        turned = _is_turned(doc, arguments, stems_said)
        for word in said.words:
            best = max(((doc.words[w] * docs.rarity[w], docs.rarity[w]) for w in word if w in doc.words), default=(0.0, 0.0))
            if turned and word & _TURNED:
                rare = max((docs.rarity.get(w, 0.0) for w in word), default=0.0) or docs.unknown
                best = (WEIGHTS["value"] * rare, rare)
            actions += 2 if word & own else bool(word & documented(doc.command.says) - stems_for("function"))
            score += best[0]
            matched += best[1]
        open_choice = any(_is_open(n, p, arguments) for n, p in properties(doc.command).items())
        if open_choice and (said.unknown or any(not any(w in docs.rarity for w in word) for word in said.words)):
            continue  # a word that nobody knows may well be what was left to choose
        if not score or (actions < 2 and not arguments and not finds_out(doc.command) and not documented(doc.command.name) & named):
            continue  # a thing was named, or a text, but not what is to be done with it
        if said.texts:
            score += WEIGHTS["value"] * docs.unknown
            matched, total_here = matched + docs.unknown, total + docs.unknown
        else:
            total_here = total
        if score:
            found.append(Match(doc, arguments, score, matched / total_here if total_here else 0.0))
    return sorted(found, key=lambda m: -m.worth)


_TURNED = frozenset({"on", "off"})


def _only_a_feature(doc: Doc, arguments: Mapping[str, Value], said: Said, context: Context) -> bool:
    """Whether nothing but on or off was said, and the command switches only something that the device has (its swing)."""
    if not said.words or not all(word & _TURNED for word in said.words):
        return False
    switching = [n for n, v in arguments.items() if isinstance(v, bool) or v in _TURNED]
    return bool(switching) and not any(turns(doc.capability, doc.command, n, context.lexicon) for n in switching)


def steps_said(said: Said, context: Context) -> frozenset[float]:
    """The numbers that were said as a difference (`lower it by two degrees`)."""
    steps = frozenset(number.value for number in numbers(said.plain) if not number.goal)
    return steps if steps and any(sense.by for sense, _ in senses(said.plain, context.lexicon)) else frozenset()


def sets_what_is_stepped(doc: Doc, arguments: Mapping[str, Value], steps: frozenset[float]) -> bool:
    """Whether a number that was said as a difference would be set as the new value."""
    set_to = {e.argument for e in doc.command.effects.values() if isinstance(e, ArgumentEffect)} if steps else ()
    return any(name in set_to and not isinstance(value, (bool, str)) and value in steps for name, value in arguments.items())


def _is_turned(doc: Doc, arguments: Mapping[str, Value], said: frozenset[str]) -> bool:
    """Whether a value was chosen because it was to be on or off (`flowing`, `stopped`)."""
    listed = {n: [str(v) for v in p["enum"]] for n, p in properties(doc.command).items() if "enum" in p}
    return any(n in arguments and arguments[n] == switched(values, said) for n, values in listed.items())


def _is_of_another(doc: Doc, said: Said, docs: Docs) -> bool:
    """Whether a thing was named that only another command of the same capability is called after, and this one's own words do not hold."""
    others = docs.beside[doc.component, doc.capability.name, doc.command.name]
    if not any(word & others for word in said.words):
        return False
    own = documented(f"{doc.command.name} {doc.command.says} {' '.join((doc.component, *map(str, _listed(doc))))}")
    return any(word & others and not word & own for word in said.words)


def _listed(doc: Doc) -> list[Any]:
    return [v for p in properties(doc.command).values() for v in p.get("enum", ())]


def _is_open(argument: str, schema: Mapping[str, Any], given: Mapping[str, Value]) -> bool:
    """Whether a choice from a list is still to be made: none was, or only by the verb that asks for it all (`open it halfway`)."""
    values = schema.get("enum", ())
    return bool(values) and (argument not in given or (len(values) > 2 and stem(str(given[argument])) in stems_for("verbs_of_values")))


def the_one(offer: Offer, said: Said, docs: Docs, context: Context) -> Match | None:
    """The command that the segment is clearly about, with what was said of its arguments; None where its opposite was said, or words are
    left that may tell what it is still to be told."""
    doc = docs.of[offer.component, offer.capability, offer.command]
    stems_said = frozenset(w for word in said.words for w in word)
    counts = any(p.get("type") in _NUMERIC for p in properties(doc.command).values())
    once = replace(said, numbers=(), units=()) if said.numbers == (1.0,) and not counts else said  # `one dose` of what gives one
    arguments = arguments_for(once, doc, context)
    if arguments is None or against(doc, arguments, stems_said):
        return None
    left = said.unknown + sum(not word & doc.words.keys() for word in said.words)
    open_argument = any(
        _is_open(n, p, arguments) if "enum" in p else n not in arguments
        for n, p in properties(doc.command).items()
        if p.get("type") not in _NUMERIC
    )
    return None if left and open_argument else Match(doc, arguments, 1.0, 1.0)


_NUMERIC = ("integer", "number")


def best(found: Sequence[Match], said: Said) -> Match | None:
    """Of the commands that fit, the best first, the one that was clearly meant."""
    if not found:
        return None
    top = found[0]
    alone = all(m.worth * _FAR < top.worth for m in found[1:] if m.doc.command.name != top.doc.command.name)
    named = documented(top.doc.command.name) & frozenset(w.own for w in spoken(said.plain))
    enough = _ENOUGH_ALONE if said.devices and alone and named else _ENOUGH
    if said.devices and alone and len(top.arguments) > 1 and (said.numbers or said.seconds is not None):
        enough = _ENOUGH_TAKEN
    if top.share < enough:
        return None
    for rival in found[1:]:
        if rival.doc.capability.name == top.doc.capability.name:
            close = rival.worth >= top.worth * 0.9 and rival.doc.command.name != top.doc.command.name
            ends_itself = is_lasting(rival.doc) and not is_lasting(top.doc)
            if close and not ends_itself and rival.worth >= top.worth * 0.98 and not is_lasting(top.doc):
                return None
            if close and ends_itself:
                top = rival  # of two that are as good, the one that ends by itself
        elif top.worth < rival.worth * _CLEAR:
            return None
    return top


def orders(match: Match, said: Said, docs: Docs, devices: Sequence[str], found: Sequence[Match]) -> tuple[Order, ...]:
    """The match on each of these devices that has it. Of components that fit equally well, all where several were meant, else the first."""
    same = [m for m in found if (m.doc.capability.name, m.doc.command.name) == (match.doc.capability.name, match.doc.command.name)]
    made: list[Order] = []
    for device in devices:
        able = [m for m in same if device in docs.devices[_key(m)]]
        if not able:
            continue
        top = max(m.worth for m in able)
        level = [m for m in able if m.worth >= top * 0.99]
        several = said.every or any(len(w) > 1 and w.endswith("s") for words in _component_words(said, level) for w in words.split())
        if several and len(level) > 1:
            groups = [m for m in level if m.doc.component.endswith("s")]
            level = groups[:1] or level
        else:
            level = level[:1]
        made += [Order(device, m.doc.component, m.doc.capability.name, m.doc.command.name, m.arguments) for m in level]
    return tuple(made)


def _component_words(said: Said, level: Sequence[Match]) -> list[str]:
    """Words of the segment that name one of these components, as they were said."""
    names = frozenset(w for m in level for w in documented(m.doc.component))
    return [said.plain[w.start : w.end] for w in spoken(said.plain) if w.own in names]


def _key(match: Match) -> tuple[str, str, str]:
    return match.doc.component, match.doc.capability.name, match.doc.command.name
