"""Devices at the edge: a command becomes a job that the device fetches, does once, and answers with the state it read back.

Calls the job store and the registered devices; the endpoint that the devices call is `gateway.edge_routes`.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

import structlog

from yamori.domain.capability import Capability
from yamori.domain.clock import Clock
from yamori.domain.errors import HouseSilent, InvalidRequest, NotFound
from yamori.domain.home import Device, Home
from yamori.domain.receipt import Command, Reading
from yamori.domain.values import Value
from yamori.gateway.backends.port import OnItsWay, OwnCommand, Sent
from yamori.gateway.edge.devices import EdgeDevices
from yamori.gateway.homefile import LoadedHome
from yamori.gateway.jobs.port import Job, JobState, JobStore, NewJob
from yamori.gateway.sentences import Unanswered

_log = structlog.get_logger()


@dataclass(frozen=True, kw_only=True)
class Patience:
    """How long a command to a device may take."""

    fetch: float = 5.0
    """Seconds until a device that is there has fetched it; after that the person is told that it waits."""
    work: float = 50.0
    """Seconds until a device that has fetched it has done it; after that too."""
    expiry: timedelta = timedelta(minutes=2)
    """After this a command that no device fetched is never done: late is worse than not at all."""


class EdgeBackend:
    """Fulfils `Backend` and `Keeping`."""

    def __init__(self, devices: EdgeDevices, jobs: JobStore, clock: Clock, patience: Patience | None = None) -> None:
        self.devices = devices
        self.jobs = jobs
        self._clock = clock
        self._patience = patience or Patience()
        self._leaving = asyncio.Event()

    def home(self, beside: Home) -> LoadedHome:
        """The registered devices as a home of their own, in the rooms of the home they stand in; an id that is taken there is left out."""
        rooms = frozenset(room.id for room in beside.rooms)
        taken = frozenset(device.id.casefold() for device in beside.devices)
        devices: list[Device] = []
        capabilities: dict[str, Capability] = {}
        for known in self.devices.all():
            said = known.description.device
            if said.id.casefold() in taken:
                continue
            room = known.room if known.room in rooms else None
            aliases = tuple(dict.fromkeys((*said.aliases, *((said.name,) if known.name != said.name else ()))))
            devices.append(
                Device(
                    id=said.id,
                    name=known.name,
                    room=room,
                    aliases=aliases,
                    components=said.components,
                    thinks=known.description.thinks,
                    private=known.private,
                )
            )
            for name, capability in known.description.capabilities.items():
                capabilities.setdefault(name, capability)
        home = Home(name=beside.name, place=beside.place, floors=beside.floors, rooms=beside.rooms, people=(), devices=tuple(devices))
        return LoadedHome(home=home, capabilities=capabilities)

    async def read(self, device: str, component: str, capability: str, attribute: str) -> Reading:
        for reading in self.devices.readings(device):
            if (reading.component, reading.capability, reading.attribute) == (component, capability, attribute):
                return reading
        raise HouseSilent(f"{device} has not said anything about {attribute} yet")

    async def snapshot(self, device: str | None = None) -> Sequence[Reading]:
        ids = [device] if device is not None else [d.description.device.id for d in self.devices.all()]
        return [reading for id in ids for reading in self.devices.readings(id)]

    async def send(self, command: Command, key: str) -> Sent:
        capability = command.capability.removesuffix(f".{command.device}")
        step: Value = {"component": command.component, "capability": capability, "name": command.name, "arguments": dict(command.arguments)}
        job = await self._done(command.device, {"do": {"command": step}}, key)
        return self._sent(job)

    async def tell(self, device: str, sentence: str, language: str, key: str) -> tuple[Sequence[OwnCommand], str | None]:
        job = await self._done(device, {"say": sentence, "language": language}, key)
        self._sent(job)  # raises where the device never said what became of it
        at = job.ended_at or self._clock.now()
        commands = []
        for step in steps_of(job):
            capability = self._called(device, str(step.get("capability")))
            arguments = cast(Mapping[str, Value], step.get("arguments") or {})
            command = Command(
                device=device, component=str(step.get("component")), capability=capability, name=str(step.get("name")), arguments=arguments
            )
            problem = None if step.get("ok") else str(step.get("problem") or "no reason given")
            before, after = self._named(device, step.get("before")), self._named(device, step.get("after"))
            commands.append(OwnCommand(command=command, sent=Sent(before=before, after=after, at=at, problem=problem)))
        return commands, None if job.state is JobState.DONE else job.problem

    async def _done(self, device: str, work: Mapping[str, Value], key: str) -> Job:
        expires = self._clock.now() + self._patience.expiry
        job = await self.jobs.put(NewJob(key=key, device=device, work=work, expires=expires))
        begun = time.monotonic()
        while not job.state.ended:
            passed = time.monotonic() - begun
            limit = self._patience.work if job.state is JobState.LEASED else self._patience.fetch
            if passed >= limit:
                raise OnItsWay("not_finished" if job.delivered else "not_fetched", device=device)
            job = await self.jobs.wait(job.id, seconds=min(1.0, limit - passed))
            if not job.state.ended and job.state is JobState.WAITING:
                await self.jobs.sweep()
                job = await self.jobs.get(job.id)
        return job

    async def lease(self, device: str, *, limit: int, seconds: float, wait: float) -> Sequence[Job]:
        """As the job store's, but nobody waits any longer once `leave` was called."""
        asked = asyncio.ensure_future(self.jobs.lease(device, limit=limit, seconds=seconds, wait=wait))
        leaving = asyncio.ensure_future(self._leaving.wait())
        try:
            await asyncio.wait({asked, leaving}, return_when=asyncio.FIRST_COMPLETED)
            return asked.result() if asked.done() else ()
        finally:
            # The store gives back what it was just about to lease.
            for task in (asked, leaving):
                task.cancel()
            await asyncio.gather(asked, leaving, return_exceptions=True)

    def leave(self) -> None:
        """The house is about to close: devices that wait for a job are answered now, and come again when it is back."""
        self._leaving.set()

    def now(self) -> datetime:
        return self._clock.now()

    async def learn(self, device: str, steps: Sequence[Mapping[str, Any]]) -> None:
        """The states that a result holds are readings too. A device that reports what it never described is not believed."""
        readings = []
        for step in steps:
            for path, value in cast(Mapping[str, Value], step.get("after") or {}).items():
                capability, _, attribute = path.rpartition(".")
                readings.append((str(step.get("component")), capability, attribute, value, self.now()))
        if readings:
            try:
                await self.devices.take(device, readings)
            except InvalidRequest as error:
                _log.warning("a device reported what it never described", device=device, problem=str(error))

    async def sent(self, key: str) -> Sent | None:
        job = await self.jobs.find(key)
        return self._sent(job) if job is not None and job.state in (JobState.DONE, JobState.FAILED) else None

    async def keeps(self, key: str) -> bool:
        """Also what ended without an answer of the device: a kill in that moment must not leave the gate without being told."""
        job = await self.jobs.find(key)
        return job is not None and job.state not in (JobState.DONE, JobState.FAILED)

    def changes(self) -> AsyncIterator[Reading]:
        return self.devices.changes()

    async def close(self) -> None:
        await self.devices.close()
        await self.jobs.close()

    def _sent(self, job: Job) -> Sent:
        """What the job's result proves. Raises `HouseSilent` where nothing does."""
        match job.state:
            case JobState.DONE | JobState.FAILED:
                steps = steps_of(job)
                at = job.ended_at or self._clock.now()
                failed = job.state is JobState.FAILED or any(not s.get("ok") for s in steps)
                said = next((str(s["problem"]) for s in steps if s.get("problem")), job.problem) or "no reason given"
                before = self._named(job.device, steps[0].get("before")) if steps else {}
                after = self._named(job.device, steps[-1].get("after")) if steps else {}
                return Sent(before=before, after=after, at=at, problem=said if failed else None)
            case JobState.CANCELLED if not job.delivered:
                raise Unanswered("cancelled", device=job.device)
            case JobState.CANCELLED:
                raise Unanswered("cancelled_late", device=job.device)
            case JobState.EXPIRED if not job.delivered:
                raise Unanswered("not_in_time", device=job.device)
            case _:
                raise Unanswered("never_said", device=job.device, times=job.delivered)

    def _named(self, device: str, state: object) -> Mapping[str, Value]:
        """The device's `capability.attribute` by the names that its capabilities have here; by its own where it is not known any more."""
        if not isinstance(state, Mapping):
            return {}
        named: dict[str, Value] = {}
        for path, value in state.items():
            capability, _, attribute = str(path).rpartition(".")
            named[f"{self._called(device, capability)}.{attribute}"] = value
        return named

    def _called(self, device: str, capability: str) -> str:
        """A capability of the device by the name that it has here."""
        try:
            known = self.devices.get(device).description.capabilities
        except NotFound:
            return capability
        return capability if capability in known else f"{capability}.{device}"


def steps_of(job: Job) -> Sequence[Mapping[str, Any]]:
    """What the device says that it did, command by command."""
    result = job.result
    steps = result.get("steps") if isinstance(result, Mapping) else None
    return [cast(Mapping[str, Any], s) for s in steps if isinstance(s, Mapping)] if isinstance(steps, Sequence) else []
