"""A real household without a model, with its page served on this machine: what the Devices view is tried on."""

import asyncio
import io
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import uvicorn
from PIL import Image
from tests.gateway.edge.robot import Robot
from tests.gateway.fakes import HOME, NOON, write_home

from yamori.apps.household import MEMORY_JOIN, Household, run_household
from yamori.domain.clock import SetClock
from yamori.gateway.homefile import load_home
from yamori.llm.scripted import ScriptedModels

HOUSE = HOME.replace("people:", "  - {id: attic, name: Attic, aliases: [屋根裏]}\npeople:")


@dataclass(frozen=True, kw_only=True)
class RealHouse:
    """The household, how to reach it, and its clock."""

    household: Household
    client: httpx.AsyncClient
    address: str
    clock: SetClock

    async def robot(self, id: str = "wisp", **more: object) -> Robot:
        """A device that has joined over the door."""
        robot = Robot(self.client, id=id)
        (await robot.enrol(MEMORY_JOIN)).raise_for_status()
        (await robot.describe(**more)).raise_for_status()
        return robot


@asynccontextmanager
async def real_house(folder: Path) -> AsyncIterator[RealHouse]:
    clock = SetClock(NOON)
    home = load_home(write_home(folder, HOUSE))
    async with run_household(home, data=None, clock=clock, models=ScriptedModels({})) as household:
        server = uvicorn.Server(uvicorn.Config(household.app, log_level="warning", log_config=None, timeout_graceful_shutdown=1))
        listening = socket.create_server(("127.0.0.1", 0))
        running = asyncio.create_task(server.serve(sockets=[listening]))
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        try:
            async with httpx.AsyncClient(base_url=address, timeout=20.0, trust_env=False) as client:
                yield RealHouse(household=household, client=client, address=address, clock=clock)
        finally:
            server.should_exit = True
            await running


def drawn(colour: str) -> bytes:
    """A small picture."""
    file = io.BytesIO()
    Image.new("RGB", (64, 48), colour).save(file, "PNG")
    return file.getvalue()
