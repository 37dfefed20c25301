"""Moments as the history keeps them: whole milliseconds since 1970 in UTC, which order and subtract in any time zone."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

from yamori.domain.errors import InvalidRequest

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
_ONE = timedelta(milliseconds=1)


def to_millis(at: datetime) -> int:
    """What is shorter than a millisecond is cut off. Raises `InvalidRequest` for a moment without a time zone."""
    if at.tzinfo is None:
        raise InvalidRequest(f"{at.isoformat()} has no time zone; give an aware moment, such as 2026-11-26T09:00:00+09:00", where="at")
    return (at - EPOCH) // _ONE


def from_millis(moment: int, zone: tzinfo | None) -> datetime:
    return (EPOCH + timedelta(milliseconds=moment)).astimezone(zone or UTC)


@dataclass(frozen=True, kw_only=True)
class Interval:
    """From `start` on and before `end`, both aware. Raises `InvalidRequest` where it is empty or runs backwards."""

    start: datetime
    end: datetime

    def __post_init__(self) -> None:
        if to_millis(self.start) >= to_millis(self.end):
            raise InvalidRequest(
                f"an interval ends after it starts; {self.start.isoformat()} is not before {self.end.isoformat()}", where="end"
            )
