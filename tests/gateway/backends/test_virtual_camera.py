"""A camera of the virtual home: it takes a picture of its own room, once for each key, through the gate and into the house's album."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient
from tests.gateway.backends.scene.rooms import NIGHT, flat, opened
from tests.gateway.fakes import cause

from yamori.domain.clock import SetClock
from yamori.domain.receipt import Command, Receipt, ReceiptStatus
from yamori.gateway.house_routes import house_routes
from yamori.gateway.opening import House, open_house

TAKE = Command(device="eye", capability="imageCapture", name="take")


@asynccontextmanager
async def house_of(folder: Path, *, data: Path | None = None, clock: SetClock | None = None) -> AsyncIterator[House]:
    async with open_house(flat(folder), data=data, clock=clock or SetClock(NIGHT)) as house:
        yield house


def image(receipt: Receipt) -> str:
    found = receipt.after["imageCapture.image"]
    assert isinstance(found, str)
    return found


async def test_a_picture_is_taken_through_the_gate_and_shows_whether_the_light_is_on(tmp_path: Path) -> None:
    clock = SetClock(NIGHT)
    async with house_of(tmp_path, clock=clock) as house:
        dark = await house.gate.execute(TAKE, cause("one"))
        clock.advance(timedelta(minutes=1))
        await house.gate.execute(Command(device="ceiling", capability="switch", name="on"), cause("two"))
        lit = await house.gate.execute(TAKE, cause("three"))
        assert (dark.status, lit.status) == (ReceiptStatus.DONE, ReceiptStatus.DONE)
        assert lit.after["imageCapture.taken"] == (NIGHT + timedelta(minutes=1)).isoformat()
        assert house.pictures.get(image(lit)).device == "eye"
        pixels = [opened(await house.pictures.data(image(r))).convert("L").resize((1, 1)).getpixel((0, 0)) for r in (dark, lit)]
        assert isinstance(pixels[0], int) and isinstance(pixels[1], int) and pixels[0] + 60 < pixels[1]


async def test_the_album_lists_it_over_http_as_those_of_devices_at_the_edge(tmp_path: Path) -> None:
    async with house_of(tmp_path) as house:
        taken = image(await house.gate.execute(TAKE, cause("one")))
        app = FastAPI()
        app.include_router(house_routes(house), prefix="/gate")
        async with AsyncClient(transport=ASGITransport(app=app), base_url="http://house") as client:
            assert [p["id"] for p in (await client.get("/gate/pictures")).json()] == [taken]
            shown = await client.get(f"/gate/pictures/{taken}")
            assert shown.headers["content-type"] == "image/jpeg" and opened(shown.content).size == (800, 450)


async def test_the_same_key_takes_no_second_picture_also_after_a_restart(tmp_path: Path) -> None:
    async with house_of(tmp_path, data=tmp_path / "data") as house:
        first = await house.gate.backend.send(TAKE, "key")
        assert await house.gate.backend.send(TAKE, "key") == first
    later = SetClock(NIGHT + timedelta(hours=1))
    async with house_of(tmp_path, data=tmp_path / "data", clock=later) as house:
        assert await house.gate.backend.send(TAKE, "key") == first
        assert len(house.pictures.all("eye")) == 1
        reading = await house.gate.read("eye", "main", "imageCapture", "image")
        assert reading.value == first.after["imageCapture.image"] and await house.pictures.data(str(reading.value))


async def test_a_camera_that_is_off_says_so_and_takes_no_picture(tmp_path: Path) -> None:
    async with house_of(tmp_path) as house:
        await house.gate.set("eye.main.videoCamera.camera", "off")
        receipt = await house.gate.execute(TAKE, cause("one", words="show me a photo"))
        assert receipt.status is ReceiptStatus.FAILED and receipt.problem is not None and "off" in receipt.problem
        again = await house.gate.execute(TAKE, cause("two", words="写真を見せて"))
        assert again.problem is not None and "電源" in again.problem
        assert not house.pictures.all("eye")


async def test_taking_a_picture_back_changes_nothing_else(tmp_path: Path) -> None:
    async with house_of(tmp_path) as house:
        lit = await house.gate.execute(Command(device="ceiling", capability="switch", name="on"), cause("one", turn="t"))
        await house.gate.execute(TAKE, cause("two", turn="t"))
        undone = await house.gate.undo(cause("three", turn="u"))
        assert lit.status is ReceiptStatus.DONE
        assert [r.command.device for r in undone.receipts] == ["ceiling"]
