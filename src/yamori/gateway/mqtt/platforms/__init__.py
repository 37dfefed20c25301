"""Each platform of the convention as our capabilities: `draft` finds the function of an announced entity's platform."""

from collections.abc import Callable, Mapping

from yamori.gateway.mqtt.entity import Draft
from yamori.gateway.mqtt.platforms.climate import climate, fan, humidifier
from yamori.gateway.mqtt.platforms.light import light
from yamori.gateway.mqtt.platforms.openings import cover, lock, valve
from yamori.gateway.mqtt.platforms.sensing import binary_sensor, sensor
from yamori.gateway.mqtt.platforms.settings import button, number, select
from yamori.gateway.mqtt.platforms.switches import siren, switch
from yamori.gateway.mqtt.platforms.vacuum import vacuum

PLATFORMS: Mapping[str, Callable[[Draft], None]] = {
    "binary_sensor": binary_sensor,
    "button": button,
    "climate": climate,
    "cover": cover,
    "fan": fan,
    "humidifier": humidifier,
    "light": light,
    "lock": lock,
    "number": number,
    "select": select,
    "sensor": sensor,
    "siren": siren,
    "switch": switch,
    "vacuum": vacuum,
    "valve": valve,
}
"""Raises `Malformed` for settings that cannot be."""
