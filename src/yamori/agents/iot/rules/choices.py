"""What a model is asked when code is not certain: a short list of candidates, and a grammar that admits nothing else.

The beginning of the prompt (rules, examples, what the home's capabilities can do) does not change while the home does not,
so that it is computed once; only the candidates and the sentence are new in each call.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from yamori.agentkit.agent import ToolCall
from yamori.agents.iot.rules.candidates import Candidates, bounded_argument
from yamori.agents.iot.rules.commands import Order, properties
from yamori.agents.iot.rules.meaning import Context, Query
from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.quantities import quantities
from yamori.agents.iot.rules.queries import measured_by
from yamori.agents.iot.rules.words import squeezed
from yamori.domain.capability import Capability, CommandSpec
from yamori.domain.language import DEFAULT_LANGUAGE, Language, is_lettered
from yamori.domain.values import Value
from yamori.understanding.word_lists import whole_words

DOCUMENTED = 2400
"""Characters of capability documentation that the stable beginning may hold (about 700 tokens)."""

EXPLAINED = 700
"""Characters of what a capability says that are shown to the model."""

CALLS = 5
"""Calls that one answer may hold."""

VAGUE = 2
"""Calls that a clause may need which only says how things should be (`cosier`: a colour and a level)."""


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


def described(found: Candidates, context: Context, *, documented: bool, language: Language = DEFAULT_LANGUAGE) -> str:
    """The candidates as lines for the model, with what they report now, and documentation the beginning lacks. For a sentence in
    another language than documentation with what they are called in it."""
    index = context.index
    lines = []
    for label, parts in found.labels.items():
        if len(parts) > 1:
            lines.append(f"- {label}")
            continue
        device = index.devices[parts[0].device]
        names = [n for c, n in device.capabilities() if parts[0].component in (None, c)]
        now = [str(v) for path, v in context.state.items() if path.startswith(f"{device.id}.") and isinstance(v, str | int | float)][:3]
        alias = next((a for a in device.aliases if is_lettered(a, language)), "") if language is not DEFAULT_LANGUAGE else ""
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
    return capability.says[:EXPLAINED] if whole_words(listed).search(capability.says) else ""


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
            bounded = {n: bounded_argument(n, p, index.capabilities[name], command, spoken) for n, p in properties(command).items()}
            given = {argument_key(n): form for n, form in bounded.items() if form is not None}
            asked = cast(Sequence[str], command.arguments.get("required", ()) if command.arguments else ())
            required = [argument_key(n) for n in asked if argument_key(n) in given]
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


def argument_key(argument: str) -> str:
    """An argument's name in the model's JSON: one that the form itself uses gets a mark."""
    return f"{argument}_" if argument in ("command", "target", "read", "none") else argument


def _form(props: Mapping[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": props, "required": required, "additionalProperties": False}


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


def as_reading(query: Query, index: HomeIndex) -> list[ToolCall]:
    """The call that answers a question; where its attributes are known only when somebody measures, those that measure."""
    if measuring := measured_by(query, index):
        return as_calls(measuring)
    arguments: dict[str, Value] = {"devices": addresses(query.parts)}
    if query.attributes:
        arguments["attributes"] = [f"{capability}.{attribute}" for _, capability, attribute in query.attributes]
    if query.value is not None:
        arguments["equals"] = query.value
    return [ToolCall(tool="read_devices", arguments=arguments)]


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
