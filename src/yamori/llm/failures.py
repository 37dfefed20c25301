"""What an exception of a provider's SDK means: each has its own classes, but all speak HTTP underneath."""

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum


class FailureKind(StrEnum):
    """What can be done about it."""

    BUSY = "busy"
    """Too many requests, or an error of the provider's own: later."""
    SILENT = "silent"
    """No answer in time: again."""
    UNREACHABLE = "unreachable"
    """Nobody listens there: again, then look at the address."""
    KEY = "key"
    """The key is missing, wrong, or not allowed to do this."""
    MODEL = "model"
    """The provider has no such model, or no such address."""
    CUT_OFF = "cut off"
    """The answer's limit of tokens ended it."""
    BROKEN = "broken"
    """The answer ended half-way, or was none of the provider's protocol: again."""
    UNFIT = "unfit"
    """The provider itself found that its model did not keep to the form: again, with what was wrong."""
    DECLINED = "declined"
    """The provider would not answer this."""
    REFUSED = "refused"
    """The request itself was not accepted; another try would not help."""

    @property
    def passes(self) -> bool:
        """Another try may help."""
        return self in (FailureKind.BUSY, FailureKind.SILENT, FailureKind.UNREACHABLE, FailureKind.BROKEN)


@dataclass(frozen=True, kw_only=True)
class Failure:
    kind: FailureKind
    wait: float | None = None
    """Seconds to wait before the next try, where the provider said so."""
    text: str = ""
    """What the SDK said; may hold a key, so scrub it."""


_UNREACHABLE = ("Connect", "InvalidURL", "UnsupportedProtocol")
_HALF_WAY = ("RemoteProtocolError", "ReadError", "IncompleteRead")
_UNFIT = ("tool_use_failed", "json_validate_failed")
"""Groq's codes, with status 400, for an answer of its model that is not in the form asked for."""


def read_failure(error: Exception) -> Failure:
    """Look for a status and headers along the chain of causes, then at the kind of exception.

    What is neither HTTP's nor the network's is an answer that the SDK could not read: nothing of ours is converted on the way out.
    """
    chain = tuple(_causes(error))
    text = f"{type(error).__name__}: {error}"[:600]
    names = " ".join(type(e).__name__ for e in chain)
    if "LengthFinishReason" in names:
        return Failure(kind=FailureKind.CUT_OFF, text=text)
    if "ContentFilter" in names:
        return Failure(kind=FailureKind.DECLINED, text=text)
    if any(isinstance(e, asyncio.TimeoutError | TimeoutError) or "Timeout" in type(e).__name__ for e in chain):
        return Failure(kind=FailureKind.SILENT, text=text)
    status = next((found for e in chain if (found := _status(e)) is not None), None)
    if status is not None:
        wait = next((w for e in chain if (w := _wait(e)) is not None), None)
        kind = FailureKind.UNFIT if status == 400 and any(code in text for code in _UNFIT) else _kind_of(status)
        return Failure(kind=kind, wait=wait, text=text)
    if any(name in names for name in _HALF_WAY):
        return Failure(kind=FailureKind.BROKEN, text=text)
    if any(isinstance(e, OSError) for e in chain) or any(name in names for name in _UNREACHABLE):
        return Failure(kind=FailureKind.UNREACHABLE, text=text)
    return Failure(kind=FailureKind.BROKEN, text=text)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _status(error: BaseException) -> int | None:
    response = getattr(error, "response", None)
    found = (getattr(error, "status_code", None), getattr(error, "code", None), getattr(response, "status_code", None), _code_in(response))
    return next((value for value in found if isinstance(value, int) and 400 <= value < 600), None)


def _code_in(response: object) -> object:
    """Some servers say `200` and put the error into the body."""
    try:
        body = json.loads(getattr(response, "text", "") or "null")
    except (RuntimeError, TypeError, ValueError):  # a body that was not read, or is no JSON
        return None
    error = body.get("error") if isinstance(body, dict) else None
    return error.get("code") if isinstance(error, dict) else None


def _kind_of(status: int) -> FailureKind:
    if status in (401, 403):
        return FailureKind.KEY
    if status == 404:
        return FailureKind.MODEL
    if status == 408:
        return FailureKind.SILENT
    return FailureKind.BUSY if status == 429 or status >= 500 else FailureKind.REFUSED


def _wait(error: BaseException) -> float | None:
    headers = getattr(getattr(error, "response", None), "headers", None)
    if isinstance(headers, Mapping):
        for header, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
            try:
                return max(0.0, float(headers.get(header, "")) * unit)
            except ValueError:
                continue  # a date: rare, and back-off does as well
    return _retry_delay(getattr(error, "details", None))


def _retry_delay(details: object) -> float | None:
    """Google says it in the body: `{"error": {"details": [{"retryDelay": "7s"}]}}`."""
    error = details.get("error") if isinstance(details, dict) else None
    rows = error.get("details") if isinstance(error, dict) else None
    for row in rows if isinstance(rows, list) else ():
        delay = row.get("retryDelay") if isinstance(row, dict) else None
        if isinstance(delay, str) and (found := re.fullmatch(r"(\d+(?:\.\d+)?)s", delay)):
            return float(found.group(1))
    return None
