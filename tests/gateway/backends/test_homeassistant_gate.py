"""A real Home Assistant as one source of the house: receipts, approvals and undo through the gate, and a home that changes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.gateway.homeassistant.server import RealHomeAssistant, _server, home_assistant

from yamori.domain.clock import SystemClock
from yamori.domain.home import Home, Place
from yamori.domain.receipt import Cause, Command, ReceiptStatus
from yamori.gateway.backends.homeassistant import Patience, open_homeassistant
from yamori.gateway.gate import HouseGate
from yamori.gateway.homeassistant.connection import open_connection
from yamori.gateway.homefile import LoadedHome
from yamori.gateway.joined import Source
from yamori.gateway.opening import open_house

__all__ = ["_server", "home_assistant"]

CLOCK = SystemClock("Asia/Tokyo")
PLACE = Place(name="Kamakura", country="JP", latitude=35.3, longitude=139.5, timezone="Asia/Tokyo")
NOTHING = LoadedHome(home=Home(name="empty", place=PLACE), capabilities={})
QUICK = Patience(unseen=0.5, first_retry=0.1, registries=0.05)


@asynccontextmanager
async def opened(server: RealHomeAssistant) -> AsyncIterator[HouseGate]:
    home, backend = await open_homeassistant(server.url, server.token, file=None, clock=CLOCK, patience=QUICK)
    source = Source(name="homeassistant", backend=backend, home=home, homes=backend.homes())
    async with open_house(NOTHING, data=None, clock=CLOCK, sources=[source]) as house:
        yield house.gate


def cause(key: str, words: str = "do it") -> Cause:
    return Cause(key=key, person="aiko", words=words, turn=key)


async def test_a_change_has_a_receipt_and_can_be_undone(home_assistant: RealHomeAssistant) -> None:
    async with opened(home_assistant) as gate:
        lamp = {"device": "light:ceiling_lights", "capability": "switchLevel", "name": "setLevel"}
        await gate.execute(Command(**lamp, arguments={"level": 80}), cause("first"))
        receipt = await gate.execute(Command(**lamp, arguments={"level": 30}), cause("second"))
        assert receipt.status is ReceiptStatus.DONE and receipt.changed() == {"switchLevel.level": (80, 30)}
        undone = await gate.undo(cause("undo"), receipts=[receipt.id])
        assert [r.status for r in undone.receipts] == [ReceiptStatus.DONE] and undone.cannot == ()
        assert (await gate.read("light:ceiling_lights", "main", "switchLevel", "level")).value == 80


async def test_unlocking_waits_for_a_yes(home_assistant: RealHomeAssistant) -> None:
    async with opened(home_assistant) as gate:
        await gate.execute(Command(device="lock:front_door", capability="lock", name="lock"), cause("lock"))
        held = await gate.execute(Command(device="lock:front_door", capability="lock", name="unlock"), cause("unlock"))
        assert held.status is ReceiptStatus.HELD
        done = await gate.approve(held.id, by="aiko")
        assert done.status is ReceiptStatus.DONE and done.changed() == {"lock.lock": ("locked", "unlocked")}


async def test_a_refusal_of_home_assistants_is_told_in_the_persons_language(home_assistant: RealHomeAssistant) -> None:
    async with opened(home_assistant) as gate:
        name = next(k for k in gate.home.device("alarm_control_panel:security").components["main"])  # type: ignore[union-attr]
        command = Command(device="alarm_control_panel:security", capability=name, name="armAway", arguments={"code": "0"})
        receipt = await gate.execute(command, cause("arm", "警報を外出モードにして"))
        assert receipt.status is ReceiptStatus.FAILED and receipt.problem is not None and receipt.problem.startswith("機器からの説明")


async def test_a_device_that_is_renamed_is_known_by_its_new_name(home_assistant: RealHomeAssistant) -> None:
    async with opened(home_assistant) as gate:
        admin = await open_connection(home_assistant.url, home_assistant.token, lambda event: None)
        await admin.ask("config/entity_registry/update", entity_id="switch.ac", name="Cellar pump")
        await admin.close()
        heard = gate.changes()
        async with asyncio.timeout(30):
            while (device := gate.home.device("switch:ac")) is None or device.name != "Cellar pump":
                await asyncio.wait({asyncio.ensure_future(anext(heard))}, timeout=0.1)


async def test_a_look_through_a_camera_has_a_receipt_with_the_picture(home_assistant: RealHomeAssistant) -> None:
    async with opened(home_assistant) as gate:
        take = Command(device="camera:demo_camera", capability="imageCapture", name="take")
        receipt = await gate.execute(take, cause("look", "カメラを見せて"))
        assert receipt.status is ReceiptStatus.DONE and isinstance(receipt.after["imageCapture.image"], str)
