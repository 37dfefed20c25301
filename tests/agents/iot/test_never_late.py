"""Which commands are done on time or not at all: by what they heat or open, not by what their capability is called."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from yamori.agents.iot.rules.commands import Order
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.never_late import is_never_late
from yamori.agents.iot.rules.words import lexicon
from yamori.domain.values import Value
from yamori.gateway.homefile import load_home

HEATED = Path(__file__).parents[2] / "apps" / "heated.home.yaml"


@pytest.fixture(scope="module")
def index() -> HomeIndex:
    loaded = load_home(HEATED)
    return HomeIndex(loaded.home, loaded.capabilities, lexicon())


@pytest.mark.parametrize(
    ("device", "capability", "command", "arguments", "never"),
    [
        ("den-heater", "switch", "on", {}, True),
        ("den-heater", "switch", "off", {}, False),
        ("kotatsu", "switch", "on", {}, True),
        ("den-plug", "switch", "on", {}, True),
        ("den-plug", "switch", "off", {}, False),
        ("den-light", "switch", "on", {}, False),
        ("den-air-conditioner", "airConditionerMode", "setAirConditionerMode", {"mode": "heat"}, True),
        ("den-air-conditioner", "airConditionerMode", "setAirConditionerMode", {"mode": "cool"}, False),
        ("den-air-conditioner", "switch", "on", {}, False),
        ("den-thermostat", "thermostatMode", "setThermostatMode", {"mode": "auto"}, True),
        ("den-thermostat", "thermostatMode", "setThermostatMode", {"mode": "off"}, False),
        ("den-thermostat", "temperatureSetpoint", "warmer", {}, True),
        ("den-thermostat", "temperatureSetpoint", "cooler", {}, False),
        ("cooking-corner", "ovenOperatingState", "start", {}, True),
        ("cooking-corner", "ovenOperatingState", "stop", {}, False),
        ("front-door-lock", "lock", "unlock", {}, True),
        ("front-door-lock", "lock", "lock", {}, False),
        ("garage", "doorControl", "open", {}, True),
        ("garage", "doorControl", "close", {}, False),
        ("den-blinds", "windowShade", "open", {}, False),
    ],
)
def test_what_heats_or_opens_the_home_is_never_late_and_what_ends_it_may_be(
    index: HomeIndex, device: str, capability: str, command: str, arguments: Mapping[str, Value], never: bool
) -> None:
    assert is_never_late([Order(device, "main", capability, command, arguments)], index, {}) is never


def test_what_comes_on_in_a_heating_mode_in_which_it_was_left_is_never_late(index: HomeIndex) -> None:
    order = Order("den-air-conditioner", "main", "switch", "on")
    path = "den-air-conditioner.main.airConditionerMode.airConditionerMode"
    assert is_never_late([order], index, {path: "heat"})
    assert not is_never_late([order], index, {path: "cool"})
