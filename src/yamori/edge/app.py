"""Wires one robot: profile, pins, parts, what is done, the house, its own model. The only place in `edge` where these meet.

Called by `yamori edge` and by `python -m yamori.edge`.
"""

import asyncio
import fcntl
import logging
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yamori.domain.clock import Clock, SystemClock
from yamori.domain.errors import HouseSilent, Misconfigured
from yamori.domain.private_folder import make_private
from yamori.edge import saying
from yamori.edge.client import Client, Identity, Patience
from yamori.edge.connection import Connection
from yamori.edge.done import open_done
from yamori.edge.gguf import default_model
from yamori.edge.groups import GroupResult
from yamori.edge.llama import OwnModel, open_model
from yamori.edge.pins import HousePins
from yamori.edge.profile import read_profile
from yamori.edge.robot import Robot, open_robot
from yamori.edge.simulated import Simulation
from yamori.edge.thinking import EdgeModel, Thinker, make_thinker, think_and_run
from yamori.edge.trace import Trace

_log = logging.getLogger("yamori.edge")


async def run_edge(
    *,
    profile: str,
    server: str,
    device: str | None = None,
    name: str | None = None,
    join: str | None = None,
    state: Path,
    simulated: bool = False,
    trace: Path | None = None,
    private: bool = False,
    model: str | None = None,
) -> None:
    """Until cancelled.

    `device`, `name`: else the profile's. `model`: a GGUF by path or hub name, or the address of an OpenAI-compatible server; else the light
    model if it is on disk; `none` for none. Raises `Misconfigured`, also when the house does not know the device and gets no join code.
    """
    opened = open_edge(
        profile=profile,
        server=server,
        device=device,
        name=name,
        join=join,
        state=state,
        simulated=simulated,
        trace=trace,
        private=private,
        model=model,
    )
    async with opened as edge:
        await edge.run()


@dataclass(kw_only=True)
class Edge:
    """A robot ready to run."""

    robot: Robot
    simulation: Simulation | None
    """Set its distance, motion, temperature and scene here; None on real hardware."""
    listening: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once a person at the device's own keyboard is listened to."""
    _client: Client
    _thinker: Thinker | None
    _state: Path

    async def run(self) -> None:
        tasks = [
            asyncio.create_task(self._client.run(self.robot)),
            asyncio.create_task(saying.listen(self._state, self._say, listening=self.listening)),
        ]
        if self.simulation is not None:
            tasks.append(asyncio.create_task(self.simulation.watch()))
        warming = asyncio.create_task(self._warm())
        try:
            ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in ended:
                task.result()
        finally:
            for task in (*tasks, warming):
                task.cancel()
            await asyncio.gather(*tasks, warming, return_exceptions=True)

    async def think_and_run(self, sentence: str, *, language: str = "en") -> GroupResult:
        """Needs no house."""
        if self._thinker is None:
            return GroupResult(ok=False, problem="this device has no model of its own", steps=())
        return await think_and_run(sentence, language=language, robot=self.robot, thinker=self._thinker)

    async def _say(self, sentence: str, language: str) -> Mapping[str, Any]:
        return (await self.think_and_run(sentence, language=language)).as_json()

    async def _warm(self) -> None:
        """So that the first sentence does not wait for the model to load."""
        if self._thinker is not None and isinstance(self._thinker.model, OwnModel):
            try:
                await self._thinker.model.warm(self._thinker.prompt_prefix, self._thinker.schema)
            except HouseSilent as error:
                _log.error("the device's own model is not ready: %s", error)


@asynccontextmanager
async def open_edge(
    *,
    profile: str,
    server: str,
    state: Path,
    device: str | None = None,
    name: str | None = None,
    join: str | None = None,
    simulated: bool = False,
    trace: Path | None = None,
    private: bool = False,
    model: str | EdgeModel | None = None,
    clock: Clock | None = None,
    patience: Patience | None = None,
) -> AsyncIterator[Edge]:
    """As `run_edge`, for those who also want to reach into it; a test gives its own model, clock and patience."""
    held = read_profile(profile)
    clock = clock or SystemClock("UTC")
    identity = Identity(device=device or held.id, name=name or held.name, join=join, private=private)
    with _alone(state):
        simulation = Simulation(state / "simulated.json") if simulated else None
        if simulation is not None:
            simulation.look()
        pins, traced = HousePins(held.pins, simulated=simulated), Trace(trace, device=identity.device, clock=clock)
        done, connection = open_done(state / "done.sqlite", clock), Connection(server)
        chosen = default_model() if model is None else None if model == "none" else model
        own = open_model(chosen, folder=state / "models") if isinstance(chosen, str) else chosen
        thinker = None if own is None else make_thinker(held, own)
        client = Client(
            connection=connection,
            server=server,
            identity=identity,
            state=state,
            done=done,
            clock=clock,
            thinker=thinker,
            patience=patience or Patience(),
        )
        robot: Robot | None = None
        try:
            robot = open_robot(
                held,
                pins=pins,
                trace=traced,
                clock=clock,
                on_change=client.heard,
                keep=client.keep,
                screen=client.screen,
                simulation=simulation,
            )
            yield Edge(robot=robot, simulation=simulation, _client=client, _thinker=thinker, _state=state)
        finally:
            if robot is not None:
                robot.stop()
                robot.close()
            pins.close()
            traced.close()
            connection.close()
            await done.close()
            if own is not None:
                await own.close()


@contextmanager
def _alone(state: Path) -> Iterator[None]:
    """One program a state folder: two would do the same job twice. Raises `Misconfigured`."""
    for left in make_private(state):
        _log.warning("left as it is: a link, or another user's: %s", left)
    with (state / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise Misconfigured("another robot runs with this state folder", where=str(state), mend="Stop it, or give --state.") from error
        yield
