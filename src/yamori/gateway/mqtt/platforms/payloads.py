"""One JSON object as a payload, and one key of it."""

import json
from collections.abc import Callable, Mapping

from yamori.domain.values import Value
from yamori.gateway.mqtt.template import Silent, TakenBack


def json_object(value: Value) -> Mapping[str, Value]:
    """Raises `Silent` for anything else."""
    try:
        held = json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError) as error:
        raise Silent("the payload is no JSON") from error
    if not isinstance(held, Mapping):
        raise Silent("the payload is no JSON object")
    return held


def of_key(key: str, decode: Callable[[Value], Value]) -> Callable[[Value], Value]:
    """What stands under the key."""

    def read(value: Value) -> Value:
        held = json_object(value)
        if key not in held:
            raise Silent("the payload does not say")
        if held[key] is None:
            raise TakenBack("the device takes back what it said")
        return decode(held[key])

    return read
