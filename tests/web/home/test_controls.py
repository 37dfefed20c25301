"""Which controls a capability's file gives: tried on every file that the product has."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from yamori.domain.capability import Attribute, Capability, CommandSpec, Risk
from yamori.domain.home import Device, Home, Place
from yamori.domain.language import Language
from yamori.domain.receipt import Command
from yamori.domain.values import Value
from yamori.gateway.capabilityfile import PRODUCT_CAPABILITIES, read_capability
from yamori.gateway.homefile import LoadedHome
from yamori.gateway.registry import HouseRegistry
from yamori.web.home.controls import Buttons, Choice, Entry, Number, NumberLook, Press, Range, Toggle, controls_of
from yamori.web.home.tile import in_front
from yamori.web.words import all_words

FILES = sorted(PRODUCT_CAPABILITIES.glob("*.capability.yaml"))
CAPABILITIES = {capability.name: capability for capability in (read_capability(file).capability for file in FILES)}
BY_WORDS_ALONE = {"calendarEvents"}
"""Their commands take several texts: there is no control for these."""


def shown(name: str, **values: Value) -> list[object]:
    return list(controls_of("main", CAPABILITIES[name], values))


def sent(control: object) -> list[tuple[str, Mapping[str, Value]]]:
    """Every command that a person can send with a control, with the least and the most of numbers."""
    match control:
        case Toggle():
            return [(p.command, p.arguments) for p in (control.on, control.off)]
        case Buttons():
            return [(p.command, p.arguments) for p in control.presses]
        case Number(field=field):
            ends = [end if end is not None else 5 for end in (field.low, field.high)]
            return [(control.command, {field.argument: value}) for value in ends]
        case Range():
            return [(control.command, {field.argument: field.low for field in control.fields})]
        case Choice():
            return [(control.command, {control.argument: option}) for option in control.options]
        case Entry():
            return [(control.command, {control.argument: "something"})]
        case _:
            raise AssertionError(control)


@pytest.mark.parametrize("file", FILES, ids=lambda file: Path(file).name.partition(".")[0])
def test_every_command_of_every_control_is_one_that_the_gate_takes(file: Path) -> None:
    capability = read_capability(file).capability
    device = Device(id="thing", name="Thing", components={"main": {"switch": {}, capability.name: {}}})
    place = Place(name="x", country="JP", latitude=35, longitude=139, timezone="Asia/Tokyo")
    home = Home(name="h", place=place, devices=(device,))
    registry = HouseRegistry(LoadedHome(home=home, capabilities=CAPABILITIES))
    found = controls_of("main", capability, {})
    assert found or not capability.commands or capability.name in BY_WORDS_ALONE
    for control in found:
        for name, arguments in sent(control):
            registry.checked(Command(device="thing", capability=capability.name, name=name, arguments=arguments))


def test_every_button_and_every_option_has_a_japanese_name() -> None:
    words = all_words()[Language.JAPANESE]
    for capability in CAPABILITIES.values():
        for control in controls_of("main", capability, {}):
            match control:
                case Buttons():
                    for press in control.presses:
                        assert f"command.{press.command}" in words.sentences, press.command
                case Choice():
                    for option in control.options:
                        assert words.value(option) != option or option.isupper() or option in ("HDMI1", "bluetooth"), option
                case Toggle():
                    assert words.attribute(control.attribute) != control.attribute
                case Number() if control.field.attribute is not None:
                    assert not words.attribute(control.field.attribute).isascii()
                case _:
                    pass


def test_a_switch_is_one_toggle_that_shows_how_it_is() -> None:
    (toggle,) = shown("switch", switch="on")
    assert isinstance(toggle, Toggle)
    assert (toggle.is_on, toggle.on.command, toggle.off.command) == (True, "on", "off")
    (unknown,) = shown("switch")
    assert isinstance(unknown, Toggle)
    assert unknown.is_on is None


def test_a_level_is_a_slider_that_makes_its_steps_needless() -> None:
    (slider,) = shown("switchLevel", level=80)
    assert isinstance(slider, Number)
    assert slider.look is NumberLook.SLIDER
    assert (slider.field.value, slider.field.low, slider.field.high, slider.field.unit) == (80, 0, 100, "%")


def test_a_temperature_is_set_by_steps_that_stay_within_its_range() -> None:
    (steps,) = shown("temperatureSetpoint", temperatureSetpoint=30)
    assert isinstance(steps, Number)
    assert steps.look is NumberLook.STEPS
    assert (steps.field.moved(-1), steps.field.moved(1)) == (29.5, 30)


def test_a_lock_is_two_buttons_of_which_opening_asks_first() -> None:
    (lock,) = shown("lock", lock="locked")
    assert isinstance(lock, Buttons)
    assert [(p.command, p.current, p.risk) for p in lock.presses] == [("lock", True, Risk.SAFE), ("unlock", False, Risk.CONFIRM)]


def test_what_only_sets_a_mode_is_a_choice_and_colours_are_told_by_their_names() -> None:
    (mode,) = shown("washerMode", washerMode="wool")
    (colour,) = shown("colorControl", color="red")
    assert isinstance(mode, Choice)
    assert isinstance(colour, Choice)
    assert (mode.value, mode.coloured, colour.coloured) == ("wool", False, True)


def test_a_blind_can_be_opened_closed_and_put_anywhere_between() -> None:
    slider, buttons = shown("windowShadeLevel", shadeLevel=100)
    assert isinstance(slider, Number)
    assert isinstance(buttons, Buttons)
    assert [(p.command, p.current) for p in buttons.presses] == [("open", True), ("close", False)]


def test_two_numbers_that_are_set_together_stand_together() -> None:
    (both,) = shown("temperatureRange", lowest=18, highest=24)
    assert isinstance(both, Range)
    assert [(f.argument, f.value) for f in both.fields] == [("lowest", 18), ("highest", 24)]


def test_a_capability_that_nobody_has_seen_before_gets_its_controls_too() -> None:
    glow = Attribute(name="glow", type="integer", unit="lm", minimum=10, maximum=400)
    awake = Attribute(name="awake", type="boolean")
    schema = {"type": "object", "properties": {"glow": {"type": "integer"}}, "required": ["glow"]}
    woken = {"type": "object", "properties": {"awake": {"type": "boolean"}}, "required": ["awake"]}
    odd = Capability(
        name="acme.firefly",
        says="",
        attributes={"glow": glow, "awake": awake},
        commands={
            "setGlow": CommandSpec(name="setGlow", says="", arguments=schema),
            "wake": CommandSpec(name="wake", says="", arguments=woken),
            "dance": CommandSpec(name="dance", says="", risk=Risk.CONFIRM),
        },
    )
    number, toggle, buttons = controls_of("main", odd, {"glow": 40, "awake": True})
    assert isinstance(number, Number)
    assert (number.look, number.field.low, number.field.value) == (NumberLook.SLIDER, 10, 40)
    assert isinstance(toggle, Toggle)
    assert toggle.is_on
    assert isinstance(buttons, Buttons)
    assert buttons.presses == (Press(command="dance", arguments={}, risk=Risk.CONFIRM),)


def test_a_tile_has_room_for_the_power_and_one_number() -> None:
    held = [*shown("audioMute"), *shown("switch"), *shown("colorControl"), *shown("switchLevel"), *shown("mediaPlayback")]
    assert [type(control) for control in in_front(held)] == [Toggle, Number]  # type: ignore[arg-type]
    assert [type(control) for control in in_front(shown("washerMode"))] == [Choice]  # type: ignore[arg-type]
    assert in_front(shown("colorControl")) == ()  # type: ignore[arg-type]
