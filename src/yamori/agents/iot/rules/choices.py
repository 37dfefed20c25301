"""What a model is asked when code is not certain: a short list of candidates, and a grammar that admits nothing else.

The beginning of the prompt (rules, examples, what the home's capabilities can do) does not change while the home does not,
so that it is computed once; only the candidates and the sentence are new in each call.
"""

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, cast

from yamori.agentkit.agent import Decided, Declined, ToolCall
from yamori.agents.iot.rules.commands import Offer, Order, begins, concepts_in, is_about, needed, properties
from yamori.agents.iot.rules.fitting import STEPS
from yamori.agents.iot.rules.meaning import Context, Meaning
from yamori.agents.iot.rules.mentions import mentions
from yamori.agents.iot.rules.names import HomeIndex, Named, Part
from yamori.agents.iot.rules.orders import is_off
from yamori.agents.iot.rules.quantities import VAGUE_COUNT, Quantities, quantities
from yamori.agents.iot.rules.retrieval import likeliest, one_device
from yamori.agents.iot.rules.words import CJK, Lexicon, Sense, normal, numbers, squeezed, stems
from yamori.domain.capability import AddEffect, ArgumentEffect, Capability, CommandSpec
from yamori.domain.errors import TryAgain
from yamori.domain.home import Device
from yamori.domain.values import Value

DOCUMENTED = 2400
"""Characters of capability documentation that the stable beginning may hold (about 700 tokens)."""

CANDIDATES = 10
"""Devices shown to the model at most."""

COMMANDS = 6
"""Commands whose documentation is shown to the model where several devices may be meant."""
COMMANDS_OF_ONE = 9
"""The same where it is clear which."""

EXPLAINED = 700
"""Characters of what a capability says that are shown to the model."""

CALLS = 5
"""Calls that one answer may hold."""

VAGUE = 2
"""Calls that a clause may need which only says how things should be (`cosier`: a colour and a level)."""

_OPPOSITES = {"on": "off", "off": "on", "open": "close", "close": "open", "lock": "unlock", "unlock": "lock"}


@dataclass(frozen=True)
class Candidates:
    """Labels that the model may choose, and the parts each stands for."""

    labels: Mapping[str, tuple[Part, ...]]
    commands: tuple[tuple[str, str], ...] = ()
    """(capability, command): the only ones that may be chosen, the likeliest first; empty for all that the devices have."""

    def parts(self) -> tuple[Part, ...]:
        return tuple(dict.fromkeys(p for parts in self.labels.values() for p in parts))


def documentation(index: HomeIndex) -> str:
    """One line for each capability of the home, shortened until it fits; empty when even that does not."""
    for lines in (
        [line(c, says=True) for c in index.capabilities.values()],
        [line(c, says=False) for c in index.capabilities.values() if c.commands],
    ):
        text = "\n".join(lines)
        if len(text) <= DOCUMENTED:
            return text
    return ""


def line(capability: Capability, *, says: bool) -> str:
    """`switchLevel: setLevel(level 0-100), brighter(by) - How bright a light is`."""
    commands = ", ".join(_signature(c) for c in capability.commands.values())
    reads = "" if commands else "reads " + ", ".join(capability.attributes)
    return f"{capability.name}: {commands}{reads}" + (f" - {capability.says}" if says else "")


def _signature(command: CommandSpec) -> str:
    shown = []
    for name, schema in properties(command).items():
        if "enum" in schema:
            shown.append(f"{name} " + "|".join(str(v) for v in schema["enum"][:8]))
        elif "minimum" in schema and "maximum" in schema:
            shown.append(f"{name} {schema['minimum']}..{schema['maximum']}")
        else:
            shown.append(name)
    return f"{command.name}({', '.join(shown)})" if shown else command.name


