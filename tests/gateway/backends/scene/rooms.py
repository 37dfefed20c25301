"""Rooms to be photographed: a flat whose devices are all named by kinds, and a shortcut from its state to a scene or a picture."""

import io
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from PIL import Image, ImageStat

from yamori.domain.clock import SetClock
from yamori.domain.values import Value
from yamori.gateway.backends.scene.painting import painted
from yamori.gateway.backends.scene.staging import Scene, staged
from yamori.gateway.backends.virtual import open_virtual
from yamori.gateway.homefile import LoadedHome, load_home
from yamori.gateway.registry import HouseRegistry

NIGHT = datetime.fromisoformat("2026-11-21T22:00:00+09:00")
MORNING = datetime.fromisoformat("2026-11-21T11:00:00+09:00")

FLAT = """\
home: flat
place: {name: Nara, country: JP, latitude: 34.68, longitude: 135.8, timezone: Asia/Tokyo}
rooms:
  - {id: den, name: Den}
  - {id: attic, name: Attic}
people: []
devices:
  - {id: eye, name: Corner camera, room: den, components: {main: {imageCapture: {}, videoCamera: {camera: "on"}}}}
  - id: ceiling
    name: Den ceiling light
    room: den
    components: {main: {switch: {switch: "off"}, switchLevel: {level: 100}, colorTemperature: {colorTemperature: 4000}}}
  - id: lamp
    name: 読書ランプ
    room: den
    components: {main: {switch: {switch: "off"}, switchLevel: {level: 60}, colorControl: {color: red}}}
  - {id: blind, name: Blind, room: den, components: {main: {windowShadeLevel: {shadeLevel: 0}}}}
  - {id: window, name: Side window, room: den, components: {main: {contactSensor: {contact: closed}}}}
  - {id: exit, name: Balcony sensor, room: den, components: {main: {contactSensor: {contact: closed}, battery: {battery: 9}}}}
  - {id: telly, name: Telly, room: den, components: {main: {switch: {switch: "off"}, tvChannel: {tvChannel: 3}}}}
  - {id: blower, name: Blower, room: den, components: {main: {switch: {switch: "off"}, fanSpeed: {fanSpeed: 2}}}}
  - {id: sweeper, name: Sweeper, room: den, components: {main: {robotCleanerMovement: {robotCleanerMovement: charging}}}}
  - {id: warmth, name: Warmth, room: den, components: {main: {temperatureMeasurement: {temperature: 19.5}}}}
  - {id: socket, name: Wall socket, room: den, components: {main: {switch: {switch: "on"}}}}
  - {id: someone, name: Someone, room: den, components: {main: {presenceSensor: {presence: not present}}}}
  - {id: toys, name: Floor, room: den, components: {main: {floorWatch: {mess: 0}}}}
  - {id: spare, name: Spare light, room: attic, components: {main: {switch: {switch: "on"}}}}
"""
FLOOR_WATCH = """\
capability: floorWatch
says: How much lies about on a floor.
attributes:
  mess: {type: integer, unit: "%", minimum: 0, maximum: 100}
"""


def flat(folder: Path, home: str = FLAT, *, floor_watch: str = FLOOR_WATCH) -> LoadedHome:
    (folder / "capabilities").mkdir(exist_ok=True)
    (folder / "capabilities" / "floorWatch.capability.yaml").write_text(floor_watch, encoding="utf-8")
    (folder / "flat.home.yaml").write_text(home, encoding="utf-8")
    return load_home(folder / "flat.home.yaml")


async def seen(loaded: LoadedHome, state: Mapping[str, Value] | None = None, *, now: datetime = NIGHT, room: str | None = "den") -> Scene:
    """What the corner camera would see, were it in the room, with these attributes set."""
    backend = await open_virtual(HouseRegistry(loaded), file=None, clock=SetClock(now))
    try:
        for path, value in (state or {}).items():
            await backend.set(path, value)
        camera = loaded.home.device("eye")
        assert camera is not None
        return staged(loaded.home, loaded.capabilities, await backend.snapshot(), replace(camera, room=room), now=now)
    finally:
        await backend.close()


def brightness(scene: Scene) -> float:
    """The mean grey of its picture, 0 to 255."""
    return float(ImageStat.Stat(opened(painted(scene)).convert("L")).mean[0])


def opened(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture), formats=("JPEG",))
