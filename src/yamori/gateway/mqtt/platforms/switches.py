"""What is on or off: `switch` and `siren`."""

import json

from yamori.domain.values import Value
from yamori.gateway.mqtt.entity import Draft, Publish, StateTopic
from yamori.gateway.mqtt.template import Silent, as_text


def switch(draft: Draft) -> None:
    draft.add("switch", reported={"switch": power_state(draft, "value_template")}, settable={"switch": power_command(draft, None)})


def siren(draft: Draft) -> None:
    """Told a JSON object, unless it gives a template; reports a plain word or such an object."""
    on, off = draft.text("payload_on", "ON"), draft.text("payload_off", "OFF")
    words = {draft.text("state_on", on): "on", draft.text("state_off", off): "off"}

    def decode(value: Value) -> Value:
        try:
            held = json.loads(value) if isinstance(value, str) else value
        except (ValueError, RecursionError):
            held = value
        word = as_text(held.get("state") if isinstance(held, dict) else value)
        if word not in words:
            raise Silent("an unknown word")
        return words[word]

    def encode(value: Value) -> Value:
        word = on if value == "on" else off
        return word if draft.has("command_template") else json.dumps({"state": word})

    publish = draft.publisher("command_topic", "command_template", encode)
    draft.add("siren", reported={"siren": draft.state_topic("state_topic", "state_value_template", decode)}, settable={"siren": publish})


def power_state(draft: Draft, template: str) -> StateTopic | None:
    """`state_topic` with the words for on and off."""
    on, off = draft.text("payload_on", "ON"), draft.text("payload_off", "OFF")
    return draft.state_topic_of_words("state_topic", template, {draft.text("state_on", on): "on", draft.text("state_off", off): "off"})


def power_command(draft: Draft, template: str | None, topic: str = "command_topic") -> Publish | None:
    on, off = draft.text("payload_on", "ON"), draft.text("payload_off", "OFF")
    return draft.publisher(topic, template, lambda value: on if value == "on" else off)
