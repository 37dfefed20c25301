"""Devices at the edge through the door they knock at: who may, what is taken, and what the gate can prove of it."""

import asyncio
import io
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from PIL import Image
from tests.gateway.edge.robot import LAMP, Robot, description, house_with_door
from tests.gateway.fakes import NOON, cause, write_home

from yamori.domain.clock import SetClock
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language
from yamori.domain.receipt import Command, ReceiptStatus
from yamori.gateway.backends.edge import Patience
from yamori.gateway.edge.allowance import Allowances
from yamori.gateway.opening import House

QUICK = Patience(fetch=0.05, work=0.05)


def glow(level: int) -> Command:
    return Command(device="wisp", component="flame", capability="glow", name="setGlow", arguments={"glow": level})


@pytest.fixture
async def clock() -> SetClock:
    return SetClock(NOON)


@pytest.fixture
async def opened(tmp_path: Path, clock: SetClock) -> AsyncIterator[tuple[House, Robot]]:
    async with house_with_door(write_home(tmp_path), clock) as (house, client):
        robot = Robot(client)
        await robot.enrol()
        (await robot.describe()).raise_for_status()
        yield house, robot


async def test_a_device_that_registers_is_part_of_the_home_with_its_own_documentation(opened: tuple[House, Robot]) -> None:
    house, _ = opened
    device = house.gate.home.device("wisp")
    assert device is not None and device.name == "Wisp"
    assert house.gate.capabilities["glow"].says == "How it glows."
    assert (await house.gate.read("wisp", "flame", "glow", "glow")).value == 1


async def test_a_command_is_done_once_by_the_device_and_proven_by_what_it_reports(opened: tuple[House, Robot]) -> None:
    house, robot = opened
    receipt, _ = await asyncio.gather(house.gate.execute(glow(7), cause("k")), robot.serve_one())
    assert (receipt.status, dict(receipt.changed())) == (ReceiptStatus.DONE, {"glow.glow": (1, 7)})
    again = await house.gate.execute(glow(7), cause("k"))
    assert (again.id, robot.acted) == (receipt.id, 1)
    assert (await house.gate.read("wisp", "flame", "glow", "glow")).value == 7


async def test_a_device_that_reports_another_state_than_commanded_is_not_believed_to_have_done_it(opened: tuple[House, Robot]) -> None:
    house, robot = opened

    async def lie() -> None:
        (job,) = await robot.lease()
        step = {**job["work"]["do"]["command"], "ok": True, "before": {"glow.glow": 1}, "after": {"glow.glow": 2}}
        await robot.answer(job, steps=[step])

    receipt, _ = await asyncio.gather(house.gate.execute(glow(7), cause("k")), lie())
    assert receipt.status is ReceiptStatus.FAILED
    assert receipt.problem is not None and "2" in receipt.problem and "7" in receipt.problem


async def test_a_device_that_was_away_gets_its_command_when_it_is_back_and_the_ledger_gets_the_end(tmp_path: Path, clock: SetClock) -> None:
    async with house_with_door(write_home(tmp_path), clock, patience=QUICK) as (house, client):
        robot = Robot(client)
        await robot.enrol()
        await robot.describe()
        receipt = await house.gate.execute(glow(7), cause("k"))
        assert receipt.status is ReceiptStatus.WAITING
        assert [r.status for r in await house.gate.ledger()] == [ReceiptStatus.WAITING]
        await robot.serve_one()
        assert (await house.gate.execute(glow(7), cause("k"))).status is ReceiptStatus.DONE
        assert [r.status for r in await house.gate.ledger()] == [ReceiptStatus.DONE]


async def test_what_is_too_late_is_never_done(tmp_path: Path, clock: SetClock) -> None:
    async with house_with_door(write_home(tmp_path), clock, patience=QUICK) as (house, client):
        robot = Robot(client)
        await robot.enrol()
        await robot.describe()
        assert (await house.gate.execute(glow(7), cause("k"))).status is ReceiptStatus.WAITING
        clock.advance(timedelta(minutes=10))
        assert await robot.lease(wait=0) == []
        again = await house.gate.execute(glow(7), cause("k"))
        assert again.status is ReceiptStatus.FAILED and robot.acted == 0


