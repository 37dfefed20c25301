"""A DS18B20 on the one-wire bus: the kernel's file is read when somebody asks, and now and then by itself."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from yamori.domain.values import Value
from yamori.edge.drivers.part import Fixture, Handler, Part

_BUS = "/sys/bus/w1/devices"
_EVERY = 30.0
"""Seconds between two readings of its own accord."""


class Thermometer:
    def __init__(self, fixture: Fixture) -> None:
        self._fixture = fixture
        self._temperature: float | None = None
        self._task = asyncio.get_running_loop().create_task(self._follow())

    def handlers(self) -> Mapping[str, Handler]:
        return {}

    def read(self) -> Mapping[str, Value]:
        if self._fixture.simulation is not None:
            self._temperature = self._fixture.simulation.world.temperature
        return {"temperatureMeasurement.temperature": self._temperature}

    async def _follow(self) -> None:
        while True:
            if self._fixture.simulation is None:
                folder = Path(self._fixture.settings.get("bus", _BUS))
                self._temperature = await asyncio.to_thread(measured, folder)
            self._fixture.trace("temperature", celsius=self.read()["temperatureMeasurement.temperature"])
            self._fixture.changed()
            await asyncio.sleep(float(self._fixture.settings.get("every", _EVERY)))

    def close(self) -> None:
        self._task.cancel()


def measured(bus: Path) -> float | None:
    """None where no sensor answers, or its checksum is wrong."""
    for file in sorted(bus.glob("28-*/w1_slave")):
        try:
            text = file.read_text(encoding="ascii")
        except OSError:
            continue
        if "YES" in text and "t=" in text:
            return round(int(text.rsplit("t=", 1)[1]) / 1000, 1)
    return None


def open_part(fixture: Fixture) -> Part:
    return Thermometer(fixture)
