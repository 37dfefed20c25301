"""What heats, cools, blows and moistens: `climate`, `fan` and `humidifier`."""

import contextlib
import math
import re

from yamori.domain.values import Value
from yamori.gateway.mqtt.entity import Draft
from yamori.gateway.mqtt.platforms.numbers import celsius, number, tidy
from yamori.gateway.mqtt.platforms.switches import power_command, power_state
from yamori.gateway.mqtt.template import Silent, as_text

_MODES = ("auto", "off", "cool", "heat", "dry", "fan_only")
_ACTIONS = {"heat": "heating", "cool": "cooling", "dry": "drying", "fan_only": "fan"}
"""What thermostats report in the words of modes, where nothing turns them into those of activities."""
_MOST_STEPS = 12
_WORD = re.compile(r"[A-Za-z][A-Za-z _-]*")
_FAN_MODES = ("auto", "low", "medium", "high")


def climate(draft: Draft) -> None:
    modes = draft.strings("modes") or _MODES
    power = power_command(draft, "power_command_template", "power_command_topic")
    publish = draft.publisher("mode_command_topic", "mode_command_template")
    # Without a topic for its power, a thing that works in one way only comes on by that way; of several the person chooses.
    ways = [mode for mode in modes if mode != "off"]
    wakes = power("on") if power is not None else publish(ways[0]) if publish is not None and len(ways) == 1 else None
    draft.add(
        "climateMode",
        reported={"climateMode": draft.state_topic("mode_state_topic", "mode_state_template", as_text)},
        settable={"climateMode": publish},
        calls={"on": wakes},
        cut=draft.listing("climateMode", "climateMode", modes),
    )
    read, encode = celsius(draft.text("temperature_unit", "C"))
    low, high = float(str(read(draft.number("min_temp", 7)))), float(str(read(draft.number("max_temp", 35))))
    draft.add(
        "temperatureSetpoint",
        reported={"temperatureSetpoint": draft.state_topic("temperature_state_topic", "temperature_state_template", read)},
        settable={"temperatureSetpoint": draft.publisher("temperature_command_topic", "temperature_command_template", encode)},
        cut=draft.ranged("temperatureSetpoint", "temperatureSetpoint", low, high),
    )
    draft.add(
        "temperatureMeasurement",
        reported={"temperature": draft.state_topic("current_temperature_topic", "current_temperature_template", read)},
    )
    _humidity(draft)
    lists = (
        ("airConditionerFanMode", "fanMode", "fan_mode", draft.strings("fan_modes") or _FAN_MODES),
        ("climatePreset", "preset", "preset_mode", draft.strings("preset_modes")),
        ("swingMode", "swingMode", "swing_mode", draft.strings("swing_modes") or ("on", "off")),
    )
    for capability, attribute, setting, values in lists:
        template = f"{setting}_value_template" if setting == "preset_mode" else f"{setting}_state_template"
        draft.add(
            capability,
            reported={attribute: draft.state_topic(f"{setting}_state_topic", template, as_text)},
            settable={attribute: draft.publisher(f"{setting}_command_topic", f"{setting}_command_template")},
            cut=draft.listing(capability, attribute, values) if values else None,
        )
    _activity(draft)


def _activity(draft: Draft) -> None:
    def read(value: Value) -> Value:
        word = as_text(value).lower()
        return _ACTIONS.get(word, word)

    draft.add("heaterActivity", reported={"action": draft.state_topic("action_topic", "action_template", read)})


