"""What of a home's state stands in the picture."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.gateway.backends.scene.rooms import FLAT, MORNING, brightness, flat, seen

from yamori.domain.home import Device
from yamori.domain.values import Value
from yamori.gateway.backends.scene.kinds import Kind
from yamori.gateway.backends.scene.staging import MOST, Scene, Thing
from yamori.gateway.homefile import load_home


def thing(scene: Scene, label: str) -> Thing:
    return next(one for one in scene.things if one.label == label)


async def test_every_device_of_the_cameras_room_is_what_it_looks_like_and_no_other_is_there(tmp_path: Path) -> None:
    scene = await seen(flat(tmp_path))
    assert scene.room == "Den"
    assert {one.label: one.kind for one in scene.things} == {
        "ceiling light": Kind.CEILING_LAMP,
        "読書ランプ": Kind.STANDING_LAMP,
        "Blind": Kind.WINDOW,
        "Side window": Kind.WINDOW,
        "Balcony sensor": Kind.DOOR,
        "Telly": Kind.SCREEN,
        "Blower": Kind.FAN,
        "Sweeper": Kind.VACUUM,
        "Warmth": Kind.SENSOR,
        "Wall socket": Kind.PLUG,
        "Floor": Kind.SENSOR,
    }
    assert thing(scene, "Warmth").display == ("19.5 °C",)
    assert [one.label for one in scene.things if one.on] == ["Wall socket"]


async def test_a_lamp_shines_as_brightly_and_in_the_colour_that_it_says(tmp_path: Path) -> None:
    scene = await seen(flat(tmp_path), {"lamp.main.switch.switch": "on", "ceiling.main.switch.switch": "on"})
    lamp, ceiling = thing(scene, "読書ランプ"), thing(scene, "ceiling light")
    assert (lamp.on, lamp.strength, lamp.colour) == (True, 0.6, (1.0, 0.0, 0.0))
    assert ceiling.on and ceiling.strength == 1.0 and ceiling.colour[0] > ceiling.colour[2] > 0.6


async def test_a_lamp_that_is_on_at_level_nought_does_not_shine(tmp_path: Path) -> None:
    scene = await seen(flat(tmp_path), {"lamp.main.switch.switch": "on", "lamp.main.switchLevel.level": 0})
    assert not thing(scene, "読書ランプ").on


@pytest.mark.parametrize(
    ("path", "value", "label", "open"),
    [
        ("blind.main.windowShadeLevel.shadeLevel", 70, "Blind", 0.7),
        ("window.main.contactSensor.contact", "open", "Side window", 1.0),
        ("exit.main.contactSensor.contact", "open", "Balcony sensor", 1.0),
    ],
)
async def test_what_is_open_stands_open(path: str, value: Value, label: str, open: float, tmp_path: Path) -> None:
    loaded = flat(tmp_path)
    assert thing(await seen(loaded), label).open == 0
    assert thing(await seen(loaded, {path: value}), label).open == open


async def test_people_and_disorder_are_there_only_where_a_reading_says_so(tmp_path: Path) -> None:
    loaded = flat(tmp_path)
    nobody = await seen(loaded)
    assert (nobody.people, nobody.disorder) == (0, 0)
    somebody = await seen(loaded, {"someone.main.presenceSensor.presence": "present", "toys.main.floorWatch.mess": 80})
    assert (somebody.people, somebody.disorder) == (1, 0.8)


async def test_a_robot_that_cleans_and_a_fan_that_turns_are_on(tmp_path: Path) -> None:
    state: dict[str, Value] = {"sweeper.main.robotCleanerMovement.robotCleanerMovement": "cleaning", "blower.main.switch.switch": "on"}
    scene = await seen(flat(tmp_path), state)
    assert thing(scene, "Sweeper").on and thing(scene, "Blower").on


async def test_a_camera_in_no_room_sees_what_stands_in_none(tmp_path: Path) -> None:
    scene = await seen(flat(tmp_path), room=None)
    assert (scene.room, scene.things) == ("flat", ())


async def test_a_room_too_full_for_one_picture_says_how_much_is_left_out(tmp_path: Path) -> None:
    more = "".join(
        f"  - {{id: extra{n}, name: Extra lamp {n}, room: den, components: {{main: {{switch: {{switch: 'on'}}}}}}}}\n" for n in range(40)
    )
    scene = await seen(flat(tmp_path, FLAT + more))
    assert len(scene.things) == MOST and scene.left_out == 11 + 40 - MOST


async def test_the_day_outside_is_that_of_the_clock(tmp_path: Path) -> None:
    loaded = flat(tmp_path)
    assert (await seen(loaded)).daylight == 0
    assert (await seen(loaded, now=MORNING)).daylight == 1


@pytest.mark.parametrize("file", sorted((Path(__file__).parents[4] / "cases/homes").glob("*/*.home.yaml")), ids=lambda file: file.stem)
async def test_homes_full_of_devices_that_nobody_knows_can_be_photographed_in_every_room(file: Path) -> None:
    """Every room of homes that were written to be strange."""
    loaded = load_home(file)
    eye = Device(id="eye", name="Eye", components={})
    loaded = replace(loaded, home=replace(loaded.home, devices=(*loaded.home.devices, eye)))
    for room in loaded.home.rooms:
        scene = await seen(loaded, room=room.id)
        here = [device for device in loaded.home.devices if device.room == room.id]
        assert len(scene.things) <= sum(len(device.components) for device in here)
        assert brightness(scene) > 1
