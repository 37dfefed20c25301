"""What somebody likes, where a sentence leaves the value open: `warm it up`, `it's cold in here`, 暗い. Pure.

Only a value that code chose itself gives way: what was said, and a step that was asked for, stay as they are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from yamori.agentkit.agent import ToolCall
from yamori.agents.iot.rules.choices import as_calls
from yamori.agents.iot.rules.commands import Order, Setter, is_about, is_set, limits, put, setters, unit_of
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.words import squeezed
from yamori.domain.capability import AddEffect, ArgumentEffect, CommandSpec, SetEffect
from yamori.domain.values import Value

_UNITS = {"temperature": "°", "brightness": "%"}
_CONCEPTS = {"temperature": "temperature", "brightness": "brightness"}
_MODES = {"heat": 1, "heating": 1, "cool": -1, "cooling": -1}
"""Modes that make a room warmer (1) or cooler."""


@dataclass(frozen=True, kw_only=True)
class _Target:
    """What a command changes of a setting, without saying to what."""

    setting: str
    up: bool
    afresh: bool
    """It begins by it, so that what was set before was for something else."""


def with_liked(calls: Sequence[ToolCall], likes: Mapping[str, float], context: Context, *, dark: bool) -> tuple[ToolCall, ...]:
    """The calls with what is liked in the place of steps, and beside modes, that lead there. `dark`: somebody has too little light."""
    found: list[ToolCall] = []
    for call in calls:
        orders = [order for device in _devices(call) if (order := _liked(call, device, likes, context, dark=dark)) is not None]
        if len(orders) != len(_devices(call)) or not orders:
            found.append(call)
            continue
        steps = _target_of(call, context, dark=dark)
        found += [call] if steps is not None and steps.afresh and steps.setting == "temperature" else []
        found += as_calls(orders)
    return tuple(found)


def _liked(call: ToolCall, address: str, likes: Mapping[str, float], context: Context, *, dark: bool) -> Order | None:
    """The order for what is liked; None where the call says more, or does not lead there."""
    target = _target_of(call, context, dark=dark)
    if target is None or target.setting not in likes:
        return None
    device, _, component = address.partition("/")
    part, value = Part(device, component or None), likes[target.setting]
    setter = _setter(part, target, value, context)
    if setter is None or context.index.kinds_of[device] & context.lexicon.inside:
        return None
    present = context.state.get(f"{device}.{setter.component}.{setter.capability.name}.{setter.attribute.name}")
    leads_there = isinstance(present, int | float) and not isinstance(present, bool) and (value > present if target.up else value < present)
    return put(setter, part, value) if target.afresh or leads_there else None


def _target_of(call: ToolCall, context: Context, *, dark: bool) -> _Target | None:
    if call.tool != "control_devices":
        return None
    capability = context.index.capabilities[str(call.arguments["capability"])]
    command = capability.commands[str(call.arguments["command"])]
    given = cast(Mapping[str, Value], call.arguments.get("arguments", {}))
    for attribute, effect in command.effects.items():
        match effect:
            case AddEffect(amount=amount, argument=argument):
                by = given.get(argument, command.defaults.get(argument)) if argument else amount
                setting = next((s for s, c in _CONCEPTS.items() if is_about(capability, None, c, context.lexicon)), None)
                if setting is not None and isinstance(by, int | float) and is_set(capability, attribute):
                    return _Target(setting=setting, up=by > 0, afresh=False)
            case ArgumentEffect(argument=argument) if (way := _MODES.get(squeezed(str(given.get(argument, ""))))) is not None:
                return _Target(setting="temperature", up=way > 0, afresh=True)
            case SetEffect(value="on") if dark and _is_plain_switch(command):
                return _Target(setting="brightness", up=True, afresh=True)
    return None


def _is_plain_switch(command: CommandSpec) -> bool:
    return len(command.effects) == 1 and not command.arguments


def _setter(part: Part, target: _Target, value: float, context: Context) -> Setter | None:
    """The one command that sets it; of a thermostat with two setpoints the one that is led to."""
    found = [s for s in setters(part, context.index) if _sets(s, target, value, context)]
    other = ("cool" if target.up else "heat") if target.setting == "temperature" else ""
    found = [s for s in found if not other or other not in squeezed(s.attribute.name)] or found
    return found[0] if len(found) == 1 else None


def _sets(s: Setter, target: _Target, value: float, context: Context) -> bool:
    low, high = limits(s)
    in_range = (low is None or value >= low) and (high is None or value <= high)
    about = is_about(s.capability, s.command, _CONCEPTS[target.setting], context.lexicon)
    return in_range and about and unit_of(s.capability, s.command, s.argument) == _UNITS[target.setting]


def _devices(call: ToolCall) -> Sequence[str]:
    return cast(Sequence[str], call.arguments.get("devices", ()))
