"""Push notices for the page: turning them on and off in a browser. Fulfils `web.push_port.PushPort`."""

import secrets
from collections.abc import Sequence

from yamori.agents.scheduler.rules.rows.preferences import Channel, ChannelKind
from yamori.agents.scheduler.store import Schedule
from yamori.apps.push.devices import PushDevice, PushDevices
from yamori.apps.push.message import public_of
from yamori.domain.clock import Clock
from yamori.domain.errors import NotFound
from yamori.web.push_port import PushDeviceSeen


class PushOnThePage:
    """A device that is turned on is a channel of the person's, as other places where they are told things."""

    def __init__(self, devices: PushDevices, schedule: Schedule, clock: Clock) -> None:
        self._devices, self._schedule, self._clock = devices, schedule, clock

    async def key(self) -> str:
        return public_of(await self._devices.private())

    async def devices(self, person: str) -> Sequence[PushDeviceSeen]:
        return [_seen(device) for device in await self._devices.of(person)]

    async def turn_on(self, person: str, endpoint: str, *, p256dh: str, auth: str, name: str, session: str) -> PushDeviceSeen:
        before = await self._devices.at(endpoint)
        device = await self._devices.put(
            endpoint, p256dh=p256dh, auth=auth, person=person, name=name, session=session, now=self._clock.now()
        )
        if before is not None and before.person != person:
            await self._drop(before)
        channel = Channel(kind=ChannelKind.PUSH, target=device.id)
        if channel not in (await self._schedule.preferences.of(person)).channels:
            await self._schedule.preferences.add_channel(channel, person=person, key=_key())
        return _seen(device)

    async def turn_off(self, person: str, id: str) -> None:
        device = await self._devices.device(id)
        if device is None or device.person != person:
            raise NotFound("notices are turned on in no such browser", where="device")
        await self._devices.forget(id)
        await self._drop(device)

    async def _drop(self, device: PushDevice) -> None:
        await self._schedule.preferences.remove_channels(ChannelKind.PUSH, device.id, person=device.person, key=_key())


def _seen(device: PushDevice) -> PushDeviceSeen:
    return PushDeviceSeen(id=device.id, name=device.name, at=device.at)


def _key() -> str:
    return f"push/{secrets.token_hex(8)}"
