"""Errors as HTTP answers: one shape at every endpoint, `{"error": {"message", "where", "nearest"}}`."""

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from yamori.domain.database_file import is_disk_full
from yamori.domain.errors import AskThePerson, Forbidden, HouseSilent, InvalidRequest, NotFound, TryAgain, YamoriError

INSUFFICIENT_STORAGE = 507


def add_problem_handlers(app: FastAPI) -> None:
    """Make every error of this application come out in the one shape, with a status that says who can act."""

    @app.exception_handler(YamoriError)
    async def ours(_: Request, error: YamoriError) -> JSONResponse:
        status = (
            INSUFFICIENT_STORAGE
            if is_disk_full(error)
            else 404
            if isinstance(error, NotFound)
            else 403
            if isinstance(error, Forbidden)
            else 422
            if isinstance(error, TryAgain)
            else 409
            if isinstance(error, AskThePerson)
            else 502
            if isinstance(error, HouseSilent)
            else 500
        )
        where, nearest = (error.where, error.nearest) if isinstance(error, InvalidRequest) else ("", ())
        return problem(status, str(error), where=where, nearest=nearest)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            says = first.get("ctx", {}).get("error", "it does not follow the grammar")
            return problem(422, f"the body is no JSON: {says} at character {first['loc'][-1]}", where="body")
        where = ".".join(str(part) for part in first["loc"])
        more = len(error.errors()) - 1
        says = "there is no such field" if first["type"] in ("extra_forbidden", "unexpected_keyword_argument") else first["msg"]
        return problem(422, f"{where}: {says}" + (f" (and {more} more)" if more else ""), where=where)

    @app.exception_handler(HTTPException)
    async def plain(_: Request, error: HTTPException) -> JSONResponse:
        return problem(error.status_code, str(error.detail))

    @app.exception_handler(Exception)
    async def broken(_: Request, error: Exception) -> JSONResponse:
        """Our mistake, but for a full disk: the server, which gets the error after this answer, logs it."""
        if is_disk_full(error):
            return problem(INSUFFICIENT_STORAGE, "the disk is full; nothing of it was written. Free some space in the data folder.")
        return problem(500, f"something went wrong inside ({type(error).__name__}); the log says more")


def problem(status: int, message: str, *, where: str = "", nearest: tuple[str, ...] = ()) -> JSONResponse:
    return JSONResponse({"error": {"message": message, "where": where, "nearest": list(nearest)}}, status_code=status)
