"""How long an automation lives."""

from dataclasses import dataclass
from datetime import UTC, datetime

from yamori.domain.errors import InvalidRequest


@dataclass(frozen=True, kw_only=True)
class Life:
    """Both empty: until it is switched off."""

    times: int | None = None
    """How often it fires in all; what was missed does not count. 1 for `the next time …`."""
    until: datetime | None = None
    """From here on it does not fire any more; aware, kept in UTC."""

    def __post_init__(self) -> None:
        if self.times is not None and self.times < 1:
            raise InvalidRequest("an automation fires at least once", where="times")
        if self.until is not None:
            if self.until.tzinfo is None:
                raise InvalidRequest("a moment needs a time zone, such as 2026-11-22T09:00:00+09:00", where="until")
            object.__setattr__(self, "until", self.until.astimezone(UTC))


ONCE = Life(times=1)
FOR_EVER = Life()