@pytest.mark.parametrize("asks_again", [True, False])
async def test_what_was_fetched_in_time_and_is_reported_after_its_expiry_is_done(tmp_path: Path, clock: SetClock, asks_again: bool) -> None:
    async with house_with_door(write_home(tmp_path), clock, patience=QUICK) as (house, client):
        robot = Robot(client)
        await robot.enrol()
        await robot.describe()
        told = asyncio.ensure_future(house.gate.execute(glow(7), cause("k")))
        (job,) = await robot.lease()
        assert (await told).status is ReceiptStatus.WAITING
        robot.do(job)
        clock.advance(timedelta(hours=1))
        await house.edge.jobs.sweep()
        if asks_again:
            (job,) = await robot.lease(wait=0)
            assert (job["fence"], job["expires_s"]) == (2, 0), "no time is left to begin"
        await robot.answer(job)
        receipt = await house.gate.execute(glow(7), cause("k"))
        assert (receipt.status, receipt.at, robot.acted) == (ReceiptStatus.DONE, clock.now(), 1)


async def test_what_was_on_its_way_when_the_house_was_killed_comes_to_its_end_after_it(tmp_path: Path, clock: SetClock) -> None:
    home, data = write_home(tmp_path), tmp_path / "data"
    async with house_with_door(home, clock, data=data, patience=QUICK) as (house, client):
        robot = Robot(client)
        await robot.enrol()
        await robot.describe()
        assert (await house.gate.execute(glow(7), cause("k"))).status is ReceiptStatus.WAITING
    async with house_with_door(home, clock, data=data, patience=QUICK) as (house, client):
        robot.client = client
        assert house.gate.home.device("wisp") is not None
        await robot.serve_one()
        assert (await house.gate.execute(glow(7), cause("k"))).status is ReceiptStatus.DONE
        assert robot.acted == 1


async def test_a_risky_command_that_a_device_declares_is_held(opened: tuple[House, Robot]) -> None:
    house, robot = opened
    blow = Command(device="wisp", component="flame", capability="glow", name="blow")
    held = await house.gate.execute(blow, cause("k"))
    assert held.status is ReceiptStatus.HELD and await robot.lease(wait=0) == []
    approved, _ = await asyncio.gather(house.gate.approve(held.id, by="sora"), robot.serve_one())
    assert approved.status is ReceiptStatus.DONE


async def test_nobody_gets_in_without_the_join_code(opened: tuple[House, Robot]) -> None:
    _, robot = opened
    stranger = Robot(robot.client, id="stranger")
    assert (await stranger.enrol("guess")).status_code == 401
    assert (await stranger.describe()).status_code == 401


async def test_a_revoked_device_is_gone_from_the_home(opened: tuple[House, Robot]) -> None:
    house, robot = opened
    await house.edge.devices.revoke("wisp")
    house.upkeep.refresh()
    assert house.gate.home.device("wisp") is None
    assert (await robot.describe()).status_code == 401


async def test_a_device_cannot_end_the_job_of_another_one(opened: tuple[House, Robot]) -> None:
    house, robot = opened
    other = Robot(robot.client, id="other")
    await other.enrol()
    await other.describe()
    work = asyncio.ensure_future(house.gate.execute(glow(7), cause("k")))
    (job,) = await robot.lease()
    assert (await other.answer(job)).status_code == 403
    await robot.answer(job)
    assert (await work).status is ReceiptStatus.DONE