def candidates(request: str, meaning: Meaning, context: Context, scores: Mapping[Offer, float]) -> Candidates:
    """The devices (and groups of them) that the request could mean, the likeliest first; never one that it leaves out. `scores` tells how
    likely the request is about each of the home's commands."""
    index = context.index
    labels: dict[str, tuple[Part, ...]] = {}
    spared = frozenset(d for a in meaning.aims for d in a.excluded)
    for spoken in meaning.aims:
        for target in spoken.targets:
            if target.group and len(target.parts) > 1 and (target.kind or len(target.parts) <= CANDIDATES):
                labels[_group_label(target.parts, index)] = target.parts
    aimed = [p for a in meaning.aims for t in a.targets for p in t.parts if t.kind or not t.group]
    rooms = frozenset(r for a in meaning.aims for r in a.rooms) or (frozenset({context.room}) if context.room else frozenset())
    ranked = _ranked(normal(request), rooms, context, question=meaning.question)
    said = frozenset(r for a in meaning.aims for r in (*a.rooms, *a.said_rooms))
    ranked = [p for p in ranked if index.devices[p.device].room in said] or ranked  # a room that was named bounds what is meant
    about = one_device(scores) if not meaning.question else None
    called = {p.device for m in mentions(normal(request), index, context.lexicon) if m.what is not Named.KIND for p in m.parts}
    if about is not None and about not in spared and not called & {p.device for p in aimed}:
        aimed, labels = [Part(about)], {}  # what is clearly spoken of, before what is only of a kind that was said
    likely = dict.fromkeys(aimed or _serving(normal(request), ranked, context))
    commands: tuple[tuple[str, str], ...] = ()
    amounts = quantities(request, context)
    if likely and not labels and not meaning.question:
        aimed_at = {p.device for p in likely}
        offers = [o for o in sorted(scores, key=lambda o: -scores[o]) if o.device in aimed_at]
        commands = _commands(offers, amounts, index)
        if about is not None:
            likely = dict.fromkeys(_part(o, index) for o in offers if (o.capability, o.command) in commands)
    if not likely and meaning.question:
        first = one_device(scores)
        likely = dict.fromkeys([*context.focus.parts, *([Part(first)] if first is not None else []), *ranked])
    elif not likely:
        bounds = {d for d in index.devices if index.devices[d].room in said} or set(index.devices)
        if meaning.settled and not _names_something(request, context):
            bounds = {o.device for o in meaning.settled}  # what is left of the sentence speaks of nothing else
        bounded = {o: s for o, s in scores.items() if o.device in bounds - spared}
        offers = likeliest(bounded) if len(bounds) > 1 else sorted(bounded, key=lambda o: -bounded[o])
        commands = _commands(offers, amounts, index)
        told = [_part(o, index) for o in offers if (o.capability, o.command) in commands]
        near = [p for p in context.focus.parts if p.device not in spared]
        commands += tuple(
            (n, c)
            for p in near
            for _, n in index.devices[p.device].capabilities()
            for c in index.capabilities[n].commands
            if (n, c) not in commands
        )
        likely = dict.fromkeys([*near, *told])
    for part in [p for p in likely if p.device not in spared][:CANDIDATES]:
        label = part_label(part, index)
        labels[label if label not in labels else f"{label} {part.device}"] = (part,)
    return Candidates(labels, commands)


def _commands(offers: Sequence[Offer], spoken: Quantities, index: HomeIndex) -> tuple[tuple[str, str], ...]:
    """The best few, and of those only the ones that the numbers fit, if there are any: a difference goes to what takes one."""
    most = COMMANDS if len({o.device for o in offers}) > 1 else COMMANDS_OF_ONE
    best = list(dict.fromkeys((o.capability, o.command) for o in offers))[:most]
    stepped = {(n, a) for n, c in best for a, e in index.capabilities[n].commands[c].effects.items() if isinstance(e, AddEffect)}
    fitting = [(n, c) for n, c in best if _takes(n, index.capabilities[n].commands[c], spoken, stepped)] or best
    if spoken.numbers:
        stepping = {(n, c) for n, c in fitting if any(a in STEPS for a in properties(index.capabilities[n].commands[c]))}
        setting = {(n, c) for n, c in fitting if _counted(index.capabilities[n].commands[c])} - stepping
        unfit = setting if spoken.relative and stepping else stepping if setting else set()
        fitting = [each for each in fitting if each not in unfit]
    if spoken.downward != spoken.upward:
        steps = {(n, c): w for n, c in fitting if (w := _way(index.capabilities[n].commands[c]))}
        if len(set(steps.values())) > 1:  # of two opposite ways only the one that was said
            fitting = [each for each in fitting if steps.get(each, 0) != (1 if spoken.downward else -1)]
    return tuple(fitting)


def _way(command: CommandSpec) -> int:
    """+1 for a step to more, -1 for one to less, 0 for what is no step."""
    amounts = [e.amount for e in command.effects.values() if isinstance(e, AddEffect) and e.amount]
    return (1 if amounts[0] > 0 else -1) if len(amounts) == 1 else 0


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


def _names_something(request: str, context: Context) -> bool:
    return any(m.what is not Named.FLOOR for m in mentions(normal(request), context.index, context.lexicon))


AIRING = frozenset({"fan", "purifier", "window"})
"""Kinds of the lexicon that change the air though no attribute of theirs measures it."""


