"""Runs on a Raspberry Pi Pico W under MicroPython, from power on: builds the device that config.json describes,
and lives with the house."""

import asyncio
import json

from buzzer import Buzzer
from clock import Clock
from device import Device
from display import Face, Screen, Text
from done import DoneKeys
from fan import Fan
from house import House
from lcd import Lcd
from leds import Lamp, Lamps, Pattern
from machine import I2C, Pin, reset
from thermometer import Inside, Wired
from wifi import Wifi
from work import Work


def read(name):
    with open(name) as file:
        return json.load(file)


def build(pins, documents):
    """A pin that is null or left out is a part that is not there. What does not answer is left out and said."""
    if _slice(pins.get("buzzer")) == _slice(pins.get("fan")) is not None:
        raise ValueError("buzzer and fan share a PWM slice, so a tone would change the motor's frequency: move one of them by two pins")
    device = Device(documents)
    lamps = {}
    for color in ("red", "yellow", "green"):
        if pins.get(color + "Led") is not None:
            lamps[color] = Lamp(pins[color + "Led"])
            device.add(color + "Led", "switch", lamps[color])
    if lamps:
        device.add("leds", "switch", Lamps(lamps))
        device.add("leds", "ledPattern", Pattern(lamps, device.component("leds").pause))
    if pins.get("buzzer") is not None:
        device.add("buzzer", "melodyPlayer", Buzzer(pins["buzzer"], device.component("buzzer").pause))
    if pins.get("fan") is not None:
        device.add("fan", "fanMotor", Fan(pins["fan"], device.component("fan").pause))
    if pins.get("displaySda") is not None:
        try:
            screen = Screen(_lcd(pins))
            device.add("display", "textDisplay", Text(screen))
            device.add("display", "faceDisplay", Face(screen))
        except OSError as error:
            print("no display:", error)
    try:
        device.add("thermometer", "thermometer", Inside() if pins.get("thermometer") is None else Wired(pins["thermometer"]))
    except OSError as error:
        print("no thermometer:", error)
    return device


def _slice(pin):
    """Two pins that lie side by side have one frequency."""
    return None if pin is None else pin // 2 % 8


def _lcd(pins):
    bus = pins["displaySda"] // 2 % 2  # GP0, 4, 8 … belong to I2C0, GP2, 6, 10 … to I2C1.
    return Lcd(I2C(bus, sda=Pin(pins["displaySda"]), scl=Pin(pins["displayScl"]), freq=100000), pins.get("displayAddress", 0x27))


async def main(documents="capabilities.json"):
    config = read("config.json")
    device = build(config["pins"], read(documents))
    if "thermometer" in device.components:
        await device.components["thermometer"].drivers["thermometer"].measure()
    clock = Clock()
    wifi = Wifi(config["wifi"]["ssid"], config["wifi"]["password"], config["wifi"].get("country", "JP")) if config.get("wifi") else None
    house = House(config["server"], config["id"], config.get("join"), clock)
    work = Work(config, device, house, wifi, DoneKeys(), clock)
    try:
        await asyncio.gather(work.forever(), work.report_readings())
    finally:
        device.rest()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except KeyboardInterrupt:
        pass  # Somebody is at the REPL.
    except Exception as error:  # Nobody is there to start it again but itself.
        print("fault:", repr(error))
        reset()
