"""What becomes of a model's choice: tool calls, or word of what contradicts the sentence, so that it is asked once more."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from yamori.agentkit.agent import Decided, Declined, ToolCall
from yamori.agents.iot.rules.candidates import Candidates
from yamori.agents.iot.rules.choices import addresses, argument_key, as_calls
from yamori.agents.iot.rules.commands import Order, begins, properties
from yamori.agents.iot.rules.complaint_words import steps_wanted
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.orders import is_off
from yamori.agents.iot.rules.quantities import VAGUE_COUNT, quantities
from yamori.agents.iot.rules.words import Lexicon, Sense, normal, numbers
from yamori.domain.capability import ArgumentEffect, CommandSpec
from yamori.domain.errors import TryAgain
from yamori.domain.values import Value

_OF_WHAT_RUNS = ("brightness", "volume", "speed")
"""What is switched off has none of it: no room that is too dark is mended by a light that goes off."""
OPPOSITES = {"on": "off", "off": "on", "open": "close", "close": "open", "lock": "unlock", "unlock": "lock"}


def chosen(
    data: Value, found: Candidates, request: str, context: Context, *, cannot: str, missing: str, again: bool = False
) -> Decided | Declined:
    """The model's JSON as tool calls. Raises `TryAgain` for a choice that contradicts the sentence; where it was asked `again`, not for one
    that changes nothing."""
    entries = cast(Sequence[Mapping[str, Any]], cast(Mapping[str, Any], data)["calls"])
    calls: list[ToolCall] = []
    idle = 0
    for number, entry in enumerate(entries):
        if "none" in entry or any(_same_action(entry, before) for before in entries[:number]):  # a small model says a thing twice
            continue
        parts = found.labels[entry["target"]]
        if "read" in entry:
            calls.append(ToolCall(tool="read_devices", arguments={"devices": addresses(parts), "attributes": [entry["read"]]}))
            continue
        name, _, command = entry["command"].rpartition(".")
        named = {argument_key(n): n for n in properties(context.index.capabilities[name].commands[command])}
        arguments = {named.get(k, k): v for k, v in entry.items() if k not in ("command", "target")}
        reported = reported_by(parts, name, context)
        spec = context.index.capabilities[name].commands[command]
        if _is_so(arguments, reported, parts[0], request, context) or (not again and _is_set_so(spec, arguments, reported)):
            idle += 1
            continue
        contradiction(spec, arguments, reported, request, context, off=is_off(parts[0], context))
        able = [p for p in parts if any(n == name for c, n in context.index.devices[p.device].capabilities() if p.component in (None, c))]
        orders = [Order(p.device, _component(p, name, context.index), name, command, arguments) for p in able]
        calls += as_calls(orders)
    if calls:
        return Decided(calls=tuple(calls))
    if idle:
        raise TryAgain("all of that is so already, and the person wants a change")
    return Declined(text=missing if any(e.get("none") == "no such device" for e in entries) else cannot, certain=False)


def _same_action(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """The same command to the same target, whatever its arguments; or the same read."""
    return one == other or ("command" in one and one["command"] == other.get("command") and one["target"] == other.get("target"))


def reported_by(parts: Sequence[Part], capability: str, context: Context) -> Mapping[str, Value]:
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


def _goes(
    command: CommandSpec, arguments: Mapping[str, Any], before: Mapping[str, Any], step: Sense, lexicon: Lexicon, *, off: bool
) -> int:
    """+1 where a command makes more of a quantity than it is, -1 where less, 0 where that cannot be told. A quantity that is set to what
    it is goes nowhere, which is not the way that was wanted. Of what is off, a percentage above the middle is more: a dim light is none
    of 90 %."""
    for like in lexicon.steps:
        if like.about in (step.about, "") and any(begins(command.name, word) for word in like.commands):
            return like.by
    given, now = _numeric(arguments), _numeric(before)
    if off and any(p.get("maximum") == 100 and p.get("minimum", 0) in (0, 1) for n, p in properties(command).items() if n in arguments):
        now = [50.0]
    if len(given) != 1 or len(now) != 1:
        return 0
    return -step.by if (given[0] - now[0]) * step.by <= 0 else step.by


def contradiction(
    spec: CommandSpec, arguments: Mapping[str, Any], before: Mapping[str, Any], request: str, context: Context, *, off: bool
) -> None:
    """Numbers come from the sentence, and nothing is done that is the opposite of the only thing asked. `before` is what the capability
    reports now, `off` whether the device is switched off."""
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
    said_steps = [s for s in context.lexicon.steps if s.about and s.phrases.found(normal(request))]
    for step in said_steps or steps_wanted(request, context.lexicon):
        none = step.by > 0 and step.about in _OF_WHAT_RUNS and begins(command, "off")
        if none or _goes(spec, arguments, before, step, context.lexicon, off=off) == -step.by:
            raise TryAgain(f"the person wants {step.name}, and {command} {dict(arguments)} goes the other way")
    for predicate, opposite in OPPOSITES.items():
        if predicate in asked and opposite not in asked and begins(command, opposite) and not begins(command, predicate):
            raise TryAgain(f"the person wants {predicate}, and {command} is the opposite")
