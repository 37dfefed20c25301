"""One event taken into the schedule: which row it is, what both sides say of it, and what the row becomes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from yamori.agents.scheduler.calendars.fields import (
    Fields,
    RoutineFields,
    TaskFields,
    fields_of,
    kept,
    merged,
    new_row,
    read_kept,
    routine_with,
    task_with,
)
from yamori.agents.scheduler.calendars.names import memo_in, step_lines, uid_of
from yamori.agents.scheduler.calendars.notes import Note, Why
from yamori.agents.scheduler.calendars.reading import Found
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.agents.scheduler.store import Did, RowKind, Schedule
from yamori.agents.scheduler.store.alarms import Alarms, Leads
from yamori.agents.scheduler.store.calendars import IN_A_FILE, Desk, Link


class Became(StrEnum):
    """What taking an event in did to the schedule."""

    ADDED = "added"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    DELETED = "deleted"


@dataclass(frozen=True, kw_only=True)
class Placed:
    became: Became
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Known:
    """A person's rows and links before anything is taken in: what need not be asked for event by event."""

    own: Mapping[str, CustomTask | Routine]
    """Every row by the UID that it has of itself."""
    rows: Mapping[tuple[RowKind, int], CustomTask | Routine]
    links: Mapping[tuple[str, str], Link]
    """By UID and instance, those of accounts before those of files."""
    alarms: Leads

    def would(self, found: Found) -> Became:
        """What a file that says this would do."""
        link = self.links.get((found.uid, found.instance))
        row = self.rows.get((link.kind, link.row)) if link is not None else self.own.get(found.uid) if not found.instance else None
        if row is None:
            return Became.ADDED
        ours = fields_of(row, self.alarms.get((kind_of(row), row.id), ()))
        same = type(ours) is type(found.fields) and merged(None, ours, found.fields).fields == ours
        return Became.UNCHANGED if same else Became.CHANGED


async def known_of(schedule: Schedule, person: str) -> Known:
    rows: list[CustomTask | Routine] = [*await schedule.tasks.all(person=person), *await schedule.routines.all(person=person)]
    return Known(
        own={uid_of(row): row for row in rows},
        rows={(kind_of(row), row.id): row for row in rows},
        links={link.spot: link for link in await schedule.calendars.links(person)},
        alarms=await alarms_of(schedule, person),
    )


async def alarms_of(schedule: Schedule, person: str) -> Leads:
    """The alarms of all of a person's rows."""
    return await Alarms(schedule.database, schedule.changes, schedule.clock).leads(person)


def kind_of(row: CustomTask | Routine) -> RowKind:
    return RowKind.TASK if isinstance(row, CustomTask) else RowKind.ROUTINE


def place(desk: Desk, found: Found, *, person: str, account_id: int, source: str, known: Known) -> Placed:
    """Take an event in: from a file (`IN_A_FILE`), where what it says counts, or from an account, where both sides are brought together."""
    return _Placing(desk, found, person, account_id, source).done(known)


def withdraw(desk: Desk, link: Link, *, source: str) -> Placed:
    """The event is not there any more: neither is its row, unless somebody changed that meanwhile."""
    row = desk.row(link.kind, link.row, link.person)
    desk.drop_link(link)
    if row is None:
        return Placed(became=Became.UNCHANGED)
    if fields_of(row, desk.alarms(row)) != read_kept(link.seen):
        return Placed(became=Became.UNCHANGED, notes=(Note(why=Why.EDIT_KEPT, title=row.title),))
    desk.delete(row, source=source)
    return Placed(became=Became.DELETED)


