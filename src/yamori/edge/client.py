"""The device's side of `docs/edge-protocol.md`: enrols, describes itself, leases jobs, runs them, and reports to the house what came of it.

Called by `app.py`; calls the robot through `groups.py`. Whatever is cut, network, house or power, each loop here waits a limited and
growing time and goes on; only a device that the house no longer knows, and that has no join code, gives up and says so.
"""

import asyncio
import json
import logging
import random
import sqlite3
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from yamori.domain.clock import Clock
from yamori.domain.errors import InvalidRequest, Misconfigured
from yamori.domain.values import Value
from yamori.edge.album import Album
from yamori.edge.badge import Badge, attempt_of, keep_badge, read_badge
from yamori.edge.connection import Connection, Refused, Unreachable
from yamori.edge.done import Done, Owed
from yamori.edge.groups import GroupResult, GroupRun, read_step
from yamori.edge.picture import Picture
from yamori.edge.robot import Change, Robot
from yamori.edge.thinking import Thinker, think_and_run

_DAY = 86_400.0
_APPROVAL = "approval"
"""Where the house stops an enrolment that a person has to agree to."""
_log = logging.getLogger("yamori.edge")


@dataclass(frozen=True, kw_only=True)
class Patience:
    """How long the client waits for what, in seconds. Tests have little of it."""

    lease: float = 25.0
    """The long poll."""
    answer: float = 15.0
    """Any other answer."""
    picture: float = 30.0
    first: float = 0.5
    """After the first failure; doubled with each further one."""
    most: float = 30.0
    gather: float = 0.05
    """How long changes are gathered before they are sent together."""


@dataclass(frozen=True, kw_only=True)
class Identity:
    """Who this device is to the house."""

    device: str
    name: str
    join: str | None
    """The household's join code."""
    private: bool


class Backoff:
    """Waits longer after each failure, and never all devices of a house at the same moment."""

    def __init__(self, patience: Patience, *, sooner: asyncio.Event) -> None:
        """`sooner` ends a wait early: another loop has reached the house."""
        self._patience = patience
        self._sooner = sooner
        self._next = patience.first

    def reset(self) -> None:
        self._next = self._patience.first

    async def wait(self, error: Exception) -> None:
        seconds = self._next * random.uniform(0.5, 1.0)
        if isinstance(error, Unreachable) and error.after is not None:
            seconds = max(seconds, min(error.after, self._patience.most))
        self._next = min(self._next * 2, self._patience.most)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._sooner.wait()


@dataclass(kw_only=True)
class _Running:
    """A job that runs here; its lease may be renewed by another under it."""

    job: str
    fence: int
    lease_s: float
    stale: int | None = None
    """The fence that the house called stale."""


@dataclass(frozen=True, kw_only=True)
class _Job:
    id: str
    key: str
    fence: int
    lease_s: float
    expires_s: float | None
    work: Mapping[str, Any] = field(default_factory=dict)


