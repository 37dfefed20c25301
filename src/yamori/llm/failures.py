"""What an exception of a provider's SDK means: each has its own classes, but all speak HTTP underneath."""

import asyncio
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
    REFUSED = "refused"
    """The request itself was not accepted; another try would not help."""

    @property
    def passes(self) -> bool:
        """Another try may help."""
        return self in (FailureKind.BUSY, FailureKind.SILENT, FailureKind.UNREACHABLE)


@dataclass(frozen=True, kw_only=True)
class Failure:
    kind: FailureKind
    wait: float | None = None
    """Seconds to wait before the next try, where the provider said so."""
    text: str = ""
    """What the SDK said; may hold a key, so scrub it."""


def read_failure(error: Exception) -> Failure:
    """Look for a status and headers along the chain of causes, then at the kind of exception."""
    chain = tuple(_causes(error))
    text = f"{type(error).__name__}: {error}"[:600]
    names = " ".join(type(e).__name__ for e in chain)
    if "LengthFinishReason" in names:
        return Failure(kind=FailureKind.CUT_OFF, text=text)
    if any(isinstance(e, asyncio.TimeoutError | TimeoutError) or "Timeout" in type(e).__name__ for e in chain):
        return Failure(kind=FailureKind.SILENT, text=text)
    status = next((found for e in chain if (found := _status(e)) is not None), None)
    if status is not None:
        return Failure(kind=_kind_of(status), wait=next((w for e in chain if (w := _wait(e)) is not None), None), text=text)
    if any(isinstance(e, OSError) or "Connect" in type(e).__name__ for e in chain):
        return Failure(kind=FailureKind.UNREACHABLE, text=text)
    return Failure(kind=FailureKind.REFUSED, text=text)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _status(error: BaseException) -> int | None:
    for attribute in ("status_code", "code"):
        value = getattr(error, attribute, None)
        if isinstance(value, int) and 400 <= value < 600:
            return value
    value = getattr(getattr(error, "response", None), "status_code", None)
    return value if isinstance(value, int) and 400 <= value < 600 else None


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
    if not isinstance(headers, Mapping):
        return None
    for header, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers.get(header, "")) * unit)
        except ValueError:
            continue
    return None  # a date: rare, and back-off does as well
