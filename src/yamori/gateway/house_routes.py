"""What stands around the gate, over HTTP: devices at the edge, their jobs and pictures, why something changed, and taking changes back.

Mounted by `apps` beside `gate_routes`; every error is `{"error": {"message", "where", "nearest"}}`. Commands are not put through here:
they go through the agents and the gate.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.encoders import jsonable_encoder
from pydantic import AwareDatetime, Field, model_validator

from yamori.agentkit.access import CALLER, SaidPerson, allowed
from yamori.domain.access import Who, as_seen, in_the_name_of
from yamori.domain.caller import Caller, Scope
from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.gate import Gate
from yamori.domain.receipt import Cause, Receipt
from yamori.domain.values import Value
from yamori.gateway.edge.devices import EdgeDevice
from yamori.gateway.edge.images import Picture, Pictures
from yamori.gateway.gate import ADMISSION
from yamori.gateway.jobs.port import Job, JobState, JobStore
from yamori.gateway.names import nearest
from yamori.gateway.opening import House
from yamori.gateway.plain_errors import Asked, Nothing, PlainErrors
from yamori.gateway.routes import JsonObject, receipt_view

SEEN_WITHIN = timedelta(seconds=60)
"""A device that spoke this long ago is there."""
_LONGEST_WAIT = 30.0
_LOOKED_BACK = 1000
"""Receipts that `why` looks through."""
_KEPT_BY_BROWSERS = "private, max-age=31536000, immutable"


class _JobsQuery(Asked):
    device: str | None = None
    state: JobState | None = None
    limit: int = Field(default=100, ge=1, le=1000)


class _WaitQuery(Asked):
    wait: float = Field(default=0.0, ge=0, le=_LONGEST_WAIT, allow_inf_nan=False)


class _PicturesQuery(Asked):
    device: str | None = None


class _WhyQuery(Asked):
    device: str
    attribute: str | None = None
    limit: int = Field(default=20, ge=1, le=200)


class _Settings(Asked):
    """What is left out stays as it is, and so does a null, but for the room: null is no room."""

    name: str | None = Field(default=None, min_length=1, max_length=100, pattern=r"\S")
    room: str | None = Field(default=None, min_length=1)
    private: bool | None = None


class _Admission(Asked):
    person: SaidPerson
    agree: bool


class _Undo(Asked):
    key: str = Field(min_length=1, max_length=200)
    person: SaidPerson
    words: str = Field(max_length=4000)
    receipts: list[str] = Field(default=[], max_length=500)
    since: AwareDatetime | None = None

    @model_validator(mode="after")
    def _one_of_the_two(self) -> "_Undo":
        if self.receipts and self.since is not None:
            raise ValueError("give `receipts` or `since`, not both")
        return self


def house_routes(house: House) -> APIRouter:
    """`/devices`, `/jobs`, `/pictures`, `/why`, `/undo`; to be included under the prefix of `gate_routes`."""
    router = APIRouter(route_class=PlainErrors, tags=["house"])
    _add_device_routes(router, house)
    _add_job_routes(router, house.edge.jobs)
    _add_picture_routes(router, house.gate, house.pictures)
    _add_change_routes(router, house.gate)
    return router


def _add_device_routes(router: APIRouter, house: House) -> None:
    known = house.edge.devices

    @router.get("/devices")
    @allowed(Who.FAMILY, Scope.READ)
    async def devices(_: Annotated[Nothing, Query()]) -> list[JsonObject]:
        """The devices at the edge."""
        return [_device_view(house, device) for device in known.all()]

    @router.patch("/devices/{id}")
    @allowed(Who.ADULT, Scope.ADMIN)
    async def settle(id: str, asked: _Settings) -> JsonObject:
        """What the household says of a device goes before what it says of itself."""
        known.get(id)
        if "room" in asked.model_fields_set:
            await place_device(house, id, room=asked.room)
        await known.settle(id, name=asked.name.strip() if asked.name else None, private=asked.private)
        house.upkeep.refresh()
        return _device_view(house, known.get(id))

    @router.delete("/devices/{id}", status_code=204)
    @allowed(Who.ADULT, Scope.ADMIN)
    async def remove(id: str) -> Response:
        """It is no device of this home from here on; what waits for it is cancelled."""
        await remove_device(house, id)
        return Response(status_code=204)

    @router.post("/devices/{id}/admission")
    @allowed(Who.ADULT, Scope.ADMIN)
    async def admission(id: str, asked: _Admission) -> JsonObject:
        """A person's answer to a device that asks to join again (`GET /held`): its receipt."""
        caller = _caller(house.gate, asked.person)
        return receipt_view(await answer_admission(house, id, by=caller.subject or "", agree=asked.agree))


