"""The device's life with its house: enrol, describe itself, fetch jobs, do each once, send what came of it, and begin
again whatever was lost. Built by `main.py`."""

import asyncio
import time

from house import Refused
from request import Away
from steps import Late, perform, refused
from wifi import NoWifi

AT_ONCE = 4
"""Jobs that run at the same time: what the memory holds."""
WAIT_S = 25
LONGEST_S = 60


class Work:
    def __init__(self, config, device, house, wifi, keys, clock):
        self._config = config
        self._device = device
        self._house = house
        self._wifi = wifi
        self._keys = keys
        self._clock = clock
        self._running = {}
        """Key → [job's id, newest fence]."""
        self._tasks = set()
        self._room = asyncio.Event()
        self._described = False

    async def forever(self):
        wait = 1
        while True:
            try:
                await self._meet()
                wait = 1
                for job in await self._house.lease(WAIT_S, AT_ONCE - len(self._running)):
                    self._take(job)
                while len(self._running) >= AT_ONCE:
                    self._room.clear()
                    await self._room.wait()
            except (Away, Refused, NoWifi) as error:
                print("not with the house:", error)
                if isinstance(error, Refused):
                    self._described = self._described and error.status == 429
                    if error.status == 401:
                        self._house.forget()
                await asyncio.sleep(max(wait, getattr(error, "after", 0)))
                wait = min(wait * 2, LONGEST_S)

    async def report_readings(self):
        """What the sensors say, now and then."""
        while True:
            await asyncio.sleep(self._config.get("readings_s", 300))
            if not self._described or self._clock.now() is None:
                continue
            try:
                await self._house.readings(await self._readings())
            except (Away, Refused) as error:
                print("readings not sent:", error)

    async def _meet(self):
        if self._wifi is not None:
            await self._wifi.ensure()
        if not self._house.enrolled:
            await self._house.enrol()
            self._described = False
        if not self._described:
            await self._house.describe(self._device.describe(self._config))
            self._described = True

    async def _readings(self):
        found = []
        for name, component in self._device.components.items():
            for capability, driver in component.drivers.items():
                if not hasattr(driver, "measure"):
                    continue
                async with component.turn:
                    await driver.measure()
                for attribute, value in driver.attributes().items():
                    found.append(
                        {"component": name, "capability": capability, "attribute": attribute, "value": value, "at": self._clock.now()}
                    )
        return found

    def _take(self, job):
        key = job["key"]
        if key in self._running:
            # The lease ran out while it was being done: it is the same job, now with a newer fence.
            self._running[key] = [job["id"], job["fence"]]
            return
        self._running[key] = [job["id"], job["fence"]]
        task = asyncio.create_task(self._do(key, job))
        self._tasks.add(task)  # Else nothing holds it, and it may be collected.

    async def _do(self, key, job):
        try:
            result = self._keys.find(key)
            if result is None:
                result = await self._perform(key, job)
            await self._send(key, result)
        finally:
            del self._running[key]
            self._tasks.discard(asyncio.current_task())
            self._room.set()

    async def _perform(self, key, job):
        until = None
        if job.get("expires_s") is not None:
            until = time.ticks_add(time.ticks_ms(), int(job["expires_s"] * 1000))
        begun = []

        def begin():
            if not begun:
                if until is not None and time.ticks_diff(until, time.ticks_ms()) <= 0:
                    raise Late()
                self._keys.begin(key)
                begun.append(key)

        keeping = asyncio.create_task(self._keep(key, job.get("lease_s") or 30))
        try:
            result = await perform(job["work"], self._device, self._clock, begin)
        except Exception as error:  # A fault of ours in one job must not take the device from the house.
            print("fault:", repr(error))
            result = refused("fault in the device: %r" % error)
        finally:
            keeping.cancel()
        if begun:
            try:
                self._keys.end(key, result)
            except OSError as error:
                print("result not kept:", error)  # The flash is full: it is reported anyway; after a reboot it would count as cut off.
        return result

    async def _keep(self, key, lease_s):
        while True:
            await asyncio.sleep(max(lease_s / 3, 0.1))
            id, fence = self._running[key]
            try:
                await self._house.extend(id, fence)
            except (Away, Refused) as error:
                print("lease not extended:", error)  # The job goes on: what is half done is better ended. It will come again, and be known.

    async def _send(self, key, result):
        wait = 1
        while True:
            id, fence = self._running[key]
            try:
                await self._house.result(id, fence, result)
                return
            except Away as error:
                print("result not sent:", error)
            except Refused as error:
                print("result refused:", error)
                if error.status in (403, 404):
                    return
                if error.status == 409 and self._running[key][1] == fence:
                    return  # It is with nobody or will come again; then the result is sent with the new fence.
                if error.status in (400, 413) and result["steps"]:
                    result = dict(result, steps=[])
                elif error.status in (400, 413):
                    return
                wait = max(wait, error.after)
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_S)
