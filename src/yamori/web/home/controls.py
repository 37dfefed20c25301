"""Which controls a device has, from its capabilities' files and its present readings alone. Pure; `tiles` and `asking` call it.

Knows shapes of commands (a pair that turns something on and off, a number within a range, one of a few options), never a kind of device.
A command that fits no shape has no control: it can be said in words.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

from yamori.domain.capability import AddEffect, AppendEffect, ArgumentEffect, Attribute, Capability, CommandSpec, Effect, Risk, SetEffect
from yamori.domain.home import Device
from yamori.domain.receipt import Reading
from yamori.domain.values import Value
from yamori.web.home.colours import COLOURS

_SWITCHED = frozenset({"on", "off"})
_LONGEST_SLIDER = 20
"""Places on a slider without a unit; a number with more is set by steps."""
_FINE = 0.5
"""The step of a number that is not whole, where its file names none."""
_SLIDER_PLACES = 40
"""A slider moves by about so many steps, in round numbers."""
_BIG_SPAN = 1000
"""From this span on a slider of whole numbers moves by more than one."""
LONGEST_TEXT = 200
_MOST_STEPS = 60


@dataclass(frozen=True, kw_only=True)
class Press:
    """A command as one button sends it."""

    command: str
    arguments: Mapping[str, Value]
    risk: Risk
    value: Value = None
    """What the attribute becomes; None where the file does not say."""
    current: bool = False
    """It is so already."""


@dataclass(frozen=True, kw_only=True)
class _Part:
    """What every control is of."""

    component: str
    capability: str


@dataclass(frozen=True, kw_only=True)
class _Setter(_Part):
    """What every control is that gives one command its arguments."""

    command: str
    risk: Risk


@dataclass(frozen=True, kw_only=True)
class Toggle(_Part):
    """Something that is on or off."""

    kind: ClassVar[str] = "toggle"
    attribute: str
    on: Press
    off: Press
    is_on: bool | None
    """None while it is not known."""


@dataclass(frozen=True, kw_only=True)
class Buttons(_Part):
    """Commands that need nothing: open and close, play and pause, next, start and stop."""

    kind: ClassVar[str] = "buttons"
    presses: tuple[Press, ...]


class NumberLook(StrEnum):
    SLIDER = "slider"
    STEPS = "steps"


@dataclass(frozen=True, kw_only=True)
class Field:
    """A number that a command takes."""

    argument: str
    attribute: str | None
    """What reports it; None where nothing does."""
    value: float | None
    low: float | None
    high: float | None
    step: float
    unit: str | None
    whole: bool

    def moved(self, by: int) -> float | None:
        """So many steps further, within its range; None where nothing is known to start from."""
        if self.value is None:
            return None
        reached = self.value + by * self.step
        low, high = self.low if self.low is not None else -math.inf, self.high if self.high is not None else math.inf
        moved = round(min(max(reached, low), high), 3)
        return int(moved) if moved == int(moved) else moved

    @property
    def is_long(self) -> bool:
        """More places than anybody walks through step by step."""
        return self.low is None or self.high is None or (self.high - self.low) / self.step > _MOST_STEPS


@dataclass(frozen=True, kw_only=True)
class Number(_Setter):
    """One number."""

    kind: ClassVar[str] = "number"
    look: NumberLook
    field: Field


@dataclass(frozen=True, kw_only=True)
class Range(_Setter):
    """Several numbers that are set together, such as the lowest and the highest temperature."""

    kind: ClassVar[str] = "range"
    fields: tuple[Field, ...]


@dataclass(frozen=True, kw_only=True)
class Choice(_Setter):
    """One of several options."""

    kind: ClassVar[str] = "choice"
    argument: str
    attribute: str | None
    options: tuple[str, ...]
    value: str | None

    @property
    def coloured(self) -> bool:
        """Every option is the name of a colour."""
        return len(self.options) > 1 and all(option.lower() in COLOURS for option in self.options)


@dataclass(frozen=True, kw_only=True)
class Entry(_Setter):
    """A text."""

    kind: ClassVar[str] = "entry"
    argument: str
    attribute: str
    value: str
    """What it is now; empty where each text is added to those that are there."""
    longest: int


Control: TypeAlias = Toggle | Number | Buttons | Range | Choice | Entry


def controls_of_device(device: Device, capabilities: Mapping[str, Capability], readings: Sequence[Reading]) -> tuple[Control, ...]:
    """In the order of the device's file."""
    now = {(r.component, r.capability, r.attribute): r.value for r in readings}
    found: list[Control] = []
    for component, name in device.capabilities():
        if (capability := capabilities.get(name)) is not None:
            values = {attribute: now.get((component, name, attribute)) for attribute in capability.attributes}
            found += controls_of(component, capability, values)
    return tuple(found)


