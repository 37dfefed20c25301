"""The gate over HTTP."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from tests.gateway.fakes import NOON, OPEN_GATE, cause, set_warmth, write_home

from yamori.domain.clock import SetClock
from yamori.gateway.gate import HouseGate
from yamori.gateway.opening import open_gate
from yamori.gateway.routes import gate_routes


@pytest.fixture
async def gate(tmp_path: Path) -> AsyncIterator[HouseGate]:
    async with open_gate(write_home(tmp_path), data=None, clock=SetClock(NOON)) as opened:
        yield opened


def served(gate: HouseGate) -> FastAPI:
    app = FastAPI()
    app.include_router(gate_routes(gate), prefix="/gate")
    return app


def client_of(gate: HouseGate) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=served(gate)), base_url="http://house")


async def test_the_home_comes_with_its_state_and_what_it_can_do(gate: HouseGate) -> None:
    await gate.execute(set_warmth(25), cause("k"))
    async with client_of(gate) as client:
        home = (await client.get("/gate/home")).json()
    assert [person["id"] for person in home["people"]] == ["sora"]
    heater = home["devices"][0]
    assert heater["components"]["main"]["warmth"]["warmth"] == {"value": 25, "unit": "°C", "at": NOON.isoformat()}
    assert home["devices"][1]["components"]["main"]["bell"] == {}
    assert home["capabilities"]["hatch"]["commands"]["open"]["risk"] == "confirm"
    assert home["capabilities"]["warmth"]["attributes"]["glow"] == {"type": "number", "minimum": 0.0, "maximum": 1.0}


async def test_the_ledger_and_what_is_held_can_be_read(gate: HouseGate) -> None:
    await gate.execute(set_warmth(25), cause("a", turn="t1"))
    held = await gate.execute(OPEN_GATE, cause("b", turn="t2"))
    async with client_of(gate) as client:
        all_of_it = (await client.get("/gate/ledger")).json()
        assert [line["status"] for line in all_of_it] == ["held", "done"]
        assert all_of_it[1]["changed"] == {"warmth.warmth": [20, 25], "power.power": ["off", "on"]}
        assert [line["cause"]["turn"] for line in (await client.get("/gate/ledger", params={"turn": "t1"})).json()] == ["t1"]
        assert [line["id"] for line in (await client.get("/gate/held")).json()] == [held.id]


@pytest.mark.parametrize(
    ("url", "where", "nearest"),
    [
        ("/gate/home?romo=1", "query.romo", []),
        ("/gate/ledger?limt=3", "query.limt", ["limit"]),
        ("/gate/ledger?limit=0", "query.limit", []),
        ("/gate/ledger?limit=all", "query.limit", []),
        ("/gate/ledger?since=2026-05-01", "query.since", []),
        ("/gate/held?x=1", "query.x", []),
        ("/gate/changes?x=1", "query.x", []),
    ],
)
async def test_a_wrong_query_is_told_what_is_wrong_with_it(url: str, where: str, nearest: list[str], gate: HouseGate) -> None:
    async with client_of(gate) as client:
        reply = await client.get(url)
    error = reply.json()["error"]
    assert (reply.status_code, error["where"], error["nearest"]) == (422, where, nearest)
    assert error["message"]


async def test_nothing_can_be_written_through_this_door(gate: HouseGate) -> None:
    async with client_of(gate) as client:
        for path in ("home", "changes", "ledger", "held", "execute"):
            assert (await client.post(f"/gate/{path}", json={})).status_code in (404, 405)


async def test_changes_stream_as_they_happen_and_end_with_the_gate(gate: HouseGate) -> None:
    """Driven as a server would: httpx's in-memory transport waits for the whole body."""
    received: list[bytes] = []
    listening, two_heard = asyncio.Event(), asyncio.Event()

    async def receive() -> dict[str, object]:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: dict[str, object]) -> None:
        if message["type"] == "http.response.start":
            listening.set()
        body = message.get("body", b"")
        if isinstance(body, bytes) and b"event: reading" in body:
            received.append(body)
            if len(received) == 2:
                two_heard.set()

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "path": "/gate/changes",
        "raw_path": b"/gate/changes",
        "query_string": b"",
        "headers": [],
        "scheme": "http",
        "server": ("house", 80),
        "client": ("test", 1),
        "root_path": "",
    }
    streaming = asyncio.ensure_future(served(gate)(scope, receive, send))  # type: ignore[arg-type]
    await listening.wait()
    await gate.execute(set_warmth(25), cause("k"))
    await asyncio.wait_for(two_heard.wait(), 5)
    await gate.backend.close()
    await asyncio.wait_for(streaming, 5)
    first = json.loads(received[0].decode().partition("data: ")[2])
    assert (first["path"], first["value"]) == ("heater.main.warmth.warmth", 25)
