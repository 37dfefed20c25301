"""`vacuum`: it reports one JSON object, and takes words as commands. What shows that it obeyed stands in Home Assistant's data here."""

from collections.abc import Sequence

from yamori.domain.values import Value
from yamori.gateway.homeassistant.domains import arrivals
from yamori.gateway.mqtt.entity import Draft, Message
from yamori.gateway.mqtt.platforms.numbers import number
from yamori.gateway.mqtt.platforms.payloads import of_key
from yamori.gateway.mqtt.template import Silent, as_text

_USUAL = ("start", "stop", "return_home", "battery", "clean_spot")
_STATES = ("cleaning", "paused", "returning", "docked", "idle", "error")


def vacuum(draft: Draft) -> None:
    can = draft.strings("supported_features") or _USUAL
    publish = draft.publisher("command_topic", None)

    def says(feature: str, setting: str, default: str) -> Sequence[Message] | None:
        return publish(draft.text(setting, default)) if publish is not None and feature in can else None

    draft.add(
        "robotVacuum",
        reported={"activity": draft.state_topic("state_topic", None, of_key("state", _activity))},
        calls={
            "start": says("start", "payload_start", "start"),
            "pause": says("pause", "payload_pause", "pause"),
            "stop": says("stop", "payload_stop", "stop"),
            "returnHome": says("return_home", "payload_return_to_base", "return_to_base"),
            "locate": says("locate", "payload_locate", "locate"),
            "cleanSpot": says("clean_spot", "payload_clean_spot", "clean_spot"),
        },
        moves=True,
        arrives=arrivals("vacuum", "robotVacuum"),
    )
    if "battery" in can:
        draft.add(
            "battery",
            reported={"battery": draft.state_topic("state_topic", None, of_key("battery_level", lambda value: round(number(value))))},
        )
    if speeds := draft.strings("fan_speed_list"):
        draft.add(
            "suctionLevel",
            reported={"suction": draft.state_topic("state_topic", None, of_key("fan_speed", as_text))},
            settable={"suction": draft.publisher("set_fan_speed_topic", None)},
            cut=draft.listing("suctionLevel", "suction", speeds),
        )


def _activity(value: Value) -> Value:
    if value not in _STATES:
        raise Silent("an unknown word")
    return value
