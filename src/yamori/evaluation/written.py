"""How single values are written in a case file: texts, times, dates, attributes, expectations. And what all its parts have in common."""

import datetime
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator

from yamori.evaluation.matchers import Allowed, TextMatch, read_allowed, read_text_match, read_text_parts

_LONGEST = 366 * 24 * 3600.0
"""Seconds that may pass at once: a year."""

Text = Annotated[str, Field(min_length=1)]
Name = Annotated[str, Field(pattern=r"^[^\s].*$")]
Expected = Annotated[Allowed, PlainValidator(read_allowed)]
Matched = Annotated[TextMatch, PlainValidator(read_text_match)]
MatchedParts = Annotated[TextMatch, PlainValidator(read_text_parts)]
Day = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
Minutes = Annotated[int, Field(gt=0, strict=True)]


def _written_time(value: object) -> datetime.time:
    if isinstance(value, str):
        try:
            return datetime.datetime.strptime(value, "%H:%M").time()
        except ValueError:
            pass
    raise ValueError(f'{value!r} is not a time; write it as "15:30"')


def _written_date(value: object) -> datetime.date:
    if isinstance(value, str):
        try:
            return datetime.datetime.strptime(value, "%Y-%m-%d").date()
        except ValueError:
            pass
    raise ValueError(f"{value!r} is not a date; write it as 2026-11-22")


def _written_path(value: object) -> str:
    if isinstance(value, str) and value.count(".") >= 3 and all(value.split(".")) and not any(c.isspace() for c in value):
        return value
    raise ValueError(f"{value!r} is not an attribute; write device.component.capability.attribute")


def _plain_value(value: object) -> object:
    if isinstance(value, str | bool | int | float | Mapping):
        return value
    raise ValueError(f"{value!r} is not something a device can report; give one value")


def written_others(value: object) -> tuple[str, ...]:
    """`unchanged`, or a list of attributes. Raises `ValueError`."""
    if value == "unchanged":
        return ()
    if isinstance(value, list):
        return tuple(_written_path(v) for v in value)
    raise ValueError(f"{value!r} is not allowed; write unchanged, or a list of the attributes that may change too")


Time = Annotated[datetime.time, PlainValidator(_written_time)]
Date = Annotated[datetime.date, PlainValidator(_written_date)]
Attribute = Annotated[str, PlainValidator(_written_path)]
"""Whether it exists is asked of the home, see `Suite.check_paths`."""
Reported = Annotated[Any, PlainValidator(_plain_value)]  # a `Value`, whose recursion pydantic cannot follow
Seconds = Annotated[float, Field(ge=0, le=_LONGEST, strict=True, allow_inf_nan=False)]
"""That pass on the case's clock."""


def _said(value: object) -> object:
    if not isinstance(value, str | list | tuple) or (not isinstance(value, str) and not value):
        raise ValueError(f"{value!r} is not something to say; write a text, or a list of texts (quoted if they look like something else)")
    return [value] if isinstance(value, str) else value


Said = Annotated[tuple[str, ...], BeforeValidator(_said)]
"""One text, or the texts of one conversation."""


class Part(BaseModel):
    """A part of a case file: it has these keys and no others."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)
