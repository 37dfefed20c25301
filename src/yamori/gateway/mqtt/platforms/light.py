"""`light`, in its three schemas: a topic for each thing, one JSON object for everything, or templates of the device's own.

https://www.home-assistant.io/integrations/light.mqtt/
"""

import json
from collections.abc import Callable, Mapping, Sequence

from yamori.domain.capability import Attribute
from yamori.domain.values import Value
from yamori.gateway.mqtt.entity import Draft, Message, Publish, StateTopic
from yamori.gateway.mqtt.platforms.colours import hue_saturation, name_of, rgb, xy
from yamori.gateway.mqtt.platforms.numbers import number, scaled, unscaled
from yamori.gateway.mqtt.platforms.payloads import json_object, of_key
from yamori.gateway.mqtt.platforms.switches import power_command, power_state
from yamori.gateway.mqtt.template import NO_VALUES, Silent, TakenBack, as_text

_COLOURED = {"hs", "xy", "rgb", "rgbw", "rgbww"}


def light(draft: Draft) -> None:
    match draft.text("schema", "basic"):
        case "json":
            _in_json(draft)
        case "template":
            _in_templates(draft)
        case "basic" | "default":
            _in_topics(draft)
        case other:
            draft.note(f"the schema {other} is not understood")


def _in_topics(draft: Draft) -> None:
    power = power_command(draft, None)
    first = draft.text("on_command_type", "last")

    def lit(publish: Publish | None) -> Publish | None:
        """Style and power, in the order in which the device wants them."""
        if publish is None or power is None or first == "brightness":
            return publish
        if first == "first":
            return lambda value: (*power("on"), *publish(value))
        return lambda value: (*publish(value), *power("on"))

    draft.add("switch", reported={"switch": power_state(draft, "state_value_template")}, settable={"switch": power})
    top = draft.number("brightness_scale", 255)
    draft.add(
        "switchLevel",
        reported={"level": draft.state_topic("brightness_state_topic", "brightness_value_template", scaled(0, top))},
        settable={"level": lit(draft.publisher("brightness_command_topic", "brightness_command_template", unscaled(0, top)))},
    )
    kelvin = _kelvin(draft.flag("color_temp_kelvin", False))
    draft.add(
        "colorTemperature",
        reported={"colorTemperature": draft.state_topic("color_temp_state_topic", "color_temp_value_template", kelvin)},
        settable={"colorTemperature": lit(draft.publisher("color_temp_command_topic", "color_temp_command_template", kelvin))},
        cut=_warmth(draft),
    )
    state, publish = _colour_topics(draft)
    draft.add("colorControl", reported={"color": state}, settable={"color": lit(publish)})
    effects = draft.strings("effect_list")
    draft.add(
        "lightEffect",
        reported={"effect": draft.state_topic("effect_state_topic", "effect_value_template", as_text)},
        settable={"effect": draft.publisher("effect_command_topic", "effect_command_template")},
        cut=draft.listing("lightEffect", "effect", effects) if effects else None,
    )


def _colour_topics(draft: Draft) -> tuple[StateTopic | None, Publish | None]:
    """The first way of saying colours that the light has."""

    def rgb_parts(value: Value) -> Value:
        red, green, blue = rgb(value)
        return {"value": f"{red},{green},{blue}", "red": red, "green": green, "blue": blue}

    def hs_parts(value: Value) -> Value:
        hue, saturation = hue_saturation(value)
        return {"value": f"{hue:g},{saturation:g}", "hue": hue, "sat": saturation}

    def xy_parts(value: Value) -> Value:
        x, y = xy(value)
        return {"value": f"{x},{y}", "x": x, "y": y}

    ways: Mapping[str, Callable[[Value], Value]] = {"hs": hs_parts, "rgb": rgb_parts, "xy": xy_parts}
    for way, parts in ways.items():
        if draft.has(f"{way}_command_topic"):
            state = draft.state_topic(f"{way}_state_topic", f"{way}_value_template", _listed(way))
            return state, draft.publisher(f"{way}_command_topic", f"{way}_command_template", parts)
    return None, None


def _listed(way: str) -> Callable[[Value], Value]:
    """`120,100` as a colour's name; `way` names the numbers' letters."""

    def decode(value: Value) -> Value:
        numbers = [number(part) for part in as_text(value).strip("[]()").split(",")]
        if len(numbers) != len(way):
            raise Silent("no colour")
        return name_of(dict(zip(way, numbers, strict=True)))

    return decode


def _in_json(draft: Draft) -> None:
    modes = set(draft.strings("supported_color_modes"))
    power = draft.state_topic("state_topic", "value_template", of_key("state", _power))
    draft.add(
        "switch", reported={"switch": power}, settable={"switch": _json(draft, lambda value: {"state": "ON" if value == "on" else "OFF"})}
    )
    top = draft.number("brightness_scale", 255)
    if draft.flag("brightness", False) or modes - {"onoff"}:
        level = unscaled(0, top)
        draft.add(
            "switchLevel",
            reported={"level": draft.state_topic("state_topic", "value_template", of_key("brightness", scaled(0, top)))},
            settable={"level": _json(draft, lambda value: {"state": "ON", "brightness": level(value)})},
        )
    if "color_temp" in modes or draft.flag("color_temp", False):
        kelvin = _kelvin(draft.flag("color_temp_kelvin", False))
        draft.add(
            "colorTemperature",
            reported={"colorTemperature": draft.state_topic("state_topic", "value_template", of_key("color_temp", kelvin))},
            settable={"colorTemperature": _json(draft, lambda value: {"state": "ON", "color_temp": kelvin(value)})},
            cut=_warmth(draft),
        )
    if modes & _COLOURED or any(draft.flag(way, False) for way in ("hs", "rgb", "xy")):
        way = next((way for way in ("hs", "rgb", "rgbw", "rgbww", "xy") if way in modes or draft.flag(way, False)), "hs")
        draft.add(
            "colorControl",
            reported={"color": draft.state_topic("state_topic", "value_template", _json_colour)},
            settable={"color": _json(draft, lambda value: {"state": "ON", "color": _json_parts(way, value)})},
        )
    if effects := draft.strings("effect_list"):
        draft.add(
            "lightEffect",
            reported={"effect": draft.state_topic("state_topic", "value_template", of_key("effect", as_text))},
            settable={"effect": _json(draft, lambda value: {"state": "ON", "effect": value})},
            cut=draft.listing("lightEffect", "effect", effects),
        )


