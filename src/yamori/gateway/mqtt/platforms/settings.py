"""What stands beside a thing and can be set or pressed: `number`, `select` and `button`."""

from dataclasses import replace

from yamori.domain.capability import Risk
from yamori.gateway.mqtt.entity import Draft
from yamori.gateway.mqtt.platforms.numbers import tidy
from yamori.gateway.mqtt.template import as_text

_GRAVE = ("restart", "update")


def number(draft: Draft) -> None:
    unit = draft.text("unit_of_measurement", "")
    ranged = draft.ranged("numberSetting", "value", draft.number("min", 1), draft.number("max", 100))
    draft.add(
        "numberSetting",
        reported={"value": draft.state_topic("state_topic", "value_template", tidy)},
        settable={"value": draft.publisher("command_topic", "command_template", tidy)},
        cut={"value": replace(ranged["value"], unit=unit if unit not in ("", "None") else None)},
    )


def select(draft: Draft) -> None:
    options = draft.strings("options")
    draft.add(
        "optionSetting",
        reported={"option": draft.state_topic("state_topic", "value_template", as_text)},
        settable={"option": draft.publisher("command_topic", "command_template")},
        cut=draft.listing("optionSetting", "option", options) if options else None,
    )


def button(draft: Draft) -> None:
    """A press is not reported back: what it starts shows itself elsewhere."""
    publish = draft.publisher("command_topic", "command_template")
    press = draft.known("pushButton")
    if draft.text("device_class", "") in _GRAVE:
        risky = {name: replace(spec, risk=Risk.CONFIRM) for name, spec in press.commands.items()}
        press = replace(press, name="pushButton-restart", commands=risky)
    draft.add(press, calls={"press": publish(draft.text("payload_press", "PRESS")) if publish is not None else None})