def _serving(text: str, ranked: Sequence[Part], context: Context) -> list[Part]:
    """Where only a feeling was named (`chilly`, 暗くて…): what can change it, that in the person's room before all else."""
    index, lex = context.index, context.lexicon
    felt = {s.about for s in lex.steps if s.about and s.phrases.found(text)} | set(concepts_in(text, lex))
    felt &= {"temperature", "brightness", "humidity", "volume"}
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
    return sum(1.5 for run in set(_PIECES.findall(normal(label))) if run in text or (len(run) > BEGINNING and run[:BEGINNING] in text))


BEGINNING = 4
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


def described(found: Candidates, context: Context, *, documented: bool, japanese: bool = False) -> str:
    """The candidates as lines for the model, with what they report now, and documentation the beginning lacks. For a sentence in
    `japanese` with what they are called in it."""
    index = context.index
    lines = []
    for label, parts in found.labels.items():
        if len(parts) > 1:
            lines.append(f"- {label}")
            continue
        device = index.devices[parts[0].device]
        names = [n for c, n in device.capabilities() if parts[0].component in (None, c)]
        now = [str(v) for path, v in context.state.items() if path.startswith(f"{device.id}.") and isinstance(v, str | int | float)][:3]
        alias = next((a for a in device.aliases if CJK.search(a)), "") if japanese else ""
        lines.append(f"- {label}{f' = {alias}' if alias else ''}: {', '.join(names)}; now {', '.join(now)}")
    if found.commands:
        lines += [f"{n}: {says}" for n in dict.fromkeys(n for n, _ in found.commands) if (says := _explaining(index.capabilities[n]))]
        lines += [f"{n}.{_documented(index.capabilities[n].commands[c])}" for n, c in found.commands]
    elif not documented:
        names_seen = dict.fromkeys(n for p in found.parts() for _, n in index.devices[p.device].capabilities())
        lines += ["", *(line(index.capabilities[n], says=True) for n in names_seen)]
    return "\n".join(lines)


def _explaining(capability: Capability) -> str:
    """What the capability itself says, where it tells what the values of its commands mean."""
    listed = [str(v) for c in capability.commands.values() for p in properties(c).values() for v in p.get("enum", ())]
    return capability.says[:EXPLAINED] if any(re.search(rf"\b{re.escape(v)}\b", capability.says) for v in listed) else ""


def _documented(command: CommandSpec) -> str:
    """`raise(height 0..90): Lift the shelf. Height in cm.`"""
    described_arguments = [str(p["description"]) for p in properties(command).values() if "description" in p]
    return f"{_signature(command)}: {' '.join((command.says, *described_arguments))}"


def schema(found: Candidates, request: str, context: Context, *, question: bool, calls: int) -> Mapping[str, Value]:
    """A grammar of nothing but real labels, their own commands and those commands' arguments, with the numbers that were said; only reads
    for a question. At most so many calls: a small model that may say more says more."""
    spoken = quantities(request, context)
    index = context.index
    forms: list[dict[str, Any]] = []
    by_command: dict[tuple[str, str], list[str]] = {}
    by_attribute: dict[str, list[str]] = {}
    for label, parts in found.labels.items():
        for name in dict.fromkeys(n for p in parts for c, n in index.devices[p.device].capabilities() if p.component in (None, c)):
            for command in index.capabilities[name].commands.values():
                if not found.commands or (name, command.name) in found.commands:
                    by_command.setdefault((name, command.name), []).append(label)
            for attribute in index.capabilities[name].attributes:
                by_attribute.setdefault(f"{name}.{attribute}", []).append(label)
    if not question:
        for (name, command_name), labels in by_command.items():
            command = index.capabilities[name].commands[command_name]
            given = {_key(n): q for n, p in properties(command).items() if (q := _said_of(n, p, command, spoken)) is not None}
            asked = cast(Sequence[str], command.arguments.get("required", ()) if command.arguments else ())
            required = [_key(n) for n in asked if _key(n) in given]
            forms.append(
                _form(
                    {"command": {"const": f"{name}.{command_name}"}, "target": {"enum": labels}} | given, ["command", "target", *required]
                )
            )
    else:
        for path, labels in by_attribute.items():
            forms.append(_form({"read": {"const": path}, "target": {"enum": labels}}, ["read", "target"]))
    forms.append(_form({"none": {"enum": ["no such device", "cannot do that", "nothing to do"]}}, ["none"]))
    return _form({"calls": {"type": "array", "items": {"anyOf": forms}, "minItems": 1, "maxItems": min(CALLS, calls)}}, ["calls"])


