"""Which devices and commands a model may choose from: those that the sentence speaks of, by name, by what is felt, or by what their
documentation means; and of their commands those that fit the amounts that were said."""

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from yamori.agents.iot.rules.commands import Offer, begins, concepts_in, is_about, is_duration, needed, properties, unit_of
from yamori.agents.iot.rules.fitting import fits, in_unit, is_difference
from yamori.agents.iot.rules.grounding import addressable
from yamori.agents.iot.rules.meaning import Context, Meaning
from yamori.agents.iot.rules.mentions import mentions
from yamori.agents.iot.rules.names import HomeIndex, Named, Part
from yamori.agents.iot.rules.quantities import Quantities, quantities
from yamori.agents.iot.rules.refusals import beside_refusal, is_refused
from yamori.agents.iot.rules.retrieval import likeliest, one_device, speaks_of
from yamori.agents.iot.rules.said import read_segment
from yamori.agents.iot.rules.segments import MARKED, is_remark, split_actions
from yamori.agents.iot.rules.words import normal, stems
from yamori.domain.capability import AddEffect, ArgumentEffect, Capability, CommandSpec
from yamori.domain.home import Device

Commands = tuple[tuple[str, str], ...]
"""(capability, command), the likeliest first."""

CANDIDATES = 10
"""Devices shown to the model at most."""
COMMANDS = 6
"""Commands shown to it where several devices may be meant."""
COMMANDS_OF_ONE = 9
"""The same where it is clear which."""


@dataclass(frozen=True)
class Candidates:
    """Labels that the model may choose, and the parts each stands for."""

    labels: Mapping[str, tuple[Part, ...]]
    commands: Commands = ()
    """The only ones that may be chosen; empty for all that the devices have."""

    def parts(self) -> tuple[Part, ...]:
        return tuple(dict.fromkeys(p for parts in self.labels.values() for p in parts))


def candidates(request: str, meaning: Meaning, context: Context, scores: Mapping[Offer, float]) -> Candidates:
    """The devices (and groups of them) that the request could mean, the likeliest first; never one that it leaves out. `scores` tells how
    likely the request is about each of the home's commands."""
    _, refused = beside_refusal(request, context)
    reference = devices_resolved(request, meaning, context)
    scores = {o: s for o, s in scores.items() if o.device in reference and not (refused and is_refused(o.command, refused, context))}
    labels, resolved = _spoken_of(meaning, context.index)
    commands: Commands = ()
    if meaning.question:
        likely = resolved or _asked_about(request, meaning, context, scores)
    else:
        likely, commands, labels = _to_be_changed(request, meaning, context, scores, labels, resolved)
    labels = {label: parts for label, parts in labels.items() if all(p.device in reference for p in parts)}
    for part in [p for p in dict.fromkeys(likely) if p.device in reference][:CANDIDATES]:
        label = part_label(part, context.index)
        labels[label if label not in labels else f"{label} {part.device}"] = (part,)
    return Candidates(labels, commands)


def devices_resolved(request: str, meaning: Meaning, context: Context) -> frozenset[str]:
    """All devices that some clause of a request can mean, and that none leaves out."""
    exclusion = frozenset(d for a in meaning.references for d in a.excluded)
    everything = frozenset(context.index.devices)
    clauses = [normal(s.text) for s in split_actions(request).segments if not is_remark(s)] or [normal(request)]
    each = [addressable(clause, context) for clause in clauses]
    recent = frozenset(p.device for p in context.focus.parts) if any(a.same for a in meaning.references) else frozenset()
    return (everything if any(m is None for m in each) else frozenset().union(recent, *(m for m in each if m is not None))) - exclusion


def _spoken_of(meaning: Meaning, index: HomeIndex) -> tuple[dict[str, tuple[Part, ...]], list[Part]]:
    """The groups that clauses address, by label, and the single devices."""
    groups = {
        _group_label(t.parts, index): t.parts
        for a in meaning.references
        for t in a.targets
        if t.group and len(t.parts) > 1 and (t.kind or len(t.parts) <= CANDIDATES)
    }
    return groups, [p for a in meaning.references for t in a.targets for p in t.parts if t.kind or not t.group]


