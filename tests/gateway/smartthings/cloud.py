"""A SmartThings of our own on loopback: the endpoints that we use, in the shapes that are published, and the moods of a real cloud."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

TOKEN = "11111111-aaaa-4bbb-8ccc-222222222222"
LOCATION = "0a5e0000-0000-4000-8000-000000000001"
ROOM = "0b0b0000-0000-4000-8000-000000000002"
LAMP = "d0000000-0000-4000-8000-000000000001"
OVEN = "d0000000-0000-4000-8000-000000000002"
PLAYER = "d0000000-0000-4000-8000-000000000003"
Json = dict[str, Any]
Scope = MutableMapping[str, Any]


def value(type: str, **more: Any) -> Json:
    """An attribute's schema as SmartThings writes it."""
    unit = more.pop("unit", None)
    properties: Json = {"value": {"type": type, **more}}
    if unit:
        properties["unit"] = {"type": "string", "enum": unit, "default": unit[0]}
    return {"type": "object", "properties": properties, "additionalProperties": False, "required": ["value"]}


def takes(*arguments: Json) -> Json:
    return {"arguments": list(arguments)}


DEFINITIONS: dict[str, Json] = {
    "switch": {
        "name": "Switch",
        "attributes": {
            "switch": {
                "schema": value("string", enum=["on", "off"]),
                "enumCommands": [{"command": "on", "value": "on"}, {"command": "off", "value": "off"}],
            }
        },
        "commands": {"on": takes(), "off": takes()},
    },
    "switchLevel": {
        "name": "Switch Level",
        "attributes": {"level": {"schema": value("integer", minimum=0, maximum=100, unit=["%"]), "setter": "setLevel", "enumCommands": []}},
        "commands": {
            "setLevel": takes(
                {"name": "level", "optional": False, "schema": {"type": "integer", "minimum": 0, "maximum": 100}},
                {"name": "rate", "optional": True, "schema": {"type": "integer", "minimum": 0}},
            )
        },
    },
    "temperatureMeasurement": {
        "name": "Temperature Measurement",
        "attributes": {"temperature": {"schema": value("number", minimum=-460, maximum=10000, unit=["F", "C"])}},
        "commands": {},
    },
    "washerOperatingState": {
        "name": "Washer Operating State",
        "attributes": {
            "machineState": {"schema": value("string", enum=["pause", "run", "stop"]), "setter": "setMachineState"},
            "supportedMachineStates": {"schema": value("array")},
        },
        "commands": {"setMachineState": takes({"name": "state", "schema": {"type": "string", "enum": ["pause", "run", "stop"]}})},
    },
    "makerspace.steamBurst": {
        "name": "Steam Burst",
        "attributes": {
            "strength": {"schema": value("integer", minimum=0, maximum=5), "setter": "setStrength"},
            "lamp": {"schema": value("string", enum=["lit", "dark"])},
        },
        "commands": {
            "setStrength": takes({"name": "strength", "schema": {"type": "integer", "minimum": 0, "maximum": 5}}),
            "unlockDoor": takes(),
        },
    },
    "mediaTrackControl": {
        "name": "Media Track Control",
        "attributes": {"supportedTrackControlCommands": {"schema": value("array")}},
        "commands": {"nextTrack": takes(), "previousTrack": takes()},
    },
}


def state(held: Any, unit: str | None = None) -> Json:
    return {"value": held, "timestamp": "2026-04-30T00:00:00.000Z", **({"unit": unit} if unit else {})}


def devices() -> dict[str, Json]:
    """Each with its own status; the lamp and the oven have the same label, as happens in real homes."""
    return {
        LAMP: {
            "label": "Bench",
            "roomId": ROOM,
            "status": {
                "main": {
                    "switch": {"switch": state("off")},
                    "switchLevel": {"level": state(40, "%")},
                    "healthCheck": {"checkInterval": state(60)},
                    "execute": {"data": state(None)},
                }
            },
        },
        OVEN: {
            "label": "Bench",
            "roomId": ROOM,
            "status": {
                "main": {
                    "washerOperatingState": {"machineState": state("stop"), "supportedMachineStates": state(["run", "stop"])},
                    "temperatureMeasurement": {"temperature": state(68, "F")},
                },
                "side.door": {"makerspace.steamBurst": {"strength": state(1), "lamp": state("dark")}},
            },
        },
        PLAYER: {"label": "Player", "roomId": None, "status": {"main": {"mediaTrackControl": {}}}},
    }


