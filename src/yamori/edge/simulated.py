"""The world around a simulated robot: what its sensors meet and its camera sees. The drivers do not know that it is not real.

It is set by a test (`change`) or from outside by a file `simulated.json` in the state folder, looked at a few times a second:
`{"distance": 40, "motion": true, "temperature": 21.5, "scene": {…}}`; keys left out stay as they are.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

_LOOK = 0.2
"""Seconds between two looks at the file."""
_SOUND = 34_326.0
"""Centimetres a second, the same number that gpiozero computes with."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Lamp:
    label: str
    on: bool


@dataclass(frozen=True, kw_only=True)
class Scene:
    """What stands before the camera."""

    room: str = "Room"
    lamps: tuple[Lamp, ...] = (Lamp(label="lamp", on=True),)
    things: tuple[str, ...] = ("table", "sofa")
    """Labels of what stands or lies about."""


@dataclass(frozen=True, kw_only=True)
class World:
    distance: float = 83.0
    """To the wall, in cm."""
    motion: bool = False
    temperature: float = 24.5
    """In °C."""
    scene: Scene = field(default_factory=Scene)

    @property
    def echo_seconds(self) -> float:
        """How long the sound is on its way to the wall and back."""
        return self.distance * 2 / _SOUND


class Simulation:
    """Holds the world and sets the mock pins when it changes."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._seen = 0
        self._listeners: list[Callable[[World], None]] = []
        self.world = World()

    def listen(self, listener: Callable[[World], None]) -> None:
        """Called now and at every change."""
        self._listeners.append(listener)
        listener(self.world)

    def change(self, **changes: Any) -> None:  # Any: the fields of `World`
        self.world = replace(self.world, **changes)
        for listener in self._listeners:
            listener(self.world)

    async def watch(self) -> None:
        """Follow the file until cancelled."""
        while True:
            self.look()
            await asyncio.sleep(_LOOK)

    def look(self) -> None:
        if self._file is None:
            return
        try:
            written = self._file.stat().st_mtime_ns
            if written == self._seen:
                return
            self._seen = written
            self.change(**world_changes(json.loads(self._file.read_text(encoding="utf-8"))))
        except FileNotFoundError:
            return
        except (OSError, ValueError, TypeError, KeyError) as error:
            _log.warning("%s is not understood: %s", self._file, error)


def world_changes(said: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of `World` that the file names. Raises `ValueError`, `TypeError` or `KeyError` for anything else."""
    changes: dict[str, Any] = {}
    for name, value in said.items():
        match name:
            case "distance" | "temperature":
                changes[name] = float(value)
            case "motion":
                changes[name] = bool(value)
            case "scene":
                changes[name] = Scene(
                    room=str(value.get("room", "Room")),
                    lamps=tuple(Lamp(label=str(lamp["label"]), on=bool(lamp["on"])) for lamp in value.get("lamps", ())),
                    things=tuple(str(thing) for thing in value.get("things", ())),
                )
            case _:
                raise ValueError(f"unknown key {name!r}")
    return changes