def _said_of(argument: str, kind: Mapping[str, Any], command: CommandSpec, spoken: Quantities) -> Mapping[str, Any] | None:
    """The schema of an argument where what was said bounds it: a number is one that was said, in the argument's unit. None for one that
    may be left out and of which nothing was said: its default is better than a model's guess."""
    if kind.get("type") not in ("integer", "number") or "enum" in kind:
        return kind
    fitting = [n for n in spoken.of(argument, command) if kind.get("minimum", n) <= n <= kind.get("maximum", n)]
    fitting = [n for n in fitting if kind["type"] == "number" or n == int(n)]
    if argument in STEPS or spoken.relative:
        fitting = [n for n in fitting if (n < 0) == spoken.downward] or fitting
    if fitting:
        return {"enum": fitting}
    return None if argument not in needed(command) else kind


def _takes(capability: str, command: CommandSpec, spoken: Quantities, stepped: Set[tuple[str, str]]) -> bool:
    """Whether a command can be meant by these numbers: one of them fits, or none was said and it needs none. What is set to a number can
    still be meant without one where no other command makes it more or less (`stepped`: the attributes with such a command)."""
    counted = _counted(command)
    if not spoken.numbers and not spoken.seconds:
        return not (counted.keys() & set(needed(command)) and {(capability, a) for a in command.effects} & stepped)
    return not counted or any("enum" in (_said_of(n, p, command, spoken) or {}) for n, p in counted.items())


def _key(argument: str) -> str:
    """An argument's name in the model's JSON: one that the form itself uses gets a mark."""
    return f"{argument}_" if argument in ("command", "target", "read", "none") else argument