async def test_an_old_fencing_token_ends_nothing(opened: tuple[House, Robot]) -> None:
    house, robot = opened
    work = asyncio.ensure_future(house.gate.execute(glow(7), cause("k")))
    (job,) = await robot.lease()
    stale = await robot.answer({**job, "fence": job["fence"] + 1})
    assert (stale.status_code, stale.json()["error"]["where"]) == (409, "fence")
    await robot.answer(job)
    assert (await work).status is ReceiptStatus.DONE


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"id": "someone-else"}, "id"),
        ({"components": {}}, "components"),
        ({"components": {"flame": {"unheard": {}}}, "capabilities": {}}, "components.flame.unheard"),
        ({"components": {"flame": {"glow": {"glow": 99}}}}, "components.flame.glow.glow"),
        ({"components": {"flame": {"glow": {"shine": 1}}}}, "components.flame.glow.shine"),
        ({"capabilities": {"glow": {**LAMP, "capability": "other"}}}, "capabilities.glow"),
        ({"capabilities": {"glow": {**LAMP, "commands": {"x": {"says": "x", "risk": "none"}}}}}, "capabilities.glow"),
        ({"name": ""}, "name"),
        ({"extra": 1}, "extra"),
    ],
)
async def test_a_wrong_description_says_where_and_changes_nothing(
    opened: tuple[House, Robot], wrong: dict[str, object], where: str
) -> None:
    house, robot = opened
    answer = await robot.client.put("/edge/device", json=description(**wrong), headers=robot.headers)
    assert answer.status_code == 400
    assert answer.json()["error"]["where"].startswith(where)
    assert house.gate.capabilities["glow"].says == "How it glows."


async def test_a_device_that_means_something_else_by_a_known_name_gets_a_name_of_its_own(opened: tuple[House, Robot]) -> None:
    house, robot = opened
    own = {**LAMP, "capability": "switch", "says": "Something else."}
    more = {"components": {"flame": {"switch": {"glow": 3}}}, "capabilities": {"switch": own}}
    (await robot.client.put("/edge/device", json=description(**more), headers=robot.headers)).raise_for_status()
    assert house.gate.capabilities["switch.wisp"].says == "Something else."
    command = Command(device="wisp", component="flame", capability="switch.wisp", name="setGlow", arguments={"glow": 4})
    work = asyncio.ensure_future(house.gate.execute(command, cause("k")))
    (job,) = await robot.lease()
    assert job["work"]["do"]["command"]["capability"] == "switch"
    step = {**job["work"]["do"]["command"], "ok": True, "before": {"switch.glow": 3}, "after": {"switch.glow": 4}}
    await robot.answer(job, steps=[step])
    assert (await work).status is ReceiptStatus.DONE


async def test_ten_megabytes_and_a_flood_are_refused(tmp_path: Path, clock: SetClock) -> None:
    async with house_with_door(write_home(tmp_path), clock, allowances=Allowances(rate=1, burst=20)) as (_, client):
        robot = Robot(client)
        await robot.enrol()
        large = await client.put("/edge/device", content=b"x" * 10_000_000, headers=robot.headers)
        assert large.status_code == 413
        flood = [await client.post("/edge/readings", json={"readings": []}, headers=robot.headers) for _ in range(25)]
        assert flood[-1].status_code == 429 and int(flood[-1].headers["Retry-After"]) >= 1


async def test_readings_are_known_and_heard_of_and_a_wrong_clock_is_not_believed(opened: tuple[House, Robot], clock: SetClock) -> None:
    house, robot = opened
    heard = house.gate.changes()
    late = (NOON + timedelta(hours=1)).isoformat()
    reading = {"component": "flame", "capability": "glow", "attribute": "glow", "value": 5, "at": late}
    await robot.client.post("/edge/readings", json={"readings": [reading]}, headers=robot.headers)
    known = await house.gate.read("wisp", "flame", "glow", "glow")
    assert (known.value, known.at) == (5, NOON)
    assert (await anext(heard)).value == 5
    unheard = {**reading, "attribute": "scent"}
    wrong = await robot.client.post("/edge/readings", json={"readings": [unheard]}, headers=robot.headers)
    assert wrong.status_code == 400 and "scent" in wrong.json()["error"]["message"]


def _png() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(file, "PNG")
    return file.getvalue()


async def test_a_picture_is_kept_and_what_is_no_picture_is_not(opened: tuple[House, Robot]) -> None:
    house, robot = opened

    async def send(data: bytes, component: str = "flame") -> httpx.Response:
        return await robot.client.post(f"/edge/images?component={component}", content=data, headers=robot.headers)

    id = (await send(_png())).json()["image"]
    assert house.pictures.get(id).kind == "image/png" and await house.pictures.data(id) == _png()
    assert (await send(b"GIF89a no picture")).status_code == 400
    assert (await send(_png()[:40])).status_code == 400
    assert (await send(b"\xff" * 6_000_000)).status_code == 413
    assert (await send(_png(), "ear")).status_code == 400


