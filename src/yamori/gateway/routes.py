"""The gate's own endpoint for reading over HTTP: the home as it is, each change, the ledger, what is held. Writing is the agents' to do.

Mounted by `apps`; every error is `{"error": {"message", "where", "nearest"}}`.
"""

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.encoders import jsonable_encoder
from pydantic import AwareDatetime, Field
from sse_starlette import EventSourceResponse, ServerSentEvent

from yamori.agentkit.access import CALLER, allowed
from yamori.domain.access import Owner, Who, as_seen, may_see
from yamori.domain.caller import Role, Scope
from yamori.domain.receipt import Reading, Receipt
from yamori.domain.values import Value
from yamori.gateway.gate import HouseGate
from yamori.gateway.plain_errors import Asked, Nothing, PlainErrors

JsonObject = Mapping[str, object]
"""What a handler gives FastAPI to write as JSON."""


class _LedgerQuery(Asked):
    turn: str | None = None
    since: AwareDatetime | None = None
    limit: int = Field(default=100, ge=1, le=1000)


def gate_routes(gate: HouseGate) -> APIRouter:
    """`GET /home`, `/changes` (SSE), `/ledger`, `/held`; to be included under a prefix such as `/gate`."""
    router = APIRouter(route_class=PlainErrors, tags=["gate"])

    @router.get("/home")
    @allowed(Who.GUEST, Scope.READ)
    async def home(_: Annotated[Nothing, Query()]) -> JsonObject:
        """The home's structure, every device's state, and what its capabilities can do."""
        return home_view(gate, await gate.snapshot())

    @router.get("/changes", response_class=EventSourceResponse)
    @allowed(Who.GUEST, Scope.READ)
    async def changes(_: Annotated[Nothing, Query()]) -> EventSourceResponse:
        """Every change from now on, as `event: reading`."""
        return EventSourceResponse(_stream(gate.changes()), sep="\n")

    @router.get("/ledger")
    @allowed(Who.FAMILY, Scope.READ)
    async def ledger(query: Annotated[_LedgerQuery, Query()]) -> list[JsonObject]:
        """What was done, newest first; without the words of others."""
        caller, people = CALLER.get(), gate.home.people
        receipts = await gate.ledger(turn=query.turn, since=query.since, limit=query.limit)
        if query.turn is not None:  # another's turn is not there
            receipts = [receipt for receipt in receipts if may_see(caller, receipt.cause.person, people)]
        return [receipt_view(as_seen(receipt, caller, people)) for receipt in receipts]

    @router.get("/held")
    @allowed(Who.FAMILY, Scope.READ, owner=Owner.PERSON)
    async def held(_: Annotated[Nothing, Query()]) -> list[JsonObject]:
        """What waits for an approval of the caller's: their own, a child's for an adult, and what devices ask of the household."""
        caller, people = CALLER.get(), gate.home.people
        residents = {person.id for person in people}
        return [
            receipt_view(receipt)
            for receipt in await gate.held()
            if may_see(caller, receipt.cause.person, people) or (caller.role is Role.ADULT and receipt.cause.person not in residents)
        ]

    return router


def home_view(gate: HouseGate, readings: Sequence[Reading]) -> JsonObject:
    """The home as JSON: floors, rooms, people, devices with their state, capabilities."""
    home = gate.home
    states: dict[str, dict[str, dict[str, dict[str, JsonObject]]]] = {
        device.id: {component: {name: {} for name in held} for component, held in device.components.items()} for device in home.devices
    }
    for reading in readings:
        known: dict[str, object] = {"value": reading.value, "unit": reading.unit, "at": reading.at.isoformat()}
        if reading.last is not None:
            known["last"] = {"value": reading.last.value, "at": reading.last.at.isoformat()}
        states[reading.device][reading.component][reading.capability][reading.attribute] = known
    return {
        "home": home.name,
        "place": asdict(home.place),
        "floors": [asdict(floor) for floor in home.floors],
        "rooms": [asdict(room) for room in home.rooms],
        "people": [asdict(person) for person in home.people],
        "devices": [
            {
                "id": device.id,
                "name": device.name,
                "aliases": device.aliases,
                "room": device.room,
                "photo": device.photo,
                "components": states[device.id],
            }
            for device in home.devices
        ],
        "capabilities": {name: _capability_view(gate, name) for name in gate.capabilities},
    }


def _capability_view(gate: HouseGate, name: str) -> JsonObject:
    capability = gate.capabilities[name]
    return {
        "says": capability.says,
        "attributes": {
            attribute.name: {key: value for key, value in asdict(attribute).items() if key != "name" and value not in (None, ())}
            for attribute in capability.attributes.values()
        },
        "commands": {
            command.name: {
                "says": command.says,
                "arguments": command.arguments,
                "defaults": command.defaults,
                "risk": command.risk.value,
            }
            for command in capability.commands.values()
        },
    }


def receipt_view(receipt: Receipt) -> JsonObject:
    """A receipt as JSON, with what it changed."""
    view: dict[str, object] = jsonable_encoder(receipt)
    view["changed"] = {name: list(values) for name, values in receipt.changed().items()} if receipt.after else {}
    return view


async def _stream(changes: AsyncIterator[Reading]) -> AsyncIterator[ServerSentEvent]:
    async for reading in changes:
        data: dict[str, Value] = {**jsonable_encoder(reading), "path": reading.path}
        yield ServerSentEvent(event="reading", data=json.dumps(data, ensure_ascii=False))
