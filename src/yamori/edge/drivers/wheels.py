"""DC motors behind an H-bridge (L293D, L298N and the like): two as feet, or four mecanum wheels. Which motors turn how for a direction is
the profile's table `motions`."""

from collections.abc import Mapping

from yamori.domain.values import Value
from yamori.edge.drivers.part import Fixture, Handler, Part

_STILL = "still"


class Wheels:
    """Stands still at every end, also that of a broken or interrupted command."""

    def __init__(self, fixture: Fixture) -> None:
        from gpiozero import Motor  # type: ignore[import-untyped]

        self._fixture = fixture
        (self._capability,) = fixture.capabilities
        settings = fixture.settings
        self._speed = float(settings["speed"])
        self._motions: Mapping[str, Mapping[str, float]] = settings["motions"]
        self._motors = {
            name: Motor(forward, backward, pwm=True, pin_factory=fixture.pins()) for name, (forward, backward) in settings["motors"].items()
        }

    def handlers(self) -> Mapping[str, Handler]:
        return {f"{self._capability}.move": self.move, f"{self._capability}.stop": self.stop}

    def read(self) -> Mapping[str, Value]:
        return {f"{self._capability}.movement": self._movement()}

    async def move(self, *, direction: str, seconds: float) -> None:
        try:
            self._turn(direction)
            await self._fixture.halt.pause(seconds)
        finally:
            self._turn(_STILL)

    async def stop(self) -> None:
        self._turn(_STILL)

    def _turn(self, movement: str) -> None:
        speeds = self._motions.get(movement, {})
        for name, motor in self._motors.items():
            motor.value = speeds.get(name, 0) * self._speed
        self._fixture.trace("motors", movement=movement, speeds={name: float(motor.value) for name, motor in self._motors.items()})
        self._fixture.changed()

    def _movement(self) -> str:
        turning = {name: _sign(motor.value) for name, motor in self._motors.items()}
        for movement, speeds in self._motions.items():
            if all(_sign(speeds.get(name, 0)) == way for name, way in turning.items()):
                return movement
        return _STILL

    def close(self) -> None:
        for motor in self._motors.values():
            motor.close()


def _sign(speed: float) -> int:
    return (speed > 0) - (speed < 0)


def open_part(fixture: Fixture) -> Part:
    return Wheels(fixture)
