"""The household's gate, its queue and its door, and at the other end the real MicroPython: a command becomes a receipt."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import uvicorn
from fastapi import FastAPI
from tests.edge.micropython.wasm.fetch import missing
from tests.edge.micropython.wasm.process import events, open_board
from tests.gateway.fakes import cause, write_home

from yamori.domain.clock import SystemClock
from yamori.domain.receipt import Command, ReceiptStatus
from yamori.domain.values import Value
from yamori.gateway.edge.allowance import Allowances
from yamori.gateway.edge_routes import edge_routes
from yamori.gateway.opening import House, open_house

JOIN = "a-join-code-of-this-test"
pytestmark = pytest.mark.skipif(missing() is not None, reason=missing() or "")


@asynccontextmanager
async def house_on_loopback(folder: Path) -> AsyncIterator[tuple[House, str]]:
    listening = socket.create_server(("127.0.0.1", 0))
    async with open_house(write_home(folder), data=None, clock=SystemClock("Asia/Tokyo"), patience=None) as house:
        app = FastAPI()
        app.include_router(
            edge_routes(house.edge, house.pictures, house.upkeep, join=lambda: JOIN, allowances=Allowances()), prefix="/edge"
        )
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off", timeout_graceful_shutdown=1))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            yield house, f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await serving
            listening.close()


def pico(component: str, capability: str, name: str, **arguments: Value) -> Command:
    return Command(device="pico", component=component, capability=capability, name=name, arguments=arguments)


async def test_a_command_to_the_gate_is_done_by_a_board_under_micropython_and_proven(tmp_path: Path) -> None:
    async with house_on_loopback(tmp_path) as (house, url), open_board(url, JOIN, tmp_path / "pico") as printed:
        async with asyncio.timeout(20):
            while house.gate.home.device("pico") is None:  # noqa: ASYNC110 - another process comes and describes itself
                await asyncio.sleep(0.05)
        shown = await house.gate.execute(pico("display", "textDisplay", "show", text="Welcome!"), cause("show"))
        assert (shown.status, dict(shown.changed())) == (ReceiptStatus.DONE, {"textDisplay.text": ("", "Welcome!")})
        lit, turned, played = await asyncio.gather(
            house.gate.execute(pico("yellowLed", "switch", "on"), cause("lit")),
            house.gate.execute(pico("fan", "fanMotor", "start", speed=40), cause("turned")),
            house.gate.execute(pico("buzzer", "melodyPlayer", "play", melody="success"), cause("played")),
        )
        assert {lit.status, turned.status, played.status} == {ReceiptStatus.DONE}
        refused = await house.gate.execute(pico("display", "textDisplay", "show", text="漢"), cause("refused"))
        assert refused.status is ReceiptStatus.FAILED and refused.problem is not None and "漢" in refused.problem
        assert (await house.gate.read("pico", "fan", "fanMotor", "speed")).value == 40
        assert events(printed, "yellowLed")[-1]["lit"]
        assert [line["hertz"] for line in events(printed, "buzzer")] == [784, 1047, 1319, 0]
