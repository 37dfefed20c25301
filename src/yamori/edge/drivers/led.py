"""One LED, on or off."""

from collections.abc import Mapping

from yamori.domain.values import Value
from yamori.edge.drivers.part import Fixture, Handler, Part


class Led:
    def __init__(self, fixture: Fixture) -> None:
        from gpiozero import LED  # type: ignore[import-untyped]

        self._fixture = fixture
        self._led = LED(fixture.settings["pin"], pin_factory=fixture.pins())

    def handlers(self) -> Mapping[str, Handler]:
        return {"switch.on": self.on, "switch.off": self.off}

    def read(self) -> Mapping[str, Value]:
        return {"switch.switch": "on" if self.lit else "off"}

    async def on(self) -> None:
        self.light(True)

    async def off(self) -> None:
        self.light(False)

    @property
    def lit(self) -> bool:
        return bool(self._led.value)

    def light(self, lit: bool) -> None:
        """Also used by the part that makes patterns of several."""
        if lit != self.lit:
            self._led.value = lit
            self._fixture.trace("led", lit=lit)
            self._fixture.changed()

    def close(self) -> None:
        self._led.close()


def open_part(fixture: Fixture) -> Part:
    return Led(fixture)
