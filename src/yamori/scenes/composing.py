"""What a scene does, worked out from what the home has: by the effects of a ritual, or from the present state. Pure."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from yamori.agentkit.agent import ToolCall
from yamori.domain.capability import ArgumentEffect, Capability, Risk, SetEffect
from yamori.domain.home import Device, Home
from yamori.domain.language import is_spaced, language_of
from yamori.domain.receipt import Reading
from yamori.domain.restoring import restoring
from yamori.domain.values import Value
from yamori.scenes.kind import DeviceKind, Kind, device_kinds
from yamori.scenes.naming import folded
from yamori.scenes.scene import SceneCall

TOOL = "control_devices"
"""The tool of the agent of devices that a scene's own calls name."""
TOGETHER = 8
"""Devices of one call: each of them is named where it is shown."""
_OFF = frozenset({"off", "stopped", "paused", "closed"})


@dataclass(frozen=True, kw_only=True)
class Choice:
    """Which devices are spoken of."""

    rooms: Collection[str] = ()
    """None: of the whole home."""
    without: Collection[str] = ()
    """Ids of devices that are left out."""
    kinds: Collection[str] = ()
    """Only those kinds of devices; none: all."""
    devices: Collection[str] = ()
    """Only these; none: all."""


@dataclass(frozen=True, kw_only=True)
class _Order:
    address: str
    capability: str
    command: str
    arguments: Mapping[str, Value] = field(default_factory=dict)


def kinds_of(device: Device, component: str) -> tuple[DeviceKind, ...]:
    """What the part of the device is; usually one kind."""
    held = frozenset(device.components[component])
    return tuple(kind for kind in device_kinds().values() if _is_of(kind, held, device))


def ritual_calls(kind: Kind, home: Home, capabilities: Mapping[str, Capability], choice: Choice) -> tuple[ToolCall, ...]:
    """What the ritual does with these devices, what is alike in one call. Only what needs nobody's OK, and is only ever locked or closed
    of what locks and opens doors."""
    calls: list[ToolCall] = []
    for effect in kind.effects:
        orders: list[_Order] = []
        for device, component in _parts(home, choice):
            held = device.components[component]
            if not any(k.name == effect.on for k in kinds_of(device, component)) or (effect.having and effect.having not in held):
                continue
            orders += _orders(device, component, effect.values, capabilities, first_only=True)
        calls += _calls(order for order in orders if _is_safe(order, capabilities))
    return tuple(calls)


def saved_calls(home: Home, capabilities: Mapping[str, Capability], now: Sequence[Reading], choice: Choice) -> tuple[ToolCall, ...]:
    """What brings these devices back to how they are now, as far as a scene is made of it; what is not known is left out."""
    known = {reading.path: reading.value for reading in now if reading.value is not None}
    orders: list[_Order] = []
    for device, component in _parts(home, choice):
        for kind in kinds_of(device, component):
            if choice.kinds and kind.name not in choice.kinds:
                continue
            orders += _saved(device, component, kind, known, capabilities)
            break
    return _calls(order for order in orders if _is_safe(order, capabilities))


def _saved(
    device: Device, component: str, kind: DeviceKind, known: Mapping[str, Value], capabilities: Mapping[str, Capability]
) -> Iterator[_Order]:
    def at(path: str) -> Value:
        return known.get(f"{device.id}.{component}.{path}")

    always = {path: value for path in kind.saved if (value := at(path)) is not None}
    is_off = any(value in _OFF for path, value in always.items() if path.split(".")[1] in ("switch", "climateMode"))
    when_on = {} if is_off else {path: value for path in kind.saved_when_on if (value := at(path)) is not None}
    if when_on.get("colorControl.color") not in (None, "white"):
        when_on.pop("colorTemperature.colorTemperature", None)  # a coloured light has none
    elif "colorTemperature.colorTemperature" in when_on:
        when_on.pop("colorControl.color", None)
    yield from _orders(device, component, {**when_on, **always}, capabilities, first_only=False)


def _orders(
    device: Device, component: str, values: Mapping[str, Value], capabilities: Mapping[str, Capability], *, first_only: bool
) -> Iterator[_Order]:
    """The commands that bring the values about; one that another of them brings about anyway is left out."""
    held = device.components[component]
    brought: dict[str, Value] = {}
    for path, value in values.items():
        name, _, attribute = path.partition(".")
        if name not in held or name not in capabilities or brought.get(path) == value:
            continue
        if first_only and brought and name in ("mediaPlayback", "climateMode") and "switch.switch" in brought:
            continue  # switched off it plays nothing
        for command, arguments in _commands(capabilities[name], attribute, value):
            brought |= effects_of(capabilities[name], command, arguments) or {path: value}
            yield _Order(address=address_of(device, component), capability=name, command=command, arguments=arguments)


def _commands(capability: Capability, attribute: str, value: Value) -> Sequence[tuple[str, Mapping[str, Value]]]:
    """A command that needs no arguments before one that sets the value: to close, before to set to 0 %."""
    plain = [
        c
        for c in capability.commands.values()
        if not c.arguments and effects_of(capability, c.name, {}) == {f"{capability.name}.{attribute}": value}
    ]
    return [(plain[0].name, {})] if plain else restoring(capability, {attribute: value})


def effects_of(capability: Capability, command: str, arguments: Mapping[str, Value]) -> Mapping[str, Value]:
    """`capability.attribute` to what the command makes of it; empty where that is not documented or depends on what was before."""
    found: dict[str, Value] = {}
    spec = capability.commands.get(command)
    for target, effect in (spec.effects if spec is not None else {}).items():
        path = target if "." in target else f"{capability.name}.{target}"
        if isinstance(effect, SetEffect):
            found[path] = effect.value
        elif isinstance(effect, ArgumentEffect) and effect.argument in arguments:
            found[path] = arguments[effect.argument]
        else:
            return {}
    return found


