"""The endpoint that devices use, as `docs/edge-protocol.md` fixes it. Mounted by `apps`.

Every request but enrolment carries a device's token.

What a device sends is checked before it is taken: size first, then whose it is, then what it says.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Request
from pydantic import AwareDatetime, BaseModel, Field, JsonValue, ValidationError

from yamori.agentkit.access import allowed
from yamori.domain.access import Who
from yamori.domain.errors import InvalidRequest
from yamori.domain.receipt import Receipt, ReceiptStatus
from yamori.gateway.backends.edge import EdgeBackend
from yamori.gateway.edge.admissions import Admission, hashed
from yamori.gateway.edge.allowance import Allowances
from yamori.gateway.edge.description import LARGEST, described
from yamori.gateway.edge.images import LARGEST as LARGEST_PICTURE
from yamori.gateway.edge.images import Pictures
from yamori.gateway.edge.join import FixedCode, JoinCodes
from yamori.gateway.jobs.port import Job
from yamori.gateway.plain_errors import Asked, PlainErrors, Refused
from yamori.gateway.upkeep import Upkeep

LEASE = 30.0
"""Seconds for which a job is a device's; it extends while it works."""
APPROVAL = "approval"
"""Where an enrolment is stopped that a person has to agree to."""
Hold = Callable[[str, str], Awaitable[Receipt]]
"""Asks the household whether the device may join again; the same key is the same question."""
_LONGEST_WAIT = 30.0
_RESULT = 256 * 1024
"""Bytes of a result, or of a batch of readings."""


class _Enrol(Asked):
    device: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$")
    join: str = Field(max_length=200)
    attempt: str | None = Field(default=None, min_length=16, max_length=200)
    """A random text of the device's own, by which it is known when it has to ask again."""


class _Lease(Asked):
    wait: float = Field(default=25.0, ge=0, le=_LONGEST_WAIT)
    limit: int = Field(default=8, ge=1, le=32)


class _Fence(Asked):
    fence: int = Field(ge=1)


class _StepDone(Asked):
    component: str
    capability: str
    name: str
    arguments: dict[str, JsonValue] = Field(default={})
    ok: bool
    problem: str | None = Field(default=None, max_length=2000)
    before: dict[str, JsonValue] = Field(default={})
    after: dict[str, JsonValue] = Field(default={})
    started: AwareDatetime | None = None
    ended: AwareDatetime | None = None
    image: str | None = None


class _Result(Asked):
    fence: int = Field(ge=1)
    ok: bool
    problem: str | None = Field(default=None, max_length=2000)
    retry: bool = False
    steps: list[_StepDone] = Field(default=[], max_length=200)
    text: str | None = Field(default=None, max_length=4000)


class _ReadingBlock(Asked):
    component: str
    capability: str
    attribute: str
    value: JsonValue
    at: AwareDatetime


class _Readings(Asked):
    readings: list[_ReadingBlock] = Field(max_length=500)