class Client:
    """Wired by `app.py`; `run` until cancelled."""

    AT_ONCE = 32
    """Jobs in hand; no more are leased beyond."""

    def __init__(
        self,
        *,
        connection: Connection,
        server: str,
        identity: Identity,
        state: Path,
        done: Done,
        clock: Clock,
        thinker: Thinker | None,
        patience: Patience,
    ) -> None:
        self._connection = connection
        self._server = server
        self._identity = identity
        self._state = state
        self._done = done
        self._clock = clock
        self._thinker = thinker
        self._patience = patience
        self._album = Album(state / "photos", self._upload)
        self._robot: Robot | None = None
        self._badge = read_badge(state, server=server, device=identity.device)
        self._badges = asyncio.Lock()
        self._described = False
        self._reached = asyncio.Event()
        """Set for a moment whenever the house was reached anew."""
        self._running: dict[str, _Running] = {}
        self._room = asyncio.Event()
        self._owing = asyncio.Event()
        self._changed = asyncio.Event()
        self._changes: deque[Change] = deque(maxlen=200)
        self._screens: dict[str, Picture] = {}
        self._drawn = asyncio.Event()
        self._jobs: set[asyncio.Task[None]] = set()

    # What the robot is given when it is opened.

    def heard(self, change: Change) -> None:
        self._changes.append(change)
        self._changed.set()

    async def keep(self, component: str, picture: Picture) -> str:
        return await self._album.keep(component, picture, self._clock.now())

    def screen(self, component: str, picture: Picture) -> None:
        if not self._identity.private:
            self._screens[component] = picture
            self._drawn.set()

    async def run(self, robot: Robot) -> None:
        """Raises `Misconfigured` when the house does not know the device and there is no (valid) join code."""
        self._robot = robot
        self._owing.set()
        loops = [asyncio.create_task(loop()) for loop in (self._lease, self._deliver, self._report_readings, self._draw)]
        try:
            ended, _ = await asyncio.wait(loops, return_when=asyncio.FIRST_COMPLETED)
            for loop in ended:
                loop.result()
        finally:
            tasks = [*loops, *self._jobs]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    # The house's endpoint.

    async def _ask(self, method: str, path: str, body: Mapping[str, Any], *, seconds: float) -> Any:
        return await self._send(method, path, json.dumps(body).encode(), type="application/json", seconds=seconds)

    async def _send(self, method: str, path: str, body: bytes, *, type: str, seconds: float) -> Any:
        """With a token; a house that does not know it is asked for another one, once."""
        badge = self._badge or await self._enrol(None)
        try:
            return await self._connection.send(method, path, body, type=type, token=badge.token, seconds=seconds)
        except Refused as error:
            if error.status != 401:
                raise
        badge = await self._enrol(badge)
        return await self._connection.send(method, path, body, type=type, token=badge.token, seconds=seconds)

    async def _enrol(self, refused: Badge | None) -> Badge:
        async with self._badges:
            if self._badge is not None and self._badge != refused:
                return self._badge  # another loop was faster
            device, join = self._identity.device, self._identity.join
            if join is None:
                raise Misconfigured(
                    f"the house at {self._server} does not know this device" + (" any more" if refused else ""),
                    where=device,
                    mend="Start it once with --join CODE; `yamori edge-code` on the house shows the code.",
                )
            body = {"device": device, "join": join, "attempt": attempt_of(self._state)}
            try:
                said = await self._connection.json("POST", "/edge/enrol", body, token=None, seconds=self._patience.answer)
            except Refused as error:
                if error.where == _APPROVAL:
                    raise Unreachable(str(error)) from error  # worth asking again, until somebody has answered
                raise Misconfigured(
                    f"the house at {self._server} does not let this device in: {error}",
                    where=device,
                    mend="Take a new join code: `yamori edge-code` on the house prints one.",
                ) from error
            if not isinstance(said.get("token"), str):
                raise Unreachable("the house gave no token")
            self._badge = Badge(server=self._server, device=device, token=said["token"])
            keep_badge(self._state, self._badge)
            self._described = False
            return self._badge

    async def _describe(self) -> None:
        assert self._robot is not None
        profile = self._robot.profile
        description = {
            "id": self._identity.device,
            "name": self._identity.name,
            "aliases": list(profile.aliases),
            "profile": profile.profile,
            "version": profile.version,
            "room": None,
            "private": self._identity.private,
            "thinks": self._thinker is not None,
            "components": self._robot.components(),
            "capabilities": profile.capabilities,
        }
        await self._ask("PUT", "/edge/device", description, seconds=self._patience.answer)
        self._described = True
        self._changed.set()
        self._drawn.set()
        self._reached.set()
        self._reached.clear()

    async def _upload(self, component: str, picture: Picture, at: datetime) -> str:
        path = f"/edge/images?{urlencode({'component': component, 'at': at.isoformat()})}"
        said = await self._send("POST", path, picture.data, type=picture.type, seconds=self._patience.picture)
        return str(said.get("image"))

    # Jobs come in.

    async def _lease(self) -> None:
        backoff, loop = Backoff(self._patience, sooner=asyncio.Event()), asyncio.get_running_loop()
        forget_at = 0.0
        while True:
            try:
                if not self._described:
                    await self._describe()
                if loop.time() >= forget_at:
                    await self._done.forget()
                    forget_at = loop.time() + _DAY
                while len(self._running) >= self.AT_ONCE:
                    self._room.clear()
                    await self._room.wait()
                asked, patience = loop.time(), self._patience
                limit = min(8, self.AT_ONCE - len(self._running))
                body = {"wait": patience.lease, "limit": limit}
                said = await self._ask("POST", "/edge/lease", body, seconds=patience.lease + patience.answer)
            except (Unreachable, Refused) as error:
                _log.warning("no jobs: %s", error)
                self._described = False  # the house may have been started anew, with nothing in it
                await backoff.wait(error)
                continue
            backoff.reset()
            jobs = said.get("jobs")
            for job in jobs[:limit] if isinstance(jobs, list) else ():
                try:
                    self._take(_read_job(job))
                except (KeyError, TypeError, ValueError, AttributeError) as error:
                    _log.warning("this is no job: %r in %s", error, str(job)[:200])
            if not jobs and loop.time() - asked < patience.first:
                await asyncio.sleep(patience.first)  # a house that does not wait must not be asked without end

    def _take(self, job: _Job) -> None:
        running = self._running.get(job.key)
        if running is not None:
            running.job, running.fence, running.lease_s = job.id, job.fence, job.lease_s
            task = asyncio.create_task(self._refence(job))
        else:
            self._running[job.key] = _Running(job=job.id, fence=job.fence, lease_s=job.lease_s)
            task = asyncio.create_task(self._job(job))
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    async def _refence(self, job: _Job) -> None:
        await self._done.refence(job.key, job=job.id, fence=job.fence)
        self._owing.set()

    async def _job(self, job: _Job) -> None:
        begin_by = None if job.expires_s is None else asyncio.get_running_loop().time() + job.expires_s
        try:
            if not await self._done.again(job.key, job=job.id, fence=job.fence):
                running = self._running[job.key]
                extending = asyncio.create_task(self._extend(running))
                try:
                    result = await self._work(job, running, begin_by=begin_by)
                finally:
                    extending.cancel()
                await self._done.finish(job.key, result.as_json(), job=running.job, fence=running.fence)
        except sqlite3.Error as error:
            _log.error("job %s is left: the disk does not keep what is done: %s", job.id, error)
        finally:
            del self._running[job.key]
            self._room.set()
            self._owing.set()

    async def _work(self, job: _Job, running: _Running, *, begin_by: float | None) -> GroupResult:
        assert self._robot is not None

        async def begin() -> None:
            await self._done.begin(job.key, job=running.job, fence=running.fence)

        async def progress(steps: Any) -> None:
            await self._done.progress(job.key, steps)

        run = GroupRun(self._robot, begin_by=begin_by, begin=begin, progress=progress)
        try:
            if "do" in job.work:
                return await run.run(read_step(job.work["do"], self._robot))
            if "say" in job.work and self._thinker is not None:
                return await think_and_run(
                    str(job.work["say"]), language=str(job.work.get("language", "en")), robot=self._robot, thinker=self._thinker, run=run
                )
            problem = "this device has no model of its own" if "say" in job.work else "the work is neither `do` nor `say`"
        except InvalidRequest as error:
            problem = str(error)
        except sqlite3.Error:
            raise  # reported to nobody: nothing that the disk does not keep is done, and the job comes again
        except Exception as error:  # a mistake of ours must not leave the house without an answer
            _log.exception("job %s", job.id)
            problem = f"{type(error).__name__}: {error}"
        return GroupResult(ok=False, problem=problem, steps=())

    async def _extend(self, running: _Running) -> None:
        while True:
            await asyncio.sleep(max(running.lease_s / 3, 0.05))
            if running.stale == running.fence:
                continue
            fence = running.fence
            try:
                said = await self._ask("POST", f"/edge/jobs/{running.job}/extend", {"fence": fence}, seconds=self._patience.answer)
                running.lease_s = float(said.get("lease_s") or running.lease_s)
            except Refused as error:
                running.stale = fence  # what has begun is ended all the same; its result is known when the job comes again
                _log.warning("job %s is not ours any more: %s", running.job, error)
            except Unreachable as error:
                _log.warning("job %s could not be extended: %s", running.job, error)

    # What came of it goes out.

    async def _deliver(self) -> None:
        backoff = Backoff(self._patience, sooner=self._reached)
        while True:
            await self._owing.wait()
            self._owing.clear()
            for owed in await self._done.owed():
                if owed.key not in self._running:
                    try:
                        await self._deliver_one(owed)
                        backoff.reset()
                    except Unreachable as error:
                        _log.warning("the result of job %s waits: %s", owed.job, error)
                        self._owing.set()
                        await backoff.wait(error)
                        break

    async def _deliver_one(self, owed: Owed) -> None:
        body = await self._album.settled(json.dumps({"fence": owed.fence, **owed.result}))
        path = f"/edge/jobs/{owed.job}/result"
        try:
            await self._send("POST", path, body.encode(), type="application/json", seconds=self._patience.answer)
        except Refused as error:
            _log.warning("the result of job %s was refused: %s", owed.job, error)
        await self._done.settle(owed)

    async def _report_readings(self) -> None:
        """Readings, in the order in which they changed."""
        backoff = Backoff(self._patience, sooner=self._reached)
        while True:
            await self._changed.wait()
            await asyncio.sleep(self._patience.gather)
            self._changed.clear()
            if not self._described or not self._changes:
                continue  # the description will hold all values; what changes until then is reported after it
            changes = list(self._changes)
            readings = [_reading(change) for change in changes if change.value is not None]
            try:
                body = await self._album.settled(json.dumps({"readings": readings}))
                if readings:
                    await self._send("POST", "/edge/readings", body.encode(), type="application/json", seconds=self._patience.answer)
                backoff.reset()
            except Unreachable as error:
                self._changed.set()
                await backoff.wait(error)
                continue
            except Refused as error:
                _log.warning("readings were refused: %s", error)
            for change in changes:
                if self._changes and self._changes[0] is change:
                    self._changes.popleft()

    async def _draw(self) -> None:
        """What the screens show, the latest only."""
        backoff = Backoff(self._patience, sooner=self._reached)
        while True:
            await self._drawn.wait()
            await asyncio.sleep(self._patience.gather * 5)  # an animation has many frames, and its end is what is seen
            self._drawn.clear()
            if not self._described:
                continue
            for component, picture in list(self._screens.items()):
                try:
                    await self._upload(component, picture, self._clock.now())
                    backoff.reset()
                except Unreachable as error:
                    self._drawn.set()
                    await backoff.wait(error)
                    break
                except Refused as error:
                    _log.warning("the screen %s was refused: %s", component, error)
                if self._screens.get(component) is picture:
                    del self._screens[component]


def _reading(change: Change) -> dict[str, Value]:
    capability, _, attribute = change.attribute.rpartition(".")
    return {
        "component": change.component,
        "capability": capability,
        "attribute": attribute,
        "value": change.value,
        "at": change.at.isoformat(),
    }


def _read_job(said: Mapping[str, Any]) -> _Job:
    """Raises `KeyError`, `TypeError` or `ValueError` for what is no job."""
    expires = said.get("expires_s")
    return _Job(
        id=str(said["id"]),
        key=str(said["key"]),
        fence=int(said["fence"]),
        lease_s=float(said["lease_s"]),
        expires_s=None if expires is None else float(expires),
        work=dict(said["work"]),
    )
