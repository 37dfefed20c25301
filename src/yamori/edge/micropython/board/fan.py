"""A DC motor with a propeller, behind a transistor or a motor driver, its speed by PWM."""

from machine import PWM, Pin

PWM_HZ = 1000
FULL = 65535


class Fan:
    def __init__(self, pin, pause):
        self._pwm = PWM(Pin(pin))
        self._pwm.freq(PWM_HZ)
        self._pwm.duty_u16(0)
        self._pause = pause

    async def run(self, speed, seconds):
        try:
            self._turn(speed)
            await self._pause.of(seconds)
        finally:
            self._turn(0)

    async def start(self, speed):
        self._turn(speed)

    async def stop(self):
        self._turn(0)

    def rest(self):
        self._turn(0)

    def _turn(self, speed):
        self._pwm.duty_u16(FULL * speed // 100)

    def attributes(self):
        return {"speed": (self._pwm.duty_u16() * 100 + FULL // 2) // FULL}