@dataclass(frozen=True, kw_only=True)
class _EdgeEndpoint:
    """What the endpoint's routes share: the devices and their jobs, whom a token belongs to, and how much each device may ask."""

    edge: EdgeBackend
    pictures: Pictures
    upkeep: Upkeep
    join: JoinCodes
    allowances: Allowances
    guesses: Allowances
    """Wrong join codes of an address."""
    hold: Hold | None
    lease_s: float
    enrolling: asyncio.Lock = field(default_factory=asyncio.Lock)
    """A code that two devices give at once is one device's."""

    async def whose(self, request: Request) -> str:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        device = self.edge.devices.owner(token.strip()) if scheme.lower() == "bearer" else None
        if device is None:
            raise _unknown("this needs the token of an enrolled device; enrol again with the household's join code")
        if self.upkeep.belongs_elsewhere(device):
            raise _taken(device)
        self.allowances.spend(device)
        await self.edge.devices.mark_seen(device)
        return device

    async def admit(self, asked: _Enrol, address: str) -> str:
        """A token for the device. Raises `Refused`; nothing changes then, but that a person may be asked."""
        self.guesses.spend(address)
        devices, proof = self.edge.devices, asked.attempt or asked.join
        admission = devices.admissions.of(asked.device, proof)
        # What is known already may come again: its code was spent when it came first. Without an `attempt` the proof is the code itself,
        # and a code gives one token only.
        again = admission is Admission.AGREED or (admission is Admission.GIVEN and asked.attempt is not None)
        asking = admission is Admission.ASKED and self.hold is not None
        if not (again or asking or self.join.holds(asked.join)):
            raise _unknown("the join code is wrong, was used, or is too old; `yamori edge-code` prints a new one")
        self.guesses.give_back(address)
        if self.upkeep.belongs_elsewhere(asked.device) or (devices.like(asked.device) or asked.device) != asked.device:
            raise _taken(asked.device)
        if devices.like(asked.device) is None or again:
            token = await devices.enrol(asked.device, proof=proof)
            self.join.spend(asked.join)
            return token
        if self.hold is not None:
            held = await self.hold(asked.device, hashed(f"{asked.device} {proof} {asked.join}"))
            if held.status is ReceiptStatus.HELD:
                if not asking:
                    await devices.admissions.ask(asked.device, proof)
                    self.join.spend(asked.join)
            else:
                raise _unknown(f"nobody agreed that {asked.device} joins again; `yamori edge-code` prints a new code")
        raise Refused(
            409,
            f"the household has a device {asked.device} already; a person must agree, on the Devices page, that it joins again",
            where=APPROVAL,
        )

    async def own_job(self, request: Request, id: str) -> Job:
        device = await self.whose(request)
        job = await self.edge.jobs.get(id)
        if job.device != device:
            raise Refused(403, f"the job {id[:40]} is not {device}'s", where="job")
        return job


def edge_routes(
    edge: EdgeBackend,
    pictures: Pictures,
    upkeep: Upkeep,
    *,
    join: Callable[[], str] | JoinCodes,
    allowances: Allowances,
    guesses: Allowances | None = None,
    lease_s: float = LEASE,
) -> APIRouter:
    """To be included under `/edge`. `join`: the household's codes, or what gives the one that any number of devices may use."""
    endpoint = _EdgeEndpoint(
        edge=edge,
        pictures=pictures,
        upkeep=upkeep,
        join=FixedCode(join) if callable(join) else join,
        allowances=allowances,
        guesses=guesses or Allowances(rate=1 / 60, burst=10),
        hold=upkeep.hold_admission,
        lease_s=lease_s,
    )
    router = APIRouter(route_class=PlainErrors, tags=["edge"])
    _add_device_routes(router, endpoint)
    _add_job_routes(router, endpoint)
    _add_reading_routes(router, endpoint)
    return router


def _add_device_routes(router: APIRouter, endpoint: _EdgeEndpoint) -> None:
    """Coming in, and saying what one is."""

    @router.post("/enrol")
    @allowed(Who.DEVICE)
    async def enrol(request: Request) -> Mapping[str, str]:
        endpoint.allowances.spend("enrol")
        asked = await _body(request, _Enrol, 4096)
        async with endpoint.enrolling:
            token = await endpoint.admit(asked, request.client.host if request.client else "")
        return {"device": asked.device, "token": token}

    @router.put("/device")
    @allowed(Who.DEVICE)
    async def describe(request: Request, device: Annotated[str, Depends(endpoint.whose)]) -> Mapping[str, str]:
        description = described(await _bytes(request, LARGEST))
        if await endpoint.edge.devices.describe(device, description):
            endpoint.upkeep.refresh()
        return {"device": device, "version": description.version}


