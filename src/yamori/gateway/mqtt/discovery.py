"""One discovery message as the entities that it announces. Pure; both forms, one entity a message and one device a message."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from yamori.domain.values import Value
from yamori.gateway.mqtt.abbreviations import SHORT, SHORT_DEVICE

_TOPIC = re.compile(r"(?P<platform>\w+)/(?:(?P<node>[A-Za-z0-9_-]+)/)?(?P<object>[A-Za-z0-9_-]+)/config")
_BASE = "~"
_LARGEST = 256 * 1024
_SHARED_NOT = {"device", "origin", "components", "platform", _BASE}


class Malformed(ValueError):
    """No discovery message, or one that contradicts itself."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a discovery message was published."""

    platform: str
    """`light`, …, or `device` for a message about a whole device."""
    id: str
    """Node and object, unique among the messages of one platform."""
    object: str


@dataclass(frozen=True, kw_only=True)
class Announced:
    """One entity as its device announces it, with long keys and whole topics."""

    id: str
    """Unique in the home, the same after a restart."""
    platform: str
    object: str
    """The last part of the topic, or the component's key."""
    config: Mapping[str, Value]
    device: Mapping[str, Value]
    """Empty when the entity belongs to no device."""


def place(topic: str, prefix: str) -> Place | None:
    """None for a topic that is no discovery topic."""
    if not topic.startswith(f"{prefix}/") or (found := _TOPIC.fullmatch(topic[len(prefix) + 1 :])) is None:
        return None
    node = found["node"]
    return Place(platform=found["platform"], id=f"{node} {found['object']}" if node else found["object"], object=found["object"])


def announced(where: Place, payload: bytes) -> Sequence[Announced]:
    """The entities of a message; none when it takes them back. Raises `Malformed`."""
    if not payload:
        return ()
    if len(payload) > _LARGEST:
        raise Malformed(f"it has {len(payload)} bytes")
    try:
        held = json.loads(payload)
    except (ValueError, RecursionError) as error:
        raise Malformed("it is no JSON") from error
    if not isinstance(held, dict):
        raise Malformed("it is no JSON object")
    config = _long(held, SHORT)
    device = config.get("device")
    device = _long(device, SHORT_DEVICE) if isinstance(device, Mapping) else {}
    if where.platform != "device":
        return (_one(where.platform, f"{where.platform} {where.id}", where.object, config, device),)
    components = config.get("components")
    if not isinstance(components, Mapping) or not device:
        raise Malformed("a device's message has `device` and `components`")
    shared = {key: value for key, value in config.items() if key not in _SHARED_NOT}
    found = []
    for key, component in components.items():
        if not isinstance(component, Mapping):
            raise Malformed(f"the component {key[:60]} is no object")
        own = _long(component, SHORT)
        platform = own.pop("platform", None)
        if not isinstance(platform, str):
            raise Malformed(f"the component {key[:60]} names no platform")
        if own:  # nothing but its platform: taken back
            whole = {**shared, **own}
            if _BASE in config:
                whole.setdefault(_BASE, config[_BASE])
            found.append(_one(platform, f"device {where.id} {key}", key, whole, device))
    return found


def _one(platform: str, id: str, object: str, config: Mapping[str, Value], device: Mapping[str, Value]) -> Announced:
    return Announced(id=id, platform=platform, object=object, config=_whole_topics(config), device=device)


def _long(held: Mapping[str, Value], words: Mapping[str, str]) -> dict[str, Value]:
    return {words.get(key, key): value for key, value in held.items()}


def _whole_topics(config: Mapping[str, Value]) -> Mapping[str, Value]:
    """With `~` at the beginning or the end of a topic replaced by what it stands for."""
    base = config.get(_BASE)
    whole = {key: value for key, value in config.items() if key != _BASE}
    several = whole.get("availability")
    places = [several] if isinstance(several, Mapping) else several if isinstance(several, list) else []
    parts = [_long(part, SHORT) for part in places if isinstance(part, Mapping)]
    if isinstance(base, str):
        whole = {key: _joined(base, value) if key.endswith("topic") else value for key, value in whole.items()}
        parts = [{key: _joined(base, value) if key == "topic" else value for key, value in part.items()} for part in parts]
    if parts:
        whole["availability"] = parts
    return whole


def _joined(base: str, value: Value) -> Value:
    if isinstance(value, str) and value.startswith(_BASE):
        return base + value[1:]
    if isinstance(value, str) and value.endswith(_BASE):
        return value[:-1] + base
    return value
