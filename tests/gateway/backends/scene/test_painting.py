"""Pictures of a room, looked at as a person would: is it bright, is it red, is something else there?"""

from pathlib import Path

import pytest
from PIL import ImageChops, ImageStat
from tests.gateway.backends.scene.rooms import FLAT, MORNING, brightness, flat, opened, seen

from yamori.domain.values import Value
from yamori.gateway.backends.scene.painting import painted

CEILING = "ceiling.main.switch.switch"
LAMP = "lamp.main.switch.switch"
BLIND = "blind.main.windowShadeLevel.shadeLevel"


async def test_the_more_lamps_shine_the_brighter_the_picture(tmp_path: Path) -> None:
    loaded = flat(tmp_path)
    dark = brightness(await seen(loaded))
    dim = brightness(await seen(loaded, {CEILING: "on", "ceiling.main.switchLevel.level": 20}))
    full = brightness(await seen(loaded, {CEILING: "on"}))
    both = brightness(await seen(loaded, {CEILING: "on", LAMP: "on"}))
    assert dark < 20 and dark + 10 < dim and dim + 30 < full and full < both


async def test_the_day_comes_in_as_far_as_the_blind_is_open_and_the_night_does_not(tmp_path: Path) -> None:
    loaded = flat(tmp_path)
    shut, half, wide = [brightness(await seen(loaded, {BLIND: level}, now=MORNING)) for level in (0, 50, 100)]
    assert shut + 20 < half and half + 20 < wide
    assert brightness(await seen(loaded, {BLIND: 100})) < 20


STRANGE = """\
capability: floorWatch
says: Says strange things.
attributes:
  power: {type: object}
  presence: {type: object}
  people: {type: number}
  color: {type: string}
  mess: {type: boolean}
  windowShade: {type: string}
commands:
  dance: {says: Dance.}
"""


async def test_a_device_that_says_strange_things_does_not_spoil_the_picture(tmp_path: Path) -> None:
    """Values and names that no shape was made for."""
    home = FLAT.replace("name: Floor,", 'name: "Flo\\nor \\u202e😀\\0",').replace("floorWatch: {mess: 0}", "floorWatch: {}")
    loaded = flat(tmp_path, home, floor_watch=STRANGE)
    strange: dict[str, Value] = {
        "power": {"a": [1]},
        "presence": {},
        "people": -1e300,
        "color": "rgb(900,-1,0)",
        "mess": True,
        "windowShade": "x" * 5000,
    }
    assert brightness(await seen(loaded, {f"toys.main.floorWatch.{name}": value for name, value in strange.items()})) > 1


async def test_a_red_lamp_makes_a_red_room(tmp_path: Path) -> None:
    red, green, blue = ImageStat.Stat(opened(painted(await seen(flat(tmp_path), {LAMP: "on"})))).mean
    assert red > 3 * green and red > 3 * blue


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("window.main.contactSensor.contact", "open"),
        ("exit.main.contactSensor.contact", "open"),
        ("telly.main.switch.switch", "on"),
        ("blower.main.switch.switch", "on"),
        ("sweeper.main.robotCleanerMovement.robotCleanerMovement", "cleaning"),
        ("warmth.main.temperatureMeasurement.temperature", 30),
        ("socket.main.switch.switch", "off"),
        ("someone.main.presenceSensor.presence", "present"),
        ("toys.main.floorWatch.mess", 90),
    ],
)
async def test_whatever_changes_in_the_room_changes_its_picture_and_the_same_state_gives_the_same_one(
    path: str, value: Value, tmp_path: Path
) -> None:
    loaded = flat(tmp_path)
    before = painted(await seen(loaded, {CEILING: "on"}))
    assert before == painted(await seen(loaded, {CEILING: "on"}))
    after = painted(await seen(loaded, {CEILING: "on", path: value}))
    assert ImageChops.difference(opened(before), opened(after)).getbbox() is not None
    elsewhere = painted(await seen(loaded, {CEILING: "on", "spare.main.switch.switch": "off"}))
    assert before == elsewhere