def _add_job_routes(router: APIRouter, queue: JobStore) -> None:
    @router.get("/jobs")
    @allowed(Who.FAMILY, Scope.READ)
    async def jobs(query: Annotated[_JobsQuery, Query()]) -> list[JsonObject]:
        """Newest first."""
        return [job_view(job) for job in await queue.jobs(device=query.device, state=query.state, limit=query.limit)]

    @router.get("/jobs/{id}")
    @allowed(Who.FAMILY, Scope.READ)
    async def job(id: str, query: Annotated[_WaitQuery, Query()]) -> JsonObject:
        """The job at its end, or as it is after `wait` seconds."""
        found = await queue.get(id)
        if query.wait and not found.state.ended:
            found = await queue.wait(id, seconds=query.wait)
        return job_view(found)

    @router.post("/jobs/{id}/cancel")
    @allowed(Who.FAMILY, Scope.DEVICES)
    async def cancel(id: str) -> JsonObject:
        """The job, cancelled if it was still waiting; one that a device has, or that has ended, as it is."""
        return job_view(await queue.cancel(id))


def _add_picture_routes(router: APIRouter, gate: Gate, pictures: Pictures) -> None:
    @router.get("/pictures")
    @allowed(Who.FAMILY, Scope.READ)
    async def all_pictures(query: Annotated[_PicturesQuery, Query()]) -> list[JsonObject]:
        """Newest first; of those of one instant the one that was uploaded last comes first."""
        ids = [query.device] if query.device is not None else [id for id in pictures.devices() if gate.home.device(id) is not None]
        found = [picture for id in ids for picture in pictures.all(id)]
        return [_picture_view(picture) for picture in sorted(found, key=lambda p: p.newness, reverse=True)]

    @router.get("/pictures/{id}")
    @allowed(Who.FAMILY, Scope.READ)
    async def picture(id: str) -> Response:
        """The image itself. A picture never changes, so a browser may keep it."""
        data = await pictures.data(id)
        headers = {
            "Cache-Control": _KEPT_BY_BROWSERS,
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "default-src 'none'; sandbox",
        }
        return Response(data, media_type=pictures.get(id).kind, headers=headers)


def _add_change_routes(router: APIRouter, gate: Gate) -> None:
    @router.get("/why")
    @allowed(Who.FAMILY, Scope.READ)
    async def why(query: Annotated[_WhyQuery, Query()]) -> list[JsonObject]:
        """Who changed a device, or one attribute of it, in which words, through whom and when. Newest first."""
        caller, people = CALLER.get(), gate.home.people
        done = [as_seen(receipt, caller, people) for receipt in await gate.ledger(limit=_LOOKED_BACK)]
        changes = changes_of(done, query.device, query.attribute)
        if not changes and gate.home.device(query.device) is None:
            near = nearest(query.device, [device.id for device in gate.home.devices])
            raise NotFound(f"there is no device {query.device[:60]}", where="device", nearest=near)
        return [_change_view(change) for change in changes[: query.limit]]

    @router.post("/undo")
    @allowed(Who.FAMILY, Scope.DEVICES)
    async def undo(asked: _Undo) -> JsonObject:
        """Take back what these receipts changed, everything since a time, or what the last turn changed."""
        caller = _caller(gate, asked.person)
        cause = Cause(key=asked.key, person=caller.subject or "", words=asked.words, by=caller.by)
        done = await gate.undo(cause, receipts=asked.receipts, since=asked.since)
        return {
            "receipts": [receipt_view(receipt) for receipt in done.receipts],
            "cannot": [{"receipt": receipt_view(receipt), "why": why} for receipt, why in done.cannot],
        }


