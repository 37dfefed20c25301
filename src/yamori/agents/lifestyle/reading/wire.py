"""Events as lines of JSON between the worker and the household.

A line is an object with one key, the event's name in lower case; `refused` carries an `Unreadable`, `ready` says that the worker is there.
"""

import json
from dataclasses import fields
from typing import Any

from yamori.agents.lifestyle.reading.events import Ended, Event, Opened, Skipped, Turned
from yamori.agents.lifestyle.reading.kinds import Kind
from yamori.agents.lifestyle.reading.unreadable import Reason, Unreadable
from yamori.agents.lifestyle.rules.passages import Part
from yamori.domain.plain_text import single_line, strip_controls

READY = b'{"ready": true}\n'
LONGEST_LINE = 4_000_000
"""Bytes; a part has at most 50,000 characters, which JSON may write with six bytes each."""


class Garbled(ValueError):
    """A line that no worker of ours writes."""


def packed(event: Event | Unreadable) -> bytes:
    if isinstance(event, Unreadable):
        said: dict[str, Any] = {"refused": {"reason": event.reason, "message": str(event)}}
    else:
        values = {f.name: getattr(event, f.name) for f in fields(event)}
        said = {type(event).__name__.lower(): {name: value for name, value in values.items() if value is not None and value != ()}}
    return json.dumps(said, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def unpacked(line: bytes) -> Event | Unreadable:
    """Raises `Garbled`: what comes from the process that opens unknown files is checked like anything from outside."""
    try:
        ((name, values),) = json.loads(line).items()
        if name == "refused":
            return Unreadable(single_line(str(values["message"])), reason=Reason(values["reason"]))
        if name == "opened":
            return Opened(kind=Kind(values["kind"]), title=single_line(str(values["title"])), pages=_number(values, "pages"))
        if name == "part":
            return Part(
                text=strip_controls(str(values["text"])),
                headings=tuple(single_line(str(h)) for h in values.get("headings", ())),
                page=_number(values, "page"),
                question=_string(values, "question"),
                source=_string(values, "source"),
            )
        if name == "skipped":
            return Skipped(where=single_line(str(values["where"])), why=single_line(str(values["why"])), reason=Reason(values["reason"]))
        if name == "turned":
            return Turned(page=int(values["page"]))
        if name == "ended":
            return Ended(pages=_number(values, "pages"))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Garbled(repr(line[:200])) from error
    raise Garbled(repr(line[:200]))


def _number(values: dict[str, Any], name: str) -> int | None:
    value = values.get(name)
    return None if value is None else int(value)


def _string(values: dict[str, Any], name: str) -> str | None:
    value = values.get(name)
    return None if value is None else strip_controls(str(value))
