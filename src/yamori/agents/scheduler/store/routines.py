"""Everyone's routines, their steps, and what was done of them on which day."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from yamori.agents.scheduler.rules.rows.log import DailyLog
from yamori.agents.scheduler.rules.rows.routine import Routine, Step, checked_routine, checked_step
from yamori.agents.scheduler.store.changes import Change, Changes, Did, Row, RowKind, expected_version
from yamori.agents.scheduler.store.database import Database
from yamori.agents.scheduler.store.tables import daily_logs, steps
from yamori.agents.scheduler.store.tables import routines as table
from yamori.domain.clock import Clock as NowClock
from yamori.domain.errors import InvalidRequest

if TYPE_CHECKING:
    from sqlalchemy import Connection

_FEW = 100
"""Routines that are read by their numbers."""


@dataclass(frozen=True, kw_only=True)
class NewStep:
    title: str
    minutes: int | None = None
    memo: str | None = None


@dataclass(frozen=True, kw_only=True)
class NewRoutine:
    """What a routine is made of, before the schedule has given it a number."""

    title: str
    recurrence: str
    """An RFC 5545 recurrence rule."""
    starts: Day | None = None
    """None: today."""
    time: Clock | None = None
    duration: timedelta | None = None
    place: str | None = None
    memo: str | None = None
    skipped: tuple[Day, ...] = ()
    zone: str | None = None
    steps: tuple[NewStep, ...] = ()


class Routines:
    """Routines (paper, 3.5.3 (2)). Fulfils `changes.Restorer`."""

    def __init__(self, database: Database, changes: Changes, clock: NowClock) -> None:
        self._database = database
        self._changes = changes
        self._clock = clock
        self._known: dict[str, Mapping[tuple[int, int, str], Routine]] = {}
        """Of each person, what was read last, by number, version and when it was changed."""

    async def add(self, new: NewRoutine, *, person: str, key: str) -> Change:
        """A new routine; unchanged where one of the same title, rule and time is there already."""

        def insert(connection: "Connection") -> Change:
            at = self._clock.now()
            routine = checked_routine(
                Routine(
                    id=0,
                    person=person,
                    title=new.title,
                    recurrence=new.recurrence,
                    starts=new.starts or at.date(),
                    time=new.time,
                    duration=new.duration,
                    place=new.place,
                    memo=new.memo,
                    skipped=new.skipped,
                    zone=new.zone,
                    steps=tuple(Step(id=0, title=s.title, minutes=s.minutes, memo=s.memo) for s in new.steps),
                    created=at,
                    updated=at,
                )
            )
            for other in select_routines(connection, table.c.person == person, table.c.recurrence == routine.recurrence):
                if (other.title.casefold(), other.time) == (routine.title.casefold(), routine.time):
                    return Change(key=key, kind=RowKind.ROUTINE, did=Did.UNCHANGED, before=other, after=other, at=at)
            number = connection.execute(table.insert().values(**_row(routine))).inserted_primary_key
            if number is None:
                raise InvalidRequest("the database gave the routine no number")
            _put_steps(connection, number[0], routine.steps)
            return Change(key=key, kind=RowKind.ROUTINE, did=Did.ADDED, before=None, after=_one(connection, number[0], person), at=at)

        return await self._changes.once(insert, person=person, key=key)

    async def edit(
        self, id: int, did: Did, edit: Callable[[Routine], Routine], *, person: str, key: str, version: int | None = None
    ) -> Change:
        """Change a routine; with `version` only where nobody has changed it since. A step of number 0 is a new one.

        Raises `InvalidRequest`.
        """

        def update(connection: "Connection") -> Change:
            at = self._clock.now()
            before = _one(connection, id, person)
            expected_version(before, version)
            after = checked_routine(edit(before))
            if after == before:
                return Change(key=key, kind=RowKind.ROUTINE, did=Did.UNCHANGED, before=before, after=before, at=at)
            after = replace(after, updated=at, version=before.version + 1)
            _overwrite(connection, after)
            return Change(key=key, kind=RowKind.ROUTINE, did=did, before=before, after=_one(connection, id, person), at=at)

        return await self._changes.once(update, person=person, key=key)

    async def add_step(self, id: int, new: NewStep, *, person: str, key: str) -> Change:
        """A step at the end; unchanged where one of the same title and length is there already."""

        def edit(routine: Routine) -> Routine:
            step = checked_step(Step(id=0, title=new.title, minutes=new.minutes, memo=new.memo))
            if any((s.title.casefold(), s.minutes) == (step.title.casefold(), step.minutes) for s in routine.steps):
                return routine
            return replace(routine, steps=(*routine.steps, step))

        return await self.edit(id, Did.STEPPED, edit, person=person, key=key)

    async def delete_step(self, id: int, step_id: int, *, person: str, key: str) -> Change:
        def edit(routine: Routine) -> Routine:
            _step(routine, step_id)
            return replace(routine, steps=tuple(s for s in routine.steps if s.id != step_id))

        return await self.edit(id, Did.UNSTEPPED, edit, person=person, key=key)

    async def delete(self, id: int, *, person: str, key: str, version: int | None = None) -> Change:
        """With its steps; what was done of them stays known."""

        def drop(connection: "Connection") -> Change:
            before = _one(connection, id, person)
            expected_version(before, version)
            _drop(connection, id)
            return Change(key=key, kind=RowKind.ROUTINE, did=Did.DELETED, before=before, after=None, at=self._clock.now())

        return await self._changes.once(drop, person=person, key=key)

    async def check(self, id: int, day: Day, *, step_id: int | None = None, done: bool = True, person: str, key: str) -> Change:
        """Tick off a step on a day, or the whole routine without one (which is no sum of its steps); `done` false takes the tick away."""

        def tick(connection: "Connection") -> Change:
            at = self._clock.now()
            routine = _one(connection, id, person)
            if step_id is not None:
                _step(routine, step_id)
            wanted = DailyLog(routine_id=id, step_id=step_id, date=day, at=at)
            found = _present(connection, wanted)
            if (found is not None) is done:
                same = found or wanted
                return Change(key=key, kind=RowKind.CHECK, did=Did.UNCHANGED, before=same, after=same, at=at)
            if done:
                _tick(connection, wanted)
                return Change(key=key, kind=RowKind.CHECK, did=Did.DONE, before=None, after=wanted, at=at)
            _untick(connection, wanted)
            return Change(key=key, kind=RowKind.CHECK, did=Did.REOPENED, before=found, after=None, at=at)

        return await self._changes.once(tick, person=person, key=key)

    async def checks(self, first: Day, last: Day, *, person: str, ids: Collection[int] | None = None) -> tuple[DailyLog, ...]:
        """What was ticked off for the days of a period, both included, in order; of the routines of these numbers, where they are given."""

        def read(connection: "Connection") -> tuple[DailyLog, ...]:
            query = daily_logs.select().where(*_ticked(first, last, person, ids))
            found = connection.execute(query.order_by(daily_logs.c.date, daily_logs.c.at, daily_logs.c.id))
            return tuple(_log(row._mapping) for row in found)

        return await self._database.transact(read)

    async def done_days(self, first: Day, last: Day, *, person: str, ids: Collection[int] | None = None) -> Mapping[int, frozenset[Day]]:
        """On which days of a period each routine was done, as `select_done_days` reckons it. Counted by the database, since of years only
        these days are wanted, not every tick."""
        today = self._clock.now().date()
        return await self._database.transact(lambda c: select_done_days(c, *_ticked(first, last, person, ids), today=today))

    async def get(self, id: int, *, person: str) -> Routine:
        """Raises `InvalidRequest` when the person has no such routine."""
        return await self._database.transact(lambda c: _one(c, id, person))

    async def all(self, *, person: str) -> tuple[Routine, ...]:
        """A person's routines by their number, that is, in the order in which they were made.

        Every sentence and most tools ask for all of them: only what was changed since the last time is read whole.
        """

        def read(connection: "Connection") -> tuple[Routine, ...]:
            known = self._known.get(person, {})
            stamps = sa.select(table.c.id, table.c.version, table.c.updated).where(table.c.person == person).order_by(table.c.id)
            now = [(id, version, updated) for id, version, updated in connection.execute(stamps).all()]
            news = [stamp[0] for stamp in now if stamp not in known]
            few = (table.c.id.in_(news),) if len(news) <= _FEW else ()
            fresh = {routine.id: routine for routine in select_routines(connection, table.c.person == person, *few)} if news else {}
            # One that another process deleted in between is in neither.
            found = {stamp: routine for stamp in now if (routine := fresh.get(stamp[0]) or known.get(stamp)) is not None}
            self._known[person] = found
            return tuple(found.values())

        return await self._database.transact(read)

    async def everything(self) -> tuple[Routine, ...]:
        """Everyone's, for an evaluation or a backup."""
        return await self._database.transact(select_routines)

    def present(self, connection: "Connection", row: Row) -> Row | None:
        assert isinstance(row, Routine)
        found = select_routines(connection, table.c.id == row.id)
        return found[0] if found else None

    def put(self, connection: "Connection", row: Row) -> Row:
        assert isinstance(row, Routine)
        present = self.present(connection, row)
        version = present.version if isinstance(present, Routine) else row.version
        row = replace(row, version=version + 1, updated=self._clock.now())
        if present is None:
            connection.execute(table.insert().values(id=row.id, **_row(row)))
        _overwrite(connection, row)
        return row

    def remove(self, connection: "Connection", row: Row) -> None:
        assert isinstance(row, Routine)
        _drop(connection, row.id)


