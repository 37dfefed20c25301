"""What stands around the gate, over HTTP: devices at the edge, jobs, pictures, why and undo."""

import asyncio
import io
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from PIL import Image
from tests.gateway.edge.robot import JOIN, Robot, description
from tests.gateway.fakes import NOON, OPEN_GATE, cause, set_warmth, write_home

from yamori.domain.clock import SetClock
from yamori.domain.receipt import Command, Receipt, ReceiptStatus
from yamori.gateway.backends.edge import Patience
from yamori.gateway.edge.allowance import Allowances
from yamori.gateway.edge.description import described
from yamori.gateway.edge.devices import open_devices
from yamori.gateway.edge.images import Pictures
from yamori.gateway.edge_routes import edge_routes
from yamori.gateway.house_routes import house_routes
from yamori.gateway.opening import House, open_house
from yamori.gateway.routes import gate_routes

GLOW = Command(device="wisp", component="flame", capability="glow", name="setGlow", arguments={"glow": 7})


@asynccontextmanager
async def living(folder: Path, clock: SetClock | None = None) -> AsyncIterator[tuple[House, httpx.AsyncClient, Robot]]:
    """A house with all its doors, and one robot in it."""
    patience = Patience(fetch=0.05, work=0.05)
    async with open_house(write_home(folder), data=None, clock=clock or SetClock(NOON), patience=patience) as house:
        app = FastAPI()
        app.include_router(gate_routes(house.gate), prefix="/gate")
        app.include_router(house_routes(house), prefix="/gate")
        doors = edge_routes(house.edge, house.pictures, house.upkeep, join=lambda: JOIN, allowances=Allowances())
        app.include_router(doors, prefix="/edge")
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house") as client:
            robot = Robot(client)
            await robot.enrol()
            await robot.describe(profile="wisp-1", thinks=True)
            yield house, client, robot


def drawn(colour: str = "red") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (8, 8), colour).save(file, "PNG")
    return file.getvalue()


async def test_a_device_is_listed_renamed_moved_made_private_and_removed(tmp_path: Path) -> None:
    clock = SetClock(NOON)
    async with living(tmp_path, clock) as (house, client, robot):
        (device,) = (await client.get("/gate/devices")).json()
        assert device.pop("version")
        assert device == {
            "id": "wisp",
            "name": "Wisp",
            "room": None,
            "private": False,
            "thinks": True,
            "profile": "wisp-1",
            "seen": NOON.isoformat(),
            "online": True,
        }
        changed = (await client.patch("/gate/devices/wisp", json={"name": "Lantern", "room": "den", "private": True})).json()
        assert (changed["name"], changed["room"], changed["private"]) == ("Lantern", "den", True)
        known = house.gate.home.device("wisp")
        assert known is not None
        assert (known.name, known.room) == ("Lantern", "den")
        clock.advance(timedelta(seconds=61))
        assert not (await client.get("/gate/devices")).json()[0]["online"]
        assert (await client.delete("/gate/devices/wisp")).status_code == 204
        assert house.gate.home.device("wisp") is None
        assert (await client.post("/edge/lease", json={}, headers=robot.headers)).status_code == 401


async def test_a_device_is_taken_out_of_its_room_and_stays_out_whatever_it_says_itself(tmp_path: Path) -> None:
    async with living(tmp_path) as (house, client, robot):
        await robot.describe(room="den")
        assert (await client.get("/gate/devices")).json()[0]["room"] == "den", "its own word"
        assert (await client.patch("/gate/devices/wisp", json={"private": True})).json()["room"] == "den", "left out stays"
        assert (await client.patch("/gate/devices/wisp", json={"room": None})).json()["room"] is None
        known = house.gate.home.device("wisp")
        assert known is not None and known.room is None
        await robot.describe(room="den", version="2")
        assert (await client.get("/gate/devices")).json()[0]["room"] is None
        assert (await client.patch("/gate/devices/wisp", json={"room": "den"})).json()["room"] == "den"


