"""Several LEDs as one: all on, all off, or a pattern of the profile's for some seconds, after which they are as they were before."""

import asyncio
from collections.abc import Mapping

from yamori.domain.values import Value
from yamori.edge.drivers.led import Led
from yamori.edge.drivers.part import Fixture, Handler, Part

_OFF = "off"


class Leds:
    def __init__(self, fixture: Fixture) -> None:
        self._fixture = fixture
        self._lights: dict[str, Led] = {}
        for name, component in fixture.settings["lights"].items():
            part = fixture.parts[component]
            assert isinstance(part, Led), f"{component} is no single LED"
            self._lights[name] = part
        self._patterns = fixture.settings["patterns"]
        self._showing = _OFF

    def handlers(self) -> Mapping[str, Handler]:
        return {"switch.on": self.on, "switch.off": self.off, "ledPattern.show": self.show}

    def read(self) -> Mapping[str, Value]:
        lit = any(light.lit for light in self._lights.values())
        return {"switch.switch": "on" if lit else "off", "ledPattern.pattern": self._showing}

    async def on(self) -> None:
        self._light(set(self._lights))

    async def off(self) -> None:
        self._light(set())

    async def show(self, *, pattern: str, seconds: float) -> None:
        if pattern == _OFF:
            self._light(set())
            return
        before = {name for name, light in self._lights.items() if light.lit}
        step, frames = float(self._patterns[pattern]["step"]), self._patterns[pattern]["frames"]
        loop = asyncio.get_running_loop()
        ends = loop.time() + seconds
        self._show(pattern)
        try:
            number = 0
            while (left := ends - loop.time()) > 0:
                self._light(set(frames[number % len(frames)]))
                await self._fixture.halt.pause(min(step, left))
                number += 1
        finally:
            self._light(before)
            self._show(_OFF)

    def _show(self, pattern: str) -> None:
        self._showing = pattern
        self._fixture.trace("pattern", pattern=pattern)
        self._fixture.changed()

    def _light(self, names: set[str]) -> None:
        for name, light in self._lights.items():
            light.light(name in names)

    def close(self) -> None:
        pass  # the LEDs close themselves


def open_part(fixture: Fixture) -> Part:
    return Leds(fixture)