def _form(props: Mapping[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": props, "required": required, "additionalProperties": False}


def chosen(
    data: Value, found: Candidates, request: str, context: Context, *, cannot: str, missing: str, again: bool = False
) -> Decided | Declined:
    """The model's JSON as tool calls. Raises `TryAgain` for a choice that contradicts the sentence; where it was asked `again`, not for one
    that changes nothing."""
    entries = cast(Sequence[Mapping[str, Any]], cast(Mapping[str, Any], data)["calls"])
    calls: list[ToolCall] = []
    idle = 0
    for number, entry in enumerate(entries):
        if "none" in entry or any(_same_deed(entry, before) for before in entries[:number]):  # a small model says a thing twice
            continue
        parts = found.labels[entry["target"]]
        if "read" in entry:
            calls.append(ToolCall(tool="read_devices", arguments={"devices": addresses(parts), "attributes": [entry["read"]]}))
            continue
        name, _, command = entry["command"].rpartition(".")
        named = {_key(n): n for n in properties(context.index.capabilities[name].commands[command])}
        arguments = {named.get(k, k): v for k, v in entry.items() if k not in ("command", "target")}
        reported = _reported(parts, name, context)
        spec = context.index.capabilities[name].commands[command]
        if _is_so(arguments, reported, parts[0], request, context) or (not again and _is_set_so(spec, arguments, reported)):
            idle += 1
            continue
        _contradiction(spec, arguments, reported, request, context)
        able = [p for p in parts if any(n == name for c, n in context.index.devices[p.device].capabilities() if p.component in (None, c))]
        orders = [Order(p.device, _component(p, name, context.index), name, command, arguments) for p in able]
        calls += as_calls(orders)
    if calls:
        return Decided(calls=tuple(calls))
    if idle:
        raise TryAgain("all of that is so already, and the person wants a change")
    return Declined(text=missing if any(e.get("none") == "no such device" for e in entries) else cannot, certain=False)


def _same_deed(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """The same command to the same target, whatever its arguments; or the same read."""
    return one == other or ("command" in one and one["command"] == other.get("command") and one["target"] == other.get("target"))


def _reported(parts: Sequence[Part], capability: str, context: Context) -> Mapping[str, Value]:
    """What a capability of the first part reports now."""
    part = parts[0]
    start = f"{part.device}.{part.component or 'main'}.{capability}."
    return {path: value for path, value in context.state.items() if path.startswith(start)}


def _is_so(arguments: Mapping[str, Any], reported: Mapping[str, Value], part: Part, request: str, context: Context) -> bool:
    """Whether a quantity of which no number was said would be set to what it is; on what is off that still switches it on."""
    given, now = _numeric(arguments), _numeric(reported)
    return bool(given) and given == now and not numbers(normal(request)) and not is_off(part, context)


def _is_set_so(command: CommandSpec, arguments: Mapping[str, Any], reported: Mapping[str, Value]) -> bool:
    """Whether everything that it would set to a value that was chosen from a list is so already."""
    now = {path.rpartition(".")[2]: value for path, value in reported.items()}
    listed = {n for n, p in properties(command).items() if "enum" in p and n in arguments}
    set_to = {a: arguments[e.argument] for a, e in command.effects.items() if isinstance(e, ArgumentEffect) and e.argument in listed}
    return bool(set_to) and set(arguments) == listed and all(now.get(a) == v for a, v in set_to.items())


def _numeric(values: Mapping[str, Any]) -> list[float]:
    return [float(v) for v in values.values() if isinstance(v, int | float) and not isinstance(v, bool)]


def _component(part: Part, capability: str, index: HomeIndex) -> str:
    return next(c for c, n in index.devices[part.device].capabilities() if n == capability and part.component in (None, c))


def _goes(command: str, arguments: Mapping[str, Any], before: Mapping[str, Any], step: Sense, lexicon: Lexicon) -> int:
    """+1 where a command makes more of a quantity than it is, -1 where less, 0 where that cannot be told. A quantity that is set to what
    it is goes nowhere, which is not the way that was wanted."""
    for like in lexicon.steps:
        if like.about in (step.about, "") and any(begins(command, word) for word in like.commands):
            return like.by
    given, now = _numeric(arguments), _numeric(before)
    if len(given) != 1 or len(now) != 1:
        return 0
    return -step.by if (given[0] - now[0]) * step.by <= 0 else step.by


def _contradiction(spec: CommandSpec, arguments: Mapping[str, Any], before: Mapping[str, Any], request: str, context: Context) -> None:
    """Numbers come from the sentence, and nothing is done that is the opposite of the only thing asked. `before` is what the capability
    reports now."""
    command = spec.name
    said = {n.value for n in numbers(VAGUE_COUNT.sub(" ", normal(request)))}
    spoken = quantities(request, context)
    given = _numeric(arguments)
    fitting = {abs(n) for n in said} | {abs(n) for a in arguments if a in properties(spec) for n in spoken.of(a, spec)}
    if said and given and not any(abs(v) in fitting for v in given):
        raise TryAgain(f"the person said {', '.join(f'{s:g}' for s in said)}, not {', '.join(f'{v:g}' for v in given)}")
    asked = {s.name for s in context.lexicon.senses if s.phrases.found(normal(request))}
    if begins(command, "off") and "off" not in asked and "off" in before.values():
        raise TryAgain("that is off already, and nothing would change")
    for step in context.lexicon.steps:
        if step.about and step.phrases.found(normal(request)) and _goes(command, arguments, before, step, context.lexicon) == -step.by:
            raise TryAgain(f"the person wants {step.name}, and {command} {dict(arguments)} goes the other way")
    for wish, opposite in _OPPOSITES.items():
        if wish in asked and opposite not in asked and begins(command, opposite) and not begins(command, wish):
            raise TryAgain(f"the person wants {wish}, and {command} is the opposite")


def addresses(parts: Sequence[Part]) -> list[str]:
    """`device`, or `device/component`, as the tools take them."""
    return [p.device if p.component is None else f"{p.device}/{p.component}" for p in parts]


def as_performance(stages: Sequence[Sequence[Order]]) -> ToolCall:
    """Stages as one call: what is of one stage at once, but never two commands to one component; the stages in order."""
    steps: list[Value] = []
    for stage in stages:
        by_component: dict[tuple[str, str], list[Value]] = {}
        for o in stage:
            command: Value = {
                "device": o.device,
                "component": o.component,
                "capability": o.capability,
                "command": o.command,
                "arguments": dict(o.arguments),
            }
            by_component.setdefault((o.device, o.component), []).append(command)
        rows: list[Value] = [same[0] if len(same) == 1 else {"sequence": same} for same in by_component.values()]
        steps.append(rows[0] if len(rows) == 1 else {"parallel": rows})
    return ToolCall(tool="perform", arguments={"step": steps[0] if len(steps) == 1 else {"sequence": steps}})


def as_calls(orders: Sequence[Order]) -> list[ToolCall]:
    """Orders as tool calls: one call for all devices that get the same command."""
    grouped: dict[tuple[str, str, str], list[Order]] = {}
    for order in orders:
        grouped.setdefault((order.capability, order.command, squeezed(repr(sorted(order.arguments.items())))), []).append(order)
    return [
        ToolCall(
            tool="control_devices",
            arguments={
                "devices": [o.device if o.component == "main" else f"{o.device}/{o.component}" for o in same],
                "capability": same[0].capability,
                "command": same[0].command,
                "arguments": same[0].arguments,
            },
        )
        for same in grouped.values()
    ]
