"""Our commands in SmartThings' words, decided from two documents alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.gateway.smartthings.cloud import DEFINITIONS, takes, value

from yamori.domain.capability import Capability
from yamori.domain.errors import InvalidRequest
from yamori.domain.receipt import Command
from yamori.domain.values import Value
from yamori.gateway.capabilityfile import PRODUCT_CAPABILITIES, read_capability
from yamori.gateway.smartthings.definition import read_definition
from yamori.gateway.smartthings.translation import Offer, Said, offered, said


def ours(name: str) -> Capability:
    return read_capability(PRODUCT_CAPABILITIES / f"{name}.capability.yaml").capability


def offer(name: str, document: dict[str, object]) -> Offer:
    made = offered(name, definition=read_definition({"id": name, **document}), file=ours(name))
    assert made is not None
    return made


def say(
    made: Offer, name: str, arguments: dict[str, Value], before: dict[str, Value] | None = None, fahrenheit: tuple[str, ...] = ()
) -> Said:
    command = Command(device="d", capability=made.capability.name, name=name, arguments=arguments)
    return said(made, command, held={made.capability.name: made.capability}, before=before or {}, fahrenheit=fahrenheit)


def test_a_command_that_needs_more_there_takes_their_arguments_and_keeps_our_risk() -> None:
    made = offer(
        "securitySystem",
        {
            "attributes": {
                "securitySystemStatus": {
                    "schema": value("string", enum=["armedAway", "armedStay", "disarmed"]),
                    "enumCommands": [{"command": "armStay", "value": "armedStay"}, {"command": "disarm", "value": "disarmed"}],
                }
            },
            "commands": {"armStay": takes({"name": "bypassAll", "required": True, "schema": {"type": "boolean"}}), "disarm": takes()},
        },
    )
    assert made.capability.commands["armStay"].arguments["required"] == ["bypassAll"]
    assert say(made, "armStay", {"bypassAll": False}).arguments == [False]
    assert made.capability.commands["disarm"].risk == "pin"
    assert "armAway" not in made.capability.commands


def test_values_that_their_devices_report_are_allowed_beside_ours() -> None:
    shade = {
        "attributes": {"windowShade": {"schema": value("string", enum=["closed", "open", "partially open"])}},
        "commands": {"open": takes(), "close": takes(), "pause": takes()},
    }
    made = offer("windowShade", shade)
    assert made.capability.attributes["windowShade"].values == ("open", "closed", "partially open")
    assert list(made.capability.commands) == ["open", "close", "pause"]
    assert made.capability.name.startswith("windowShade-") and say(made, "pause", {}).capability == "windowShade"


def test_a_capability_that_says_the_same_as_our_file_keeps_its_name() -> None:
    assert offer("switchLevel", DEFINITIONS["switchLevel"]).capability == ours("switchLevel")
    assert offer("switch", DEFINITIONS["switch"]).capability.name == "switch"


def test_an_argument_may_be_named_differently() -> None:
    mode = {
        "attributes": {"thermostatMode": {"schema": value("string"), "setter": "setThermostatMode"}},
        "commands": {"setThermostatMode": takes({"name": "mode", "schema": {"type": "string"}})},
    }
    assert say(offer("thermostatMode", mode), "setThermostatMode", {"mode": "heat"}).arguments == ["heat"]


def test_a_step_is_said_as_the_value_it_leads_to_and_stays_within_the_range() -> None:
    made = offer("switchLevel", DEFINITIONS["switchLevel"])
    assert say(made, "dimmer", {"by": -50}, {"switchLevel.level": 30}) == Said(capability="switchLevel", command="setLevel", arguments=[0])


def test_celsius_is_said_in_fahrenheit_to_a_device_that_counts_so() -> None:
    oven = {
        "attributes": {"ovenSetpoint": {"schema": value("integer"), "setter": "setOvenSetpoint"}},
        "commands": {"setOvenSetpoint": takes({"name": "setpoint", "schema": {"type": "integer"}})},
    }
    made = offer("ovenSetpoint", oven)
    assert say(made, "setOvenSetpoint", {"setpoint": 100}, fahrenheit=("ovenSetpoint.ovenSetpoint",)).arguments == [212.0]


def test_an_argument_between_two_given_ones_cannot_be_left_out() -> None:
    document = {"commands": {"go": takes(*({"name": name, "optional": True, "schema": {}} for name in "abc"))}}
    made = offered("x.y", definition=read_definition({"id": "x.y", **document}), file=None)
    assert made is not None
    assert say(made, "go", {"a": 1}).arguments == [1]
    with pytest.raises(InvalidRequest, match="needs b as well"):
        say(made, "go", {"a": 1, "c": 3})


def test_a_file_about_something_else_does_not_hide_the_definition() -> None:
    colour = {
        "attributes": {"hue": {"schema": value("number", minimum=0, maximum=100), "setter": "setHue"}},
        "commands": {"setHue": takes({"name": "hue", "schema": {"type": "number"}})},
    }
    assert list(offer("colorControl", colour).capability.commands) == ["setHue"]


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["schema", "type", "arguments", "name", "x"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["attributes", "commands", "name", "version"]), anything))
def test_whatever_is_published_is_a_definition_or_a_value_error(document: dict[str, object]) -> None:
    try:
        definition = read_definition({"id": "switch", **document})
    except ValueError:
        return
    assert offered("switch", definition=definition, file=ours("switch")) is not None