def fan(draft: Draft) -> None:
    draft.add(
        "switch",
        reported={"switch": power_state(draft, "state_value_template")},
        settable={"switch": power_command(draft, "command_template")},
    )
    low, high = draft.number("speed_range_min", 1), draft.number("speed_range_max", 100)
    steps = max(high - low + 1, 1)

    def read(value: Value) -> Value:
        # Rounded down, as Home Assistant does: what is then set from it is the same step again.
        return min(max(int((number(value) - low + 1) * 100 // steps), 0), 100)

    def encode(value: Value) -> Value:
        return math.ceil(number(value) / 100 * steps + low - 1)

    draft.add(
        "fanSpeedPercent",
        reported={"fanSpeed": draft.state_topic("percentage_state_topic", "percentage_value_template", read)},
        settable={"fanSpeed": draft.publisher("percentage_command_topic", "percentage_command_template", encode)},
    )
    swings, stands = draft.text("payload_oscillation_on", "oscillate_on"), draft.text("payload_oscillation_off", "oscillate_off")
    draft.add(
        "fanOscillation",
        reported={
            "oscillation": draft.state_topic_of_words(
                "oscillation_state_topic", "oscillation_value_template", {swings: "on", stands: "off"}
            )
        },
        settable={
            "oscillation": draft.publisher(
                "oscillation_command_topic", "oscillation_command_template", lambda value: swings if value == "on" else stands
            )
        },
    )
    draft.add(
        "fanDirection",
        reported={"direction": draft.state_topic("direction_state_topic", "direction_value_template", as_text)},
        settable={"direction": draft.publisher("direction_command_topic", "direction_command_template")},
    )
    _named_steps(draft, round(low), round(high))
    if presets := draft.strings("preset_modes"):
        draft.add(
            "fanMode",
            reported={"fanMode": draft.state_topic("preset_mode_state_topic", "preset_mode_value_template", as_text)},
            settable={"fanMode": draft.publisher("preset_mode_command_topic", "preset_mode_command_template")},
            cut=draft.listing("fanMode", "fanMode", presets),
        )


def _named_steps(draft: Draft, low: int, high: int) -> None:
    """The device's own words for its speeds, where its template turns each step into one: `low`, `medium`, `high`."""
    publish = draft.publisher("percentage_command_topic", "percentage_command_template")
    if publish is None or draft.has("preset_modes") or not 1 < high - low + 1 <= _MOST_STEPS:
        return
    steps: dict[str, int] = {}
    for step in range(low, high + 1):
        with contextlib.suppress(Silent):
            steps.setdefault(publish(step)[0].payload, step)
    if len(steps) < high - low + 1 or not all(_WORD.fullmatch(word) for word in steps):
        return
    words = {step: word for word, step in steps.items()}

    def read(value: Value) -> Value:
        if (word := words.get(round(number(value)))) is None:
            raise Silent("none of the named speeds")
        return word

    draft.add(
        "fanMode",
        reported={"fanMode": draft.state_topic("percentage_state_topic", "percentage_value_template", read)},
        settable={
            "fanMode": draft.publisher(
                "percentage_command_topic", "percentage_command_template", lambda word: steps.get(as_text(word), as_text(word))
            )
        },
        cut=draft.listing("fanMode", "fanMode", tuple(steps)),
    )


def humidifier(draft: Draft) -> None:
    draft.add(
        "switch",
        reported={"switch": power_state(draft, "state_value_template")},
        settable={"switch": power_command(draft, "command_template")},
    )
    draft.add(
        "humiditySetpoint",
        reported={"humiditySetpoint": draft.state_topic("target_humidity_state_topic", "target_humidity_state_template", tidy)},
        settable={"humiditySetpoint": draft.publisher("target_humidity_command_topic", "target_humidity_command_template")},
        cut=draft.ranged("humiditySetpoint", "humiditySetpoint", draft.number("min_humidity", 0), draft.number("max_humidity", 100)),
    )
    if modes := draft.strings("modes"):
        draft.add(
            "humidifierMode",
            reported={"humidifierMode": draft.state_topic("mode_state_topic", "mode_state_template", as_text)},
            settable={"humidifierMode": draft.publisher("mode_command_topic", "mode_command_template")},
            cut=draft.listing("humidifierMode", "humidifierMode", modes),
        )
    _activity(draft)
    _humidity(draft)


def _humidity(draft: Draft) -> None:
    state = draft.state_topic("current_humidity_topic", "current_humidity_template", tidy)
    draft.add("relativeHumidityMeasurement", reported={"humidity": state})
