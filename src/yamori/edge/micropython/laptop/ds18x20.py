"""Stands in for MicroPython's `ds18x20`: one sensor on every wire."""

from machine import temperature
from tracing import note


class DS18X20:
    def __init__(self, wire):
        self._wire = wire

    def scan(self):
        return [bytearray(b"\x28simulat")]

    def convert_temp(self):
        pass

    def read_temp(self, rom):
        note(self._wire.pin.number, "temperature", celsius=temperature())
        return temperature()
