"""Stands in for MicroPython's `onewire`."""


class OneWire:
    def __init__(self, pin):
        self.pin = pin
