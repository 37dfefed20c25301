"""Stands in for MicroPython's `network`: joined at once, unless a file `no-wifi` lies in the state folder."""

import os

STA_IF = 0


class WLAN:
    def __init__(self, interface):
        self._joined = False

    def active(self, on=None):
        return True

    def config(self, **settings):
        pass

    def connect(self, ssid, password):
        self._joined = True

    def disconnect(self):
        self._joined = False

    def isconnected(self):
        return self._joined and not _away()

    def status(self):
        return -1 if _away() else 3 if self._joined else 0


def country(code):
    pass


def _away():
    try:
        os.stat("no-wifi")
    except OSError:
        return False
    return True