def _add_job_routes(router: APIRouter, endpoint: _EdgeEndpoint) -> None:
    """Fetching jobs, keeping them, and saying what came of them."""
    edge, lease_s = endpoint.edge, endpoint.lease_s

    @router.post("/lease")
    @allowed(Who.DEVICE)
    async def lease(request: Request, device: Annotated[str, Depends(endpoint.whose)]) -> Mapping[str, object]:
        asked = await _body(request, _Lease, 4096)
        jobs = await edge.lease(device, limit=asked.limit, seconds=lease_s, wait=asked.wait)
        return {"jobs": [_leased(job, edge.now(), lease_s) for job in jobs]}

    @router.post("/jobs/{id}/extend")
    @allowed(Who.DEVICE)
    async def extend(request: Request, job: Annotated[Job, Depends(endpoint.own_job)]) -> Mapping[str, float]:
        asked = await _body(request, _Fence, 4096)
        await edge.jobs.extend(job.id, asked.fence, seconds=lease_s)
        return {"lease_s": lease_s}

    @router.post("/jobs/{id}/result")
    @allowed(Who.DEVICE)
    async def result(request: Request, job: Annotated[Job, Depends(endpoint.own_job)]) -> Mapping[str, str]:
        body = await _body(request, _Result, _RESULT)
        kept: Any = {"steps": [step.model_dump(mode="json") for step in body.steps], "text": body.text}
        if body.fence == job.fence:  # before whoever waits for the end hears of it, and may read what it left
            await edge.learn(job.device, kept["steps"])
        if body.ok:
            ended = await edge.jobs.finish(job.id, body.fence, result=kept)
        else:
            problem = body.problem or "no reason given"
            ended = await edge.jobs.fail(job.id, body.fence, problem=problem, result=kept, retry=body.retry)
        return {"state": ended.state.value}


def _add_reading_routes(router: APIRouter, endpoint: _EdgeEndpoint) -> None:
    """What a device reports without being asked: readings and pictures."""
    devices = endpoint.edge.devices

    @router.post("/readings")
    @allowed(Who.DEVICE)
    async def readings(request: Request, device: Annotated[str, Depends(endpoint.whose)]) -> Mapping[str, int]:
        body = await _body(request, _Readings, _RESULT)
        endpoint.allowances.spend(device, len(body.readings) // 10)
        fresh = [(r.component, r.capability, r.attribute, r.value, r.at) for r in body.readings]
        return {"taken": len(await devices.take(device, fresh))}

    @router.post("/images")
    @allowed(Who.DEVICE)
    async def images(
        request: Request, device: Annotated[str, Depends(endpoint.whose)], component: str = "main", at: datetime | None = None
    ) -> Mapping[str, str]:
        endpoint.allowances.spend(device, 5)
        if component not in devices.get(device).description.device.components:
            raise InvalidRequest(f"{device} never described a component {component[:60]}", where="component")
        if at is not None and at.tzinfo is None:
            raise InvalidRequest("`at` needs a time zone, such as 2026-11-21T09:00:00+09:00", where="at")
        picture = await endpoint.pictures.keep(device, component, await _bytes(request, LARGEST_PICTURE), at=at)
        return {"image": picture.id}


def _taken(device: str) -> Refused:
    return Refused(409, f"another device of this household has the id {device}, or one like it; give this one another id", where="device")


def _unknown(message: str) -> Refused:
    """No token, or one that is nobody's (any more)."""
    return Refused(401, message, where="Authorization")


def _leased(job: Job, now: datetime, lease_s: float) -> Mapping[str, object]:
    expires = None if job.expires is None else max(0.0, (job.expires - now).total_seconds())
    return {"id": job.id, "key": job.key, "fence": job.fence, "lease_s": lease_s, "expires_s": expires, "work": job.work}


async def _bytes(request: Request, most: int) -> bytes:
    """The body, refused as soon as it is too large: what a device announces is not believed."""
    found = bytearray()
    async for chunk in request.stream():
        found += chunk
        if len(found) > most:
            raise Refused(413, f"at most {most // 1024} KB are taken here", where="body")
    return bytes(found)


Model = TypeVar("Model", bound=BaseModel)


async def _body(request: Request, model: type[Model], most: int) -> Model:
    try:
        return model.model_validate_json(await _bytes(request, most) or b"{}")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise InvalidRequest(first["msg"], where=".".join(str(part) for part in first["loc"])) from error
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise InvalidRequest(f"the body is no JSON: {error}", where="body") from error
