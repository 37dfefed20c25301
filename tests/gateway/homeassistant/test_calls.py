"""A command becomes the service calls that bring it about."""

from typing import Any

import pytest
from tests.gateway.homeassistant.homes import entity, held_by, home_of

from yamori.domain.receipt import Command
from yamori.gateway.homeassistant.calls import Sending, sending
from yamori.gateway.homeassistant.inventory import Entity

LIGHT = entity("light.lamp", "on", supported_color_modes=["hs", "color_temp"], brightness=128, supported_features=0)
FAN = entity("fan.fan", "on", supported_features=15, percentage=40, preset_modes=["sleep", "wind"])
BLIND = entity("cover.blind", "open", device_class="blind", supported_features=15, current_position=60)
CLIMATE = entity("climate.ac", "off", hvac_modes=["off", "cool"], target_temp_low=20, target_temp_high=24, supported_features=3)
TV = entity("media_player.tv", "playing", supported_features=0xFFFFF, volume_level=0.3)
ALARM = entity("alarm_control_panel.a", "disarmed", supported_features=7)


def sent(held: Entity, capability: str, command: str, **arguments: Any) -> Sending:
    found = held_by(home_of(held), held.id)[capability]
    before = {f"{found.capability.name}.{name}": value for name, value in found.initial.items()}
    return sending(Command(device="d", capability=found.capability.name, name=command, arguments=arguments), found, before)


@pytest.mark.parametrize(
    ("held", "capability", "command", "arguments", "service", "data"),
    [
        (LIGHT, "switch", "on", {}, "turn_on", {}),
        (LIGHT, "switchLevel", "setLevel", {"level": 50}, "turn_on", {"brightness": 128}),
        (LIGHT, "switchLevel", "brighter", {"by": 10}, "turn_on", {"brightness": 153}),
        (LIGHT, "colorControl", "setColor", {"color": "blue"}, "turn_on", {"hs_color": [240, 100]}),
        (LIGHT, "colorTemperature", "setColorTemperature", {"temperature": 3000}, "turn_on", {"color_temp_kelvin": 3000}),
        (FAN, "fanSpeedPercent", "faster", {"by": 20}, "set_percentage", {"percentage": 60}),
        (FAN, "fanOscillation", "setOscillation", {"oscillation": "on"}, "oscillate", {"oscillating": True}),
        (FAN, "fanMode", "setFanMode", {"mode": "wind"}, "set_preset_mode", {"preset_mode": "wind"}),
        (BLIND, "windowShadeLevel", "close", {}, "close_cover", {}),
        (BLIND, "windowShadeLevel", "setShadeLevel", {"shadeLevel": 30}, "set_cover_position", {"position": 30}),
        (BLIND, "movementStop", "stop", {}, "stop_cover", {}),
        (CLIMATE, "climateMode", "on", {}, "turn_on", {}),
        (CLIMATE, "climateMode", "setClimateMode", {"mode": "cool"}, "set_hvac_mode", {"hvac_mode": "cool"}),
        (CLIMATE, "temperatureRange", "setTemperatureRange", {"lowest": 19, "highest": 23}, "set_temperature",
         {"target_temp_low": 19, "target_temp_high": 23}),
        (TV, "audioVolume", "volumeUp", {"by": 5}, "volume_set", {"volume_level": 0.35}),
        (TV, "audioMute", "mute", {}, "volume_mute", {"is_volume_muted": True}),
        (TV, "mediaTrackControl", "nextTrack", {}, "media_next_track", {}),
        (ALARM, "alarmPanel", "armAway", {"code": "12"}, "alarm_arm_away", {"code": "12"}),
        (ALARM, "alarmPanel", "disarm", {"code": ""}, "alarm_disarm", {}),
        (entity("todo.list", "2", supported_features=1), "todoList", "addItem", {"item": "milk"}, "add_item", {"item": "milk"}),
        (entity("input_number.n", "2", min=0, max=9), "numberSetting", "setValue", {"value": 4}, "set_value", {"value": 4}),
        (entity("scene.s", None), "sceneActivation", "activate", {}, "turn_on", {}),
    ],
)  # fmt: skip
def test_a_command_is_one_service_with_its_data(
    held: Entity, capability: str, command: str, arguments: dict[str, Any], service: str, data: dict[str, Any]
) -> None:
    (call,) = sent(held, capability, command, **arguments).calls
    assert (call.domain, call.service, call.entity, dict(call.data)) == (held.domain, service, held.id, data)


def test_stopping_a_blind_stops_its_slats_too() -> None:
    slatted = entity("cover.blind", "open", device_class="blind", supported_features=255, current_position=60, current_tilt_position=30)
    assert [call.service for call in sent(slatted, "movementStop", "stop").calls] == ["stop_cover", "stop_cover_tilt"]
    (call,) = sent(slatted, "windowShadeTiltLevel", "setShadeTiltLevel", tilt=70).calls
    assert (call.service, dict(call.data)) == ("set_cover_tilt_position", {"tilt_position": 70})
    roof = entity("cover.roof", "open", supported_features=16 + 32 + 64 + 128, current_tilt_position=60)
    assert [call.service for call in sent(roof, "movementStop", "stop").calls] == ["stop_cover_tilt"]
    assert held_by(home_of(roof), roof.id)["windowShade"].capability.commands == {}  # it can only be tilted


def test_what_is_waited_for_is_the_state_that_was_commanded() -> None:
    assert sent(BLIND, "windowShadeLevel", "lower", by=-20).wanted == {"shadeLevel": (40,)}
    vacuum = entity("vacuum.v", "cleaning", supported_features=16 + 8192)
    assert sent(vacuum, "robotVacuum", "returnHome").wanted == {"activity": ("returning", "docked")}
    assert sent(ALARM, "alarmPanel", "armHome", code="").wanted == {"alarm": ("armedHome", "arming")}
    assert sent(TV, "mediaTrackControl", "nextTrack").wanted == {}
