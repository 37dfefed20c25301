"""A house on a real Mosquitto, with devices that a test plays."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.gateway.fakes import NOON
from tests.gateway.mqtt.mosquitto import Devices, Mosquitto, devices_on, running

from yamori.domain.clock import SetClock
from yamori.domain.home import Place
from yamori.gateway.backends.mqtt import Limits, MqttBackend, open_mqtt

PLACE = Place(name="Nara", country="JP", latitude=34.68, longitude=135.8, timezone="Asia/Tokyo")
QUICK = Limits(broker=3.0, read_back=1.0, movement=1.0, echo=0.1, gather=0.01)


@asynccontextmanager
async def opened(broker: Mosquitto, file: Path | None = None, limits: Limits = QUICK, **more: object) -> AsyncIterator[MqttBackend]:
    options = {"clock": SetClock(NOON), "address": broker.address, **more}
    backend = await open_mqtt(options.pop("address"), place=PLACE, file=file, limits=limits, **options)  # type: ignore[arg-type]
    try:
        yield backend
    finally:
        await backend.close()


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[tuple[Mosquitto, Devices]]:
    async with running(folder / "mosquitto") as broker, devices_on(broker) as devices:
        yield broker, devices
