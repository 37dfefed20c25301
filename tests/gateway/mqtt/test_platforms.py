"""What announced entities become: for each platform its capability, what a payload means and what a command says."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.gateway.fakes import NOON
from tests.lengths import examples

from yamori.domain.clock import SetClock
from yamori.domain.home import Place
from yamori.domain.values import Value
from yamori.gateway.capabilityfile import PRODUCT_CAPABILITIES, CapabilityCatalog
from yamori.gateway.effects import state_after
from yamori.gateway.mqtt.discovery import Malformed, announced, place
from yamori.gateway.mqtt.entity import Draft, Entity, Feature
from yamori.gateway.mqtt.household import household
from yamori.gateway.mqtt.platforms import PLATFORMS
from yamori.gateway.mqtt.template import Silent, TakenBack, Templates

SHELF = CapabilityCatalog(PRODUCT_CAPABILITIES)
TEMPLATES = Templates(SetClock(NOON))
HERE = Place(name="Nara", country="JP", latitude=34.68, longitude=135.8, timezone="Asia/Tokyo")


def understood(topic: str, config: object) -> list[Entity]:
    where = place(f"homeassistant/{topic}/config", "homeassistant")
    assert where is not None
    entities = []
    for each in announced(where, json.dumps(config).encode()):
        draft = Draft(each, SHELF, TEMPLATES)
        PLATFORMS[each.platform](draft)
        entities.append(draft.entity())
    return entities


@dataclass
class Thing:
    entity: Entity

    def feature(self, capability: str) -> Feature:
        return next(feature for feature in self.entity.features if feature.capability.name.partition("-")[0] == capability)

    @property
    def capabilities(self) -> list[str]:
        return [feature.capability.name.partition("-")[0] for feature in self.entity.features]

    def reads(self, capability: str, attribute: str, payload: str) -> Value:
        return self.feature(capability).reported[attribute].decode(payload)

    def says(self, capability: str, name: str, before: dict[str, Value] | None = None, **arguments: Value) -> list[tuple[str, str]]:
        feature = self.feature(capability)
        if name in feature.calls:
            return [(message.topic, message.payload) for message in feature.calls[name]]
        held = {each.capability.name: each.capability for each in self.entity.features}
        own = feature.capability.name
        after = state_after(feature.capability.commands[name], arguments, capability=own, held=held, before=before or {})
        wanted = {path.rpartition(".")[2]: value for path, value in after.items() if path.startswith(f"{own}.")}
        messages = [message for attribute, value in wanted.items() for message in feature.settable[attribute](value)]
        return [(message.topic, message.payload) for message in messages]


def thing(platform: str, config: dict[str, Any]) -> Thing:
    return Thing(understood(f"{platform}/x", config)[0])


def test_a_light_in_json_speaks_one_object() -> None:
    light = thing(
        "light", {"schema": "json", "cmd_t": "c", "stat_t": "s", "bri_scl": 254, "sup_clrm": ["color_temp", "xy"], "max_mirs": 454}
    )
    assert light.capabilities == ["switch", "switchLevel", "colorTemperature", "colorControl"]
    assert light.says("switch", "off") == [("c", '{"state": "OFF"}')]
    assert light.says("switchLevel", "setLevel", level=50) == [("c", '{"state": "ON", "brightness": 127}')]
    assert light.says("colorTemperature", "setColorTemperature", temperature=2500) == [("c", '{"state": "ON", "color_temp": 400}')]
    assert light.reads("switchLevel", "level", '{"brightness": 127}') == 50
    assert light.reads("colorTemperature", "colorTemperature", '{"color_temp": 250}') == 4000
    settable = json.loads(light.says("colorControl", "setColor", color="red")[0][1])
    assert light.reads("colorControl", "color", json.dumps(settable)) == "red"
    assert light.reads("colorControl", "color", '{"color_mode": "color_temp", "color": {"x": 0.7, "y": 0.3}}') == "white"
    assert light.feature("colorTemperature").capability.attributes["colorTemperature"].minimum == 2203
    with pytest.raises(Silent):
        light.reads("switchLevel", "level", '{"state": "ON"}')


@pytest.mark.parametrize("mode", ["hs", "rgb", "rgbw", "rgbww", "xy"])
@pytest.mark.parametrize("colour", ["white", "red", "orange", "green", "cyan", "blue", "purple", "pink"])
def test_a_colour_is_understood_as_it_was_said(mode: str, colour: str) -> None:
    light = thing("light", {"schema": "json", "cmd_t": "c", "stat_t": "s", "supported_color_modes": [mode]})
    assert light.reads("colorControl", "color", light.says("colorControl", "setColor", color=colour)[0][1]) == colour


TEMPLATED = {
    "schema": "template", "cmd_t": "c", "stat_t": "s", "cmd_off_tpl": '{"state": "off"}',
    "cmd_on_tpl": '''{"state": "on"{% if brightness is defined %}, "brightness": {{ brightness }}{% endif -%}
        {%- if color_temp is defined %}, "ct": {{ color_temp }}{% endif -%}
        {%- if red is defined and green is defined and blue is defined %}, "rgb": [{{ red }}, {{ green }}, {{ blue }}]{% endif -%}
        {%- if effect is defined %}, "fx": "{{ effect }}"{% endif -%} }''',
    "stat_tpl": "{{ value_json.state }}", "bri_tpl": "{{ value_json.brightness }}", "clr_temp_tpl": "{{ value_json.ct }}",
    "r_tpl": "{{ value_json.rgb[0] }}", "g_tpl": "{{ value_json.rgb[1] }}", "b_tpl": "{{ value_json.rgb[2] }}",
    "fx_list": ["rain", "snow"], "fx_tpl": "{{ value_json.fx }}",
}  # fmt: skip


def test_a_light_in_templates_says_what_its_own_words_are() -> None:
    light = thing("light", TEMPLATED)
    assert light.capabilities == ["switch", "switchLevel", "colorTemperature", "colorControl", "lightEffect"]
    assert light.says("switch", "on") == [("c", '{"state": "on"}')] and light.says("switch", "off") == [("c", '{"state": "off"}')]
    assert light.says("switchLevel", "setLevel", level=50) == [("c", '{"state": "on", "brightness": 128}')]
    assert light.says("colorTemperature", "setColorTemperature", temperature=2500) == [("c", '{"state": "on", "ct": 400}')]
    assert light.says("colorControl", "setColor", color="blue") == [("c", '{"state": "on", "rgb": [0, 0, 255]}')]
    assert light.says("lightEffect", "setEffect", effect="rain") == [("c", '{"state": "on", "fx": "rain"}')]
    state = '{"state": "on", "brightness": 128, "ct": 400, "rgb": [0, 0, 250], "fx": "snow"}'
    assert (light.reads("switch", "switch", state), light.reads("switchLevel", "level", state)) == ("on", 50)
    assert (light.reads("colorTemperature", "colorTemperature", state), light.reads("colorControl", "color", state)) == (2500, "blue")
    assert light.reads("lightEffect", "effect", state) == "snow"
    with pytest.raises(Silent):
        light.reads("colorControl", "color", '{"state": "on"}')


def test_a_light_in_templates_may_speak_in_commas() -> None:
    config = {
        "schema": "template", "cmd_t": "c", "stat_t": "s", "cmd_on_tpl": "on,{{ brightness|d }},{{ red|d }}-{{ green|d }}-{{ blue|d }}",
        "cmd_off_tpl": "off", "stat_tpl": "{{ value.split(',')[0] }}", "bri_tpl": "{{ value.split(',')[1] }}",
        "r_tpl": "{{ value.split(',')[2].split('-')[0] }}", "g_tpl": "{{ value.split(',')[2].split('-')[1] }}",
        "b_tpl": "{{ value.split(',')[2].split('-')[2] }}",
    }  # fmt: skip
    light = thing("light", config)
    assert light.says("colorControl", "setColor", color="green") == [("c", "on,,0-255-0")]
    assert (light.reads("switchLevel", "level", "on,255,1-250-3"), light.reads("colorControl", "color", "on,255,1-250-3")) == (100, "green")
    rest = thing("light", {**config, "cmd_on_tpl": "{{ states(brightness) }}"})
    assert rest.feature("switchLevel").capability.commands == {} and "command_on_template" in rest.entity.notes[0]


def test_a_light_in_topics_says_style_and_power_in_its_own_order() -> None:
    config = {
        "cmd_t": "p", "stat_t": "s", "bri_cmd_t": "b", "bri_stat_t": "bs", "bri_scl": 100, "rgb_cmd_t": "rgb", "rgb_stat_t": "rs",
        "rgb_cmd_tpl": "{{ red }},{{ green }},{{ blue }}!", "pl_on": "1", "pl_off": "0", "stat_val_tpl": "{{ value_json.p }}",
    }  # fmt: skip
    light = thing("light", config)
    assert light.says("switchLevel", "setLevel", level=30) == [("b", "30"), ("p", "1")]
    assert Thing(understood("light/x", {**config, "on_cmd_type": "first"})[0]).says("switchLevel", "setLevel", level=30)[0] == ("p", "1")
    assert light.says("colorControl", "setColor", color="blue")[0] == ("rgb", "0,0,255!")
    assert light.reads("colorControl", "color", "0,0,255") == "blue"
    assert light.reads("switch", "switch", '{"p": 1}') == "on"


def test_what_opens_and_closes() -> None:
    blind = thing(
        "cover", {"cmd_t": "c", "pos_t": "p", "set_pos_t": "sp", "pos_clsd": 100, "pos_open": 0, "set_pos_tpl": '{"p": {{ position }}}'}
    )
    # In a template the position is in per cent, the value in the device's own range.
    assert blind.says("windowShadeLevel", "setShadeLevel", shadeLevel=30) == [("sp", '{"p": 30}')]
    own = thing(
        "cover", {"pos_t": "p", "set_pos_t": "sp", "pos_clsd": 100, "pos_open": 0, "set_pos_tpl": "{{ value }}/{{ position_open }}"}
    )
    assert own.says("windowShadeLevel", "setShadeLevel", shadeLevel=30) == [("sp", "70/0")]
    assert blind.says("windowShadeLevel", "open") == [("c", "OPEN")]
    assert blind.reads("windowShadeLevel", "shadeLevel", "70") == 30
    assert blind.says("movementStop", "stop") == [("c", "STOP")]
    garage = thing("cover", {"cmd_t": "c", "stat_t": "s", "dev_cla": "garage", "pl_open": "up"})
    assert garage.says("doorControl", "open") == [("c", "up")]
    assert garage.feature("doorControl").capability.commands["open"].risk == "confirm"
    assert garage.reads("doorControl", "door", "opening") == "closed"
    tap = thing("valve", {"cmd_t": "c", "stat_t": "s"})
    assert (tap.says("valve", "close"), tap.reads("valve", "valve", "closed")) == ([("c", "CLOSE")], "closed")
    dosed = thing("valve", {"cmd_t": "c", "stat_t": "s", "reports_position": True})
    assert dosed.says("valveLevel", "setOpenLevel", openLevel=25) == [("c", "25")]
    bolt = thing("lock", {"cmd_t": "c", "stat_t": "s", "val_tpl": "{{ value_json.l }}", "stat_locked": "shut"})
    assert bolt.says("lock", "unlock") == [("c", "UNLOCK")]
    assert bolt.reads("lock", "lock", '{"l": "shut"}') == "locked"
    coded = thing("lock", {"cmd_t": "c", "code_format": "^\\d{4}$"})
    assert coded.capabilities == [] and "code" in coded.entity.notes[0]


def test_a_blind_has_a_position_and_a_tilt_of_its_own() -> None:
    config = {
        "cmd_t": "c", "pos_t": "p", "set_pos_t": "sp", "tilt_cmd_t": "t", "tilt_status_t": "ts", "tilt_min": 0, "tilt_max": 180,
        "tilt_cmd_tpl": '{"tilt": {{ value }}, "percent": {{ tilt_position }}}', "tilt_status_tpl": "{{ value_json.tilt }}",
    }  # fmt: skip
    blind = thing("cover", config)
    assert blind.capabilities == ["windowShadeLevel", "windowShadeTiltLevel", "movementStop"]
    assert blind.says("windowShadeTiltLevel", "setShadeTiltLevel", tilt=50) == [("t", '{"tilt": 90, "percent": 50}')]
    assert blind.reads("windowShadeTiltLevel", "shadeTiltLevel", '{"tilt": 45}') == 25
    assert blind.says("windowShadeLevel", "setShadeLevel", shadeLevel=30) == [("sp", "30")]
    both = thing(
        "cover",
        {
            "pos_t": "p",
            "set_pos_t": "sp",
            "tilt_cmd_t": "t",
            "pos_tpl": '{"position": {{ value_json.p }}, "tilt_position": {{ value_json.t }}}',
        },
    )
    said = '{"p": 40, "t": 70}'
    assert (both.reads("windowShadeLevel", "shadeLevel", said), both.reads("windowShadeTiltLevel", "shadeTiltLevel", said)) == (40, 70)
    unsure = thing("cover", {"pos_t": "p", "set_pos_t": "sp", "tilt_cmd_t": "t"})
    assert unsure.feature("windowShadeTiltLevel").reported == {} and unsure.reads("windowShadeLevel", "shadeLevel", "40") == 40


def test_a_cover_that_only_says_that_it_moves_and_stops_stands_where_it_went() -> None:
    shutter = thing("cover", {"cmd_t": "c", "stat_t": "s"})
    reported = [shutter.reads("windowShade", "windowShade", word) for word in ("closing", "stopped", "opening", "stopped", "stopped")]
    assert reported == ["open", "closed", "closed", "open", "open"]


def test_a_valve_reports_in_json_too() -> None:
    dosed = thing("valve", {"cmd_t": "c", "stat_t": "s", "reports_position": True})
    assert dosed.reads("valveLevel", "openLevel", '{"state": "opening", "position": 25}') == 25
    with pytest.raises(Silent):
        dosed.reads("valveLevel", "openLevel", "opening")
    assert thing("valve", {"cmd_t": "c", "stat_t": "s"}).reads("valve", "valve", '{"state": "closed"}') == "closed"


def test_what_heats_blows_and_moistens() -> None:
    config = {
        "modes": ["off", "heat", "cool"], "mode_cmd_t": "m", "mode_stat_t": "ms", "temp_cmd_t": "t", "temp_stat_t": "ts",
        "curr_temp_t": "ct",
        "temp_unit": "F", "min_temp": 50, "max_temp": 86, "fan_modes": ["low", "quiet"], "fan_mode_cmd_t": "f", "pow_cmd_t": "pw",
    }  # fmt: skip
    heater = thing("climate", config)
    assert heater.says("temperatureSetpoint", "setTemperatureSetpoint", setpoint=20) == [("t", "68")]
    assert heater.reads("temperatureMeasurement", "temperature", "77") == 25.0
    assert heater.feature("temperatureSetpoint").capability.attributes["temperatureSetpoint"].maximum == 30
    assert heater.says("climateMode", "setClimateMode", mode="cool") == [("m", "cool")]
    assert heater.says("climateMode", "on") == [("pw", "ON")]
    assert heater.feature("climateMode").capability.attributes["climateMode"].values == ("off", "heat", "cool")
    assert heater.says("airConditionerFanMode", "setFanMode", fanMode="quiet") == [("f", "quiet")]
    blower = thing("fan", {"cmd_t": "c", "stat_t": "s", "pct_cmd_t": "p", "pct_stat_t": "ps", "spd_rng_max": 4, "osc_cmd_t": "o"})
    assert blower.says("fanSpeedPercent", "setFanSpeed", speed=50) == [("p", "2")]
    assert blower.reads("fanSpeedPercent", "fanSpeed", "3") == 75
    assert blower.says("fanOscillation", "setOscillation", oscillation="on") == [("o", "oscillate_on")]
    mist = thing("humidifier", {"cmd_t": "c", "stat_t": "s", "hum_cmd_t": "h", "hum_stat_t": "hs", "min_hum": 30, "max_hum": 80})
    assert mist.says("humiditySetpoint", "setHumiditySetpoint", humidity=45) == [("h", "45")]


def test_what_only_reports_is_in_our_units_and_words() -> None:
    power = thing("sensor", {"stat_t": "s", "dev_cla": "power", "unit_of_meas": "kW", "val_tpl": "{{ value_json.p }}"})
    assert power.reads("powerMeter", "power", '{"p": 1.5}') == 1500
    foreign = thing("sensor", {"stat_t": "s", "dev_cla": "atmospheric_pressure", "unit_of_meas": "hPa"})
    assert foreign.reads("atmosphericPressure", "value", "1013.0") == 1013
    assert foreign.feature("atmosphericPressure").capability.attributes["value"].unit == "hPa"
    door = thing("binary_sensor", {"stat_t": "s", "dev_cla": "door", "pl_on": True, "pl_off": False, "val_tpl": "{{ value_json.open }}"})
    assert door.reads("contactSensor", "contact", '{"open": true}') == "open"
    plain = thing("binary_sensor", {"stat_t": "s"})
    assert plain.reads("detection", "state", "OFF") == "off"


def test_settings_buttons_sirens_and_vacuums() -> None:
    delay = thing("number", {"cmd_t": "c", "stat_t": "s", "min": 0, "max": 10, "unit_of_meas": "s"})
    assert (delay.says("numberSetting", "setValue", value=5), delay.reads("numberSetting", "value", "5.5")) == ([("c", "5")], 5.5)
    choice = thing("select", {"cmd_t": "c", "stat_t": "s", "ops": ["a", "b"]})
    assert choice.says("optionSetting", "selectOption", option="b") == [("c", "b")]
    assert thing("button", {"cmd_t": "c", "pl_prs": "go"}).says("pushButton", "press") == [("c", "go")]
    restart = thing("button", {"cmd_t": "c", "dev_cla": "restart"})
    assert restart.feature("pushButton").capability.commands["press"].risk == "confirm"
    horn = thing("siren", {"cmd_t": "c", "stat_t": "s"})
    assert (horn.says("siren", "on"), horn.reads("siren", "siren", '{"state": "OFF"}')) == ([("c", '{"state": "ON"}')], "off")
    robot = thing(
        "vacuum",
        {"cmd_t": "c", "stat_t": "s", "sup_feat": ["start", "return_home", "battery"], "fanspd_lst": ["low"], "set_fan_spd_t": "f"},
    )
    assert robot.says("robotVacuum", "returnHome") == [("c", "return_to_base")]
    commands = robot.feature("robotVacuum").capability.commands
    assert list(commands) == ["start", "returnHome"] and commands["start"].effects and not commands["returnHome"].effects
    assert robot.feature("robotVacuum").arrives == {"returnHome": {"activity": ("returning", "docked")}}
    assert robot.reads("battery", "battery", '{"state": "docked", "battery_level": 93.4}') == 93
    assert robot.says("suctionLevel", "setSuction", suction="low") == [("f", "low")]


ZWAVE_HEATING = {
    "modes": ["off", "heat", "cool"], "mode_state_topic": "m", "mode_command_topic": "m/set",
    "mode_state_template": "{{ {0: 'off', 1: 'heat', 2: 'cool'}[value_json.value] | default('off') }}",
    "mode_command_template": "{{ {'off': 0, 'heat': 1, 'cool': 2}[value] | default('0') }}",
    "action_topic": "a", "action_template": "{{ {0: 'idle', 1: 'heating', 2: 'cooling'}[value_json.value] | default('idle') }}",
}  # fmt: skip
ZWAVE_LOCK = {
    "cmd_t": "l/set", "stat_t": "l", "stat_locked": "true", "stat_unlocked": "false", "pl_lock": "true", "pl_unlk": "false",
    "val_tpl": "{% if value_json.value == false %} false {% elif value_json.value == true %} true {% else %} unknown {% endif %}",
}  # fmt: skip
ZWAVE_BLIND = {
    "cmd_t": "c/set", "pl_open": "99", "pl_cls": "0", "pos_t": "c", "pos_tpl": "{{ (value_json.value / 99 * 100) | round(0) }}",
    "set_pos_t": "c/set", "set_pos_tpl": "{{ (position / 100 * 99) | round(0) }}", "pos_open": 100, "pos_clsd": 0,
}  # fmt: skip
ZWAVE_FAN = {
    "stat_t": "f", "stat_val_tpl": "{% if (value_json.value | int) == 0 %} 0 {% else %} 1 {% endif %}", "pl_on": "1", "pl_off": "0",
    "cmd_t": "f/set", "cmd_tpl": "{{ 0 if value == '0' else 255 }}", "pct_cmd_t": "f/set", "pct_stat_t": "f",
    "pct_val_tpl": "{{ value_json.value | int }}", "spd_rng_max": 99,
}  # fmt: skip
OPENMQTT_REMOTE = {"stat_t": "r", "val_tpl": "{{ 'ON' if value_json.value == 123 else 'OFF' }}", "dev_cla": "motion", "off_dly": "30"}
TASMOTA_SENSOR = {"stat_t": "s", "val_tpl": "{{value_json['AM2301'].Temperature}}", "dev_cla": "temperature", "unit_of_meas": "°C"}
MOISTENER = {"cmd_t": "c", "hum_cmd_t": "h", "action_topic": "a", "action_template": "{{ value_json.doing }}"}


@pytest.mark.parametrize(
    ("platform", "config", "attribute", "payload", "value"),
    [
        ("climate", ZWAVE_HEATING, "climateMode.climateMode", '{"value": 1}', "heat"),
        ("climate", ZWAVE_HEATING, "heaterActivity.action", '{"value": 2}', "cooling"),
        ("climate", ZWAVE_HEATING, "heaterActivity.action", '{"value": 9}', "idle"),
        ("climate", {"act_t": "a"}, "heaterActivity.action", "HEATING", "heating"),
        (
            "climate",
            {"act_t": "a", "act_tpl": "{{ value_json.running_state }}"},
            "heaterActivity.action",
            '{"running_state": "heat"}',
            "heating",
        ),
        ("lock", ZWAVE_LOCK, "lock.lock", '{"value": true}', "locked"),
        ("cover", ZWAVE_BLIND, "windowShadeLevel.shadeLevel", '{"value": 50}', 51),
        ("fan", ZWAVE_FAN, "switch.switch", '{"value": 30}', "on"),
        ("fan", ZWAVE_FAN, "fanSpeedPercent.fanSpeed", '{"value": 33}', 33),
        ("binary_sensor", OPENMQTT_REMOTE, "motionSensor.motion", '{"value": 123}', "active"),
        ("sensor", TASMOTA_SENSOR, "temperatureMeasurement.temperature", '{"AM2301": {"Temperature": 20.1}}', 20.1),
        ("humidifier", MOISTENER, "heaterActivity.action", '{"doing": "humidifying"}', "humidifying"),
        (
            "light",
            {"schema": "json", "cmd_t": "c", "stat_t": "s", "fx_list": ["None", "Rain"]},
            "lightEffect.effect",
            '{"effect": "None"}',
            "None",
        ),
    ],
)
def test_what_real_programs_announce_is_read(platform: str, config: dict[str, Any], attribute: str, payload: str, value: Value) -> None:
    found = thing(platform, config)
    assert (found.reads(*attribute.split("."), payload), found.entity.notes) == (value, ())


@pytest.mark.parametrize(
    ("platform", "config", "command", "arguments", "message"),
    [
        ("climate", ZWAVE_HEATING, "climateMode.setClimateMode", {"mode": "cool"}, ("m/set", "2")),
        ("lock", ZWAVE_LOCK, "lock.lock", {}, ("l/set", "true")),
        ("cover", ZWAVE_BLIND, "windowShadeLevel.setShadeLevel", {"shadeLevel": 30}, ("c/set", "30")),
        ("fan", ZWAVE_FAN, "switch.on", {}, ("f/set", "255")),
        ("fan", ZWAVE_FAN, "fanSpeedPercent.setFanSpeed", {"speed": 50}, ("f/set", "50")),
    ],
)
def test_what_real_programs_announce_is_told(
    platform: str, config: dict[str, Any], command: str, arguments: dict[str, Value], message: tuple[str, str]
) -> None:
    assert thing(platform, config).says(*command.split("."), **arguments) == [message]


@pytest.mark.parametrize(
    ("platform", "config", "attribute", "payload"),
    [
        ("lock", ZWAVE_LOCK, "lock.lock", '{"value": 3}'),
        ("sensor", TASMOTA_SENSOR, "temperatureMeasurement.temperature", '{"AM2301": {"Temperature": null}}'),
        ("sensor", {"stat_t": "s", "dev_cla": "temperature", "unit_of_meas": "°C"}, "temperatureMeasurement.temperature", "nan"),
        (
            "fan",
            {"cmd_t": "c", "stat_t": "s", "pct_cmd_t": "p", "pct_stat_t": "p", "pl_rst_pct": "gone"},
            "fanSpeedPercent.fanSpeed",
            "gone",
        ),
        ("vacuum", {"cmd_t": "c", "stat_t": "s"}, "robotVacuum.activity", '{"state": null}'),
        ("light", {"schema": "json", "cmd_t": "c", "stat_t": "s", "brightness": True}, "switchLevel.level", '{"brightness": "None"}'),
        ("light", {"schema": "json", "cmd_t": "c", "stat_t": "s"}, "switch.switch", '{"state": null}'),
        ("switch", {"cmd_t": "c", "stat_t": "s"}, "switch.switch", "None"),
    ],
)
def test_what_is_taken_back_is_heard(platform: str, config: dict[str, Any], attribute: str, payload: str) -> None:
    with pytest.raises(TakenBack):
        thing(platform, config).reads(*attribute.split("."), payload)


def test_a_template_that_is_not_understood_is_noted_and_what_it_hid_is_not_offered() -> None:
    relay = thing("switch", {"cmd_t": "c", "stat_t": "s", "val_tpl": "{{ states('sun.sun') }}"})
    assert relay.feature("switch").reported == {}
    assert "function states is not understood" in relay.entity.notes[0]
    number = thing("number", {"cmd_t": "c", "stat_t": "s", "cmd_tpl": "{{ value | expand }}"})
    assert number.feature("numberSetting").capability.commands == {}


def test_the_same_entities_make_the_same_home_in_any_order() -> None:
    device = {"ids": ["d"], "name": "Thing"}
    entities = [
        *understood("sensor/d/b", {"stat_t": "s", "name": "B", "dev": device}),
        *understood("switch/d/a", {"cmd_t": "c", "name": None, "dev": device}),
        *understood("switch/d/b", {"cmd_t": "c", "name": "B", "dev": device}),
        *understood("switch/alone", {"cmd_t": "c"}),
    ]
    one = household("x", HERE, entities).loaded
    assert household("x", HERE, reversed(entities)).loaded == one
    assert [list(each.components) for each in one.home.devices] == [["main", "B"], ["main"]]


def test_what_measures_belongs_to_the_main_component_unless_it_measures_the_same_twice() -> None:
    device = {"ids": ["d"], "name": "Thing"}
    warmth = {"stat_t": "s", "dev_cla": "temperature", "dev": device}
    entities = [
        *understood("sensor/d/inside", {**warmth, "name": "Inside"}),
        *understood("sensor/d/outside", {**warmth, "name": "Outside"}),
        *understood("switch/d/relay", {"cmd_t": "c", "name": "Relay", "dev": {"ids": "d"}}),
        *understood("number/d/delay", {"cmd_t": "n", "name": "Delay", "dev": device}),
    ]
    (thing,) = household("x", HERE, entities).loaded.home.devices
    held = {component: [name.partition("-")[0] for name in capabilities] for component, capabilities in thing.components.items()}
    assert held == {"main": ["switch", "temperatureMeasurement"], "Delay": ["numberSetting"], "Outside": ["temperatureMeasurement"]}
    assert thing.name == "Thing"


def test_devices_may_be_known_by_a_connection() -> None:
    device = {"cns": [["mac", "02:5b:26:a8:dc:12"]], "name": "Plug"}
    (entity,) = understood("switch/x", {"cmd_t": "c", "dev": device})
    assert household("x", HERE, [entity]).loaded.home.devices[0].id == "mac-02:5b:26:a8:dc:12"


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["t", "topic", "ids", "name", "p", "val_tpl"]), inner, max_size=3)
    ),
    max_leaves=6,
)
KEYS = """
    ~ cmd_t stat_t schema
    bri_scl bri_cmd_t sup_clrm max_mirs clr_temp_cmd_t pos_open set_pos_t pos_t modes temp_cmd_t max_temp min_temp temp_unit
    spd_rng_max pct_cmd_t ops min max dev_cla unit_of_meas dev avty avty_t val_tpl cmd_tpl name cmps sup_feat fanspd_lst tilt_cmd_t fx_list
"""
keys = st.sampled_from(KEYS.split())


@examples(300)
@given(st.sampled_from([*PLATFORMS, "device"]), st.dictionaries(keys, values, max_size=8), st.binary(max_size=20))
def test_whatever_is_announced_and_said_only_these_errors_come(platform: str, config: dict[str, object], payload: bytes) -> None:
    try:
        entities = understood(f"{platform}/x", {"cmd_t": "c", "stat_t": "s", **config})
    except (Malformed, KeyError):
        return
    home = household("x", HERE, entities)
    for routes in home.routes.values():
        for route in routes:
            try:
                route.state_topic.decode(payload.decode(errors="replace"))
            except Silent:
                continue


@pytest.mark.parametrize("payload", ["", "None"])
def test_a_state_that_is_taken_back_is_no_state(payload: str) -> None:
    with pytest.raises(Silent):
        thing("select", {"cmd_t": "c", "stat_t": "s", "ops": ["a"]}).reads("optionSetting", "option", payload)
