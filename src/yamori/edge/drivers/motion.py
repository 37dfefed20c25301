"""An SR501: whether something moves, reported when it begins and ends, and watched for on demand."""

import asyncio
from collections.abc import Mapping

from yamori.domain.values import Value
from yamori.edge.drivers.part import Fixture, Handler, Part
from yamori.edge.simulated import World


class Motion:
    """The sensor's own output is clean: edges of one digital input, no sampling thread."""

    def __init__(self, fixture: Fixture) -> None:
        from gpiozero import DigitalInputDevice  # type: ignore[import-untyped]

        self._fixture = fixture
        self._detected = False
        self._seen = False
        self._loop = asyncio.get_running_loop()
        self._input = DigitalInputDevice(fixture.settings["pin"], pull_up=None, active_state=True, pin_factory=fixture.pins())
        self._input.when_activated = self._activated
        self._input.when_deactivated = self._deactivated
        if fixture.simulation is not None:
            fixture.simulation.listen(self._drive)

    def handlers(self) -> Mapping[str, Handler]:
        return {"motionWatch.watch": self.watch}

    def read(self) -> Mapping[str, Value]:
        return {"motionSensor.motion": "active" if self._input.is_active else "inactive", "motionWatch.detected": self._detected}

    async def watch(self, *, seconds: float) -> None:
        """For the whole time, whenever the movement was."""
        self._seen = bool(self._input.is_active)
        self._fixture.trace("watch", seconds=seconds)
        await self._fixture.halt.pause(seconds)
        self._detected = self._seen or bool(self._input.is_active)
        self._fixture.trace("watched", detected=self._detected)

    def _activated(self) -> None:
        """In a thread of the pin library's, as the next one."""
        self._seen = True  # at once: it may be over before the loop's turn comes
        self._loop.call_soon_threadsafe(self._changed, True)

    def _deactivated(self) -> None:
        self._loop.call_soon_threadsafe(self._changed, False)

    def _changed(self, active: bool) -> None:
        self._fixture.trace("motion", active=active)
        self._fixture.changed()

    def _drive(self, world: World) -> None:
        pin = self._input.pin
        if world.motion:
            pin.drive_high()
        else:
            pin.drive_low()

    def close(self) -> None:
        self._input.close()


def open_part(fixture: Fixture) -> Part:
    return Motion(fixture)