@dataclass
class Cloud:
    """The account's world, and what shall go wrong."""

    devices: dict[str, Json] = field(default_factory=devices)
    tokens: set[str] = field(default_factory=lambda: {TOKEN})
    refresh: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Refresh token to the pair that it gives once."""
    locations: list[Json] = field(default_factory=lambda: [{"locationId": LOCATION, "name": "Cabin"}])
    rooms: list[Json] = field(default_factory=lambda: [{"roomId": ROOM, "locationId": LOCATION, "name": "Den"}])
    definitions: dict[str, Json] = field(default_factory=lambda: dict(DEFINITIONS))
    offline: set[str] = field(default_factory=set)
    page: int = 200
    url: str = ""
    asked: list[tuple[str, str]] = field(default_factory=list)
    commands: list[Json] = field(default_factory=list)
    """Those that reached a device."""
    moods: list[tuple[str, str, "Mood"]] = field(default_factory=list)
    """Method, end of the path, and what happens to the next such request."""
    ignores: set[str] = field(default_factory=set)
    """Devices that take a command and stay as they are."""
    next_page: str | None = None

    def once(self, method: str, ends: str, mood: "Mood") -> None:
        self.moods.append((method, ends, mood))

    def put(self, device: str, component: str, capability: str, attribute: str, held: Any) -> None:
        self.devices[device]["status"][component][capability][attribute]["value"] = held

    def item(self, id: str, *, whole: bool) -> Json:
        held = self.devices[id]
        components = [
            {
                "id": component,
                "label": component,
                "capabilities": [{"id": name, "version": 1, **({"status": now} if whole else {})} for name, now in part.items()],
            }
            for component, part in held["status"].items()
        ]
        health = {"state": "OFFLINE" if id in self.offline else "ONLINE"}
        return {
            "deviceId": id,
            "name": "generic",
            "label": held["label"],
            "locationId": LOCATION,
            **({"roomId": held["roomId"]} if held["roomId"] else {}),
            "components": components,
            "healthState": health,
        }

    def do(self, id: str, command: Json) -> None:
        self.commands.append({"device": id, **command})
        if id in self.ignores:
            return
        part = self.devices[id]["status"][command["component"]][command["capability"]]
        for name, attribute in self.definitions[command["capability"]]["attributes"].items():
            if attribute.get("setter") == command["command"]:
                part[name]["value"] = command["arguments"][0]
            for each in attribute.get("enumCommands", ()):
                if each["command"] == command["command"]:
                    part[name]["value"] = each["value"]


Mood = Callable[[Scope, "Next", Any], Awaitable[None]]
Next = Callable[[Any], Awaitable[None]]
"""Answers the request as usual, to the given `send`."""


def says(status: int, body: Json | None = None, **headers: str) -> Mood:
    """Answers with this instead."""

    async def mood(scope: Scope, usual: Next, send: Any) -> None:
        reply = JSONResponse(body or {"requestId": "1", "error": {"code": "X", "message": "no reason"}}, status, headers)
        await reply(scope, _nothing, send)

    return mood


def raw(body: bytes) -> Mood:
    async def mood(scope: Scope, usual: Next, send: Any) -> None:
        await Response(body, media_type="application/json")(scope, _nothing, send)

    return mood


def drops(*, done: bool) -> Mood:
    """The connection breaks, before or after the request was carried out."""

    async def mood(scope: Scope, usual: Next, send: Any) -> None:
        if done:
            await usual(_swallow)
        send.__self__.transport.abort()

    return mood


def after(something: Callable[[], None]) -> Mood:
    """Answers as usual once something has happened."""

    async def mood(scope: Scope, usual: Next, send: Any) -> None:
        something()
        await usual(send)

    return mood


def hangs(until: asyncio.Event) -> Mood:
    async def mood(scope: Scope, usual: Next, send: Any) -> None:
        await until.wait()
        await usual(send)

    return mood


async def _nothing() -> Json:
    return {"type": "http.disconnect"}


async def _swallow(message: Json) -> None:
    return None


def _error(status: int, code: str, message: str) -> JSONResponse:
    details = [{"code": "Detail", "target": "commands", "message": message}]
    return JSONResponse({"requestId": "1", "error": {"code": code, "message": message, "details": details}}, status)


def _app(cloud: Cloud) -> Any:
    def items(request: Request, all: Sequence[Json]) -> JSONResponse:
        page = int(request.query_params.get("page", "0"))
        shown = list(all[page * cloud.page : (page + 1) * cloud.page])
        links: Json = {}
        if (page + 1) * cloud.page < len(all):
            links["next"] = {"href": cloud.next_page or str(request.url.include_query_params(page=page + 1))}
        return JSONResponse({"items": shown, "_links": links})

    async def locations(request: Request) -> Response:
        return items(request, cloud.locations)

    async def rooms(request: Request) -> Response:
        return items(request, cloud.rooms)

    async def listed(request: Request) -> Response:
        whole = request.query_params.get("includeStatus") == "true"
        return items(request, [cloud.item(id, whole=whole) for id in cloud.devices])

    async def status(request: Request) -> Response:
        held = cloud.devices.get(request.path_params["id"])
        return JSONResponse({"components": held["status"]}) if held else _error(403, "Forbidden", "no such device")

    async def health(request: Request) -> Response:
        id = request.path_params["id"]
        return JSONResponse({"deviceId": id, "state": "OFFLINE" if id in cloud.offline else "ONLINE"})

    async def command(request: Request) -> Response:
        id, results = request.path_params["id"], []
        for each in (await request.json())["commands"]:
            known = cloud.definitions.get(each["capability"], {"commands": {}})["commands"].get(each["command"])
            if known is None or len(each["arguments"]) < sum(not a.get("optional") for a in known["arguments"]):
                return _error(422, "ConstraintViolationError", f"{each['command']} is not valid")
            cloud.do(id, each)
            results.append({"id": "c1", "status": "ACCEPTED"})
        return JSONResponse({"results": results})

    async def capability(request: Request) -> Response:
        id = request.path_params["id"]
        if id not in cloud.definitions:
            return _error(403, "Forbidden", "not yours")
        return JSONResponse({"id": id, "version": 1, "status": "live", **cloud.definitions[id]})

    async def oauth(request: Request) -> Response:
        form = await request.form()
        pair = cloud.refresh.pop(str(form["refresh_token"]), None)
        if pair is None or not request.headers["authorization"].startswith("Basic "):
            return JSONResponse({"error": "invalid_grant"}, 400)
        cloud.tokens = {pair[0]}
        return JSONResponse({"access_token": pair[0], "refresh_token": pair[1], "token_type": "bearer", "expires_in": 86399})

    inner = Starlette(
        routes=[
            Route("/v1/locations", locations),
            Route("/v1/locations/{location}/rooms", rooms),
            Route("/v1/devices", listed),
            Route("/v1/devices/{id}/status", status),
            Route("/v1/devices/{id}/health", health),
            Route("/v1/devices/{id}/commands", command, methods=["POST"]),
            Route("/v1/capabilities/{id}/1", capability),
            Route("/v1/oauth/token", oauth, methods=["POST"]),
        ]
    )

    async def app(scope: Scope, receive: Any, send: Any) -> None:
        method, path = scope["method"], scope["path"]
        cloud.asked.append((method, path))
        for index, (wanted, ends, mood) in enumerate(cloud.moods):
            if method == wanted and path.endswith(ends):
                del cloud.moods[index]
                await mood(scope, lambda to: inner(scope, receive, to), send)
                return
        token = dict(scope["headers"]).get(b"authorization", b"").decode().removeprefix("Bearer ")
        if token not in cloud.tokens and not path.endswith("/oauth/token"):
            await _error(401, "Unauthorized", "wrong token")(scope, receive, send)
            return
        await inner(scope, receive, send)

    return app


@asynccontextmanager
async def running(cloud: Cloud | None = None) -> AsyncIterator[Cloud]:
    """The cloud on a port of its own."""
    cloud = cloud or Cloud()
    # Named as TCP, so that asyncio lets small answers go at once.
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        cloud.url = f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
        config = uvicorn.Config(_app(cloud), log_config=None, lifespan="off", ws="none", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            yield cloud
        finally:
            server.should_exit = True
            with contextlib.suppress(asyncio.CancelledError):
                await serving