def _asked_about(request: str, meaning: Meaning, context: Context, scores: Mapping[Offer, float]) -> list[Part]:
    """For a question: what was just spoken of, the device whose documentation it speaks of, and what shares its words."""
    first = one_device(scores)
    ranked = _in_rooms_said(_ranked(normal(request), _rooms(meaning, context), context, question=True), meaning, context)
    return _serving(normal(request), ranked, context) or [*context.focus.parts, *([Part(first)] if first is not None else []), *ranked]


def _to_be_changed(
    request: str,
    meaning: Meaning,
    context: Context,
    scores: Mapping[Offer, float],
    groups: dict[str, tuple[Part, ...]],
    resolved: list[Part],
) -> tuple[list[Part], Commands, dict[str, tuple[Part, ...]]]:
    """For a change, in this order: the device whose documentation is surely spoken of, unless others are called by name; those aimed at;
    those that can change what is felt; and those of the likeliest commands."""
    index, text = context.index, normal(request)
    about = one_device(scores)
    if about is not None and speaks_of(about, request, context):
        called = {p.device for m in mentions(text, index, context.lexicon) if m.what is not Named.KIND for p in m.parts}
        if not called & {p.device for p in resolved}:
            resolved, groups = [Part(about)], {}
    ranked = _in_rooms_said(_ranked(text, _rooms(meaning, context), context, question=False), meaning, context)
    near = list(context.focus.parts)
    likely = resolved or _serving(text, ranked, context)
    if not likely and _felt(text, context) and not groups and not near:
        return [], (), {}  # what cannot change what is felt is no remedy for it
    if likely:
        if groups:
            return likely, (), groups
        devices, near = {p.device for p in likely}, []
    elif meaning.settled and not _names_something(text, context):
        devices = {o.device for o in meaning.settled}  # what is left of the sentence speaks of nothing else
    else:
        devices = set(index.in_rooms(_said_rooms(meaning))) or set(index.devices)
        devices = {about} if about in devices else devices
    bounded = {o: s for o, s in scores.items() if o.device in devices}
    offers = sorted(bounded, key=lambda o: -bounded[o]) if len(devices) == 1 or likely else likeliest(bounded)
    commands = _commands(_as_asked(offers, text, context), quantities(request, context), index)
    commands = _lasting(commands, offers, request, context)
    documented_parts = [_part(o, index) for o in offers if (o.capability, o.command) in commands]
    if near:
        commands += tuple(dict.fromkeys((o.capability, o.command) for o in scores if o.device in {p.device for p in near}))
    return (likely if likely and len(devices) > 1 else [*near, *documented_parts]), tuple(dict.fromkeys(commands)), groups


def _rooms(meaning: Meaning, context: Context) -> frozenset[str]:
    return frozenset(r for a in meaning.references for r in a.rooms) or (frozenset({context.room}) if context.room else frozenset())


def _said_rooms(meaning: Meaning) -> frozenset[str]:
    return frozenset(r for a in meaning.references for r in (*a.rooms, *a.said_rooms))


def _in_rooms_said(ranked: list[Part], meaning: Meaning, context: Context) -> list[Part]:
    """A room that was named bounds what is meant."""
    said = _said_rooms(meaning)
    return [p for p in ranked if context.index.devices[p.device].room in said] or ranked


def _as_asked(offers: list[Offer], text: str, context: Context) -> list[Offer]:
    """Those first whose command is called as what is asked is (`fire it up`: `on`)."""
    words = [w for s in context.lexicon.senses if s.phrases.found(text) for w in s.commands[:1]]
    return sorted(offers, key=lambda o: not any(begins(o.command, word) for word in words))


def _commands(offers: Sequence[Offer], spoken: Quantities, index: HomeIndex) -> Commands:
    """The best few, and of those only the ones that the numbers fit, if there are any: a difference goes to what takes one."""
    most = COMMANDS if len({o.device for o in offers}) > 1 else COMMANDS_OF_ONE
    best = list(dict.fromkeys((o.capability, o.command) for o in offers))[:most]
    stepped = {(n, a) for n, c in best for a, e in index.capabilities[n].commands[c].effects.items() if isinstance(e, AddEffect)}
    fitting = [(n, c) for n, c in best if _takes(index.capabilities[n], index.capabilities[n].commands[c], spoken, stepped)] or best
    if spoken.numbers:
        stepping = {(n, c) for n, c in fitting if _steps(index.capabilities[n].commands[c])}
        setting = {(n, c) for n, c in fitting if _counted(index.capabilities[n].commands[c])} - stepping
        unfit = setting if spoken.relative and stepping else stepping if setting else set()
        fitting = [each for each in fitting if each not in unfit]
    if spoken.downward != spoken.upward:
        steps = {(n, c): w for n, c in fitting if (w := _way(index.capabilities[n].commands[c]))}
        if len(set(steps.values())) > 1:  # of two opposite ways only the one that was said
            fitting = [each for each in fitting if steps.get(each, 0) != (1 if spoken.downward else -1)]
    return tuple(fitting)


