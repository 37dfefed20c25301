"""A photo: from Picamera2 on a Raspberry Pi, or drawn where the robot is simulated."""

import asyncio
import io
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from yamori.domain.values import Value
from yamori.edge.drivers.part import Fixture, Handler, Part, PartFailed, Picture
from yamori.edge.room import render_room

_WARM = 0.8
"""Seconds that the camera needs to find exposure and white balance."""


class Camera:
    def __init__(self, fixture: Fixture) -> None:
        self._fixture = fixture
        self._image: str | None = None
        self._taken: str | None = None

    def handlers(self) -> Mapping[str, Handler]:
        return {"imageCapture.take": self.take}

    def read(self) -> Mapping[str, Value]:
        return {"imageCapture.image": self._image, "imageCapture.taken": self._taken}

    async def take(self) -> None:
        taken = self._fixture.clock.now()
        picture = await asyncio.to_thread(self._photo)
        self._fixture.trace("photo", bytes=len(picture.data))
        self._image = await self._fixture.keep(picture)
        self._taken = taken.isoformat()

    def _photo(self) -> Picture:
        if self._fixture.simulation is not None:
            return render_room(self._fixture.simulation.world.scene)
        return _picamera(self._fixture.settings)

    def close(self) -> None:
        pass  # the camera is open only for the moment of a photo


def _picamera(settings: Mapping[str, Any]) -> Picture:
    """Opened for each photo: an open camera costs power, and its light tells the people in the room."""
    import time

    try:
        camera = import_module("picamera2").Picamera2()
        try:
            camera.configure(camera.create_still_configuration(main={"size": (int(settings["width"]), int(settings["height"]))}))
            camera.start()
            time.sleep(_WARM)
            out = io.BytesIO()
            camera.capture_file(out, format="jpeg")
        finally:
            camera.close()
    except (ImportError, RuntimeError, OSError, IndexError) as error:
        raise PartFailed(f"the camera took no photo: {error}") from error
    return Picture(data=out.getvalue(), type="image/jpeg")


def open_part(fixture: Fixture) -> Part:
    return Camera(fixture)