def controls_of(component: str, capability: Capability, values: Mapping[str, Value]) -> tuple[Control, ...]:
    """Of one capability; `values` are its attributes as they are now."""
    setters = {spec.name: argument for spec in capability.commands.values() if (argument := _single(spec)) is not None}
    pressed = [spec for spec in capability.commands.values() if not _required(spec)]
    found: list[Control] = []
    settled: dict[str, frozenset[str]] = {}
    """Attributes that a number or a choice sets, with the options of a choice."""
    for command, argument in setters.items():
        control = _setter(component, capability, capability.commands[command], argument, values)
        if control is None:
            continue
        found.append(control)
        match control:
            case Choice(attribute=str(attribute)):
                settled[attribute] = frozenset(control.options)
            case Number(field=Field(attribute=str(attribute))):
                settled[attribute] = frozenset()
            case _:
                pass
    found += [control for spec in capability.commands.values() if (control := _several(component, capability, spec, values)) is not None]
    toggle = _toggle(component, capability, pressed, values)
    covered = {toggle.on.command, toggle.off.command} if toggle is not None else set()
    rest = [spec for spec in pressed if spec.name not in covered and not _is_covered(spec, capability, settled)]
    presses = tuple(_press(spec, capability, values) for spec in rest)
    buttons = [Buttons(component=component, capability=capability.name, presses=presses)] if presses else []
    return (*([toggle] if toggle is not None else []), *found, *buttons)


def _setter(component: str, capability: Capability, spec: CommandSpec, argument: str, values: Mapping[str, Value]) -> Control | None:
    """The control of a command with one argument."""
    schema = _schema(spec, argument)
    attribute = _attribute_of(spec, argument, schema, capability)
    value = values.get(attribute.name) if attribute is not None else None
    if schema.get("type") == "boolean" and attribute is not None:
        return _between(component, capability, spec, argument, attribute, value, True, False)
    if schema.get("type") in ("integer", "number"):
        field = _field(argument, schema, attribute, value)
        return Number(component=component, capability=capability.name, command=spec.name, look=_look(field), field=field, risk=spec.risk)
    if schema.get("type") != "string":
        return None
    options = _options(schema, attribute)
    if attribute is not None and frozenset(options) == _SWITCHED:
        return _between(component, capability, spec, argument, attribute, value, "on", "off")
    if options:
        return Choice(
            component=component,
            capability=capability.name,
            command=spec.name,
            argument=argument,
            attribute=attribute.name if attribute is not None else None,
            options=options,
            value=value if isinstance(value, str) else None,
            risk=spec.risk,
        )
    if attribute is None:
        return None
    adds = any(isinstance(effect, AppendEffect) for effect in spec.effects.values())
    longest = schema.get("maxLength")
    return Entry(
        component=component,
        capability=capability.name,
        command=spec.name,
        argument=argument,
        attribute=attribute.name,
        value="" if adds or not isinstance(value, str) else value,
        longest=min(longest, LONGEST_TEXT) if isinstance(longest, int) else LONGEST_TEXT,
        risk=spec.risk,
    )


def _between(
    component: str, capability: Capability, spec: CommandSpec, argument: str, attribute: Attribute, value: Value, on: Value, off: Value
) -> Toggle:
    """The control of a command whose one argument has two values."""
    ways = [Press(command=spec.name, arguments={argument: way}, risk=spec.risk, value=way, current=value == way) for way in (on, off)]
    is_on = value == on if value in (on, off) else None
    return Toggle(component=component, capability=capability.name, attribute=attribute.name, on=ways[0], off=ways[1], is_on=is_on)


def _several(component: str, capability: Capability, spec: CommandSpec, values: Mapping[str, Value]) -> Range | None:
    """The control of a command with several numbers and nothing else."""
    required = _required(spec)
    if len(required) < 2 or any(_schema(spec, name).get("type") not in ("integer", "number") for name in required):
        return None
    fields = tuple(_field_of(spec, argument, capability, values) for argument in required)
    return Range(component=component, capability=capability.name, command=spec.name, fields=fields, risk=spec.risk)


def _field_of(spec: CommandSpec, argument: str, capability: Capability, values: Mapping[str, Value]) -> Field:
    schema = _schema(spec, argument)
    attribute = _attribute_of(spec, argument, schema, capability)
    return _field(argument, schema, attribute, values.get(attribute.name) if attribute is not None else None)


def _toggle(component: str, capability: Capability, pressed: Sequence[CommandSpec], values: Mapping[str, Value]) -> Toggle | None:
    """Two commands that need nothing, of which one turns an attribute off and the other anything but."""
    named = {spec.name: spec for spec in pressed}
    for attribute in capability.attributes.values():
        by_value = {result: spec for spec in pressed if (result := _results(spec, capability).get(attribute.name)) in _SWITCHED}
        on, off = by_value.get("on"), by_value.get("off")
        if "off" in attribute.values and off is None and named.keys() >= _SWITCHED and not _results(named["off"], capability):
            off = named["off"]  # a file that does not say what its commands do
        if off is None:
            continue
        if on is None and (frozenset(attribute.values) == _SWITCHED or named.keys() >= _SWITCHED):
            on = named.get("on")
        if on is None:
            continue
        value = values.get(attribute.name)
        is_on = value != "off" if isinstance(value, str) else None
        return Toggle(
            component=component,
            capability=capability.name,
            attribute=attribute.name,
            on=Press(
                command=on.name, arguments={}, risk=on.risk, value=_results(on, capability).get(attribute.name), current=is_on is True
            ),
            off=Press(command=off.name, arguments={}, risk=off.risk, value="off", current=is_on is False),
            is_on=is_on,
        )
    return None


