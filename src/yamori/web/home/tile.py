"""One device on the Home page: how it is, its controls, and what was asked of it by hand that has no end yet. Pure; `pages` and `live`
call it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from yamori.domain.capability import ArgumentEffect, Capability, Risk, SetEffect
from yamori.domain.home import Device
from yamori.domain.receipt import Command, Reading
from yamori.web.home.acting import Standing
from yamori.web.home.controls import Buttons, Choice, Control, Number, NumberLook, Toggle, controls_of_device
from yamori.web.home.spoken import command_words
from yamori.web.home.summary import is_silent
from yamori.web.tiles import tile
from yamori.web.words import Words

_MAIN = "main"
_POWER = "switch"
_BATTERY = "battery"
_MOST_BUTTONS = 4
"""Of one control in front; more of them stand on the device's own page."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, kw_only=True)
class Approval:
    """A command that waits for an OK."""

    receipt: str
    says: str
    """What would be done."""
    pin: bool
    """The household's PIN is needed."""


@dataclass(frozen=True, kw_only=True)
class HomeTile:
    """A device, ready to be shown."""

    id: str
    mark: str
    """The same on every page and in every place."""
    name: str
    now: str
    """The few readings that say how it is."""
    awake: bool
    available: bool
    controls: tuple[Control, ...]
    waiting: bool
    """It was asked for what is shown and has not answered yet."""
    problem: str | None
    """Why the last thing asked of it was not done."""
    approval: Approval | None
    order: str
    """`TIME.REVISION`; of two pictures of the same device the one that is not older is shown."""
    whole: bool
    """All controls are there, each with its name."""


def home_tile(
    device: Device,
    readings: Sequence[Reading],
    capabilities: Mapping[str, Capability],
    words: Words,
    *,
    standing: Standing,
    online: bool = True,
    whole: bool = False,
) -> HomeTile:
    """`online`: False for a device at the edge that has not spoken lately. `whole`: with every control, for its own page."""
    expected = as_expected(readings, standing.waiting, capabilities)
    controls = controls_of_device(device, capabilities, expected)
    offered = controls if whole else in_front(controls)
    stepped = {f"{device.id}.{c.component}.{c.field.attribute}" for c in offered if isinstance(c, Number) and c.look is NumberLook.STEPS}
    # How full a battery is says nothing of how the device is; a low one needs attention by itself. A stepper shows its number itself.
    telling = [r for r in expected if r.capability != _BATTERY and f"{r.device}.{r.component}.{r.attribute}" not in stepped] or expected
    shown = tile(device, telling, capabilities, words)
    held = standing.held
    known = not is_silent(readings, capabilities)
    newest = max((r.at for r in readings), default=_EPOCH)
    return HomeTile(
        id=device.id,
        mark=shown.mark,
        name=shown.name,
        now=_named(shown.now, controls, words),
        awake=shown.awake and known and online,
        available=known and online,
        controls=offered,
        waiting=bool(standing.waiting),
        problem=standing.problem,
        approval=Approval(
            receipt=held.id,
            says=command_words(held.command, capabilities.get(held.command.capability), words),
            pin=held.risk is Risk.PIN,
        )
        if held is not None
        else None,
        order=f"{round((newest - _EPOCH).total_seconds() * 1e6)}.{standing.revision}",
        whole=whole,
    )


def _named(now: str, controls: Sequence[Control], words: Words) -> str:
    """A number that is all there is to say of a device says of what, where somebody can set it."""
    for control in controls:
        if isinstance(control, Number) and control.field.attribute is not None and control.field.value is not None:
            said = words.value(control.field.value, control.field.unit)
            if now.replace("\N{NO-BREAK SPACE}", " ") == said:
                return f"{words.attribute(control.field.attribute)} {said}".replace(" ", "\N{NO-BREAK SPACE}")
    return now


def in_front(controls: Sequence[Control]) -> tuple[Control, ...]:
    """The one or two that a tile has room for: what turns it on and off, then a number; without these its buttons or its one choice."""
    main = [control for control in controls if control.component == _MAIN]
    power = next((c for c in main if isinstance(c, Toggle) and c.attribute == _POWER), None)
    if power is None and main and isinstance(main[0], Toggle):
        power = main[0]
    number = next((c for c in main if isinstance(c, Number) and c.field.attribute is not None), None)
    buttons = next((c for c in main if isinstance(c, Buttons)), None)
    chosen: list[Control | None] = [power if power is not None else _few(buttons), number]
    found = tuple(control for control in chosen if control is not None)
    return found or tuple(c for c in main if isinstance(c, Choice) and not c.coloured)[:1]


def _few(buttons: Buttons | None) -> Buttons | None:
    return replace(buttons, presses=buttons.presses[:_MOST_BUTTONS]) if buttons is not None else None


def as_expected(readings: Sequence[Reading], waiting: Sequence[Command], capabilities: Mapping[str, Capability]) -> Sequence[Reading]:
    """The readings as they will be once what waits is done, as far as the files say so."""
    if not waiting:
        return readings
    found = {r.path: r for r in readings}
    for command in waiting:
        capability = capabilities.get(command.capability)
        spec = capability.commands.get(command.name) if capability is not None else None
        for name, effect in spec.effects.items() if spec is not None else ():
            owner, _, attribute = name.rpartition(".")
            path = f"{command.device}.{command.component}.{owner or command.capability}.{attribute}"
            if path not in found:
                continue
            match effect:
                case SetEffect(value=value):
                    found[path] = replace(found[path], value=value)
                case ArgumentEffect(argument=argument) if argument in command.arguments:
                    found[path] = replace(found[path], value=command.arguments[argument])
                case _:
                    pass
    return tuple(found.values())
