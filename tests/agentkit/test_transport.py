"""HTTP in memory as it is over a network: events arrive while they happen, and whoever goes away is noticed."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI, Request
from fastapi.responses import StreamingResponse
from httpx_sse import aconnect_sse
from tests.agentkit.fakes import Yard, client_of, endpoints, waiting, yard_agent
from tests.agentkit.test_endpoints import body


async def test_events_arrive_before_the_task_has_ended() -> None:
    yard = Yard()
    async with (
        endpoints(yard_agent(lambda t: waiting(), yard=yard)) as app,
        client_of(app) as client,
        aconnect_sse(client, "POST", "/relay", json=body()) as source,
    ):
        events = source.aiter_sse()
        assert (await anext(events)).event == "ToolCalled"
        assert yard.done == {}
        yard.go.set()
        assert [e.event async for e in events] == ["ToolReturned", "Finished"]


async def test_closing_the_stream_stops_the_work_behind_it() -> None:
    yard = Yard()
    async with endpoints(yard_agent(lambda t: waiting(), yard=yard)) as app, client_of(app) as client:
        async with aconnect_sse(client, "POST", "/relay", json=body()) as source:
            await anext(source.aiter_sse())
        yard.go.set()
        assert (await client.get("/healthz")).status_code == 200
        assert yard.done == {}


@pytest.mark.parametrize("path", ["/never", "/half"])
async def test_silence_ends_with_the_clients_read_limit(path: str) -> None:
    app, ended = silent()
    async with client_of(app) as client:
        with pytest.raises(httpx.ReadTimeout):
            await client.get(path, timeout=0.01)
        await asyncio.wait_for(ended.wait(), 5)


async def test_a_caller_that_is_cancelled_before_the_answer_began_stops_the_work() -> None:
    app, ended = silent()
    async with client_of(app) as client:
        asking = asyncio.create_task(client.get("/never"))
        while not app.state.begun:
            await asyncio.wait([asking], timeout=0)
        asking.cancel()
        await asyncio.wait_for(ended.wait(), 5)


async def test_a_stream_that_nobody_reads_can_be_closed() -> None:
    """Many more messages than fit between the two."""
    app = FastAPI()

    @app.get("/flood")
    async def flood() -> StreamingResponse:
        async def chunks() -> AsyncIterator[bytes]:
            while True:
                yield b"x"

        return StreamingResponse(chunks())

    async with client_of(app) as client, asyncio.timeout(5), client.stream("GET", "/flood") as response:
        await anext(response.aiter_raw())


async def test_an_application_that_breaks_off_or_says_nothing_is_an_error_of_the_protocol() -> None:
    async def nothing(scope: object, receive: object, send: object) -> None: ...

    async with client_of(nothing) as client:  # type: ignore[arg-type]  # the poorest of all applications
        with pytest.raises(httpx.RemoteProtocolError, match="without a response"):
            await client.get("/")


async def test_the_whole_request_reaches_the_application() -> None:
    app = FastAPI()

    @app.post("/échó")
    async def echo(request: Request) -> dict[str, str]:
        return {"query": request.url.query, "body": (await request.body()).decode(), "kind": request.headers["x-kind"]}

    async with client_of(app) as client:
        said = await client.post("/échó?a=1&b=%20", content="お茶", headers={"X-Kind": "tea"})
        assert said.json() == {"query": "a=1&b=%20", "body": "お茶", "kind": "tea"}


def silent() -> tuple[FastAPI, asyncio.Event]:
    """An application that never answers, or answers half; the event tells that it was stopped."""
    app = FastAPI()
    app.state.begun = False
    ended = asyncio.Event()

    async def for_ever() -> None:
        app.state.begun = True
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    @app.get("/never")
    async def never() -> None:
        await for_ever()

    @app.get("/half")
    async def half() -> StreamingResponse:
        async def chunks() -> AsyncIterator[bytes]:
            yield b"half"
            await for_ever()

        return StreamingResponse(chunks())

    return app, ended