async def test_a_room_that_was_cleared_stays_cleared_over_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "edge.sqlite3"
    devices = await open_devices(file, SetClock(NOON))
    await devices.enrol("wisp")
    await devices.describe("wisp", described(json.dumps(description(room="den")).encode()))
    await devices.place("wisp", None)
    await devices.close()
    devices = await open_devices(file, SetClock(NOON))
    assert devices.get("wisp").room is None
    await devices.close()


async def test_a_job_is_listed_waited_for_and_tells_its_result(tmp_path: Path) -> None:
    async with living(tmp_path) as (house, client, robot):
        await house.gate.execute(GLOW, cause("k"))
        (job,) = (await client.get("/gate/jobs", params={"device": "wisp", "state": "waiting"})).json()
        assert "fence" not in job
        assert job["work"]["do"]["command"]["name"] == "setGlow"
        waiting = asyncio.ensure_future(client.get(f"/gate/jobs/{job['id']}", params={"wait": 20}))
        await robot.serve_one()
        ended = (await waiting).json()
        assert (ended["state"], ended["result"]["steps"][0]["after"]) == ("done", {"glow.glow": 7})
        assert (await client.get("/gate/jobs?state=waiting")).json() == []


async def test_a_waiting_job_is_cancelled_and_one_that_a_device_has_is_not(tmp_path: Path) -> None:
    async with living(tmp_path) as (house, client, robot):
        await house.gate.execute(GLOW, cause("k"))
        (job,) = (await client.get("/gate/jobs")).json()
        assert (await client.post(f"/gate/jobs/{job['id']}/cancel")).json()["state"] == "cancelled"
        assert await robot.lease(wait=0) == []
        await house.gate.execute(GLOW, cause("k2"))
        (leased,) = await robot.lease()
        assert (await client.post(f"/gate/jobs/{leased['id']}/cancel")).json()["state"] == "leased"
        await robot.answer(leased)


async def test_what_waits_for_a_device_that_is_removed_is_cancelled_and_its_receipt_says_so(tmp_path: Path) -> None:
    async with living(tmp_path) as (house, client, robot):
        assert (await house.gate.execute(GLOW, cause("k", "光って"))).status is ReceiptStatus.WAITING
        assert (await client.delete("/gate/devices/wisp")).status_code == 204
        assert [job["state"] for job in (await client.get("/gate/jobs")).json()] == ["cancelled"]
        (receipt,) = await ended(house)
        assert (receipt.status, receipt.problem) == (ReceiptStatus.FAILED, "wispが受け取る前に取り消されたため、何もしていません。")
        await robot.enrol()
        await robot.describe()
        assert await robot.lease(wait=0) == [], "nor when it comes back"


async def test_what_a_device_had_fetched_when_it_was_removed_is_not_said_to_be_undone(tmp_path: Path) -> None:
    async with living(tmp_path) as (house, client, robot):
        waiting = asyncio.ensure_future(house.gate.execute(GLOW, cause("k")))
        (job,) = await robot.lease()
        await waiting
        await client.delete("/gate/devices/wisp")
        await house.gate.execute(GLOW, cause("k"))
        (receipt,) = await ended(house)
        assert (await client.get(f"/gate/jobs/{job['id']}")).json()["state"] == "leased"
        assert receipt.status is ReceiptStatus.FAILED
        assert receipt.problem is not None and "is not known" in receipt.problem and "nothing was done" not in receipt.problem


async def ended(house: House) -> Sequence[Receipt]:
    """The ledger once nothing in it is on its way; it is followed in the background and has no event for its end."""
    for _ in range(1000):
        receipts = await house.gate.ledger()
        if all(receipt.status is not ReceiptStatus.WAITING for receipt in receipts):
            break
        await asyncio.sleep(0.01)
    return receipts