def _json(draft: Draft, encode: Callable[[Value], Mapping[str, Value]]) -> Publish | None:
    publish = draft.publisher("command_topic", None)

    def publish_encoded(value: Value) -> Sequence[Message]:
        return publish(json.dumps(encode(value))) if publish is not None else ()

    return publish_encoded if publish is not None else None


def _in_templates(draft: Draft) -> None:
    """Everything is said to one topic by the template for on, which gets what is to change as variables, or by the one for off."""
    off = draft.publisher("command_topic", "command_off_template", lambda _: {"state": False})

    def on(encode: Callable[[Value], Mapping[str, Value]]) -> Publish | None:
        return draft.publisher("command_topic", "command_on_template", lambda value: {"state": True, **encode(value)})

    lit = on(lambda _: {})
    power: Publish | None = (lambda value: lit(value) if value == "on" else off(value)) if lit is not None and off is not None else None
    draft.add(
        "switch",
        reported={"switch": draft.state_topic_of_words("state_topic", "state_template", {"on": "on", "off": "off"})},
        settable={"switch": power},
    )
    if draft.has("brightness_template"):
        level = unscaled(0, 255)
        draft.add(
            "switchLevel",
            reported={"level": draft.state_topic("state_topic", "brightness_template", scaled(0, 255))},
            settable={"level": on(lambda value: {"brightness": level(value)})},
        )
    if draft.has("color_temp_template"):
        kelvin = _kelvin(draft.flag("color_temp_kelvin", False))
        draft.add(
            "colorTemperature",
            reported={"colorTemperature": draft.state_topic("state_topic", "color_temp_template", kelvin)},
            settable={"colorTemperature": on(lambda value: {"color_temp": kelvin(value)})},
            cut=_warmth(draft),
        )
    parts = {"r": "red_template", "g": "green_template", "b": "blue_template"}
    if all(draft.has(part) for part in parts.values()):
        draft.add(
            "colorControl",
            reported={"color": draft.shared_state_topic("state_topic", parts, _of_parts)},
            settable={"color": on(_coloured)},
        )
    if effects := draft.strings("effect_list"):
        state = draft.state_topic("state_topic", "effect_template", as_text) if draft.has("effect_template") else None
        draft.add(
            "lightEffect",
            reported={"effect": state},
            settable={"effect": on(lambda value: {"effect": value})},
            cut=draft.listing("lightEffect", "effect", effects),
        )


def _of_parts(value: Value) -> Value:
    assert isinstance(value, Mapping)
    return name_of({letter: number(part) for letter, part in value.items()})


def _coloured(value: Value) -> Mapping[str, Value]:
    red, green, blue = rgb(value)
    hue, saturation = hue_saturation(value)
    return {"red": red, "green": green, "blue": blue, "hue": hue, "sat": saturation}


def _power(value: Value) -> Value:
    word = as_text(value).upper()
    if value in NO_VALUES:
        raise TakenBack("the light does not know whether it is on")
    if word not in ("ON", "OFF"):
        raise Silent("an unknown word")
    return word.lower()


def _json_colour(value: Value) -> Value:
    held = json_object(value)
    if "color" in held and held["color"] is None and held.get("color_mode") is None:
        raise TakenBack("the light has no colour now")
    # A light that shines in white goes on naming the colour that it had.
    return "white" if held.get("color_mode") in ("color_temp", "white") else name_of(held.get("color"))


def _json_parts(way: str, value: Value) -> Mapping[str, Value]:
    if way == "hs":
        hue, saturation = hue_saturation(value)
        return {"h": hue, "s": saturation}
    if way == "xy":
        x, y = xy(value)
        return {"x": x, "y": y}
    red, green, blue = rgb(value)
    rest = {"w": 0} if way == "rgbw" else {"c": 0, "w": 0} if way == "rgbww" else {}
    return {"r": red, "g": green, "b": blue, **rest}


def _kelvin(already: bool) -> Callable[[Value], Value]:
    """Mireds to kelvin and back are one formula."""

    def turn(value: Value) -> Value:
        found = number(value)
        if found <= 0:
            raise Silent("no colour temperature")
        return round(found) if already else round(1_000_000 / found)

    return turn


def _warmth(draft: Draft) -> Mapping[str, Attribute]:
    low = draft.number("min_kelvin", 0) or 1_000_000 / draft.number("max_mireds", 500)
    high = draft.number("max_kelvin", 0) or 1_000_000 / draft.number("min_mireds", 153)
    return draft.ranged("colorTemperature", "colorTemperature", round(low), round(high))
