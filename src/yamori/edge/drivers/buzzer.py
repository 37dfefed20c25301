"""A passive buzzer: melodies of the profile's, a beep, silence."""

from collections.abc import Mapping

from yamori.domain.values import Value
from yamori.edge.drivers.part import Fixture, Handler, Part

_SILENCE, _REST = "silence", "rest"


class Buzzer:
    """gpiozero's `TonalBuzzer`, A3 to A7."""

    def __init__(self, fixture: Fixture) -> None:
        from gpiozero import TonalBuzzer  # type: ignore[import-untyped]
        from gpiozero.tones import Tone  # type: ignore[import-untyped]

        self._fixture = fixture
        self._melodies = fixture.settings["melodies"]
        self._beep = fixture.settings["beep"]
        self._buzzer = TonalBuzzer(fixture.settings["pin"], mid_tone=Tone("A5"), octaves=2, pin_factory=fixture.pins())
        self._playing = _SILENCE

    def handlers(self) -> Mapping[str, Handler]:
        return {"melodyPlayer.play": self.play, "melodyPlayer.beep": self.beep, "melodyPlayer.stop": self.stop}

    def read(self) -> Mapping[str, Value]:
        return {"melodyPlayer.playing": self._playing}

    async def play(self, *, melody: str) -> None:
        self._begin(melody)
        try:
            for note, seconds in self._melodies[melody]:
                await self._sound(note, seconds)
        finally:
            self._silence()

    async def beep(self, *, seconds: float) -> None:
        self._begin("beep")
        try:
            await self._sound(self._beep, seconds)
        finally:
            self._silence()

    async def stop(self) -> None:
        self._silence()

    async def _sound(self, note: str, seconds: float) -> None:
        if note == _REST:
            self._buzzer.stop()
        else:
            self._buzzer.play(note)
        self._fixture.trace("tone", note=note, seconds=seconds)
        await self._fixture.halt.pause(seconds)

    def _begin(self, playing: str) -> None:
        self._playing = playing
        self._fixture.trace("sound", playing=playing)
        self._fixture.changed()

    def _silence(self) -> None:
        self._buzzer.stop()
        self._begin(_SILENCE)

    def close(self) -> None:
        self._buzzer.close()


def open_part(fixture: Fixture) -> Part:
    return Buzzer(fixture)