class Checks:
    """Puts ticks back. Fulfils `changes.Restorer`."""

    def present(self, connection: "Connection", row: Row) -> Row | None:
        assert isinstance(row, DailyLog)
        return _present(connection, row)

    def put(self, connection: "Connection", row: Row) -> Row:
        assert isinstance(row, DailyLog)
        _tick(connection, row)
        return row

    def remove(self, connection: "Connection", row: Row) -> None:
        assert isinstance(row, DailyLog)
        _untick(connection, row)


def _step(routine: Routine, step_id: int) -> Step:
    for step in routine.steps:
        if step.id == step_id:
            return step
    raise InvalidRequest(f"the routine {routine.title!r} has no step {step_id}", where="step_id")


def _ticked(first: Day, last: Day, person: str, ids: Collection[int] | None) -> tuple[sa.ColumnElement[bool], ...]:
    mine = sa.select(table.c.id).where(table.c.person == person, *(() if ids is None else (table.c.id.in_(ids),)))
    return daily_logs.c.routine_id.in_(mine), daily_logs.c.date >= first, daily_logs.c.date <= last


def select_done_days(connection: "Connection", *conditions: sa.ColumnElement[bool], today: Day) -> Mapping[int, frozenset[Day]]:
    """The days on which each routine was done, as a whole or every step of it; `conditions` are on `daily_logs`.

    A step that was never ticked off up to a day before `today` had not been made by then, so that a new step does not break what was kept
    before it.
    """
    step = sa.and_(steps.c.id == daily_logs.c.step_id, steps.c.routine_id == daily_logs.c.routine_id)
    own = steps.alias()
    in_all = sa.select(sa.func.count(own.c.id)).where(own.c.routine_id == daily_logs.c.routine_id).scalar_subquery()
    earlier = daily_logs.alias()
    made = sa.exists().where(earlier.c.step_id == own.c.id, earlier.c.date <= daily_logs.c.date)
    by_then = sa.select(sa.func.count(own.c.id)).where(own.c.routine_id == daily_logs.c.routine_id, made).scalar_subquery()
    ticked = sa.func.count(steps.c.id)
    every = sa.or_(ticked == in_all, sa.and_(daily_logs.c.date < today, ticked == by_then))
    query = (
        sa.select(daily_logs.c.routine_id, daily_logs.c.date)
        .join_from(daily_logs, steps, step, isouter=True)
        .where(*conditions)
        .group_by(daily_logs.c.routine_id, daily_logs.c.date)
        .having(sa.or_(sa.func.min(daily_logs.c.step_id) == 0, sa.and_(ticked > 0, every)))
    )
    found: dict[int, list[Day]] = {}
    for id, day in connection.execute(query):
        found.setdefault(id, []).append(day)
    return {id: frozenset(days) for id, days in found.items()}


