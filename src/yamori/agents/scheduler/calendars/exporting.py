"""A person's schedule as an iCalendar file: whole, or as a subscription sees it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date as Day

from yamori.agents.scheduler.calendars.fields import fields_of
from yamori.agents.scheduler.calendars.names import uid_of
from yamori.agents.scheduler.calendars.placing import alarms_of, kind_of
from yamori.agents.scheduler.calendars.writing import Part, component_for, written
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.agents.scheduler.store import RowKind, Schedule
from yamori.agents.scheduler.store.alarms import Leads
from yamori.agents.scheduler.store.calendars import Link


@dataclass(frozen=True, kw_only=True)
class Export:
    """What a file is made of."""

    parts: tuple[Part, ...]
    home: str
    """The home's time zone."""
    name: str

    def content(self) -> bytes:
        """The file; a second's work for ten thousand rows, so that a thread of its own does it."""
        return written(self.parts, self.home, name=self.name)


async def export_of(schedule: Schedule, person: str, home: str, *, since: Day | None = None, name: str = "") -> Export:
    """Everything of a person's; with `since`, no task of an earlier day."""
    links = {(link.kind, link.row): link for link in await schedule.calendars.links(person)}
    alarms = await alarms_of(schedule, person)
    tasks = await schedule.tasks.all(person=person)
    rows: list[CustomTask | Routine] = [*await schedule.routines.all(person=person)]
    rows += tasks if since is None else [t for t in tasks if t.date is None or t.date >= since]
    return Export(parts=tuple(parts_of(rows, links, alarms)), home=home, name=name)


def parts_of(rows: Iterable[CustomTask | Routine], links: Mapping[tuple[RowKind, int], Link], alarms: Leads) -> Iterable[Part]:
    """Rows under the UIDs that they have elsewhere, each UID once; routines are to come before the occurrences that differ from them."""
    taken: set[tuple[str, str]] = set()
    for row in rows:
        fields = fields_of(row, alarms.get((kind_of(row), row.id), ()))
        link = links.get((kind_of(row), row.id))
        uid, instance, component = uid_of(row), "", component_for(fields)
        if link is not None and link.spot not in taken and _fits(link, component, taken):
            uid, instance = link.spot
            component = link.component if component == "VEVENT" else component
        taken.add((uid, instance))
        yield Part(
            uid=uid, instance=instance, component=component, fields=fields, created=row.created, updated=row.updated, version=row.version
        )


def _fits(link: Link, component: str, taken: set[tuple[str, str]]) -> bool:
    """A changed occurrence without its event, or without a day, is an event of its own."""
    return not link.instance or (component == "VEVENT" and (link.uid, "") in taken)
