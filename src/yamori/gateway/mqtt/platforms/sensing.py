"""What only reports: `sensor` and `binary_sensor`. What a device class measures stands in Home Assistant's own data here."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from yamori.domain.capability import Attribute, Capability
from yamori.domain.values import Value
from yamori.gateway.homeassistant.domains import sensors
from yamori.gateway.mqtt.entity import Draft, Lapse, StateTopic
from yamori.gateway.mqtt.platforms.numbers import celsius, number, tidy
from yamori.gateway.mqtt.template import as_text

_LARGER = {
    ("kW", "W"): 1000.0,
    ("MW", "W"): 1_000_000.0,
    ("mW", "W"): 0.001,
    ("Wh", "kWh"): 0.001,
    ("MWh", "kWh"): 1000.0,
    ("lx", "lux"): 1.0,
}
"""Their unit and ours, to what one of theirs is in ours."""


def sensor(draft: Draft) -> None:
    kind, unit = draft.text("device_class", ""), draft.text("unit_of_measurement", "")
    unit = "" if unit == "None" else unit
    ours = sensors()[0].get(kind)
    if ours is not None:
        capability, _, attribute = ours.partition(".")
        held = draft.known(capability).attributes[attribute]
        if (turn := _turned(unit, held)) is not None:
            draft.add(capability, reported={attribute: draft.state_topic("state_topic", "value_template", turn)})
            return
    name = _camel(kind) or "measurement"
    counts = bool(unit) or draft.has("state_class")
    value = Attribute(name="value", type="number" if counts else "string", unit=unit or None)
    spoken = kind.replace("_", " ") or "something"
    measured = Capability(name=name, says=f"Measures {spoken}.", attributes={"value": Attribute(name="value", type="string")}, commands={})
    draft.add(
        measured, reported={"value": draft.state_topic("state_topic", "value_template", tidy if counts else as_text)}, cut={"value": value}
    )


def binary_sensor(draft: Draft) -> None:
    kind = draft.text("device_class", "")
    words = sensors()[1].get(kind, {"on": "on", "off": "off"})
    theirs = {draft.text("payload_on", "ON"): words["on"], draft.text("payload_off", "OFF"): words["off"]}
    reported = _going_off(draft, draft.state_topic_of_words("state_topic", "value_template", theirs), words)
    if "as" in words:
        capability, _, attribute = words["as"].partition(".")
        draft.add(capability, reported={attribute: reported})
        return
    state = Attribute(name="state", type="string", values=(words["on"], words["off"]))
    name = f"{_camel(kind)}Detection" if kind else "detection"
    spoken = kind.replace("_", " ") or "something"
    draft.add(Capability(name=name, says=f"Detects {spoken}.", attributes={"state": state}, commands={}), reported={"state": reported})


def _going_off(draft: Draft, reported: StateTopic | None, words: Mapping[str, str]) -> StateTopic | None:
    """As it is reported, and off again after `off_delay`: what only ever reports that it is on."""
    after = draft.seconds("off_delay")
    if reported is None or after is None:
        return reported
    return replace(reported, lapses=(*reported.lapses, Lapse(of=words["on"], after=after, into=words["off"])))


def _turned(unit: str, attribute: Attribute) -> Callable[[Value], Value] | None:
    """How their unit becomes ours; None when it cannot."""
    whole = attribute.type == "integer"
    if attribute.unit == "°C":
        return celsius(unit)[0] if unit in ("°C", "C", "°F", "F", "") else None
    factor = 1.0 if unit in (attribute.unit, "") else _LARGER.get((unit, attribute.unit or ""))
    if factor is None:
        return None
    return lambda value: round(number(value) * factor) if whole else tidy(round(number(value) * factor, 6))


def _camel(words: str) -> str:
    first, *rest = re.sub(r"[^\w]", "_", words).split("_")
    return first + "".join(word.title() for word in rest)
