"""Arguments of tools that JSON schema's own formats get wrong for a household: times of day and moments in the home's time.

`format: time` and `format: date-time` are RFC 3339's and want an offset, which nobody says at home. These types say in their schema
exactly what they take; an argument of a tool that is a time or a moment is one of them.
"""

from datetime import datetime, time
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

_CLOCK = "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?"
_LEAP_YEAR = "[12][0-9](0[48]|[2468][048]|[13579][26])|(12|16|20|24|28)00"
_DAY = (
    "([12][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))"
    f"|({_LEAP_YEAR})-02-29)"
)
_OFFSET = "(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])?"


def _stripped(given: Any) -> Any:  # Any: whatever JSON holds
    return given.strip() if isinstance(given, str) else given


def _without_offset(given: time) -> time:
    if given.tzinfo is not None:
        raise PydanticCustomError("time_of_day", "expected a time of day in the home's time, such as 15:30, without an offset")
    return given


TimeOfDay = Annotated[
    time,
    BeforeValidator(_stripped),
    AfterValidator(_without_offset),
    WithJsonSchema({"type": "string", "pattern": f"^{_CLOCK}$", "description": "In the home's time.", "examples": ["15:30"]}),
]
"""A time of day in the home's time: 15:30."""

Moment = Annotated[
    datetime,
    BeforeValidator(_stripped),
    WithJsonSchema(
        {
            "type": "string",
            "pattern": f"^{_DAY}T{_CLOCK}{_OFFSET}$",
            "description": "In the home's time, or with an offset.",
            "examples": ["2026-11-22T15:30", "2026-11-22T15:30:00+09:00"],
        }
    ),
]
"""A day and a time, in the home's time or with an offset; `in_home_time` settles it."""

RowId = Annotated[int, Field(ge=0, le=2**63 - 1)]
"""The number of a row, as databases keep it."""

Minutes = Annotated[int, Field(ge=0, le=366 * 24 * 60)]
"""A length of time, up to a year."""


def in_home_time(moment: datetime, now: datetime) -> datetime:
    """The moment, in the zone of `now` where it names none."""
    return moment.replace(tzinfo=now.tzinfo) if moment.tzinfo is None else moment
