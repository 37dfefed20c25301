"""Devices at the edge keep the contract of backends."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.gateway.backends.contract import CONTRACT, Subject
from tests.gateway.edge.robot import Robot, house_with_door
from tests.gateway.fakes import NOON, write_home

from yamori.domain.clock import SetClock
from yamori.domain.receipt import Command
from yamori.gateway.homefile import load_home


def glow(level: int) -> Command:
    return Command(device="wisp", component="flame", capability="glow", name="setGlow", arguments={"glow": level})


@pytest.mark.parametrize("owed", CONTRACT)
async def test_devices_at_the_edge_keep_the_contract(owed: Callable[[Subject], Awaitable[None]], tmp_path: Path) -> None:
    home = write_home(tmp_path)
    async with house_with_door(home, SetClock(NOON)) as (house, client):
        robot = Robot(client)
        await robot.enrol()
        (await robot.describe()).raise_for_status()

        async def serve() -> None:
            while True:
                await robot.serve_one()

        async def take_back() -> None:
            reading = {"component": "flame", "capability": "glow", "attribute": "glow", "value": None, "at": NOON.isoformat()}
            (await client.post("/edge/readings", json={"readings": [reading]}, headers=robot.headers)).raise_for_status()

        serving = asyncio.create_task(serve())
        try:
            await owed(
                Subject(
                    backend=house.edge,
                    home=house.edge.home(load_home(home).home),
                    attribute="glow.glow",
                    first=glow(7),
                    first_value=7,
                    second=glow(3),
                    second_value=3,
                    reached=lambda: robot.acted,
                    take_back=take_back,
                )
            )
        finally:
            serving.cancel()
            with contextlib.suppress(asyncio.CancelledError, KeyError):
                await serving


async def test_what_was_taken_back_is_remembered_after_a_restart(tmp_path: Path) -> None:
    home = write_home(tmp_path)
    async with house_with_door(home, SetClock(NOON), data=tmp_path / "data") as (_, client):
        robot = Robot(client)
        await robot.enrol()
        (await robot.describe()).raise_for_status()
        reading = {"component": "flame", "capability": "glow", "attribute": "glow", "value": None, "at": NOON.isoformat()}
        (await client.post("/edge/readings", json={"readings": [reading]}, headers=robot.headers)).raise_for_status()
    async with house_with_door(home, SetClock(NOON), data=tmp_path / "data") as (house, _):
        unknown = await house.gate.read("wisp", "flame", "glow", "glow")
        assert unknown.value is None and unknown.last is not None and unknown.last.value == 1
