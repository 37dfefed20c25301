"""An HD44780 of two lines of sixteen behind a PCF8574 on I2C: what goes over the wires. Called by `display.py`; knows no text and no faces.

The PCF8574's pins: 0 RS (data, not a command), 2 E (the controller reads on its falling edge), 3 the light behind, 4 to 7 the upper half
of the controller's eight data pins. R/W (1) stays low: nothing is read back, so `OSError` says that nothing answers at that address."""

import time

RS = 0x01
ENABLE = 0x04
LIGHT = 0x08
WIDTH = 16
LINES = (0x00, 0x40)


class Lcd:
    def __init__(self, i2c, address):
        self._i2c = i2c
        self._address = address
        time.sleep_ms(50)
        for wait in (5, 1, 1):  # From whatever state it is in, to eight bits, three times, as its datasheet asks.
            self._half(0x30)
            time.sleep_ms(wait)
        self._half(0x20)
        self._send([0x28, 0x0C, 0x06], 0)  # four bits, two lines; on, no cursor; to the right
        self._send([0x01], 0)
        time.sleep_ms(2)

    def show(self, rows):
        """Two rows of up to sixteen codes, in one transmission: no picture between."""
        out = bytearray()
        for start, row in zip(LINES, rows):
            self._place(out, 0x80 | start, 0)
            for code in list(row) + [32] * (WIDTH - len(row)):
                self._place(out, code, RS)
        self._i2c.writeto(self._address, out)

    def draw(self, glyphs):
        """The eight characters of one's own, eight bytes each."""
        out = bytearray()
        self._place(out, 0x40, 0)
        for row in glyphs:
            self._place(out, row, RS)
        self._i2c.writeto(self._address, out)

    def _send(self, codes, mode):
        out = bytearray()
        for code in codes:
            self._place(out, code, mode)
        self._i2c.writeto(self._address, out)

    def _half(self, bits):
        self._i2c.writeto(self._address, bytes([bits | LIGHT | ENABLE, bits | LIGHT]))

    def _place(self, out, code, mode):
        # At 100 kHz a byte takes 90 µs on the wire, and the controller 37 µs: no need to wait between them.
        for bits in (code & 0xF0, (code << 4) & 0xF0):
            out.append(bits | mode | LIGHT | ENABLE)
            out.append(bits | mode | LIGHT)
