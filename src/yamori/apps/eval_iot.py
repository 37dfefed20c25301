"""`yamori eval iot`: the paper's ten tasks on three simulated robots, each a process that talks to a household over real HTTP."""

import asyncio
import logging
import os
import secrets
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL

import httpx
import uvicorn

from yamori.agentkit.secret import secret_header
from yamori.apps.household import Household, run_household
from yamori.apps.settings import Settings
from yamori.domain.clock import SystemClock
from yamori.domain.errors import HouseSilent, Misconfigured
from yamori.domain.group import AtOnce
from yamori.domain.home import Home, Person, Place, Room
from yamori.domain.receipt import Cause, Command, ReceiptStatus
from yamori.embedding.open import open_encoder
from yamori.embedding.port import TextEncoder
from yamori.evaluation.ongoing import Progress, Summary
from yamori.evaluation.robots.robots import OpensRobots, Robots
from yamori.evaluation.robots.run import evaluate_robots
from yamori.evaluation.robots.tasks import Rest, RobotTasks, read_tasks
from yamori.evaluation.spent import Spent
from yamori.gateway.edge.join import KeptCodes
from yamori.gateway.homefile import load_home
from yamori.llm.model_files import models_folder
from yamori.llm.open import open_models
from yamori.llm.port import Models, Role
from yamori.llm.router import RoleModels
from yamori.llm.settings import read_settings as read_model_settings

_PROFILES = ("pi4", "jetson")
_PICO = "pico"
_ALL_THERE = 60.0
"""Seconds until all robots must have registered themselves."""
_LAST_WORDS = 5.0
"""Seconds in which a robot that was told to end must be gone."""
_HOME = Home(
    name="Laboratory",
    place=Place(name="Tokyo", country="JP", latitude=35.68, longitude=139.77, timezone="Asia/Tokyo"),
    rooms=(Room(id="lab", name="Laboratory", aliases=("研究室",)),),
    people=(Person(id="researcher", name="Researcher"),),
)
"""One room, one person, and no devices but those that register themselves."""


async def evaluate_ten_tasks(
    settings: Settings, *, model: str | None, runs: int, out: Path, tags: Sequence[str], progress: Progress | None = None
) -> Summary:
    """Raises `Misconfigured` when the robots do not come up. SIGTERM ends it as Ctrl-C does: with every process that it started."""
    tasks = read_tasks()
    with _ended_by_sigterm():
        async with open_models(
            read_model_settings(settings.models_file), models_dir=models_folder(), data_dir=settings.data, clock=SystemClock("UTC")
        ) as models:
            answers = models.of(Role.IOT).model
            with open_encoder(None) as encoder:
                opens = opener(models, tasks, encoder)
                return await evaluate_robots(
                    tasks, opens=opens, answers=answers, model=model, runs=runs, out=out, tags=tags, progress=progress
                )


def opener(models: Models, tasks: RobotTasks, encoder: TextEncoder | None = None) -> OpensRobots:
    """A household of its own, in a folder that is gone afterwards, and the robots in it."""

    @asynccontextmanager
    async def opens() -> AsyncIterator[Robots]:
        async with AsyncExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="yamori-eval-iot-")))
            data = folder / "household"
            data.mkdir()
            clock = SystemClock(_HOME.place.timezone)
            household = await stack.enter_async_context(
                run_household(load_home(_HOME), data=data, clock=clock, models=models, encoder=encoder)
            )
            url = await stack.enter_async_context(_served(household))
            client = await stack.enter_async_context(
                httpx.AsyncClient(base_url=url, timeout=120.0, headers=secret_header(household.agent_secret))
            )
            traces = [folder / f"{name}.trace.jsonl" for name in (*_PROFILES, _PICO)]
            codes = KeptCodes(data)
            robots = [await stack.enter_async_context(_robot(name, url, codes.make(), folder)) for name in _PROFILES]
            pico = await stack.enter_async_context(_pico(url, codes.make(), folder))
            await _all_there(client, tasks.robots, robots, pico)
            yield RobotHousehold(client=client, household=household, traces=traces, models=models)

    return opens


