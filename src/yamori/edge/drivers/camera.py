"""A photo: from Picamera2 on a Raspberry Pi, or drawn where the robot is simulated."""

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Mapping

from yamori.domain.values import Value
from yamori.edge.drivers.part import Fixture, Handler, Part, PartFailed
from yamori.edge.picture import Picture
from yamori.edge.room import render_room

_PATIENCE = 20.0
"""Seconds that a photo may take."""


class Camera:
    """Open only for the moment of a photo: an open camera costs power, and its light tells the people in the room."""

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
        simulation = self._fixture.simulation
        picture = (
            await photograph(self._fixture.settings) if simulation is None else await asyncio.to_thread(render_room, simulation.world.scene)
        )
        self._fixture.trace("photo", bytes=len(picture.data))
        self._image = await self._fixture.keep(picture)
        self._taken = taken.isoformat()

    def close(self) -> None:
        pass


async def photograph(settings: Mapping[str, Value]) -> Picture:
    """Raises `PartFailed`."""
    command = (sys.executable, "-m", "yamori.edge.drivers.photograph", str(settings["width"]), str(settings["height"]))
    process = await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=PIPE, stderr=PIPE)
    try:
        async with asyncio.timeout(_PATIENCE):
            photo, said = await process.communicate()
    except TimeoutError as error:
        raise PartFailed(f"the camera took no photo within {_PATIENCE:g} s") from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise PartFailed(f"the camera took no photo: {said.decode(errors='replace').strip()[-300:]}")
    return Picture(data=photo, type="image/jpeg")


def open_part(fixture: Fixture) -> Part:
    return Camera(fixture)
