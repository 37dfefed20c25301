"""Servers that are not what they should be: the connection says who can mend it, and never hangs."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from yamori.domain.clock import SystemClock
from yamori.domain.errors import HouseSilent, Misconfigured
from yamori.gateway.backends.homeassistant import open_homeassistant
from yamori.gateway.homeassistant.connection import ConnectionLost, Rejected, open_connection


@asynccontextmanager
async def server(play: Callable[[ServerConnection], Awaitable[None]]) -> AsyncIterator[str]:
    async with serve(play, "127.0.0.1", 0) as listening:
        yield f"http://127.0.0.1:{next(iter(listening.sockets)).getsockname()[1]}"


def home_assistant(answer: Callable[[dict[str, Any]], list[object]]) -> Callable[[ServerConnection], Awaitable[None]]:
    """One that lets everybody in, and answers each question with messages."""

    async def play(socket: ServerConnection) -> None:
        await socket.send(json.dumps({"type": "auth_required"}))
        await socket.recv()
        await socket.send(json.dumps({"type": "auth_ok"}))
        async for text in socket:
            for message in answer(json.loads(text)):
                if message is None:
                    await socket.close()
                    return
                await socket.send(message if isinstance(message, str) else json.dumps(message))

    return play


async def test_answers_find_their_questions_among_noise() -> None:
    def answer(asked: dict[str, Any]) -> list[object]:
        id = asked["id"]
        noise: list[object] = [
            "no json",
            "[1, 2]",
            {"type": "event", "event": 5},
            {"id": id},
            {"type": "result", "id": 999, "success": True},
        ]
        return [*noise, [{"type": "event", "event": {"event_type": "x"}}, {"type": "result", "id": id, "success": True, "result": 7}]]

    heard: list[object] = []
    async with server(home_assistant(answer)) as url:
        connection = await open_connection(url, "t", heard.append)
        assert await connection.ask("anything") == 7
        assert heard == [{"event_type": "x"}]
        await connection.close()


async def test_a_refusal_keeps_its_reason_and_a_lost_connection_ends_every_question() -> None:
    def answer(asked: dict[str, Any]) -> list[object]:
        if asked["type"] == "drop":
            return [None]
        return [{"type": "result", "id": asked["id"], "success": False, "error": {"code": "no", "message": "not like this"}}]

    async with server(home_assistant(answer)) as url:
        connection = await open_connection(url, "t", lambda event: None)
        with pytest.raises(Rejected, match="not like this"):
            await connection.ask("refuse")
        with pytest.raises(ConnectionLost):
            await connection.ask("drop")
        with pytest.raises(ConnectionLost):
            await connection.ask("again")
        await connection.close()


async def test_a_server_that_never_answers_is_silent() -> None:
    async with server(home_assistant(lambda asked: [])) as url:
        connection = await open_connection(url, "t", lambda event: None)
        with pytest.raises(HouseSilent, match="did not answer"):
            await connection.ask("anything", seconds=0.05)
        await connection.close()


async def test_something_else_at_the_address_is_the_operators_to_mend() -> None:
    async def greet(socket: ServerConnection) -> None:
        await socket.send("hello")

    async with server(greet) as url:
        with pytest.raises(Misconfigured, match="no Home Assistant"):
            await open_connection(url, "t", lambda event: None)


async def test_registries_that_make_no_sense_make_no_home() -> None:
    def answer(asked: dict[str, Any]) -> list[object]:
        results: dict[str, object] = {
            "get_config": {"state": "RUNNING"},
            "config/entity_registry/list": [],
            "config/area_registry/list": [{"nothing": 1}],
        }
        return [{"type": "result", "id": asked["id"], "success": True, "result": results.get(asked["type"], [])}]

    async with server(home_assistant(answer)) as url:
        with pytest.raises(HouseSilent, match="not understood"):
            await open_homeassistant(url, "t", file=None, clock=SystemClock("UTC"))
