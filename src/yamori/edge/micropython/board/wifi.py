"""The radio: joined at the start, and again whenever it was lost. Called by `work.py` before each request."""

import asyncio

import network

PATIENCE_S = 20
NO_POWER_SAVING = 0xA11140  # From the Pico W's documentation; with power saving, an answer may wait for a tenth of a second.


class NoWifi(Exception):
    """Not joined: the network is away, or its name or password is wrong."""


class Wifi:
    def __init__(self, ssid, password, country="JP"):
        self._ssid = ssid
        self._password = password
        network.country(country)
        self._wlan = network.WLAN(network.STA_IF)

    async def ensure(self):
        if self._wlan.isconnected():
            return
        self._wlan.active(True)
        self._wlan.config(pm=NO_POWER_SAVING)
        self._wlan.connect(self._ssid, self._password)
        for _ in range(PATIENCE_S * 10):
            if self._wlan.isconnected():
                return
            if self._wlan.status() < 0:
                break
            await asyncio.sleep(0.1)
        status = self._wlan.status()
        self._wlan.disconnect()
        raise NoWifi("%s: status %d" % (self._ssid, status))
