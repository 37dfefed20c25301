"""A server that speaks docs/edge-protocol.md on a loopback port and keeps everything in memory, for the Pico's tests."""

import asyncio
import itertools
import json
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

JOIN = "join-code"


class FakeHouse:
    """Answers one device. `away` makes it fail every request; `refuse` revokes the token."""

    def __init__(self, *, lease_s: float = 30.0) -> None:
        self.url = ""
        self.away = False
        self.lease_s = lease_s
        self.token: str | None = None
        self.enrolments = 0
        self.description: dict[str, Any] = {}
        self.described = asyncio.Event()
        self.turned_away = asyncio.Event()
        self.readings: list[dict[str, Any]] = []
        self.images: list[bytes] = []
        self.jobs: dict[str, dict[str, Any]] = {}
        self.requests: list[str] = []
        self.extended: list[str] = []
        self._closing = False
        self._came = asyncio.Event()
        self._news = asyncio.Condition()

    async def put(self, work: Mapping[str, Any], *, key: str | None = None, expires_s: float | None = None) -> str:
        id = f"job-{len(self.jobs) + 1}"
        self.jobs[id] = {"key": key or f"key-{id}", "work": work, "expires_s": expires_s, "fence": 0, "waiting": True, "result": None}
        self._came.set()
        return id

    async def do(self, *commands: Mapping[str, Any], group: str = "sequence") -> dict[str, Any]:
        step: Mapping[str, Any] = (
            {"command": commands[0]} if len(commands) == 1 else {group: [{"command": command} for command in commands]}
        )
        return await self.result(await self.put({"do": step}))

    async def result(self, id: str, *, seconds: float = 20.0) -> dict[str, Any]:
        await self.until(lambda: self.jobs[id]["result"] is not None, seconds=seconds)
        result: dict[str, Any] = self.jobs[id]["result"]
        return result

    async def until(self, true: Any, *, seconds: float = 20.0) -> None:
        """Waits for what a request of the device brings about."""
        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(true)

    def again(self, id: str) -> None:
        """The lease ran out, or the result was lost: the job is to be leased again."""
        self.jobs[id] |= {"waiting": True, "result": None}
        self._came.set()

    def close(self) -> None:
        self._closing = True
        self._came.set()

    def routes(self) -> list[Route]:
        return [
            Route("/edge/enrol", self._enrol, methods=["POST"]),
            Route("/edge/device", self._describe, methods=["PUT"]),
            Route("/edge/lease", self._lease, methods=["POST"]),
            Route("/edge/jobs/{id}/extend", self._extend, methods=["POST"]),
            Route("/edge/jobs/{id}/result", self._result, methods=["POST"]),
            Route("/edge/readings", self._readings, methods=["POST"]),
            Route("/edge/images", self._image, methods=["POST"]),
        ]

    async def _said(self, request: Request) -> dict[str, Any]:
        self.requests.append(f"{request.method} {request.url.path}")
        if self.away:
            self.turned_away.set()
            raise _Refusal(503, "away")
        if request.url.path != "/edge/enrol" and request.headers.get("authorization") != f"Bearer {self.token}":
            raise _Refusal(401, "no such token")
        body = await request.body()
        said: dict[str, Any] = json.loads(body) if request.headers.get("content-type") == "application/json" else {"image": body}
        return said

    async def _tell(self, answer: Mapping[str, Any]) -> Response:
        async with self._news:
            self._news.notify_all()
        return JSONResponse(answer)

    async def _enrol(self, request: Request) -> Response:
        said = await self._said(request)
        if said["join"] != JOIN:
            raise _Refusal(401, "wrong join code")
        self.enrolments += 1
        self.token = f"token-{self.enrolments}"
        return await self._tell({"device": said["device"], "token": self.token})

    async def _describe(self, request: Request) -> Response:
        self.description = await self._said(request)
        self.described.set()
        return await self._tell({"device": self.description["id"], "version": "1"})

    async def _lease(self, request: Request) -> Response:
        said = await self._said(request)
        try:
            async with asyncio.timeout(min(said["wait"], 2.0)):
                while not (due := [id for id, job in self.jobs.items() if job["waiting"]]) and not self._closing:
                    self._came.clear()
                    await self._came.wait()
        except TimeoutError:
            due = []
        if await request.is_disconnected():
            self._came.set()
            return Response()
        leased = []
        for id in itertools.islice(due, said["limit"]):
            job = self.jobs[id]
            job["waiting"] = False
            job["fence"] += 1
            leased.append({"id": id, "lease_s": self.lease_s} | {name: job[name] for name in ("key", "fence", "expires_s", "work")})
        return await self._tell({"jobs": leased})

    async def _extend(self, request: Request) -> Response:
        said = await self._said(request)
        self._fenced(request, said)
        self.extended.append(request.path_params["id"])
        return await self._tell({"lease_s": self.lease_s})

    async def _result(self, request: Request) -> Response:
        said = await self._said(request)
        self._fenced(request, said)["result"] = said
        return await self._tell({"state": "done"})

    def _fenced(self, request: Request, said: Mapping[str, Any]) -> dict[str, Any]:
        job = self.jobs[request.path_params["id"]]
        if job["fence"] != said["fence"] or job["waiting"]:
            raise _Refusal(409, "stale fencing token")
        return job

    async def _readings(self, request: Request) -> Response:
        self.readings += (await self._said(request))["readings"]
        return await self._tell({"taken": len(self.readings)})

    async def _image(self, request: Request) -> Response:
        self.images.append((await self._said(request))["image"])
        return await self._tell({"image": str(len(self.images))})


class _Refusal(Exception):
    def __init__(self, status: int, message: str) -> None:
        self.status = status
        self.message = message


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, _Refusal)
    return JSONResponse({"error": {"message": error.message, "where": None, "nearest": []}}, status_code=error.status)


@asynccontextmanager
async def open_house(*, lease_s: float = 30.0) -> AsyncIterator[FakeHouse]:
    house = FakeHouse(lease_s=lease_s)
    app = Starlette(routes=house.routes(), exception_handlers={_Refusal: _refused})
    listening = socket.create_server(("127.0.0.1", 0))
    house.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off", timeout_graceful_shutdown=1))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        yield house
    finally:
        house.close()
        server.should_exit = True
        await serving
        listening.close()
