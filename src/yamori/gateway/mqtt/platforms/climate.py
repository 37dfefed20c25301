"""What heats, cools, blows and moistens: `climate`, `fan` and `humidifier`."""

import contextlib
import math
import re

from yamori.domain.values import Value
from yamori.gateway.mqtt.entity import Draft
from yamori.gateway.mqtt.platforms.numbers import celsius, number, tidy
from yamori.gateway.mqtt.platforms.switches import power_heard, power_told
from yamori.gateway.mqtt.template import Silent, as_text

_MODES = ("auto", "off", "cool", "heat", "dry", "fan_only")
_ACTIONS = {"heat": "heating", "cool": "cooling", "dry": "drying", "fan_only": "fan"}
"""What thermostats report in the words of modes, where nothing turns them into those of activities."""
_MOST_STEPS = 12
_WORD = re.compile(r"[A-Za-z][A-Za-z _-]*")
_FAN_MODES = ("auto", "low", "medium", "high")


def climate(draft: Draft) -> None:
    modes = draft.strings("modes") or _MODES
    power = power_told(draft, "power_command_template", "power_command_topic")
    told = draft.tells("mode_command_topic", "mode_command_template")
    # Without a topic for its power, a thing that works in one way only comes on by that way; of several the person chooses.
    ways = [mode for mode in modes if mode != "off"]
    wakes = power("on") if power is not None else told(ways[0]) if told is not None and len(ways) == 1 else None
    draft.add(
        "climateMode",
        heard={"climateMode": draft.hears("mode_state_topic", "mode_state_template", as_text)},
        told={"climateMode": told},
        calls={"on": wakes},
        cut=draft.listing("climateMode", "climateMode", modes),
    )
    read, tell = celsius(draft.text("temperature_unit", "C"))
    low, high = float(str(read(draft.number("min_temp", 7)))), float(str(read(draft.number("max_temp", 35))))
    draft.add(
        "temperatureSetpoint",
        heard={"temperatureSetpoint": draft.hears("temperature_state_topic", "temperature_state_template", read)},
        told={"temperatureSetpoint": draft.tells("temperature_command_topic", "temperature_command_template", tell)},
        cut=draft.ranged("temperatureSetpoint", "temperatureSetpoint", low, high),
    )
    draft.add(
        "temperatureMeasurement",
        heard={"temperature": draft.hears("current_temperature_topic", "current_temperature_template", read)},
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
            heard={attribute: draft.hears(f"{setting}_state_topic", template, as_text)},
            told={attribute: draft.tells(f"{setting}_command_topic", f"{setting}_command_template")},
            cut=draft.listing(capability, attribute, values) if values else None,
        )
    _activity(draft)


def _activity(draft: Draft) -> None:
    def read(value: Value) -> Value:
        word = as_text(value).lower()
        return _ACTIONS.get(word, word)

    draft.add("heaterActivity", heard={"action": draft.hears("action_topic", "action_template", read)})


def fan(draft: Draft) -> None:
    draft.add(
        "switch", heard={"switch": power_heard(draft, "state_value_template")}, told={"switch": power_told(draft, "command_template")}
    )
    low, high = draft.number("speed_range_min", 1), draft.number("speed_range_max", 100)
    steps = max(high - low + 1, 1)

    def read(value: Value) -> Value:
        # Rounded down, as Home Assistant does: what is then told from it is the same step again.
        return min(max(int((number(value) - low + 1) * 100 // steps), 0), 100)

    def tell(value: Value) -> Value:
        return math.ceil(number(value) / 100 * steps + low - 1)

    draft.add(
        "fanSpeedPercent",
        heard={"fanSpeed": draft.hears("percentage_state_topic", "percentage_value_template", read)},
        told={"fanSpeed": draft.tells("percentage_command_topic", "percentage_command_template", tell)},
    )
    swings, stands = draft.text("payload_oscillation_on", "oscillate_on"), draft.text("payload_oscillation_off", "oscillate_off")
    draft.add(
        "fanOscillation",
        heard={"oscillation": draft.hears_words("oscillation_state_topic", "oscillation_value_template", {swings: "on", stands: "off"})},
        told={
            "oscillation": draft.tells(
                "oscillation_command_topic", "oscillation_command_template", lambda value: swings if value == "on" else stands
            )
        },
    )
    draft.add(
        "fanDirection",
        heard={"direction": draft.hears("direction_state_topic", "direction_value_template", as_text)},
        told={"direction": draft.tells("direction_command_topic", "direction_command_template")},
    )
    _named_steps(draft, round(low), round(high))
    if presets := draft.strings("preset_modes"):
        draft.add(
            "fanMode",
            heard={"fanMode": draft.hears("preset_mode_state_topic", "preset_mode_value_template", as_text)},
            told={"fanMode": draft.tells("preset_mode_command_topic", "preset_mode_command_template")},
            cut=draft.listing("fanMode", "fanMode", presets),
        )


def _named_steps(draft: Draft, low: int, high: int) -> None:
    """The device's own words for its speeds, where its template turns each step into one: `low`, `medium`, `high`."""
    told = draft.tells("percentage_command_topic", "percentage_command_template")
    if told is None or draft.has("preset_modes") or not 1 < high - low + 1 <= _MOST_STEPS:
        return
    steps: dict[str, int] = {}
    for step in range(low, high + 1):
        with contextlib.suppress(Silent):
            steps.setdefault(told(step)[0].payload, step)
    if len(steps) < high - low + 1 or not all(_WORD.fullmatch(word) for word in steps):
        return
    words = {step: word for word, step in steps.items()}

    def read(value: Value) -> Value:
        if (word := words.get(round(number(value)))) is None:
            raise Silent("none of the named speeds")
        return word

    draft.add(
        "fanMode",
        heard={"fanMode": draft.hears("percentage_state_topic", "percentage_value_template", read)},
        told={
            "fanMode": draft.tells(
                "percentage_command_topic", "percentage_command_template", lambda word: steps.get(as_text(word), as_text(word))
            )
        },
        cut=draft.listing("fanMode", "fanMode", tuple(steps)),
    )


def humidifier(draft: Draft) -> None:
    draft.add(
        "switch", heard={"switch": power_heard(draft, "state_value_template")}, told={"switch": power_told(draft, "command_template")}
    )
    draft.add(
        "humiditySetpoint",
        heard={"humiditySetpoint": draft.hears("target_humidity_state_topic", "target_humidity_state_template", tidy)},
        told={"humiditySetpoint": draft.tells("target_humidity_command_topic", "target_humidity_command_template")},
        cut=draft.ranged("humiditySetpoint", "humiditySetpoint", draft.number("min_humidity", 0), draft.number("max_humidity", 100)),
    )
    if modes := draft.strings("modes"):
        draft.add(
            "humidifierMode",
            heard={"humidifierMode": draft.hears("mode_state_topic", "mode_state_template", as_text)},
            told={"humidifierMode": draft.tells("mode_command_topic", "mode_command_template")},
            cut=draft.listing("humidifierMode", "humidifierMode", modes),
        )
    _activity(draft)
    _humidity(draft)


def _humidity(draft: Draft) -> None:
    heard = draft.hears("current_humidity_topic", "current_humidity_template", tidy)
    draft.add("relativeHumidityMeasurement", heard={"humidity": heard})
