"""The summaries of the day that are due, and the rows that they are made of."""

from collections.abc import Sequence
from datetime import date as Day
from datetime import datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from yamori.agents.scheduler.notices import NoticeKind
from yamori.agents.scheduler.rules.reporting.announcement import MOST_LINES, DayAhead, Line, briefing_text
from yamori.agents.scheduler.rules.rows.days import occurrence_days
from yamori.agents.scheduler.rules.rows.instants import instant, local_day, zone_of
from yamori.agents.scheduler.rules.rows.reminder import LATE
from yamori.agents.scheduler.store.preferences import next_briefing, read_preferences
from yamori.agents.scheduler.store.routines import select_routines
from yamori.agents.scheduler.store.tables import custom_tasks, notices, preferences, routines
from yamori.agents.scheduler.store.tasks import lasting
from yamori.domain.language import DEFAULT_LANGUAGE

if TYPE_CHECKING:
    from sqlalchemy import Connection

_MOST_PEOPLE = 50
"""Briefings in one transaction."""
_LOOKED_BACK = timedelta(days=7)
"""For missed reminders, where there was no briefing before."""


def due_briefings(connection: "Connection", now: datetime) -> Sequence[dict[str, Any]]:
    """Rows for notices. One that could not come on its own day is left out; this day's comes, however late."""
    zone, rows = zone_of(now), []
    query = preferences.select().where(preferences.c.due <= now).order_by(preferences.c.due).limit(_MOST_PEOPLE).with_for_update()
    for row in connection.execute(query).all():
        preferred = read_preferences(row._mapping)
        mine = preferences.c.person == preferred.person
        connection.execute(preferences.update().where(mine).values(due=next_briefing(preferred.briefing, now)))
        day = local_day(now, zone)
        due = instant(day, preferred.briefing, zone)
        if due > now:
            continue
        rows.append(
            {
                "key": f"briefing/{preferred.person}/{day}",
                "person": preferred.person,
                "kind": NoticeKind.BRIEFING.value,
                "text": briefing_text(day_ahead(connection, preferred.person, day, now), preferred.language or DEFAULT_LANGUAGE),
                "reminder_id": None,
                "task_id": None,
                "routine_id": None,
                "due": due,
                "at": now,
                "late": now - due > LATE,
                "missed": False,
            }
        )
    return rows


def day_ahead(connection: "Connection", person: str, day: Day, now: datetime) -> DayAhead:
    """What one person has to do on a day, what they have not done, and what they were not reminded of."""
    c = custom_tasks.c
    open_tasks = sa.select(c.title, c.date, c.time, c.place).where(c.person == person, c.done.is_(False))
    today = connection.execute(open_tasks.where(c.date == day).order_by(c.time.is_(None), c.time, c.id))
    still = lasting(connection, day, person=person, done=False)
    late = open_tasks.where(c.date < day, c.id.not_in([task.id for task in still]))
    overdue = connection.execute(late.order_by(c.date.desc(), c.id.desc()).limit(MOST_LINES))
    return DayAhead(
        day=day,
        tasks=(*(Line(title=t.title, place=t.place) for t in still), *(Line(title=r.title, time=r.time, place=r.place) for r in today)),
        routines=_routines(connection, person, day, zone_of(now)),
        overdue=tuple(Line(title=row.title, day=row.date) for row in overdue)[::-1],
        missed=_missed(connection, person, now),
    )


def _routines(connection: "Connection", person: str, day: Day, home: tzinfo) -> tuple[Line, ...]:
    found = [
        Line(title=here.title, time=here.time if first == day else None, place=here.place)
        for routine in select_routines(connection, routines.c.person == person)
        for first, here in occurrence_days(routine, day, day, home)
    ]
    return tuple(sorted(found, key=lambda line: (line.time is None, str(line.time), line.title)))


def _missed(connection: "Connection", person: str, now: datetime) -> tuple[Line, ...]:
    c = notices.c
    last = connection.scalar(sa.select(sa.func.max(c.at)).where(c.person == person, c.kind == NoticeKind.BRIEFING.value))
    since = last or now - _LOOKED_BACK
    found = connection.execute(sa.select(c.text).where(c.person == person, c.missed.is_(True), c.at > since).order_by(c.due, c.id))
    return tuple(Line(title=row.text) for row in found)