def _lasting(commands: Commands, offers: Sequence[Offer], request: str, context: Context) -> Commands:
    """Where only one thing is asked, and for so long: of the likeliest capability, if it has actions that last so long, no others."""
    asked = [s for s in split_actions(request).segments if not is_remark(s)]
    seconds = read_segment(asked[0], (), context).seconds if len(asked) == 1 and not MARKED.search(asked[0].text) else None
    if seconds is None or not offers:
        return commands
    capability = context.index.capabilities[offers[0].capability]
    timed = {c.name for c in capability.commands.values() if _lasts(c, seconds)}
    kept = tuple((n, c) for n, c in commands if n != capability.name or c in timed)
    return kept if any(n == capability.name for n, _ in kept) else commands


def _lasts(command: CommandSpec, seconds: float) -> bool:
    """Whether it does something for so long, and does not only set a timer."""
    timers = {n for n, p in properties(command).items() if is_duration(n, command) and fits(in_unit(seconds, n), p)}
    does = [e for e in command.effects.values() if not (isinstance(e, ArgumentEffect) and e.argument in timers)]
    return bool(timers and does)


def _steps(command: CommandSpec) -> bool:
    return any(is_difference(a, command) for a in properties(command))


def _way(command: CommandSpec) -> int:
    """+1 for a step to more, -1 for one to less, 0 for what is no step."""
    amounts = [e.amount for e in command.effects.values() if isinstance(e, AddEffect) and e.amount]
    return (1 if amounts[0] > 0 else -1) if len(amounts) == 1 else 0


def _takes(capability: Capability, command: CommandSpec, spoken: Quantities, stepped: Set[tuple[str, str]]) -> bool:
    """Whether a command can be meant by these numbers: one of them fits, or none was said and it needs none. What is set to a number can
    still be meant without one where no other command makes it more or less (`stepped`: the attributes with such a command)."""
    counted = _counted(command)
    if not spoken.numbers and not spoken.seconds:
        return not (counted.keys() & set(needed(command)) and {(capability.name, a) for a in command.effects} & stepped)
    return not counted or any("enum" in (bounded_argument(n, p, capability, command, spoken) or {}) for n, p in counted.items())


def bounded_argument(
    argument: str, kind: Mapping[str, Any], capability: Capability, command: CommandSpec, spoken: Quantities
) -> Mapping[str, Any] | None:
    """The schema of an argument where what was said bounds it: a number is one that was said, in the argument's unit. None for one that
    may be left out and of which nothing was said: its default is better than a model's guess."""
    if kind.get("type") not in ("integer", "number") or "enum" in kind:
        return kind
    unit = unit_of(capability, command, argument)
    fitting = [n for n in spoken.of(argument, command, unit=unit) if kind.get("minimum", n) <= n <= kind.get("maximum", n)]
    fitting = [n for n in fitting if kind["type"] == "number" or n == int(n)]
    if is_difference(argument, command) or spoken.relative:
        fitting = [n for n in fitting if (n < 0) == spoken.downward] or fitting
    if fitting:
        return {"enum": fitting}
    return None if argument not in needed(command) else kind


def number_left(found: Candidates, request: str, context: Context) -> bool:
    """Whether a number was said that the likeliest command does not take: it may be another command's."""
    if not found.commands or not (spoken := quantities(request, context)).numbers:
        return False
    name, command = found.commands[0]
    return not _counted(context.index.capabilities[name].commands[command]) and not spoken.relative


def _counted(command: CommandSpec) -> Mapping[str, Mapping[str, Any]]:
    """Its arguments that are numbers of any kind."""
    return {n: p for n, p in properties(command).items() if p.get("type") in ("integer", "number") and "enum" not in p}