async def test_the_home_takes_an_edited_file_and_keeps_the_old_one_when_the_new_one_is_wrong(tmp_path: Path, clock: SetClock) -> None:
    file = write_home(tmp_path)
    async with house_with_door(file, clock) as (house, _):
        await house.gate.execute(Command(device="heater", capability="power", name="on"), cause("k"))
        text = file.read_text()
        file.write_text(
            text.replace("name: Little heater", "name: Big heater") + "  - {id: extra, name: Extra, components: {main: {power: {}}}}\n"
        )
        assert await house.upkeep.look()
        device = house.gate.home.device("heater")
        assert device is not None and device.name == "Big heater" and house.gate.home.device("extra") is not None
        assert (await house.gate.read("heater", "main", "power", "power")).value == "on"
        file.write_text("home: [")
        assert not await house.upkeep.look()
        assert house.upkeep.trouble is not None and house.gate.home.device("extra") is not None
        with pytest.raises(InvalidRequest):
            await house.gate.execute(Command(device="nobody", capability="power", name="on"), cause("l"))


async def test_a_device_that_waits_is_answered_at_once_when_the_house_is_about_to_close(opened: tuple[House, Robot]) -> None:
    house, robot = opened
    waiting = asyncio.ensure_future(robot.lease(wait=30))
    async with asyncio.timeout(5):
        while not waiting.done():
            house.edge.leave()
            await asyncio.sleep(0)
    assert waiting.result() == []
    assert await robot.lease(wait=30) == []


async def test_a_device_that_thinks_turns_a_sentence_into_commands_of_its_own_and_each_has_a_receipt(opened: tuple[House, Robot]) -> None:
    house, robot = opened
    (await robot.describe(thinks=True)).raise_for_status()
    told = asyncio.ensure_future(house.gate.tell("wisp", "glow a little", Language.ENGLISH, cause("k", "glow a little")))
    (job,) = await robot.lease()
    assert job["work"] == {"say": "glow a little", "language": "en"}
    step = {"component": "flame", "capability": "glow", "name": "setGlow", "arguments": {"glow": 3}, "ok": True}
    body = {"fence": job["fence"], "ok": True, "steps": [{**step, "before": {"glow.glow": 1}, "after": {"glow.glow": 3}}]}
    await robot.client.post(f"/edge/jobs/{job['id']}/result", json=body, headers=robot.headers)
    receipts, problem = await told
    assert problem is None
    assert [(r.command.name, r.status, dict(r.changed())) for r in receipts] == [("setGlow", ReceiptStatus.DONE, {"glow.glow": (1, 3)})]
    assert [r.id for r in await house.gate.ledger()] == [r.id for r in receipts]


async def test_a_device_that_does_not_think_is_given_no_sentence(opened: tuple[House, Robot]) -> None:
    house, _ = opened
    with pytest.raises(InvalidRequest):
        await house.gate.tell("wisp", "glow a little", Language.ENGLISH, cause("k"))


async def test_what_a_device_calls_itself_and_reports_cannot_act_on_a_terminal(opened: tuple[House, Robot]) -> None:
    house, robot = opened
    hostile = "\x1b[2JWi\u202esp\x1b]52;c;cm0=\x07\nDONE"
    sign = {"capability": "sign", "says": hostile, "attributes": {"shows": {"type": "string"}}, "commands": {}}
    components = {"flame": {"glow": {"glow": 1}, "sign": {"shows": hostile}}}
    described = await robot.describe(name=hostile, aliases=[hostile], components=components, capabilities={"glow": LAMP, "sign": sign})
    assert described.status_code == 200
    device = house.gate.home.device("wisp")
    assert device is not None and (device.name, device.aliases) == ("Wisp DONE", ("Wisp DONE",))
    assert (await house.gate.read("wisp", "flame", "sign", "shows")).value == "Wisp\nDONE"
    assert house.gate.capabilities["sign"].says == "Wisp\nDONE"
    told = {"component": "flame", "capability": "sign", "attribute": "shows", "value": f"new{hostile}", "at": NOON.isoformat()}
    await robot.client.post("/edge/readings", json={"readings": [told]}, headers=robot.headers)
    assert (await house.gate.read("wisp", "flame", "sign", "shows")).value == "newWisp\nDONE"
