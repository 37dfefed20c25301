"""A hand on a servo: goes to an angle and holds it, or waves between two."""

from collections.abc import Mapping

from yamori.domain.values import Value
from yamori.edge.drivers.part import Fixture, Handler, Part


class Servo:
    """gpiozero's `AngularServo` over 0 to 180 degrees."""

    def __init__(self, fixture: Fixture) -> None:
        from gpiozero import AngularServo  # type: ignore[import-untyped]

        self._fixture = fixture
        settings = fixture.settings
        shortest, longest = settings["pulse"]
        self._seconds = float(settings["turn_seconds"])
        self._swings = {name: (int(low), int(high)) for name, (low, high) in settings["swings"].items()}
        self._rest = int(settings["rest"])
        self._servo = AngularServo(
            settings["pin"],
            initial_angle=self._rest,
            min_angle=0,
            max_angle=180,
            min_pulse_width=shortest,
            max_pulse_width=longest,
            pin_factory=fixture.pins(),
        )

    def handlers(self) -> Mapping[str, Handler]:
        return {"servo.setAngle": self.set_angle, "servo.swing": self.swing}

    def read(self) -> Mapping[str, Value]:
        return {"servo.angle": round(self._servo.angle)}

    async def set_angle(self, *, angle: int) -> None:
        await self._turn(angle)

    async def swing(self, *, direction: str, times: int) -> None:
        """Ends where it began."""
        before = round(self._servo.angle)
        low, high = self._swings[direction]
        self._fixture.trace("swing", direction=direction, times=times)
        try:
            for _ in range(times):
                await self._turn(high)
                await self._turn(low)
        finally:
            self._put(before)
        await self._fixture.halt.pause(self._seconds)

    async def _turn(self, angle: int) -> None:
        self._put(angle)
        await self._fixture.halt.pause(self._seconds)

    def _put(self, angle: int) -> None:
        self._servo.angle = angle
        self._fixture.trace("servo", angle=angle)

    def close(self) -> None:
        self._servo.close()


def open_part(fixture: Fixture) -> Part:
    return Servo(fixture)
