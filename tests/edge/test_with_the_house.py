"""The robots against the house's real door and gate, not the small one of the other tests."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI
from tests.edge.fake_house import QUICK
from tests.gateway.fakes import cause, write_home

from yamori.domain.clock import SystemClock
from yamori.domain.receipt import Command, ReceiptStatus
from yamori.edge.app import Edge, open_edge
from yamori.gateway.edge.allowance import Allowances
from yamori.gateway.edge_routes import edge_routes
from yamori.gateway.opening import House, open_house

JOIN = "green-heron"


@asynccontextmanager
async def housed(profile: str, folder: Path) -> AsyncIterator[tuple[House, Edge]]:
    """A house on loopback in which the robot of the profile is known."""
    clock = SystemClock("Asia/Tokyo")
    async with open_house(write_home(folder), data=folder / "data", clock=clock) as house:
        app = FastAPI()
        routes = edge_routes(house.edge, house.pictures, house.upkeep, join=lambda: JOIN, allowances=Allowances())
        app.include_router(routes, prefix="/edge")
        listening = socket.create_server(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="off", ws="none", timeout_graceful_shutdown=0))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        opened = open_edge(profile=profile, server=url, state=folder / "state", join=JOIN, simulated=True, patience=QUICK, model="none")
        async with opened as edge:
            running = asyncio.create_task(edge.run())
            try:
                await known(house, f"{profile}-robot")
                yield house, edge
            finally:
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)
                server.should_exit = server.force_exit = True
                with suppress(asyncio.CancelledError):
                    await serving


async def known(house: House, device: str) -> None:
    """Until the robot has said what it is; the gate has no event for it."""
    for _ in range(200):
        if house.gate.home.device(device) is not None:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"{device} was never described")


@pytest.mark.parametrize(
    ("profile", "component", "capability", "name", "arguments"),
    [
        ("pi4", "rightHand", "servo", "setAngle", {"angle": 45}),
        ("pi4", "redLed", "switch", "on", {}),
        ("pi4", "leds", "ledPattern", "show", {"pattern": "police", "seconds": 0.3}),
        ("pi4", "buzzer", "melodyPlayer", "beep", {"seconds": 0.1}),
        ("pi4", "display", "faceDisplay", "setFace", {"face": "happy"}),
        ("pi4", "camera", "imageCapture", "take", {}),
        ("jetson", "wheels", "omniDrive", "move", {"seconds": 0.2}),
        ("jetson", "display", "textDisplay", "show", {"text": "おはよう"}),
        ("jetson", "distance", "distanceMeasurement", "measure", {}),
        ("jetson", "motion", "motionWatch", "watch", {"seconds": 0.2}),
    ],
)
async def test_the_gate_does_it_with_a_receipt(
    tmp_path: Path, profile: str, component: str, capability: str, name: str, arguments: dict[str, Any]
) -> None:
    async with housed(profile, tmp_path) as (house, _):
        command = Command(device=f"{profile}-robot", component=component, capability=capability, name=name, arguments=arguments)
        receipt = await house.gate.execute(command, cause("k"))
        assert receipt.status in (ReceiptStatus.DONE, ReceiptStatus.UNCHANGED), receipt.problem
        if capability == "imageCapture":
            image = (await house.gate.read(command.device, component, capability, "image")).value
            assert house.pictures.get(str(image)).component == "camera"
        if capability == "distanceMeasurement":
            assert (await house.gate.read(command.device, component, capability, "distance")).value == 83.0