@dataclass(frozen=True, kw_only=True)
class RobotHousehold:
    """Fulfils `evaluation.robots.robots.Robots`."""

    client: httpx.AsyncClient
    household: Household
    traces: Sequence[Path]
    models: Models
    person: str = _HOME.people[0].id
    room: str = _HOME.rooms[0].id

    async def rest(self, commands: Sequence[Rest]) -> None:
        step = AtOnce(
            tuple(
                Command(device=r.device, component=r.component, capability=r.capability, name=r.command, arguments=r.arguments)
                for r in commands
            )
        )
        cause = Cause(key=f"rest-{secrets.token_hex(8)}", person=self.person, words="")
        for receipt in await self.household.gate.perform(step, cause):
            if receipt.status not in (ReceiptStatus.DONE, ReceiptStatus.UNCHANGED):
                told = receipt.command
                raise HouseSilent(f"{told.device} was not put to rest ({told.component} {told.name}): {receipt.problem or receipt.status}")

    async def spent(self) -> Spent:
        if not isinstance(self.models, RoleModels):
            return Spent()
        total = await self.models.ledger.totals()
        return Spent(calls=total.calls, prompt_tokens=total.prompt_tokens, completion_tokens=total.completion_tokens)


class _Server(uvicorn.Server):
    """Leaves Ctrl-C to the evaluation, which must end more than this server."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def _served(household: Household) -> AsyncIterator[str]:
    """The household on a free port of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        config = uvicorn.Config(household.app, log_config=None, access_log=False, lifespan="off", timeout_graceful_shutdown=1)
        server = _Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            log = logging.getLogger("uvicorn.error")
            before = log.level
            log.setLevel(logging.CRITICAL)  # the robots' long polls are cut off now, which is no error
            open_requests = set(server.server_state.tasks)
            server.should_exit = True
            await serving
            await asyncio.gather(*open_requests, return_exceptions=True)
            log.setLevel(before)


@asynccontextmanager
async def _robot(profile: str, url: str, code: str, folder: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """`python -m yamori.edge`; without a model of its own, as sentences are the IoT agent's here. Ended at the end, by force if need be."""
    trace, state = folder / f"{profile}.trace.jsonl", folder / profile
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "yamori.edge", "--profile", profile, "--server", url, "--simulated", "--model", "none"),
        *("--trace", str(trace), "--state", str(state)),
        env={**os.environ, "YAMORI_JOIN": code},
        stdin=DEVNULL,
        stdout=DEVNULL,
        stderr=DEVNULL,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
            try:
                async with asyncio.timeout(_LAST_WORDS):
                    await process.wait()
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()


@asynccontextmanager
async def _pico(url: str, code: str, folder: Path) -> AsyncIterator["asyncio.Task[None]"]:
    """The board's own files, in a process that ends with this task. It measures only when it is told to, not every five minutes."""
    from yamori.edge.micropython.simulated import run_pico

    trace, state = folder / f"{_PICO}.trace.jsonl", folder / _PICO
    running = asyncio.create_task(run_pico(server=url, join=code, state=state, trace=trace, settings={"readings_s": 86_400}))
    try:
        yield running
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def _all_there(
    client: httpx.AsyncClient, robots: Sequence[str], processes: Sequence[asyncio.subprocess.Process], pico: "asyncio.Task[None]"
) -> None:
    """Until `GET /gate/home` lists every robot. Raises `Misconfigured` when one has ended or does not come."""
    missing = set(robots)
    try:
        async with asyncio.timeout(_ALL_THERE):
            while missing:
                if pico.done() or any(process.returncode is not None for process in processes):
                    break
                home = (await client.get("/gate/home")).json()
                missing = set(robots) - {device["id"] for device in home["devices"]}
                await asyncio.sleep(0.1)
    except TimeoutError:
        pass
    if missing:
        names = ", ".join(sorted(missing))
        mend = "try `yamori edge --profile pi4 --simulated` to see what it says"
        raise Misconfigured(f"the simulated robots did not come up: {names}", where="yamori eval iot", mend=mend)


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """A process that is told to end must take its robots with it."""
    loop, this, told = asyncio.get_running_loop(), asyncio.current_task(), asyncio.Event()
    assert this is not None

    def end() -> None:
        told.set()
        this.cancel()

    try:
        loop.add_signal_handler(signal.SIGTERM, end)
    except (NotImplementedError, RuntimeError):  # not here, or not in the main thread
        yield
        return
    try:
        yield
    except asyncio.CancelledError:
        if told.is_set():
            raise SystemExit(128 + signal.SIGTERM) from None
        raise
    finally:
        loop.remove_signal_handler(signal.SIGTERM)
