"""Writes the demo home grown to any number of devices, for measuring what happens in a large one.

    PYTHONPATH=src python benchmarks/big_home.py FOLDER [DEVICES]

The demo home's devices stay as they are, first in the file. The others stand in outbuildings and are of kinds and names that the demo
home lacks, so that "all the lights" and "the kitchen" mean the same in both; pass `kinds=(*QUIET_KINDS, *LIGHTS)` where they should not.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path

import yaml

from yamori.domain.values import Value
from yamori.gateway.homefile import PRODUCT_HOMES


@dataclass(frozen=True, kw_only=True)
class Kind:
    """One kind of device: its name in both languages, and its capabilities with initial values."""

    name: str
    name_ja: str
    capabilities: Mapping[str, Mapping[str, Value]]


QUIET_KINDS = (
    Kind(name="pump", name_ja="ポンプ", capabilities={"switch": {"switch": "off"}, "powerMeter": {"power": 0}}),
    Kind(name="ventilator", name_ja="送風機", capabilities={"switch": {"switch": "off"}, "fanSpeed": {"fanSpeed": 1}}),
    Kind(name="charger", name_ja="充電器", capabilities={"switch": {"switch": "off"}, "energyMeter": {"energy": 12.5}}),
    Kind(name="irrigation valve", name_ja="散水バルブ", capabilities={"valve": {"valve": "closed"}}),
    Kind(name="leak detector", name_ja="漏水検知器", capabilities={"waterSensor": {"water": "dry"}, "battery": {"battery": 88}}),
    Kind(name="smoke detector", name_ja="煙感知器", capabilities={"smokeDetector": {"smoke": "clear"}, "battery": {"battery": 77}}),
    Kind(name="air quality meter", name_ja="空気質計", capabilities={"carbonDioxideMeasurement": {"carbonDioxide": 480}}),
    Kind(name="hatch sensor", name_ja="ハッチセンサー", capabilities={"contactSensor": {"contact": "closed"}, "battery": {"battery": 64}}),
    Kind(
        name="dehumidifier", name_ja="除湿機", capabilities={"switch": {"switch": "off"}, "relativeHumidityMeasurement": {"humidity": 52}}
    ),
    Kind(name="roller gate", name_ja="シャッターゲート", capabilities={"doorControl": {"door": "closed"}}),
)
LIGHTS = (
    Kind(name="spotlight", name_ja="スポットライト", capabilities={"switch": {"switch": "off"}, "switchLevel": {"level": 50}}),
    Kind(name="wall lamp", name_ja="ウォールランプ", capabilities={"switch": {"switch": "off"}, "switchLevel": {"level": 50}}),
)
_ROOMS = (
    ("workshop", "作業場"),
    ("greenhouse", "温室"),
    ("storeroom", "物置"),
    ("gallery", "ギャラリー"),
    ("gymnasium", "体育室"),
    ("pottery", "陶芸室"),
    ("archive", "書庫"),
    ("stable", "厩舎"),
)


def write_big_home(folder: Path, *, devices: int = 1000, kinds: Sequence[Kind] = QUIET_KINDS) -> Path:
    """Write `big.home.yaml` into the folder, with that many devices in all; gives its path."""
    home = yaml.safe_load((PRODUCT_HOMES / "demo.home.yaml").read_text(encoding="utf-8"))
    home["home"] = "big"
    added = list(islice(_devices(kinds), max(0, devices - len(home["devices"]))))
    for device, room, building in added:
        if all(known["id"] != building["id"] for known in home["floors"]):
            home["floors"].append(building)
        if all(known["id"] != room["id"] for known in home["rooms"]):
            home["rooms"].append(room)
        home["devices"].append(device)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "big.home.yaml"
    file.write_text(yaml.safe_dump(home, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return file


def _devices(kinds: Sequence[Kind]) -> Iterator[tuple[dict[str, Value], dict[str, Value], dict[str, Value]]]:
    """Device, room and building, without end."""
    for number in count(1):
        building: dict[str, Value] = {"id": f"annex-{number}", "name": f"Annex {number}", "aliases": [f"別館{number}"]}
        for room_name, room_ja in _ROOMS:
            room: dict[str, Value] = {
                "id": f"{room_name}-{number}",
                "name": f"{room_name.capitalize()} {number}",
                "floor": f"annex-{number}",
                "aliases": [f"{room_ja}{number}"],
            }
            for kind in kinds:
                device: dict[str, Value] = {
                    "id": f"{room_name}-{number}-{kind.name.replace(' ', '-')}",
                    "name": f"{room_name.capitalize()} {number} {kind.name}",
                    "aliases": [f"{room_ja}{number}の{kind.name_ja}"],
                    "room": f"{room_name}-{number}",
                    "components": {"main": {name: dict(initial) for name, initial in kind.capabilities.items()}},
                }
                yield device, room, building


if __name__ == "__main__":
    print(write_big_home(Path(sys.argv[1]), devices=int(sys.argv[2]) if len(sys.argv) > 2 else 1000))