class _Placing:
    def __init__(self, desk: Desk, found: Found, person: str, account_id: int, source: str) -> None:
        self._desk = desk
        self._found = found
        self._person = person
        self._account_id = account_id
        self._source = source

    def done(self, known: Known) -> Placed:
        link = self._link()
        if link is not None:
            self._found = replace(self._found, fields=_with_steps(self._found.fields, read_kept(link.seen)))
            row = self._desk.row(link.kind, link.row, self._person)
            return self._again(link, row) if row is not None else self._missing(link)
        own = known.own.get(self._found.uid) if not self._found.instance else None
        row = self._desk.row(kind_of(own), own.id, self._person) if own is not None else None
        if row is not None and self._account_id != IN_A_FILE and self._desk.link_of(kind_of(row), row.id) is not None:
            row = None  # it is an event of another calendar already: this is a copy
        if row is None:
            return self._added(None)
        self._found = replace(self._found, fields=_with_steps(self._found.fields, self._ours(row)))
        return self._met(row, None, None)

    def _link(self) -> Link | None:
        uid, instance = self._found.uid, self._found.instance
        if self._account_id == IN_A_FILE:
            return self._desk.link(self._person, None, uid, instance)
        found = self._desk.link(self._person, self._account_id, uid, instance)
        if found is not None:
            return found
        imported = self._desk.link(self._person, IN_A_FILE, uid, instance)
        return replace(imported, account_id=self._account_id) if imported is not None else None

    def _again(self, link: Link, row: CustomTask | Routine) -> Placed:
        if kind_of(row) is not _kind(self._found.fields):
            return self._of_another_kind(link, row)
        return self._met(row, link, read_kept(link.seen))

    def _of_another_kind(self, link: Link, row: CustomTask | Routine) -> Placed:
        """What took place once recurs now, or the other way round."""
        notes = self._lost(("recurrence",)) if self._ours(row) != read_kept(link.seen) else ()
        self._desk.delete(row, source=self._source)
        return replace(self._added(link), became=Became.CHANGED, notes=notes)

    def _missing(self, link: Link) -> Placed:
        """Its row was deleted here."""
        theirs, seen = self._found.fields, read_kept(link.seen)
        if self._account_id == IN_A_FILE:
            return self._added(link)
        if _settled(theirs) == seen:
            return Placed(became=Became.UNCHANGED)  # the server will be told
        return replace(self._added(link), notes=(Note(why=Why.CAME_BACK, title=theirs.title),))

    def _met(self, row: CustomTask | Routine, link: Link | None, seen: Fields | None) -> Placed:
        """Both are there."""
        ours, theirs = self._ours(row), self._found.fields
        if self._account_id == IN_A_FILE:
            seen = None  # who brings a file wants what is in it
        both = merged(seen, ours, theirs)
        became = Became.UNCHANGED
        if both.fields != ours:
            row = self._changed(row, ours, both.fields)
            became = Became.CHANGED
        if self._account_id != IN_A_FILE or link is not None:
            agreed = _settled(theirs)
            if link is None or self._account_id == link.account_id:
                self._tie(link, row, agreed)
        return Placed(became=became, notes=self._lost(both.lost))

    def _ours(self, row: CustomTask | Routine) -> Fields:
        return fields_of(row, self._desk.alarms(row))

    def _changed(self, row: CustomTask | Routine, ours: Fields, fields: Fields) -> CustomTask | Routine:
        change = self._desk.change(row, lambda present: _with(present, fields), source=self._source)
        assert isinstance(change.row, CustomTask | Routine)
        if gone := set(ours.alarms) - set(fields.alarms):
            self._desk.disarm(change.row, sorted(gone), source=self._source)
        self._desk.arm(change.row, sorted(set(fields.alarms) - set(ours.alarms)), source=self._source)
        return change.row

    def _added(self, link: Link | None) -> Placed:
        added = self._desk.add(new_row(self._found.fields, self._person), source=self._source)
        self._desk.arm(added.row, self._found.fields.alarms, source=self._source)
        became = Became.ADDED if added.new else Became.UNCHANGED if added.change.did is Did.UNCHANGED else Became.CHANGED
        self._tie(link, added.row, _settled(self._found.fields))
        return Placed(became=became)

    def _tie(self, link: Link | None, row: CustomTask | Routine, seen: Fields) -> None:
        found = self._found
        tied = Link(
            id=link.id if link is not None else 0,
            person=self._person,
            account_id=link.account_id if link is not None else self._account_id,
            uid=found.uid,
            instance=found.instance,
            component=found.component,
            kind=kind_of(row),
            row=row.id,
            seen=kept(seen),
        )
        self._desk.put_link(tied)

    def _lost(self, names: Sequence[str]) -> tuple[Note, ...]:
        return (Note(why=Why.BOTH_CHANGED, title=self._found.fields.title, detail=", ".join(names)),) if names else ()


def _settled(theirs: Fields) -> Fields:
    """What an event says, without steps where it says nothing of them: they are to be told there (again)."""
    return replace(theirs, steps=()) if isinstance(theirs, RoutineFields) and theirs.steps is None else theirs


def _with_steps(theirs: Fields, last: Fields) -> Fields:
    """An event whose server threw our own properties away, but left the lines of the steps in the description, still has them."""
    if not isinstance(theirs, RoutineFields) or theirs.steps is not None or not isinstance(last, RoutineFields) or not last.steps:
        return theirs
    text = theirs.memo or ""
    if not set(step_lines(last.steps).split("\n")) <= set(text.split("\n")):
        return theirs
    return replace(theirs, memo=memo_in(text, last.steps).strip() or None, steps=last.steps)


def _kind(fields: Fields) -> RowKind:
    return RowKind.TASK if isinstance(fields, TaskFields) else RowKind.ROUTINE


def _with(row: Any, fields: Fields) -> CustomTask | Routine:  # Any: a row of the kind of the fields
    return task_with(row, fields) if isinstance(fields, TaskFields) else routine_with(row, fields)
