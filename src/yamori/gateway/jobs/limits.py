"""What a queue takes: JSON of up to 256 KB, names that every store can hold, moments with a time zone."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime

from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value
from yamori.gateway.jobs.port import NewJob

MOST_BYTES = 256 * 1024
"""Of one job's work, and of its result, as UTF-8 JSON."""
_LONGEST_NAME = 500
_LONGEST_PROBLEM = 2000
_MOST_TRIES = 1000
_PRIORITIES = range(-(2**31), 2**31)


def check_job(new: NewJob) -> str:
    """The work as JSON. Raises `InvalidRequest`, naming the wrong part."""
    for where, name in (("key", new.key), ("device", new.device)):
        _check_name(name, where)
    if not isinstance(new.work, Mapping):
        raise InvalidRequest("work must be a JSON object", where="work")
    if new.priority not in _PRIORITIES:
        raise InvalidRequest("priority must fit into 32 bits", where="priority")
    if not 1 <= new.tries <= _MOST_TRIES:
        raise InvalidRequest(f"tries must be 1 to {_MOST_TRIES}", where="tries")
    for where, moment in (("not_before", new.not_before), ("expires", new.expires)):
        if moment is not None:
            check_moment(moment, where)
    return json_text(new.work, where="work")


def check_moment(moment: datetime, where: str) -> None:
    """Raises `InvalidRequest` for one without a time zone, or too far away to calculate with."""
    if moment.tzinfo is None:
        raise InvalidRequest("a moment needs its time zone, such as 2026-11-21T09:00:00+09:00", where=where)
    if not 1970 < moment.year < 9000:
        raise InvalidRequest("a moment must lie between the years 1971 and 8999", where=where)


def json_text(value: Value, *, where: str) -> str:
    """Raises `InvalidRequest` for what is not JSON or is longer than `MOST_BYTES`."""
    try:
        text = json.dumps(_plain(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        size = len(text.encode())
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidRequest(f"not JSON: {error}"[:200], where=where) from error
    if size > MOST_BYTES:
        raise InvalidRequest(f"{size:,} bytes are too many; {MOST_BYTES:,} is the most", where=where)
    return text


def short_problem(problem: str) -> str:
    """The device's own words, in a form that every store can hold."""
    return problem.encode(errors="replace").decode().replace("\x00", "")[:_LONGEST_PROBLEM]


def _plain(value: Value) -> Value:
    """`json.dumps` knows neither every mapping nor that a key must be a string."""
    if isinstance(value, str) or value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise TypeError("a key that is no string")
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray | memoryview):
        return [_plain(inner) for inner in value]
    raise TypeError(f"a {type(value).__name__}")


def _check_name(name: str, where: str) -> None:
    if not isinstance(name, str) or not name or len(name) > _LONGEST_NAME or "\x00" in name:
        raise InvalidRequest(f"must have 1 to {_LONGEST_NAME} characters, none of them NUL", where=where)
    try:
        name.encode()
    except UnicodeEncodeError as error:
        raise InvalidRequest("is no Unicode text", where=where) from error