def _press(spec: CommandSpec, capability: Capability, values: Mapping[str, Value]) -> Press:
    attribute, value = next(iter(_results(spec, capability).items()), ("", None))
    return Press(command=spec.name, arguments={}, risk=spec.risk, value=value, current=value is not None and values.get(attribute) == value)


def _is_covered(spec: CommandSpec, capability: Capability, settled: Mapping[str, frozenset[str]]) -> bool:
    """What it does can be done by a number or a choice beside it."""
    own = dict(_own_effects(spec, capability))
    if not own:
        return False
    return all(
        name in settled and (isinstance(effect, AddEffect) or (isinstance(effect, SetEffect) and effect.value in settled[name]))
        for name, effect in own.items()
    )


def _results(spec: CommandSpec, capability: Capability) -> Mapping[str, Value]:
    """The attributes that a command sets to fixed values."""
    return {name: effect.value for name, effect in _own_effects(spec, capability) if isinstance(effect, SetEffect)}


def _own_effects(spec: CommandSpec, capability: Capability) -> Iterator[tuple[str, Effect]]:
    """Those on attributes of its own capability."""
    for name, effect in spec.effects.items():
        owner, _, attribute = name.rpartition(".")
        if owner in ("", capability.name):
            yield attribute, effect


def _required(spec: CommandSpec) -> tuple[str, ...]:
    """The arguments that a person has to give."""
    required = spec.arguments.get("required")
    named = required if isinstance(required, Sequence) and not isinstance(required, str) else ()
    return tuple(str(name) for name in named if name not in spec.defaults)


def _single(spec: CommandSpec) -> str | None:
    required = _required(spec)
    return required[0] if len(required) == 1 else None


def _schema(spec: CommandSpec, argument: str) -> Mapping[str, Value]:
    properties = spec.arguments.get("properties")
    schema = properties.get(argument) if isinstance(properties, Mapping) else None
    return schema if isinstance(schema, Mapping) else {}


def _attribute_of(spec: CommandSpec, argument: str, schema: Mapping[str, Value], capability: Capability) -> Attribute | None:
    """What an argument sets: as the effects say, else the attribute of its name, else the only one of its type."""
    for name, effect in _own_effects(spec, capability):
        if isinstance(effect, ArgumentEffect) and effect.argument == argument and name in capability.attributes:
            return capability.attributes[name]
    if spec.effects:
        return None
    if argument in capability.attributes:
        return capability.attributes[argument]
    fitting = [a for a in capability.attributes.values() if a.type == schema.get("type")]
    return fitting[0] if len(fitting) == 1 else None


def _options(schema: Mapping[str, Value], attribute: Attribute | None) -> tuple[str, ...]:
    listed = schema.get("enum")
    if isinstance(listed, Sequence) and not isinstance(listed, str):
        return tuple(str(option) for option in listed)
    return attribute.values if attribute is not None else ()


def _field(argument: str, schema: Mapping[str, Value], attribute: Attribute | None, value: Value) -> Field:
    low, high = _bounds(schema, attribute)
    whole = schema.get("type") == "integer" or (attribute is not None and attribute.type == "integer")
    return Field(
        argument=argument,
        attribute=attribute.name if attribute is not None else None,
        value=_number(value),
        low=low,
        high=high,
        step=_step(schema, low, high, whole=whole),
        unit=attribute.unit if attribute is not None else None,
        whole=whole,
    )


def _bounds(schema: Mapping[str, Value], attribute: Attribute | None) -> tuple[float | None, float | None]:
    """The narrower of the argument's and the attribute's."""
    low, high = _number(schema.get("minimum")), _number(schema.get("maximum"))
    lows = [bound for bound in (low, attribute.minimum if attribute is not None else None) if bound is not None]
    highs = [bound for bound in (high, attribute.maximum if attribute is not None else None) if bound is not None]
    return max(lows, default=None), min(highs, default=None)


def _number(value: Value) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _step(schema: Mapping[str, Value], low: float | None, high: float | None, *, whole: bool) -> float:
    given = _number(schema.get("multipleOf"))
    if given is not None and given > 0:
        return given
    if low is not None and high is not None and high - low >= _BIG_SPAN:
        return math.pow(10, math.floor(math.log10((high - low) / _SLIDER_PLACES)))
    return 1 if whole else _FINE


def _look(field: Field) -> NumberLook:
    """A temperature and a number without an end are set by steps, a share of something by sliding."""
    if field.low is None or field.high is None or (field.unit or "").startswith("°"):
        return NumberLook.STEPS
    return NumberLook.SLIDER if field.unit or field.high - field.low <= _LONGEST_SLIDER else NumberLook.STEPS
