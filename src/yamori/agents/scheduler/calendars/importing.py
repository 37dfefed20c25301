"""An iCalendar file taken into a person's schedule."""

import asyncio
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from yamori.agents.scheduler.calendars.fields import Fields, kept
from yamori.agents.scheduler.calendars.lines import octets_of
from yamori.agents.scheduler.calendars.notes import Note, Why
from yamori.agents.scheduler.calendars.placing import Became, Known, Placed, known_of, place
from yamori.agents.scheduler.calendars.reading import Contents, Found, read_calendar
from yamori.agents.scheduler.store import Schedule
from yamori.agents.scheduler.store.calendars import IN_A_FILE, Desk
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value

LARGEST = 5 * 1024 * 1024
"""Bytes of a file; about ten thousand events."""
MOST_ROUTINES = 1000
"""Recurring events of one file."""
_AT_ONCE = 100
"""Events in one transaction: others get their turn in between."""
_MOST_SHOWN = 200


@dataclass(frozen=True, kw_only=True)
class Imported:
    """What a file did, or would do."""

    dry: bool
    """Nothing was kept: this is what would have been."""
    became: Mapping[Became, int]
    events: tuple[tuple[Became, Fields], ...]
    """The first of them."""
    notes: tuple[Note, ...]

    def view(self) -> Mapping[str, Value]:
        events: list[Value] = [{"became": became.value, **_shown(fields)} for became, fields in self.events]
        notes: list[Value] = [dict(note.view()) for note in self.notes[:_MOST_SHOWN]]
        counts: dict[str, Value] = {became.value: self.became.get(became, 0) for became in (Became.ADDED, Became.CHANGED, Became.UNCHANGED)}
        return {"dry": self.dry, **counts, "events": events, "notes": notes, "notes_in_all": len(self.notes)}


async def import_file(schedule: Schedule, content: bytes, *, person: str, home: str, dry: bool = False) -> Imported:
    """Take a file in; what stood in it before is known again by its UIDs. `dry` only says what would come of it.

    Raises `InvalidRequest` for what is no iCalendar file.
    """
    if len(content) > LARGEST:
        raise InvalidRequest(f"the file has {len(content)} bytes; at most {LARGEST} are read", where="file")
    octets = octets_of(content)
    if b"BEGIN:VCALENDAR" not in octets.upper():
        raise InvalidRequest("this is no iCalendar file: it has no BEGIN:VCALENDAR", where="file")
    contents = await asyncio.to_thread(read_calendar, octets, home, splits=True)
    events, more = _limited(contents)
    known = await known_of(schedule, person)
    source = f"import/{hashlib.sha256(content).hexdigest()[:16]}"
    all_notes = [*contents.notes, *more]
    became: dict[Became, int] = {}
    shown: list[tuple[Became, Fields]] = []
    for start in range(0, len(events), _AT_ONCE):
        some = events[start : start + _AT_ONCE]
        done = [Placed(became=known.would(f)) for f in some] if dry else await _placed(schedule, some, person, source, known)
        for found, placed in zip(some, done, strict=True):
            became[placed.became] = became.get(placed.became, 0) + 1
            all_notes += placed.notes
            if len(shown) < _MOST_SHOWN:
                shown.append((placed.became, found.fields))
    return Imported(dry=dry, became=became, events=tuple(shown), notes=tuple(all_notes))


async def _placed(schedule: Schedule, some: list[Found], person: str, source: str, known: Known) -> list[Placed]:
    def work(desk: Desk) -> list[Placed]:
        return [
            Placed(became=Became.UNCHANGED)
            if known.would(found) is Became.UNCHANGED
            else place(desk, found, person=person, account_id=IN_A_FILE, source=source, known=known)
            for found in some
        ]

    return await schedule.calendars.together(work)


def _limited(contents: Contents) -> tuple[list[Found], tuple[Note, ...]]:
    """The events in an order in which an occurrence comes after its event, and no more recurring ones than a schedule bears."""
    recurring = [f for f in contents.found if "recurrence" in kept(f.fields)]
    too_many = {id(f) for f in recurring[MOST_ROUTINES:]}
    taken = [f for f in contents.found if id(f) not in too_many]
    notes = (Note(why=Why.TOO_MANY, detail=str(MOST_ROUTINES)),) if too_many else ()
    return sorted(taken, key=lambda f: bool(f.instance)), notes


def _shown(fields: Fields) -> Mapping[str, Value]:
    return {k: v for k, v in kept(fields).items() if v not in (None, [], "")}
