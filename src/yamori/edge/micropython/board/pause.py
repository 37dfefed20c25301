"""Waiting inside a command, in a way that the component's `stop` can end.
Made by `device.py`, one for each component; drivers wait with it."""

import asyncio
import time

SLICE_MS = 40


class Stopped(Exception):
    """Another command stopped this one."""


class Pause:
    def __init__(self):
        self.stops = 0
        """How many `stop` commands wait for their turn: while there is one, nothing begins to wait."""

    async def of(self, seconds):
        until = time.ticks_add(time.ticks_ms(), int(seconds * 1000))
        while True:
            if self.stops:
                raise Stopped()
            left = time.ticks_diff(until, time.ticks_ms())
            if left <= 0:
                return
            await asyncio.sleep(min(left, SLICE_MS) / 1000)
