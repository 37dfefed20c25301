"""The house's life in the chaos run: the gate as `apps.household` opens it, the edge's door and the IoT agent's, on loopback.

Models, turns and pages are left out: `tests/apps/test_survival.py` kills those. It is there to be killed, and never ends by itself.
"""

import asyncio
import socket
from datetime import timedelta
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from yamori.agentkit.endpoints import add_endpoints
from yamori.agentkit.journal import Journal
from yamori.agentkit.problems import add_problem_handlers
from yamori.agents.iot.agent import iot_agent
from yamori.domain.clock import SystemClock
from yamori.gateway.backends.edge import Patience
from yamori.gateway.edge.allowance import Allowances
from yamori.gateway.edge.join import join_code
from yamori.gateway.edge_routes import edge_routes
from yamori.gateway.opening import open_house
from yamori.llm.scripted import ScriptedModels

HOME = Path(__file__).parent / "home" / "chaos.home.yaml"
LEASE_S = 1.0
"""Shorter than many absences, so that what a robot has begun or done comes to it again."""
PATIENCE = Patience(fetch=1.0, work=3.0, expiry=timedelta(seconds=5))


async def live(data: Path, port: int) -> None:
    clock = SystemClock("Asia/Tokyo")
    async with open_house(HOME, data=data, clock=clock, patience=PATIENCE) as house:
        app = FastAPI()
        add_problem_handlers(app)
        door = edge_routes(house.edge, house.pictures, house.upkeep, join=lambda: join_code(data), allowances=Allowances(), lease_s=LEASE_S)
        app.include_router(door, prefix="/edge")
        journal = Journal(data / "agents.sqlite3")
        async with add_endpoints(iot_agent(house.gate), models=ScriptedModels({}), journal=journal, clock=clock, person="sora") as doors:
            app.mount("/agents/iot", doors)
            config = uvicorn.Config(app, log_config=None, access_log=False, lifespan="off", ws="none")
            await uvicorn.Server(config).serve(sockets=[await _listening(port)])


async def _listening(port: int) -> socket.socket:
    """The port of the life before this one, which may take a moment to be free."""
    while True:
        try:
            return socket.create_server(("127.0.0.1", port))
        except OSError:
            await asyncio.sleep(0.02)
