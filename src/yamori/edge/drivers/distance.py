"""An HC-SR04: how far the wall is, by the time of an echo."""

import asyncio
import time
import warnings
from collections.abc import Mapping
from typing import Any

from yamori.domain.values import Value
from yamori.edge.drivers.part import Fixture, Handler, Part, PartFailed
from yamori.edge.simulated import Simulation, World

_RANGE = 4.0
"""Metres that the sensor reaches."""
_PING = 0.06
"""Seconds from one ping of gpiozero's to the next."""


class Distance:
    """gpiozero's `DistanceSensor`, open only while it measures: it would ping 16 times a second for ever."""

    def __init__(self, fixture: Fixture) -> None:
        self._fixture = fixture
        self._distance: float | None = None
        if fixture.simulation is not None:
            _echoes(fixture, fixture.simulation)

    def handlers(self) -> Mapping[str, Handler]:
        return {"distanceMeasurement.measure": self.measure}

    def read(self) -> Mapping[str, Value]:
        return {"distanceMeasurement.distance": self._distance}

    async def measure(self) -> None:
        metres = await asyncio.to_thread(self._metres)
        if metres == 0:
            raise PartFailed("the distance sensor heard no echo")
        self._distance = round(metres * 100, 1)
        self._fixture.trace("distance", cm=self._distance)

    def _metres(self) -> float:
        """The median of some pings; 0 when none came back."""
        import gpiozero  # type: ignore[import-untyped]

        settings = self._fixture.settings
        samples = int(settings["samples"])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # gpiozero recommends pigpio each time
            sensor = gpiozero.DistanceSensor(
                settings["echo"],
                settings["trigger"],
                queue_len=samples,
                max_distance=_RANGE,
                partial=True,
                pin_factory=self._fixture.pins(),
            )
            try:
                time.sleep(samples * _PING)
                return float(sensor.distance)
            finally:
                gpiozero.SmoothedInputDevice.close(sensor)  # ends the thread that pings, before its own takes the trigger from that
                sensor.close()

    def close(self) -> None:
        pass


def _echoes(fixture: Fixture, simulation: Simulation) -> None:
    """Mock pins of which one answers the other as a wall would; the times are exact, so that the same wall is always as far."""
    from gpiozero.pins.mock import MockPWMPin  # type: ignore[import-untyped]
    from gpiozero.pins.pi import PiPin  # type: ignore[import-untyped]

    class Echo(MockPWMPin):  # type: ignore[misc]
        world = World()
        ticks = 0.0

        def sound(self) -> None:
            self.ticks = 0.0
            self.drive_high()
            self.ticks = self.world.echo_seconds
            self.drive_low()

        def _call_when_changed(self) -> None:
            PiPin._call_when_changed(self, self.ticks, self.state)

    class Trigger(MockPWMPin):  # type: ignore[misc]
        def __init__(self, factory: Any, info: Any, echo: Echo) -> None:
            super().__init__(factory, info)
            self._echo = echo

        def _set_state(self, value: float) -> None:
            fell = bool(self.state) and not value
            super()._set_state(value)
            if fell:  # the sensor sends its ping at the end of the trigger's pulse
                self._echo.sound()

    factory = fixture.pins()
    echo = factory.pin(fixture.settings["echo"], pin_class=Echo)
    factory.pin(fixture.settings["trigger"], pin_class=Trigger, echo=echo)
    simulation.listen(lambda world: setattr(echo, "world", world))


def open_part(fixture: Fixture) -> Part:
    return Distance(fixture)