def address_of(device: Device, component: str) -> str:
    return device.id if component == "main" or len(device.components) == 1 else f"{device.id}/{component}"


def devices_in(arguments: Mapping[str, Value]) -> tuple[str, ...]:
    """The addresses of the devices that a call names."""
    held = arguments.get("devices")
    return tuple(str(each) for each in held) if isinstance(held, list | tuple) else ()


def one_by_one(call: ToolCall) -> tuple[ToolCall, ...]:
    """The commands of a performance each as a call of its own, so that one of them can be changed alone; any other call as it is."""
    commands = _commands_of(call.arguments.get("step")) if call.tool == "perform" else None
    if not commands:
        return (call,)
    return tuple(
        ToolCall(
            tool="control_devices",
            arguments={
                "devices": [_address(command)],
                "capability": command["capability"],
                "command": command["command"],
                "arguments": command.get("arguments", {}),
            },
        )
        for command in commands
    )


def _commands_of(step: Value) -> list[Mapping[str, Value]] | None:
    """The commands of a step, in their order; None where it holds anything else, such as a time to wait."""
    if not isinstance(step, Mapping):
        return None
    if "command" in step:
        return [step]
    inner = step.get("parallel") or step.get("sequence")
    if not isinstance(inner, list | tuple) or len(step) > 1:
        return None
    found: list[Mapping[str, Value]] = []
    for each in inner:
        commands = _commands_of(each)
        if commands is None:
            return None
        found += commands
    return found


def _address(command: Mapping[str, Value]) -> str:
    component = command.get("component") or "main"
    return str(command["device"]) if component == "main" else f"{command['device']}/{component}"


def without_devices(call: SceneCall, devices: Collection[str]) -> SceneCall | None:
    """The call without these devices, its words left empty; None where nothing is left of it. Unchanged where it names none of them."""
    addresses = devices_in(call.arguments)
    left = [address for address in addresses if address.partition("/")[0] not in devices]
    if len(left) == len(addresses):
        return call
    return SceneCall(agent=call.agent, tool=call.tool, arguments={**call.arguments, "devices": left}, risk=call.risk) if left else None


def with_value(calls: Sequence[SceneCall], value: float, unit: str, capabilities: Mapping[str, Capability]) -> tuple[SceneCall, ...]:
    """The calls with another value for the one thing that they set in this unit; empty where they set none so, or several things."""
    settable = {n: argument for n, call in enumerate(calls) if (argument := _measured(call, value, unit, capabilities)) is not None}
    if len({calls[n].arguments.get("capability") for n in settable}) != 1:
        return ()
    number = int(value) if value == int(value) else value
    return tuple(_with_argument(call, settable[n], number) if n in settable else call for n, call in enumerate(calls))


def _with_argument(call: SceneCall, argument: str, value: float) -> SceneCall:
    held = call.arguments.get("arguments")
    arguments: dict[str, Value] = {**(held if isinstance(held, Mapping) else {}), argument: value}
    return SceneCall(agent=call.agent, tool=call.tool, arguments={**call.arguments, "arguments": arguments}, risk=call.risk)


def _measured(call: SceneCall, value: float, unit: str, capabilities: Mapping[str, Capability]) -> str | None:
    """The argument with which a call sets an attribute of this unit, within its limits."""
    capability = capabilities.get(str(call.arguments.get("capability")))
    command = capability.commands.get(str(call.arguments.get("command"))) if capability is not None else None
    if capability is None or command is None:
        return None
    for target, effect in command.effects.items():
        attribute = capability.attributes.get(target)
        if not isinstance(effect, ArgumentEffect) or attribute is None or (unit and attribute.unit != unit):
            continue
        low, high = attribute.minimum, attribute.maximum
        if (low is None or low <= value) and (high is None or value <= high):
            return effect.argument
    return None


def _parts(home: Home, choice: Choice) -> Iterator[tuple[Device, str]]:
    for device in home.devices:
        if choice.rooms and device.room not in choice.rooms:
            continue
        if device.id in choice.without or (choice.devices and device.id not in choice.devices):
            continue
        for component in device.components:
            yield device, component


def _is_of(kind: DeviceKind, held: frozenset[str], device: Device) -> bool:
    if held & kind.never or not kind.needs <= held:
        return False
    if held & kind.has:
        return True
    return bool(kind.looks) and held <= {"switch"} and any(_looks(name, kind) for name in (device.name, *device.aliases))


def _looks(name: str, kind: DeviceKind) -> bool:
    flat = folded(name)
    return any(word in (flat.split() if is_spaced(name) else flat) for word in kind.looks.get(language_of(name), ()))


def _is_safe(order: _Order, capabilities: Mapping[str, Capability]) -> bool:
    return capabilities[order.capability].commands[order.command].risk is Risk.SAFE


def _calls(orders: Iterator[_Order]) -> tuple[ToolCall, ...]:
    """What is alike for several devices in one call, in the order in which it came up first."""
    alike: dict[str, tuple[_Order, list[Value]]] = {}
    for order in orders:
        key = f"{order.capability}.{order.command}{sorted(order.arguments.items(), key=str)}"
        alike.setdefault(key, (order, []))[1].append(order.address)
    return tuple(
        ToolCall(
            tool=TOOL,
            arguments={
                "devices": addresses[start : start + TOGETHER],
                "capability": order.capability,
                "command": order.command,
                "arguments": dict(order.arguments),
            },
        )
        for order, addresses in alike.values()
        for start in range(0, len(addresses), TOGETHER)
    )
