"""A device at the edge, as far as the house can see it: enrols, describes itself, fetches jobs and answers them over the real door."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from yamori.domain.clock import Clock
from yamori.gateway.backends.edge import Patience
from yamori.gateway.edge.allowance import Allowances
from yamori.gateway.edge_routes import edge_routes
from yamori.gateway.opening import House, open_house

JOIN = "a-join-code-of-this-test"
LAMP = {
    "capability": "glow",
    "says": "How it glows.",
    "attributes": {"glow": {"type": "integer", "minimum": 0, "maximum": 10}},
    "commands": {
        "setGlow": {
            "says": "Set it.",
            "arguments": {"type": "object", "properties": {"glow": {"type": "integer", "minimum": 0, "maximum": 10}}, "required": ["glow"]},
            "effects": {"glow": {"argument": "glow"}},
        },
        "blow": {"says": "Blow it out.", "risk": "confirm", "effects": {"glow": 0}},
    },
}


def description(id: str = "wisp", **more: object) -> dict[str, object]:
    plain: dict[str, object] = {
        "id": id,
        "name": "Wisp",
        "aliases": ["鬼火"],
        "components": {"flame": {"glow": {"glow": 1}}},
        "capabilities": {"glow": LAMP},
    }
    return {**plain, **more}


@dataclass
class Robot:
    """One device with its token; `glow` is its whole world."""

    client: httpx.AsyncClient
    id: str = "wisp"
    token: str = ""
    glow: int = 1
    done: dict[str, dict[str, Any]] = field(default_factory=dict)
    acted: int = 0

    @property
    def headers(self) -> Mapping[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    async def enrol(self, join: str = JOIN) -> httpx.Response:
        answer = await self.client.post("/edge/enrol", json={"device": self.id, "join": join})
        self.token = answer.json().get("token", self.token)
        return answer

    async def describe(self, **more: object) -> httpx.Response:
        return await self.client.put("/edge/device", json=description(self.id, **more), headers=self.headers)

    async def lease(self, wait: float = 5.0) -> list[dict[str, Any]]:
        answer = await self.client.post("/edge/lease", json={"wait": wait}, headers=self.headers)
        jobs: list[dict[str, Any]] = answer.json()["jobs"]
        return jobs

    def do(self, job: Mapping[str, Any]) -> dict[str, Any]:
        """Once: a key that is known gives its result again."""
        if job["key"] not in self.done:
            command = job["work"]["do"]["command"]
            before = {"glow.glow": self.glow}
            self.glow = command["arguments"].get("glow", 0)
            self.acted += 1
            step = {**command, "ok": True, "before": before, "after": {"glow.glow": self.glow}}
            self.done[job["key"]] = {"ok": True, "steps": [step]}
        return self.done[job["key"]]

    async def answer(self, job: Mapping[str, Any], **more: object) -> httpx.Response:
        body = {"fence": job["fence"], **self.do(job), **more}
        return await self.client.post(f"/edge/jobs/{job['id']}/result", json=body, headers=self.headers)

    async def serve_one(self) -> None:
        for job in await self.lease():
            (await self.answer(job)).raise_for_status()


@asynccontextmanager
async def house_with_door(
    home: Path, clock: Clock, *, data: Path | None = None, patience: Patience | None = None, allowances: Allowances | None = None
) -> AsyncIterator[tuple[House, httpx.AsyncClient]]:
    async with open_house(home, data=data, clock=clock, patience=patience) as house:
        app = FastAPI()
        routes = edge_routes(house.edge, house.pictures, house.upkeep, join=lambda: JOIN, allowances=allowances or Allowances())
        app.include_router(routes, prefix="/edge")
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
            yield house, client
