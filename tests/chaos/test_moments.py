"""Moments that random kills hit too seldom, each on purpose: the house is cut off between two of its own files."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

from starlette.requests import ClientDisconnect
from tests.gateway.edge.robot import Robot, house_with_door
from tests.gateway.fakes import NOON, cause, write_home

from yamori.domain.clock import SetClock
from yamori.domain.receipt import Command, ReceiptStatus
from yamori.domain.values import Value
from yamori.gateway.backends.edge import Patience
from yamori.gateway.edge.join import join_code, joins
from yamori.gateway.gate import HouseGate
from yamori.gateway.house_routes import remove_device
from yamori.gateway.jobs.opening import open_jobs
from yamori.gateway.jobs.port import JobState

GLOW = Command(device="wisp", component="flame", capability="glow", name="setGlow", arguments={"glow": 7})
AT_ONCE = Patience(fetch=0.0, work=0.0)


async def followed(gate: HouseGate) -> None:
    """What the gate follows in the background comes to its end within moments; it has no event for it."""
    for _ in range(200):
        receipts = await gate.ledger()
        if receipts and all(receipt.status is not ReceiptStatus.WAITING for receipt in receipts):
            return
        await asyncio.sleep(0.01)


async def waiting(home: Path, data: Path, clock: SetClock) -> None:
    """A house that acknowledged a command to an absent device, and was killed."""
    async with house_with_door(home, clock, data=data, patience=AT_ONCE) as (house, client):
        robot = Robot(client)
        await robot.enrol()
        await robot.describe()
        assert (await house.gate.execute(GLOW, cause("k"))).status is ReceiptStatus.WAITING


async def test_a_job_that_expired_in_the_moment_of_a_kill_is_told_by_the_next_life(tmp_path: Path) -> None:
    home, data, clock = write_home(tmp_path), tmp_path / "data", SetClock(NOON)
    await waiting(home, data, clock)
    clock.advance(timedelta(minutes=3))
    queue = await open_jobs(data / "gate" / "jobs.sqlite3", clock=clock)
    assert await queue.sweep() == 1  # and the ledger was not told
    await queue.close()
    async with house_with_door(home, clock, data=data) as (house, _):
        await followed(house.gate)
        (receipt,) = await house.gate.ledger()
        assert receipt.status is ReceiptStatus.FAILED and receipt.problem and "will not do it late" in receipt.problem


async def test_a_job_that_a_person_cancelled_in_the_moment_of_a_kill_is_told_as_cancelled(tmp_path: Path) -> None:
    home, data, clock = write_home(tmp_path), tmp_path / "data", SetClock(NOON)
    await waiting(home, data, clock)
    queue = await open_jobs(data / "gate" / "jobs.sqlite3", clock=clock)
    (job,) = await queue.jobs()
    assert (await queue.cancel(job.id)).state is JobState.CANCELLED
    await queue.close()
    async with house_with_door(home, clock, data=data) as (house, _):
        await followed(house.gate)
        (receipt,) = await house.gate.ledger()
        assert receipt.status is ReceiptStatus.FAILED and receipt.problem and "cancelled" in receipt.problem


async def test_what_a_device_did_before_a_kill_is_told_though_the_house_cannot_read_its_description_any_more(tmp_path: Path) -> None:
    home, data, clock = write_home(tmp_path), tmp_path / "data", SetClock(NOON)
    async with house_with_door(home, clock, data=data, patience=AT_ONCE) as (house, client):
        robot = Robot(client)
        await robot.enrol()
        await robot.describe()
        await house.gate.execute(GLOW, cause("k"))
    queue = await open_jobs(data / "gate" / "jobs.sqlite3", clock=clock)
    (job,) = await queue.lease("wisp")
    step: Value = {"ok": True, "before": {"glow.glow": 1}, "after": {"glow.glow": 7}}
    await queue.finish(job.id, job.fence, result={"steps": [step]})
    await queue.close()
    with sqlite3.connect(data / "gate" / "edge.sqlite3") as devices:
        devices.execute("UPDATE devices SET description = '{}'")
    async with house_with_door(home, clock, data=data) as (house, _):
        (receipt,) = await house.gate.ledger()
        assert (receipt.status, dict(receipt.after)) == (ReceiptStatus.DONE, {"glow.glow": 7})


async def test_a_command_that_waits_for_a_device_that_is_removed_comes_to_an_end(tmp_path: Path) -> None:
    home, data, clock = write_home(tmp_path), tmp_path / "data", SetClock(NOON)
    async with house_with_door(home, clock, data=data, patience=AT_ONCE) as (house, client):
        robot = Robot(client)
        await robot.enrol()
        await robot.describe()
        assert (await house.gate.execute(GLOW, cause("k"))).status is ReceiptStatus.WAITING
        await remove_device(house, "wisp")
        await followed(house.gate)
        (receipt,) = await house.gate.ledger()
        assert receipt.status is ReceiptStatus.FAILED


async def test_a_device_that_dies_in_the_middle_of_a_request_is_no_mistake_of_ours(tmp_path: Path) -> None:
    async with house_with_door(write_home(tmp_path), SetClock(NOON)) as (_, client):
        robot = Robot(client)
        await robot.enrol()

        async def half() -> AsyncIterator[bytes]:
            yield b'{"wait": '
            raise ClientDisconnect

        answer = await client.post("/edge/lease", content=half(), headers=robot.headers)
        assert answer.status_code == 400


async def test_two_processes_that_make_the_join_code_at_once_make_the_same_one(tmp_path: Path) -> None:
    codes = await asyncio.gather(*(asyncio.to_thread(join_code, tmp_path / str(n // 8)) for n in range(64)))
    assert all(codes) and len(set(codes)) == 8


async def test_an_empty_join_code_that_a_kill_left_lets_nobody_in_and_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "gate").mkdir()
    (tmp_path / "gate" / "join").touch()
    assert not joins("", "")
    code = join_code(tmp_path)
    assert code and join_code(tmp_path) == code
    assert (tmp_path / "gate" / "join").stat().st_mode & 0o077 == 0