def _same_tick(log: DailyLog) -> sa.ColumnElement[bool]:
    c = daily_logs.c
    return sa.and_(c.routine_id == log.routine_id, c.step_id == (log.step_id or 0), c.date == log.date)


def _present(connection: "Connection", log: DailyLog) -> DailyLog | None:
    row = connection.execute(daily_logs.select().where(_same_tick(log))).first()
    return _log(row._mapping) if row is not None else None


def _tick(connection: "Connection", log: DailyLog) -> None:
    connection.execute(
        daily_logs.insert().values(routine_id=log.routine_id, step_id=log.step_id or 0, date=log.date, at=log.at.isoformat())
    )


def _untick(connection: "Connection", log: DailyLog) -> None:
    connection.execute(daily_logs.delete().where(_same_tick(log)))


def _one(connection: "Connection", id: int, person: str) -> Routine:
    found = select_routines(connection, table.c.person == person, table.c.id == id)
    if not found:
        raise InvalidRequest(f"there is no routine {id}", where="routine_id")
    return found[0]


def select_routines(connection: "Connection", *conditions: sa.ColumnElement[bool]) -> tuple[Routine, ...]:
    rows = connection.execute(table.select().where(*conditions).order_by(table.c.id)).all()
    own: dict[int, list[Step]] = {}
    if rows:
        c = steps.c
        wanted = sa.select(c.routine_id, c.id, c.title, c.minutes, c.memo).where(c.routine_id.in_(sa.select(table.c.id).where(*conditions)))
        for routine_id, id, title, minutes, memo in connection.execute(wanted.order_by(c.routine_id, c.position, c.id)).all():
            own.setdefault(routine_id, []).append(Step(id=id, title=title, minutes=minutes, memo=memo))
    return tuple(_routine(row._mapping, own.get(row.id, ())) for row in rows)


