"""How warm it is: a DS18B20 on a wire where one is set, else the sensor inside the chip, which is a degree or two warmer than the room."""

import asyncio

from machine import ADC, Pin

INSIDE = 4  # The ADC's channel that is wired to the chip's own sensor.


class Inside:
    def __init__(self):
        self._adc = ADC(INSIDE)
        self._celsius = self._read()

    async def measure(self):
        self._celsius = self._read()

    def attributes(self):
        return {"temperature": self._celsius}

    def _read(self):
        volts = self._adc.read_u16() * 3.3 / 65535
        return round(27 - (volts - 0.706) / 0.001721, 1)  # RP2040 datasheet, 4.9.5


class Wired:
    """Raises `OSError` when no sensor answers."""

    def __init__(self, pin):
        import ds18x20
        import onewire

        self._bus = ds18x20.DS18X20(onewire.OneWire(Pin(pin)))
        found = self._bus.scan()
        if not found:
            raise OSError("no DS18B20 on pin %d" % pin)
        self._rom = found[0]
        self._celsius = None

    async def measure(self):
        self._bus.convert_temp()
        await asyncio.sleep(0.75)  # The longest that 12 bits take.
        self._celsius = round(self._bus.read_temp(self._rom), 1)

    def attributes(self):
        return {"temperature": self._celsius}