async def test_a_picture_is_listed_and_served_as_what_it_is(tmp_path: Path) -> None:
    async with living(tmp_path) as (_, client, robot):
        kept = (await client.post("/edge/images?component=flame", content=drawn(), headers=robot.headers)).json()["image"]
        (listed,) = (await client.get("/gate/pictures", params={"device": "wisp"})).json()
        assert (listed["id"], listed["component"], listed["at"]) == (kept, "flame", NOON.isoformat())
        assert (await client.get("/gate/pictures")).json() == [listed]
        image = await client.get(f"/gate/pictures/{kept}")
    assert image.content == drawn()
    assert image.headers["content-type"] == "image/png"
    assert image.headers["x-content-type-options"] == "nosniff"
    assert "private" in image.headers["cache-control"]
    assert "immutable" in image.headers["cache-control"]


async def test_pictures_of_one_instant_are_listed_with_the_last_uploaded_first_also_after_a_restart(tmp_path: Path) -> None:
    colours = ("red", "green", "blue", "white", "black")
    async with living(tmp_path / "house") as (_, client, robot):
        sent = [
            (await client.post("/edge/images?component=flame", content=drawn(colour), headers=robot.headers)).json()["image"]
            for colour in colours
        ]
        assert [one["id"] for one in (await client.get("/gate/pictures")).json()] == sent[::-1]
    kept = Pictures(tmp_path / "kept", SetClock(NOON))
    ids = [(await kept.keep("wisp", "flame", drawn(colour))).id for colour in colours]
    again = Pictures(tmp_path / "kept", SetClock(NOON))
    ids.append((await again.keep("wisp", "flame", drawn("yellow"))).id)
    assert [picture.id for picture in again.all("wisp")] == ids[::-1]


async def test_the_pictures_that_are_dropped_are_those_that_came_first(tmp_path: Path) -> None:
    pictures = Pictures(None, SetClock(NOON))
    ids = [(await pictures.keep("wisp", "flame", drawn(f"#{number:06x}"))).id for number in range(201)]
    assert [picture.id for picture in pictures.all("wisp")] == ids[:0:-1]


async def test_why_names_the_person_their_words_and_what_changed(tmp_path: Path) -> None:
    async with living(tmp_path) as (house, client, _):
        await house.gate.execute(set_warmth(25), cause("a", "a little warmer", agent="iot", turn="t1"))
        await house.gate.execute(set_warmth(28), cause("b", "warmer still"))
        changes = (await client.get("/gate/why", params={"device": "heater", "attribute": "warmth"})).json()
        assert [(c["before"], c["after"], c["words"]) for c in changes] == [(25, 28, "warmer still"), (20, 25, "a little warmer")]
        assert (changes[1]["person"], changes[1]["agent"], changes[1]["turn"]) == ("sora", "iot", "t1")
        everything = (await client.get("/gate/why", params={"device": "heater"})).json()
        assert sorted(c["attribute"] for c in everything) == ["main.power.power", "main.warmth.warmth", "main.warmth.warmth"]
        assert (await client.get("/gate/why", params={"device": "heater", "attribute": "lid.hatch.hatch"})).json() == []


async def test_an_undo_brings_values_back_and_says_what_it_cannot_bring_back(tmp_path: Path) -> None:
    async with living(tmp_path) as (house, client, _):
        warmer = await house.gate.execute(set_warmth(25), cause("a"))
        warmest = await house.gate.execute(set_warmth(28), cause("b"))
        rung = await house.gate.execute(Command(device="gate", capability="bell", name="ring"), cause("c"))
        asked = {"key": "u", "person": "sora", "words": "take that back", "receipts": [warmer.id, rung.id, warmest.id]}
        done = (await client.post("/gate/undo", json=asked)).json()
        assert {r["command"]["name"] for r in done["receipts"]} == {"setWarmth", "off"}
        assert (await house.gate.read("heater", "main", "warmth", "warmth")).value == 20, "what it was before the oldest of them"
        assert [(c["receipt"]["id"], bool(c["why"])) for c in done["cannot"]] == [(rung.id, True)]


