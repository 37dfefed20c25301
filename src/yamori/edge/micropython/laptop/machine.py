"""Stands in for MicroPython's `machine` where there is no board: pins that only say what they were told, a temperature sensor,
and an I2C bus with a PCF8574 and an HD44780 at its end. Runs under CPython (`start.py`) and under MicroPython (the tests)."""

import json

from hd44780 import Hd44780
from tracing import note

ADDRESS = 0x27


class Pin:
    OUT = 1

    def __init__(self, number, mode=None, value=None):
        self.number = number
        self._value = 0
        if mode == Pin.OUT and value:
            self.value(value)

    def value(self, value=None):
        if value is None:
            return self._value
        if value != self._value:
            self._value = value
            note(self.number, "led", lit=bool(value))
        return None


class PWM:
    def __init__(self, pin):
        self._pin = pin.number
        self._hertz = 1000
        self._duty = 0

    def freq(self, hertz):
        changed = hertz != self._hertz
        self._hertz = hertz
        if changed and self._duty:
            self._note()

    def duty_u16(self, duty=None):
        if duty is None:
            return self._duty
        changed = duty != self._duty
        self._duty = duty
        if changed:
            self._note()
        return None

    def _note(self):
        note(self._pin, "pwm", hertz=self._hertz if self._duty else 0, duty=round(self._duty / 65535, 3))


class ADC:
    """Channel 4: the voltage of the chip's own sensor at the temperature that simulated.json tells, or 24.5 °C."""

    def __init__(self, channel):
        self._channel = channel

    def read_u16(self):
        celsius = temperature()
        note(None, "temperature", celsius=celsius)
        return round((0.706 - (celsius - 27) * 0.001721) * 65535 / 3.3)


class I2C:
    def __init__(self, bus, sda, scl, freq):
        if sda.number // 2 % 2 != bus or scl.number != sda.number + 1:
            raise ValueError("bad SDA or SCL pin")  # The board says so too.
        self._lcd = Hd44780(sda.number)

    def writeto(self, address, data):
        if address != ADDRESS:
            raise OSError(5, "EIO")
        self._lcd.take(data)


def temperature():
    try:
        with open("simulated.json") as file:
            return json.load(file).get("temperature", 24.5)
    except (OSError, ValueError):
        return 24.5


def reset():
    raise SystemExit(1)
