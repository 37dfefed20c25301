"""A complaint is met with the gentlest thing that can be taken back, in the room that it is about; else with nothing."""

import pytest
from tests.agents.iot.frames.homes import calls_of, context_of, resolved

from yamori.domain.capability import Risk
from yamori.understanding.frame import COMPLAINTS


@pytest.mark.parametrize(
    ("home", "room", "line", "calls"),
    [
        ("demo", "living-room", "too_dark: it's so dark [room|in here]", ["brighter() living-room-ceiling-light"]),
        ("demo", "study", "too_dark: I can't see a thing", ["setLevel(level=40) desk-lamp"]),
        ("demo", "living-room", "too_bright: the sun blinds me", ["close() living-room-blinds"]),
        ("demo", "bedroom", "too_bright: ow, my eyes", ["dimmer() bedside-lamp"]),
        ("demo", "living-room", "too_cold: brr", ["setAirConditionerMode(mode=heat) air-conditioner"]),
        ("demo", "living-room", "too_hot: あつい〜", ["setAirConditionerMode(mode=cool) air-conditioner"]),
        ("demo", "study", "stuffy: the air is bad [room|in the bathroom]", ["on() bathroom-fan"]),
        ("orchard", "utility", "too_humid: じめじめする", ["on() dehumidifier"]),
    ],
)
def test_the_gentlest_device_of_the_room_helps(home: str, room: str, line: str, calls: list[str]) -> None:
    found = resolved(line, home, room=room)
    assert calls_of(found) == calls
    assert found.explained == tuple(f.span for f in found.resolved)


def test_a_dark_room_with_everything_on_is_nothing_to_act_on() -> None:
    assert not resolved("too_dark: it's dark", room="kitchen").calls


def test_what_is_silent_is_made_neither_louder_nor_quieter() -> None:
    assert not resolved("too_loud: that drill next door", room="living-room").calls
    assert not resolved("too_quiet: what?", room="living-room").calls


@pytest.mark.parametrize("home", ["demo", "orchard", "harbour", "juniper", "willow", "fern"])
def test_no_complaint_ever_does_what_is_not_safe(home: str) -> None:
    context = context_of(home)
    never = {"lock", "door", "oven", "stove", "gate", "garage", "alarm"}
    for intent in COMPLAINTS:
        for room in (None, *context.index.rooms):
            for call in resolved(f"{intent.value}: oh dear", home, room=room).calls:
                spec = context.index.capabilities[str(call.arguments["capability"])].commands[str(call.arguments["command"])]
                devices = [str(d).partition("/")[0] for d in call.arguments["devices"]]  # type: ignore[union-attr]
                assert spec.risk is Risk.SAFE
                assert not any(context.index.kinds_of[d] & never for d in devices)
                assert all(room is None or context.index.devices[d].room == room for d in devices)
