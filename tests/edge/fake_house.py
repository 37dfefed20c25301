"""A house as small as the protocol allows, on loopback: it can be ended, started again with what it knew, and made to refuse."""

import asyncio
import socket
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from yamori.edge.app import Edge, open_edge
from yamori.edge.client import Patience

JOIN = "blue-otter"
QUICK = Patience(lease=0.5, answer=2.0, picture=2.0, first=0.02, most=0.1, gather=0.01)
Json = dict[str, Any]


@dataclass(kw_only=True)
class FakeJob:
    key: str
    work: Json
    id: str
    expires_s: float | None = None
    lease_s: float = 30.0
    fence: int = 0
    waiting: bool = True
    results: list[Json] = field(default_factory=list)
    """Those that were taken."""


@dataclass(kw_only=True)
class FakeHouse:
    port: int = 0
    tokens: dict[str, str] = field(default_factory=dict)
    jobs: dict[str, FakeJob] = field(default_factory=dict)
    enrolled: int = 0
    attempts: list[str] = field(default_factory=list)
    descriptions: list[Json] = field(default_factory=list)
    extended: list[tuple[str, int]] = field(default_factory=list)
    stale: list[tuple[str, int]] = field(default_factory=list)
    """Results and extensions that came under an old fence."""
    readings: list[Json] = field(default_factory=list)
    images: list[tuple[str, bytes]] = field(default_factory=list)
    refusals: dict[str, deque[Response]] = field(default_factory=dict)
    """First part of the path after /edge/ to what is answered instead, once each."""
    leases: int = 0
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _server: uvicorn.Server | None = None
    _serving: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def put(self, key: str, work: Json, *, expires_s: float | None = None, lease_s: float = 30.0) -> FakeJob:
        job = FakeJob(key=key, work=work, id=f"job-{key}", expires_s=expires_s, lease_s=lease_s)
        self.jobs[job.id] = job
        await self.tell()
        return job

    async def again(self, job: FakeJob) -> None:
        """As when its lease ran out."""
        job.waiting = True
        await self.tell()

    async def tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def until(self, true: Callable[[], Any], *, seconds: float = 8.0) -> None:
        """Wait for something to have happened here."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(true)

    async def result(self, job: FakeJob, *, number: int = 1) -> Json:
        await self.until(lambda: len(job.results) >= number)
        return job.results[number - 1]

    async def start(self) -> None:
        listening = socket.create_server(("127.0.0.1", self.port))
        self.port = listening.getsockname()[1]
        config = uvicorn.Config(self._app(), log_config=None, lifespan="off", ws="none", timeout_graceful_shutdown=0)
        self._server = uvicorn.Server(config)
        self._serving = asyncio.create_task(self._server.serve(sockets=[listening]))

    async def end(self) -> None:
        """As a pulled plug: what was under way gets no answer, and what comes while the server goes down is not taken."""
        if self._server is None or self._serving is None:
            return
        self._server.should_exit = self._server.force_exit = True
        with suppress(asyncio.CancelledError):
            await self._serving
        self._server = self._serving = None

    def _app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/edge/enrol", self._enrol, methods=["POST"]),
                Route("/edge/device", self._device, methods=["PUT"]),
                Route("/edge/lease", self._lease, methods=["POST"]),
                Route("/edge/jobs/{id}/extend", self._extend, methods=["POST"]),
                Route("/edge/jobs/{id}/result", self._result, methods=["POST"]),
                Route("/edge/readings", self._readings, methods=["POST"]),
                Route("/edge/images", self._images, methods=["POST"]),
            ]
        )

    def _refused(self, request: Request) -> Response | None:
        if self._server is None or self._server.should_exit:
            return problem(503, "the plug is pulled")
        instead = self.refusals.get(request.url.path.split("/")[2])
        if instead:
            return instead.popleft()
        if request.headers.get("authorization", "").removeprefix("Bearer ") not in self.tokens.values():
            return problem(401, "unknown token")
        return None

    async def _enrol(self, request: Request) -> Response:
        said = await request.json()
        self.attempts.append(said.get("attempt", ""))
        if instead := self.refusals.get("enrol"):
            return instead.popleft()
        if said["join"] != JOIN:
            return problem(403, "that is not the join code")
        self.enrolled += 1
        self.tokens[said["device"]] = f"token-{self.enrolled}"
        return JSONResponse({"device": said["device"], "token": self.tokens[said["device"]]})

    async def _device(self, request: Request) -> Response:
        if refused := self._refused(request):
            return refused
        self.descriptions.append(await request.json())
        await self.tell()
        return JSONResponse({"device": self.descriptions[-1]["id"], "version": "1"})

    async def _lease(self, request: Request) -> Response:
        self.leases += 1
        await self.tell()
        if refused := self._refused(request):
            return refused
        said = await request.json()
        with suppress(TimeoutError):
            await self.until(lambda: any(job.waiting for job in self.jobs.values()), seconds=said["wait"])
        if await request.is_disconnected():
            return Response()
        given = [job for job in self.jobs.values() if job.waiting][: said["limit"]]
        for job in given:
            job.waiting = False
            job.fence += 1
        keys = ("id", "key", "fence", "lease_s", "expires_s", "work")
        return JSONResponse({"jobs": [{key: getattr(job, key) for key in keys} for job in given]})

    async def _extend(self, request: Request) -> Response:
        job, fence = self.jobs[request.path_params["id"]], (await request.json())["fence"]
        if refused := self._refused(request) or self._stale(job, fence):
            await self.tell()
            return refused
        self.extended.append((job.key, fence))
        await self.tell()
        return JSONResponse({"lease_s": job.lease_s})

    async def _result(self, request: Request) -> Response:
        said = await request.json()
        job = self.jobs[request.path_params["id"]]
        if refused := self._refused(request) or self._stale(job, said["fence"]):
            await self.tell()
            return refused
        job.results.append(said)
        await self.tell()
        return JSONResponse({"state": "done" if said["ok"] else "failed"})

    def _stale(self, job: FakeJob, fence: int) -> Response | None:
        if fence == job.fence:
            return None
        self.stale.append((job.key, fence))
        return problem(409, "a newer lease was given")

    async def _readings(self, request: Request) -> Response:
        if refused := self._refused(request):
            return refused
        readings = (await request.json())["readings"]
        for reading in readings:
            assert datetime.fromisoformat(reading["at"]).tzinfo is not None
        self.readings += readings
        await self.tell()
        return JSONResponse({"taken": len(readings)})

    async def _images(self, request: Request) -> Response:
        if refused := self._refused(request):
            return refused
        self.images.append((request.query_params["component"], await request.body()))
        await self.tell()
        return JSONResponse({"image": f"image-{len(self.images)}"})


def problem(status: int, message: str, **headers: str) -> Response:
    return JSONResponse({"error": {"message": message, "where": "", "nearest": []}}, status_code=status, headers=headers)


def held(message: str) -> Response:
    return JSONResponse({"error": {"message": message, "where": "approval", "nearest": []}}, status_code=409)


@asynccontextmanager
async def fake_house() -> AsyncIterator[FakeHouse]:
    house = FakeHouse()
    await house.start()
    try:
        yield house
    finally:
        await house.end()


@asynccontextmanager
async def running_robot(
    house: FakeHouse, state: Path, *, profile: str = "jetson", join: str | None = JOIN, **more: Any
) -> AsyncIterator[Edge]:
    """A simulated robot that speaks with the house; `more` goes to `open_edge`."""
    opened = open_edge(
        profile=profile, server=house.url, state=state, join=join, simulated=True, patience=QUICK, **{"model": "none", **more}
    )
    async with opened as edge:
        running = asyncio.create_task(edge.run())
        try:
            yield edge
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


def command(component: str, capability: str, name: str, **arguments: Any) -> Json:
    return {"command": {"component": component, "capability": capability, "name": name, "arguments": arguments}}


def show(text: str) -> Json:
    return command("display", "textDisplay", "show", text=text)


def move(seconds: float) -> Json:
    return command("wheels", "omniDrive", "move", seconds=seconds)