async def test_everything_since_a_time_is_taken_back(tmp_path: Path) -> None:
    clock = SetClock(NOON)
    async with living(tmp_path, clock) as (house, client, _):
        await house.gate.execute(set_warmth(25), cause("a"))
        clock.advance(timedelta(minutes=10))
        since = clock.now().isoformat()
        await house.gate.execute(set_warmth(28), cause("b"))
        await client.post("/gate/undo", json={"key": "u", "person": "sora", "words": "undo", "since": since})
        assert (await house.gate.read("heater", "main", "warmth", "warmth")).value == 25


async def test_an_undo_of_something_risky_is_held_like_any_other_command(tmp_path: Path) -> None:
    async with living(tmp_path) as (house, client, _):
        held = await house.gate.execute(OPEN_GATE, cause("a"))
        await house.gate.approve(held.id, by="sora")
        closed = await house.gate.execute(Command(device="gate", capability="hatch", name="close"), cause("b"))
        done = (await client.post("/gate/undo", json={"key": "u", "person": "sora", "words": "undo", "receipts": [closed.id]})).json()
        assert [r["status"] for r in done["receipts"]] == ["held"]


UNDO = {"key": "u", "person": "sora", "words": "undo"}


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "where"),
    [
        ("GET", "/jobs/nothing", None, 404, "id"),
        ("POST", "/jobs/nothing/cancel", None, 404, "id"),
        ("GET", "/pictures/nothing", None, 404, "image"),
        ("GET", "/pictures/..%2F..%2Fledger", None, 404, None),
        ("PATCH", "/devices/nobody", {}, 404, "device"),
        ("DELETE", "/devices/heater", None, 404, "device"),
        ("GET", "/why?device=heatr", None, 404, "device"),
        ("GET", "/why", None, 422, "query.device"),
        ("GET", "/jobs?stat=waiting", None, 422, "query.stat"),
        ("GET", "/jobs?state=asleep", None, 422, "query.state"),
        ("GET", "/jobs?limit=0", None, 422, "query.limit"),
        ("GET", "/jobs/x?wait=31", None, 422, "query.wait"),
        ("GET", "/jobs/x?wait=nan", None, 422, "query.wait"),
        ("GET", "/devices?x=1", None, 422, "query.x"),
        ("PATCH", "/devices/wisp", {"name": " "}, 422, "body.name"),
        ("PATCH", "/devices/wisp", {"nme": "x"}, 422, "body.nme"),
        ("PATCH", "/devices/wisp", {"private": "perhaps"}, 422, "body.private"),
        ("PATCH", "/devices/wisp", {"room": "dne"}, 400, "room"),
        ("POST", "/undo", {**UNDO, "person": "soar"}, 400, "person"),
        ("POST", "/undo", {**UNDO, "receipts": ["none"]}, 400, "receipt"),
        ("POST", "/undo", {**UNDO, "since": "yesterday"}, 422, "body.since"),
        ("POST", "/undo", {**UNDO, "receipts": ["a"], "since": NOON.isoformat()}, 422, "body"),
        ("POST", "/undo", {"key": "u"}, 422, "body.person"),
    ],
)
async def test_what_is_wrong_is_said_in_the_one_shape(
    method: str, path: str, body: object, status: int, where: str | None, tmp_path: Path
) -> None:
    async with living(tmp_path) as (_, client, _robot):
        reply = await client.request(method, f"/gate{path}", json=body)
    assert reply.status_code == status
    if where is not None:
        error = reply.json()["error"]
        assert error["where"] == where
        assert error["message"]
        assert isinstance(error["nearest"], list)


async def test_a_body_that_is_no_json_is_refused_in_the_one_shape(tmp_path: Path) -> None:
    async with living(tmp_path) as (_, client, _robot):
        reply = await client.post("/gate/undo", content=b"{", headers={"content-type": "application/json"})
    assert (reply.status_code, reply.json()["error"]["where"]) == (422, "body")
