"""A passive buzzer on a PWM pin: melodies as data, and a beep."""

from machine import PWM, Pin

HALF = 32768  # of 65535: the loudest
BEEP_HZ = 880
SILENCE = "silence"
_BIRTHDAY = ((392, 0.2), (392, 0.2), (440, 0.4), (392, 0.4))

MELODIES = {
    "startup": ((523, 0.15), (659, 0.15), (784, 0.15), (1047, 0.35)),
    "success": ((784, 0.12), (1047, 0.12), (1319, 0.3)),
    "error": ((330, 0.25), (0, 0.05), (262, 0.45)),
    "alarm": ((880, 0.25), (659, 0.25)) * 4,
    "birthday": _BIRTHDAY + ((523, 0.4), (494, 0.7)) + _BIRTHDAY + ((587, 0.4), (523, 0.7)),
    "lullaby": ((659, 0.35), (659, 0.35), (784, 0.8)) * 2,
    "scale": ((523, 0.2), (587, 0.2), (659, 0.2), (698, 0.2), (784, 0.2), (880, 0.2), (988, 0.2), (1047, 0.4)),
}
"""Melody → (Hz, seconds) one after another; 0 Hz is a rest."""


class Buzzer:
    def __init__(self, pin, pause):
        self._pwm = PWM(Pin(pin))
        self._pwm.freq(BEEP_HZ)
        self._pwm.duty_u16(0)
        self._pause = pause
        self._playing = SILENCE

    async def play(self, melody):
        await self._tones(melody, MELODIES[melody])

    async def beep(self, seconds):
        await self._tones("beep", ((BEEP_HZ, seconds),))

    async def stop(self):
        self.rest()

    async def _tones(self, name, tones):
        self._playing = name
        try:
            for hertz, seconds in tones:
                if hertz:
                    self._pwm.freq(hertz)
                self._pwm.duty_u16(HALF if hertz else 0)
                await self._pause.of(seconds)
        finally:
            self.rest()

    def rest(self):
        self._playing = SILENCE
        self._pwm.duty_u16(0)

    def attributes(self):
        return {"playing": self._playing}
