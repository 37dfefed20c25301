"""Errors at the gateway's endpoints, in the one shape that every endpoint has: `{"error": {"message", "where", "nearest"}}`.

Used by `routes`, `house_routes` and `edge_routes` as the class of their routes. 400 for what does not fit, 401 and 403 for who may not, 404
for what is not there, 409 for a stale lease, 413 and 429 for too much, 422 for a wrong query or body, 503 for a house that is silent,
507 for a full disk.
"""

import inspect
from collections.abc import Callable, Coroutine, Mapping
from typing import get_args

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict
from starlette.requests import ClientDisconnect

from yamori.domain.database_file import is_disk_full
from yamori.domain.errors import AskThePerson, Forbidden, HouseSilent, InvalidRequest, NotFound, YamoriError
from yamori.gateway.edge.allowance import Exceeded
from yamori.gateway.jobs.port import StaleLease
from yamori.gateway.names import nearest


class Asked(BaseModel):
    """A query or a body; what it does not know it refuses, with the names that it knows."""

    model_config = ConfigDict(extra="forbid")


class Nothing(Asked):
    """No query parameters."""


class Refused(YamoriError):
    """This endpoint does not take it, for a reason that is its own: whose it is, or how large."""

    def __init__(self, status: int, message: str, *, where: str) -> None:
        super().__init__(message)
        self.status = status
        self.where = where


class PlainErrors(APIRoute):
    """A route whose errors leave in the one shape."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[object, object, Response]]:
        handle = super().get_route_handler()

        async def handle_plainly(request: Request) -> Response:
            try:
                return await handle(request)
            except ClientDisconnect:
                return _problem(400, "whoever asked went away before all was said", "body")  # for nobody, instead of a traceback
            except RequestValidationError as error:
                return _misread(error, self._parameters())
            except YamoriError as error:
                return _refusal(error)

        return handle_plainly

    def _parameters(self) -> tuple[str, ...]:
        """The names that the endpoint's model of its query or body has."""
        kinds = [get_args(p.annotation)[:1] or (p.annotation,) for p in inspect.signature(self.endpoint).parameters.values()]
        return tuple(name for (kind,) in kinds if isinstance(kind, type) and issubclass(kind, Asked) for name in kind.model_fields)


def _refusal(error: YamoriError) -> JSONResponse:
    if is_disk_full(error):
        return _problem(507, str(error))
    match error:
        case Refused():
            return _problem(error.status, str(error), error.where)
        case Exceeded():
            return _problem(429, str(error), headers={"Retry-After": str(error.seconds)})
        case AskThePerson():
            return _problem(403, str(error))
        case StaleLease():
            return _problem(409, str(error), error.where or "fence")
        case Forbidden():
            return _problem(403, str(error), error.where)
        case InvalidRequest():
            return _problem(404 if isinstance(error, NotFound) else 400, str(error), error.where, error.nearest)
    return _problem(503 if isinstance(error, HouseSilent) else 500, str(error))


def _misread(error: RequestValidationError, parameters: tuple[str, ...]) -> JSONResponse:
    first: Mapping[str, object] = error.errors()[0]
    loc = first["loc"]
    path = [str(part)[:60] for part in loc] if isinstance(loc, tuple | list) else []
    where = ".".join(path) if first["type"] != "json_invalid" else "body"
    if first["type"] == "extra_forbidden":
        takes = f"this takes {', '.join(parameters)}" if parameters else "this takes none"
        return _problem(422, f"unknown {path[0]} parameter {path[-1]}; {takes}", where, nearest(path[-1], parameters))
    return _problem(422, f"{path[-1] if path else 'body'}: {first['msg']}", where)


def _problem(
    status: int, message: str, where: str = "", near: tuple[str, ...] = (), *, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    error = {"message": message, "where": where, "nearest": list(near)}
    return JSONResponse({"error": error}, status_code=status, headers=dict(headers or {}))
