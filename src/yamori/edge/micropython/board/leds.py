"""The red, yellow and green lamps: each a switch of its own, all together a switch, and a pattern,
after which each is again as its switch says."""

import time

from machine import Pin

PATTERNS = {
    "steady": (1.0, ("red yellow green",)),
    "blink": (0.4, ("red yellow green", "")),
    "police": (0.15, ("red", "", "red", "green yellow", "", "green yellow")),
    "rainbow": (0.25, ("red", "red yellow", "yellow", "yellow green", "green", "green red")),
    "wave": (0.2, ("red", "yellow", "green", "yellow")),
    "twinkle": (0.12, ("red", "green", "", "yellow", "red green", "", "yellow red")),
}
"""Pattern → seconds of one step, and what is lit in each, again and again."""
OFF = "off"


class Lamp:
    def __init__(self, pin):
        self._pin = Pin(pin, Pin.OUT, value=0)
        self._wanted = 0
        self._borrowed = False

    async def on(self):
        self.want(1)

    async def off(self):
        self.want(0)

    def attributes(self):
        return {"switch": "on" if self.lit else "off"}

    @property
    def lit(self):
        # During a pattern the pin shows the pattern: the switch is what the lamp goes back to.
        return bool(self._wanted if self._borrowed else self._pin.value())

    def want(self, value):
        self._wanted = value
        if not self._borrowed:
            self._pin.value(value)

    def lend(self, value):
        self._borrowed = True
        self._pin.value(value)

    def take_back(self):
        self._borrowed = False
        self._pin.value(self._wanted)

    def rest(self):
        self.take_back()
        self.want(0)


class Lamps:
    """All of them as one switch; switching them off ends a pattern."""

    def __init__(self, lamps):
        self._lamps = lamps

    async def on(self):
        for lamp in self._lamps.values():
            lamp.want(1)

    async def off(self):
        for lamp in self._lamps.values():
            lamp.want(0)

    def ends_another(self, name, arguments):
        return name == "off"

    def attributes(self):
        return {"switch": "on" if any([lamp.lit for lamp in self._lamps.values()]) else "off"}


class Pattern:
    def __init__(self, lamps, pause):
        self._lamps = lamps
        self._pause = pause
        self._showing = OFF

    async def show(self, pattern, seconds):
        if pattern == OFF:
            for lamp in self._lamps.values():
                lamp.want(0)
            return
        step, frames = PATTERNS[pattern]
        until = time.ticks_add(time.ticks_ms(), int(seconds * 1000))
        self._showing = pattern
        number = 0
        try:
            while True:
                left = time.ticks_diff(until, time.ticks_ms()) / 1000
                if left <= 0:
                    return
                for name, lamp in self._lamps.items():
                    lamp.lend(1 if name in frames[number % len(frames)].split() else 0)
                await self._pause.of(min(step, left))
                number += 1
        finally:
            self._showing = OFF
            for lamp in self._lamps.values():
                lamp.take_back()

    def ends_another(self, name, arguments):
        return arguments["pattern"] == OFF

    def attributes(self):
        return {"pattern": self._showing}
