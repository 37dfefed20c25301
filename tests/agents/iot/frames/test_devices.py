"""What a frame's slots name is what is commanded: nothing that shares no word with it, and nothing that was left out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agents.iot.frames.homes import calls_of, context_of, resolved
from tests.lengths import examples

from yamori.agents.iot.rules.meaning import Focus
from yamori.agents.iot.rules.names import Part


def test_the_room_of_the_person_bounds_a_kind() -> None:
    assert calls_of(resolved("turn_off: [device|the lights] off", room="bedroom")) == ["off() bedroom-ceiling-light bedside-lamp"]


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("turn_off: [device|all the lights] off [except|but the hall one]", "entrance-light"),
        ("turn_off: [device|everything] off [room|upstairs] [except|except the bedside lamp]", "bedside-lamp"),
        ("turn_off: [device|電気全部]消して、[except|台所以外]", "kitchen-light"),
    ],
)
def test_an_exception_is_never_touched(line: str, kept: str) -> None:
    devices = " ".join(calls_of(resolved(line))).split()
    assert len(devices) > 3 and kept not in devices


@pytest.mark.parametrize(
    "line", ["turn_off: [device|all the lights] [except|but the submarine]", "turn_off: [device|電気全部][except|潜水艦以外]"]
)
def test_an_exception_that_nobody_knows_leaves_everything(line: str) -> None:
    found = resolved(line)
    assert not found.calls and found.unresolved[0].slot is not None and found.unresolved[0].slot.name == "except"


@pytest.mark.parametrize("home", ["demo", "orchard", "harbour", "juniper"])
@given(data=st.data())
@examples(15)
def test_every_exception_by_name_is_kept_out(home: str, data: st.DataObject) -> None:
    device = data.draw(st.sampled_from(list(context_of(home).index.devices.values())))
    name = data.draw(st.sampled_from([device.name, *device.aliases]))
    found = resolved(f"turn_off: [device|everything] off [except|except the {name}]", home)
    touched = {str(d).partition("/")[0] for call in found.calls for d in call.arguments["devices"]}  # type: ignore[union-attr]
    assert device.id not in touched


@pytest.mark.parametrize(
    "line",
    [
        "turn_off: [reason|we are through with] [room|the bedroom], [device|everything] off [room|in there]",
        "turn_off: [reason|I'm in the bedroom], put [device|everything] out [room|in here]",
        "turn_off: [reason|寝室にいるから]、[room|ここ]の[device|電気]を消して",
    ],
)
def test_a_place_that_is_only_pointed_at_is_the_one_that_is_named_beside_it(line: str) -> None:
    devices = {device for call in calls_of(resolved(line, room="kitchen")) for device in call.split()[1:]}
    assert "bedroom-ceiling-light" in devices and "kitchen-light" not in devices


def test_what_is_said_beside_a_name_tells_which_of_several_is_meant() -> None:
    assert calls_of(resolved("start: the towels are filthy, get [device|the machine] going")) == []
    assert calls_of(resolved("start: a coffee would be good, get [device|the machine] going")) == ["on() coffee-maker"]


@pytest.mark.parametrize(
    "line", ["turn_off: [device|Mei's light]", "turn_off: [device|meis light]", "turn_off: [room|メイの部屋]の[device|電気]"]
)
def test_the_only_childrens_room_is_the_only_childs(line: str) -> None:
    assert calls_of(resolved(line)) == ["off() kids-room-light"]


def test_what_is_somebodys_is_excepted_by_their_name_alone() -> None:
    devices = " ".join(calls_of(resolved("turn_off: [device|all the lights] [room|upstairs] [except|except meis]"))).split()
    assert "bedside-lamp" in devices and "kids-room-light" not in devices


UNKNOWN = [
    "the zorblax",
    "my submarine",
    "the heat lamps",
    "the electric fence",
    "the garden lights",
    "that contraption",
    "蚊取り器",
    "潜水艦",
    "その変なやつ",
    "ペンダントライト",
]


@pytest.mark.parametrize("home", ["demo", "juniper"])
@pytest.mark.parametrize("name", UNKNOWN)
@pytest.mark.parametrize(
    "line", ["turn_on: [device|{}]", "turn_off: [device|{}]", "set: [device|{}] to [value|30 %]", "increase: [device|{}]"]
)
def test_a_name_that_nobody_knows_calls_nothing(home: str, name: str, line: str) -> None:
    found = resolved(line.format(name), home)
    assert not found.calls
    assert found.unresolved[0].slot is not None and found.unresolved[0].slot.text == name


def test_several_that_fit_are_options() -> None:
    found = resolved("turn_on: [device|the lamp] on")
    assert (
        not found.calls
        and found.unresolved[0].options
        == ("Floor lamp (Living room)", "Bedside lamp (Bedroom)", "Desk lamp (Study)")[: len(found.unresolved[0].options)]
    )
    assert len(found.unresolved[0].options) >= 2


def test_of_several_the_one_that_can_do_it_is_chosen() -> None:
    assert calls_of(resolved("set: [device|the lamp] to [value|blue]", room="living-room")) == ["setColor(color=blue) floor-lamp"]


def test_it_is_what_was_spoken_of() -> None:
    focus = Focus(parts=(Part("desk-lamp"),), kind="lamp")
    assert calls_of(resolved("turn_on: [device|it] on", focus=focus)) == ["on() desk-lamp"]
    assert not resolved("turn_on: [device|it] on").calls


@pytest.mark.parametrize("room", ["in the attic", "in the downstairs loo", "屋根裏"])
def test_a_room_that_the_home_lacks_calls_nothing(room: str) -> None:
    found = resolved(f"turn_on: [device|the light] [room|{room}]")
    assert not found.calls and [u.slot.text for u in found.unresolved if u.slot] == [room]


def test_a_typing_error_in_a_name_is_forgiven() -> None:
    assert calls_of(resolved("turn_off: [device|the kitchin light] off")) == ["off() kitchen-light"]


def test_what_plays_is_made_louder_and_nothing_else() -> None:
    assert calls_of(resolved("increase: [content|music] up [delta|a notch]", "harbour", room="kitchen")) == ["volumeUp() kitchen-speaker"]
    assert not resolved("increase: [content|the music] up [delta|a notch]", "harbour", room="bathroom").unresolved
    assert not resolved("increase: up [delta|a bit]", "harbour", room="kitchen").calls


def test_what_only_documentation_speaks_of_is_not_confused_with_the_rest_of_its_device() -> None:
    assert not resolved("open: [device|the greenhouse vents] [value|half]", "fern").calls


def test_a_room_that_is_to_be_brighter_keeps_off_what_is_off() -> None:
    assert calls_of(resolved("increase: make [room|the bedroom] [delta|a bit] brighter")) == ["brighter() bedside-lamp"]


def test_a_temperature_is_no_colour_temperature_and_no_channel() -> None:
    warmer = resolved("increase: [feature|the temperature] [room|in the living room] [delta|a bit] higher")
    assert calls_of(warmer) == ["warmer() air-conditioner"]
    assert not resolved("set: [device|the living room TV] to [value|22 degrees]").calls


@pytest.mark.parametrize(
    "line",
    [
        "stop: stop there",
        "stop: ストップ",
        "increase: [room|in the bathroom] [delta|two degrees] more",
        "start: [device|お風呂]入れて",
        "lock: lock [device|the front door] and [device|the back door]",
        "set: [room|everywhere else] [value|fifteen]",
        "get: how cold is it [room|in the igloo]",
        "get: [room|外]いま何度",
        "start: you can go again",
        "resume: carry on",
        "set: put it back to [value|nineteen]",
        "set: [device|the sauna] on low || set: then back to [value|30 %]",
    ],
)
def test_what_names_nothing_here_is_not_done_to_what_is_near(line: str) -> None:
    assert not resolved(line, room="living-room").calls


def test_a_warmer_kitchen_is_no_warmer_fridge() -> None:
    assert not resolved("increase: [delta|a wee bit] warmer", room="kitchen").calls


def test_what_was_not_found_is_not_taken_for_what_was_spoken_of_before() -> None:
    focus = Focus(parts=(Part("desk-lamp"),), kind="lamp")
    assert not resolved("turn_on: [device|the sauna] || turn_off: and now [device|it] off", focus=focus).calls


def test_a_back_door_is_no_door_that_is_merely_not_the_front_one() -> None:
    found = resolved("lock: [device|front door], [device|back door], both", "orchard")
    assert not found.calls and [u.slot.text for u in found.unresolved if u.slot] == ["back door"]
    assert calls_of(resolved("lock: [device|the front door]", "orchard")) == ["lock() front-door"]