def _overwrite(connection: "Connection", routine: Routine) -> None:
    connection.execute(table.update().where(table.c.id == routine.id).values(**_row(routine)))
    connection.execute(steps.delete().where(steps.c.routine_id == routine.id))
    _put_steps(connection, routine.id, routine.steps)


def _put_steps(connection: "Connection", routine_id: int, all_steps: Sequence[Step]) -> None:
    """Steps keep their numbers, since what was ticked off is known by them; a step of number 0 gets a new one."""
    for position, step in enumerate(all_steps):
        values = {"routine_id": routine_id, "position": position, "title": step.title, "minutes": step.minutes, "memo": step.memo}
        connection.execute(steps.insert().values(**values | ({"id": step.id} if step.id else {})))


def _drop(connection: "Connection", id: int) -> None:
    connection.execute(steps.delete().where(steps.c.routine_id == id))
    connection.execute(table.delete().where(table.c.id == id))


def _row(routine: Routine) -> dict[str, object]:
    """The columns but for the number."""
    return {
        "person": routine.person,
        "title": routine.title,
        "recurrence": routine.recurrence,
        "starts": routine.starts,
        "time": routine.time,
        "seconds": int(routine.duration.total_seconds()) if routine.duration else None,
        "place": routine.place,
        "memo": routine.memo,
        "skipped": [day.isoformat() for day in routine.skipped],
        "zone": routine.zone,
        "version": routine.version,
        "created": routine.created.isoformat(),
        "updated": routine.updated.isoformat(),
    }


def _routine(row: Mapping[Any, Any], own: Sequence[Step]) -> Routine:  # Any: a database row's columns
    return Routine(
        id=row["id"],
        person=row["person"],
        title=row["title"],
        recurrence=row["recurrence"],
        starts=row["starts"],
        time=row["time"],
        duration=timedelta(seconds=row["seconds"]) if row["seconds"] else None,
        place=row["place"],
        memo=row["memo"],
        skipped=tuple(Day.fromisoformat(day) for day in row["skipped"] or ()),
        zone=row["zone"],
        steps=tuple(own),
        version=row["version"],
        created=datetime.fromisoformat(row["created"]),
        updated=datetime.fromisoformat(row["updated"]),
    )


def _log(row: Mapping[Any, Any]) -> DailyLog:  # Any: a database row's columns
    return DailyLog(routine_id=row["routine_id"], step_id=row["step_id"] or None, date=row["date"], at=datetime.fromisoformat(row["at"]))