def _caller(gate: Gate, person: str | None) -> Caller:
    """Whoever asks, or is asked for. Raises `InvalidRequest` for nobody and for a stranger, `Forbidden` for somebody else."""
    people = [known.id for known in gate.home.people]
    if person is not None and people and person not in people:
        raise InvalidRequest(f"nobody called {person[:60]} lives here", where="person", nearest=nearest(person, people))
    return in_the_name_of(CALLER.get(), person, gate.home.people, first="")


def online(house: House, device: EdgeDevice) -> bool:
    """It has spoken lately, by the house's clock."""
    return device.seen is not None and abs(house.edge.now() - device.seen) <= SEEN_WITHIN


async def settle_device(house: House, id: str, *, name: str, room: str | None, private: bool) -> None:
    """All that a household says of a device, said at once. Raises as `place_device` does."""
    await place_device(house, id, room=room)
    await house.edge.devices.settle(id, name=name.strip(), private=private)
    house.upkeep.refresh()


async def place_device(house: House, id: str, *, room: str | None) -> None:
    """Into a room, or None: into none. Raises `NotFound`, and `InvalidRequest` for a room that the home does not have."""
    if room is not None and house.gate.home.room(room) is None:
        rooms = [known.id for known in house.gate.home.rooms]
        raise InvalidRequest(f"there is no room {room[:60]}", where="room", nearest=nearest(room, rooms))
    await house.edge.devices.place(id, room)
    house.upkeep.refresh()


async def remove_device(house: House, id: str) -> None:
    """Its token is worth nothing from here on, it is no device of this home, and what waits for it is cancelled. Raises `NotFound`."""
    await house.edge.devices.revoke(id)
    house.upkeep.refresh()  # first: nothing new is sent to it, and whoever waits for an answer hears of the cancelling
    await house.edge.jobs.cancel_waiting(id)


async def answer_admission(house: House, device: str, *, by: str, agree: bool) -> Receipt:
    """Let the device join again, or not. Raises `NotFound` where it does not ask, `AskThePerson` for whoever may not say so."""
    asking = [held for held in await house.gate.held() if held.command.capability == ADMISSION and held.command.device == device]
    if not asking:
        raise NotFound(f"the device {device[:60]} does not ask to join", where="device")
    for older in asking[1:]:
        await house.gate.refuse(older.id, by=by)
    answer = house.gate.approve if agree else house.gate.refuse
    return await answer(asking[0].id, by=by)


@dataclass(frozen=True, kw_only=True)
class Change:
    """One attribute that a receipt proves to have changed."""

    receipt: Receipt
    attribute: str
    """`component.capability.attribute`."""
    before: Value
    after: Value


def changes_of(receipts: Sequence[Receipt], device: str, attribute: str | None) -> list[Change]:
    """In the order of the receipts. `attribute` is its name, with or without its capability and component before it; None: all."""
    found = []
    for receipt in receipts:
        if receipt.command.device != device:
            continue
        for name, (before, after) in receipt.changed().items():
            path = f"{receipt.command.component}.{name}"
            if attribute is None or path == attribute or path.endswith(f".{attribute}"):
                found.append(Change(receipt=receipt, attribute=path, before=before, after=after))
    return found


def _device_view(house: House, device: EdgeDevice) -> JsonObject:
    said = device.description
    return {
        "id": said.device.id,
        "name": device.name,
        "room": device.room,
        "private": device.private,
        "thinks": said.thinks,
        "profile": said.profile,
        "version": said.version,
        "seen": device.seen.isoformat() if device.seen else None,
        "online": online(house, device),
    }


def job_view(job: Job) -> JsonObject:
    """A job as JSON, without its fencing token: that is between the house and the device."""
    view: dict[str, object] = jsonable_encoder(job)
    del view["fence"]
    return view


def _picture_view(picture: Picture) -> JsonObject:
    return {"id": picture.id, "device": picture.device, "component": picture.component, "at": picture.at.isoformat(), "kind": picture.kind}


def _change_view(change: Change) -> JsonObject:
    receipt = change.receipt
    return {
        "receipt": receipt.id,
        "attribute": change.attribute,
        "before": change.before,
        "after": change.after,
        "at": receipt.at.isoformat(),
        "person": receipt.cause.person,
        "words": receipt.cause.words,
        "agent": receipt.cause.agent,
        "turn": receipt.cause.turn,
        "command": jsonable_encoder(receipt.command),
    }