def _part(offer: Offer, index: HomeIndex) -> Part:
    """The device, or its component where several of them take the command."""
    able = [c for c, n in index.devices[offer.device].capabilities() if n == offer.capability]
    return Part(offer.device, offer.component if len(able) > 1 else None)


def _names_something(text: str, context: Context) -> bool:
    return any(m.what is not Named.FLOOR for m in mentions(text, context.index, context.lexicon))


AIRING = frozenset({"fan", "purifier", "window"})
"""Kinds of the lexicon that change the air though no attribute of theirs measures it."""


def _felt(text: str, context: Context) -> set[str]:
    """The qualities of a room that a text speaks of."""
    lex = context.lexicon
    felt = {s.about for s in lex.steps if s.about and s.phrases.found(text)} | set(concepts_in(text, lex))
    return felt & {"temperature", "brightness", "humidity", "volume"}


def _serving(text: str, ranked: Sequence[Part], context: Context) -> list[Part]:
    """Where only a feeling was named (`chilly`, 暗くて…): what can change it, that in the person's room before all else."""
    index, lex = context.index, context.lexicon
    felt = _felt(text, context)
    able = [
        p
        for p in ranked
        if not index.kinds_of[p.device] & lex.inside
        and any(
            c.commands and is_about(c, None, f, lex)
            for f in felt
            for _, n in index.devices[p.device].capabilities()
            if (c := index.capabilities[n])
        )
    ]
    if "air" in concepts_in(text, lex):
        able = [p for p in ranked if index.kinds_of[p.device] & AIRING]
    here = [p for p in able if context.room and index.devices[p.device].room == context.room]
    return here or able


def part_label(part: Part, index: HomeIndex) -> str:
    """The name by which the model chooses a device: with its room where the name does not say it."""
    device = index.devices[part.device]
    room = index.rooms.get(device.room or "")
    said = f"{device.name} / {part.component}" if part.component else device.name
    return said if room is None or room.name.lower() in device.name.lower() else f"{said} ({room.name})"


def _group_label(parts: Sequence[Part], index: HomeIndex) -> str:
    return "all: " + ", ".join(index.devices[p.device].name for p in parts[:4]) + (f" and {len(parts) - 4} more" if len(parts) > 4 else "")


def _ranked(text: str, rooms: frozenset[str], context: Context, *, question: bool) -> list[Part]:
    """Devices by how much their names and capabilities have to do with the words, near ones first; for a change only those that can."""
    index, lex = context.index, context.lexicon
    concepts = concepts_in(text, lex)
    spoken = set(stems(text)) - lex.filler
    able = [d for d in index.devices.values() if question or any(index.capabilities[n].commands for _, n in d.capabilities())]
    scored: list[tuple[float, Part]] = []
    for device in able:
        points = 3.0 * (device.room in rooms)
        inside = bool(index.kinds_of[device.id] & lex.inside)
        for _, name in device.capabilities():
            capability = index.capabilities[name]
            felt = any(is_about(capability, None, c, lex) for c in concepts) and not inside
            points += 2.0 * felt * (2 if capability.commands else 1)
            points += 1.5 * len(spoken & set(stems(capability.says)))
            points += sum(0.7 * len(spoken & set(stems(c.says))) for c in capability.commands.values())
        points += sum(2.0 * len(spoken & set(stems(label))) + _shared(label, text) for label in (device.name, *device.aliases))
        if points:
            scored.append((points, Part(device.id)))
    return [p for _, p in sorted(scored, key=lambda s: -s[0])] or _samples(able)


def _shared(label: str, text: str) -> float:
    """How much of a Japanese name stands in the text: kanji, and runs of katakana or how they begin (コーヒーメーカー)."""
    return sum(1.5 for run in set(_PIECES.findall(normal(label))) if run in text or (len(run) > KNOWN_BY and run[:KNOWN_BY] in text))


KNOWN_BY = 4
"""Characters by which a long katakana word is known."""
_PIECES = re.compile(r"[\u4e00-\u9fff]|[\u30a1-\u30ff]{2,}")


def _samples(devices: Sequence[Device]) -> list[Part]:
    """One device for each capability that none before it has."""
    seen: set[str] = set()
    chosen: list[Part] = []
    for device in devices:
        names = {n for _, n in device.capabilities()}
        if not names <= seen:
            chosen.append(Part(device.id))
            seen |= names
    return chosen
