"""Calendars elsewhere: accounts, what lies in them, and which row of the schedule is which event.

A row, its link to an event and the journal's entry are written in one transaction, so that a process that is killed leaves no row
without its link and no event that would come in twice. Passwords are not here: `calendars.secrets` keeps them.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa

from yamori.agents.scheduler.rules.rows.entry import CustomTask, text_of
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.agents.scheduler.store.alarms import Alarms
from yamori.agents.scheduler.store.changes import Change, Changes, Did, RowKind, kind_of
from yamori.agents.scheduler.store.database import Database
from yamori.agents.scheduler.store.routines import NewRoutine, NewStep, Routines
from yamori.agents.scheduler.store.tables import calendar_accounts, calendar_items, calendar_links, changes
from yamori.agents.scheduler.store.tasks import NewTask, Tasks
from yamori.agents.scheduler.store.within import Begun, Within, settled
from yamori.domain.clock import Clock
from yamori.domain.errors import InvalidRequest, NotFound

if TYPE_CHECKING:
    from sqlalchemy import Connection

T = TypeVar("T")
MOST_ACCOUNTS = 20
"""Of one person."""
IN_A_FILE = 0
"""The account of events that came in a file."""
_LONGEST_NAME = 100
_LONGEST_ADDRESS = 1000
_LONGEST_USERNAME = 300


@dataclass(frozen=True, kw_only=True)
class Account:
    """A calendar on somebody's server that is kept the same as the schedule."""

    id: int
    person: str
    name: str
    """What the person calls it."""
    address: str
    """The calendar's own URL."""
    username: str
    takes_new: bool
    """Whether what is made here goes there."""
    components: tuple[str, ...]
    """What the calendar there takes: VEVENT, VTODO."""
    sync_token: str | None
    """What the server said of its state when both sides were last the same."""
    failures: int
    """How often it could not be reached in a row."""
    report: Mapping[str, Any] | None
    """What the last sync did, as JSON."""
    created: datetime


@dataclass(frozen=True, kw_only=True)
class Item:
    """One resource of a calendar elsewhere: an event with its changed occurrences."""

    id: int = 0
    account_id: int
    href: str
    etag: str | None
    uid: str
    text: str
    """As the server last gave it, or as we last put it there."""


@dataclass(frozen=True, kw_only=True)
class Link:
    """Which row an event is."""

    id: int = 0
    person: str
    account_id: int
    uid: str
    instance: str
    """The day of a changed occurrence; empty for the event itself."""
    component: str
    kind: RowKind
    row: int
    seen: Mapping[str, Any]
    """The row's fields as both sides last agreed on them, as JSON."""

    @property
    def spot(self) -> tuple[str, str]:
        return self.uid, self.instance


@dataclass(frozen=True, kw_only=True)
class Added:
    """A row for an event."""

    row: CustomTask | Routine
    change: Change
    """What was done to the row last."""
    new: bool
    """False where the very same row was there already and was taken for the event."""


class Calendars:
    """Everyone's accounts, and the links of every row."""

    def __init__(self, database: Database, changes: Changes, clock: Clock) -> None:
        self._database = database
        self._changes = changes
        self._clock = clock

    async def together(self, work: Callable[["Desk"], T]) -> T:
        """Rows, links and items changed in one transaction; nothing of it stays where the work raises."""
        result = await self._database.transact(lambda connection: work(Desk(connection, self._changes, self._clock)))
        self._changes.bell.ring()
        return result

    async def add(
        self, *, person: str, name: str, address: str, username: str, takes_new: bool, components: tuple[str, ...], key: str
    ) -> Account:
        """A new account; the same key gives the one that it made. Raises `InvalidRequest`."""
        table = calendar_accounts
        called = text_of(name, "name", _LONGEST_NAME, lines=False) or address[:_LONGEST_NAME]
        values = {
            "key": key,
            "person": person,
            "name": called,
            "address": text_of(address, "address", _LONGEST_ADDRESS, lines=False),
            "username": text_of(username, "username", _LONGEST_USERNAME, lines=False),
            "takes_new": takes_new,
            "components": list(components),
            "failures": 0,
            "created": self._clock.now().isoformat(),
        }

        def put(connection: "Connection") -> Account:
            mine = _accounts(connection, table.c.person == person)
            known = _accounts(connection, table.c.person == person, table.c.key == key)
            if known:
                return known[0]
            if any(account.address == address for account in mine):
                raise InvalidRequest("this calendar is connected already", where="address")
            if len(mine) >= MOST_ACCOUNTS:
                raise InvalidRequest(f"there are {len(mine)} accounts already", where="accounts")
            if takes_new:
                connection.execute(table.update().where(table.c.person == person).values(takes_new=False))
            connection.execute(table.insert().values(**values))
            return _accounts(connection, table.c.person == person, table.c.key == key)[0]

        return await self._database.transact(put)

    async def give_new(self, id: int, person: str, takes_new: bool) -> Account:
        """Whether what is made here goes to this account; it goes to one at most. Raises `NotFound`."""
        await self.account(id, person)
        table = calendar_accounts

        def put(connection: "Connection") -> None:
            if takes_new:
                connection.execute(table.update().where(table.c.person == person).values(takes_new=False))
            connection.execute(table.update().where(table.c.id == id).values(takes_new=takes_new))

        await self._database.transact(put)
        return await self.account(id, person)

    async def accounts(self, person: str) -> tuple[Account, ...]:
        """A person's, oldest first."""
        return await self._database.transact(lambda c: _accounts(c, calendar_accounts.c.person == person))

    async def everyones(self) -> tuple[Account, ...]:
        return await self._database.transact(_accounts)

    async def account(self, id: int, person: str) -> Account:
        """Raises `NotFound` where the person has no such account."""

        def read(connection: "Connection") -> Account:
            found = _accounts(connection, calendar_accounts.c.person == person, calendar_accounts.c.id == id)
            if not found:
                raise NotFound(f"there is no account {id}", where="account_id")
            return found[0]

        return await self._database.transact(read)

    async def remove(self, id: int, person: str) -> Account:
        """The account is forgotten; its rows stay, and which events they are. Raises `NotFound`."""
        account = await self.account(id, person)

        def drop(connection: "Connection") -> None:
            taken = {link.spot for link in _links(connection, calendar_links.c.person == person, calendar_links.c.account_id == IN_A_FILE)}
            for link in _links(connection, calendar_links.c.account_id == id):
                mine = calendar_links.c.id == link.id
                if link.spot in taken:
                    connection.execute(calendar_links.delete().where(mine))
                else:
                    connection.execute(calendar_links.update().where(mine).values(account_id=IN_A_FILE))
            connection.execute(calendar_items.delete().where(calendar_items.c.account_id == id))
            connection.execute(calendar_accounts.delete().where(calendar_accounts.c.id == id))

        await self._database.transact(drop)
        return account

    async def synced(self, id: int, *, sync_token: str | None, failures: int, report: Mapping[str, Any]) -> None:
        """Keep how the last sync went."""
        values = {"sync_token": sync_token, "failures": failures, "report": dict(report)}
        wanted = calendar_accounts.update().where(calendar_accounts.c.id == id).values(**values)
        await self._database.transact(lambda c: c.execute(wanted) and None)

    async def items(self, account_id: int) -> tuple[Item, ...]:
        def read(connection: "Connection") -> tuple[Item, ...]:
            found = connection.execute(calendar_items.select().where(calendar_items.c.account_id == account_id))
            return tuple(Item(**row._mapping) for row in found)

        return await self._database.transact(read)

    async def links(self, person: str) -> tuple[Link, ...]:
        return await self._database.transact(lambda c: _links(c, calendar_links.c.person == person))

    async def lying(self, person: str) -> Mapping[tuple[RowKind, int], int]:
        """In which account each row of a person's lies that is an event there."""
        c = calendar_links.c
        wanted = sa.select(c.kind, c.row, c.account_id).where(c.person == person, c.account_id != IN_A_FILE)
        return await self._database.transact(lambda d: {(RowKind(kind), row): id for kind, row, id in d.execute(wanted)})

    async def state(self, person: str) -> tuple[int, datetime | None]:
        """The number of a person's last change and when it was: as long as they stay, no row of the person's did change."""
        wanted = sa.select(changes.c.number, changes.c.at).where(changes.c.person == person).order_by(changes.c.number.desc()).limit(1)

        def read(connection: "Connection") -> tuple[int, datetime | None]:
            found = connection.execute(wanted).first()
            return (found.number, datetime.fromisoformat(found.at)) if found is not None else (0, None)

        return await self._database.transact(read)


class Desk:
    """What one transaction may do to rows, links and items. Used on the database's thread, within `Calendars.together` only."""

    def __init__(self, connection: "Connection", outer: Changes, clock: Clock) -> None:
        self._connection = connection
        begun = Begun(connection)
        journal = Within(begun, outer, clock)
        self._tasks = Tasks(begun, journal, clock)
        self._routines = Routines(begun, journal, clock)
        self._alarms = Alarms(begun, journal, clock)
        newest = connection.execute(sa.select(sa.func.max(changes.c.number))).scalar()
        self._number = newest or 0
        self._fresh: set[tuple[RowKind, int]] = set()
        """Rows of this transaction, which have no link yet."""

    def row(self, kind: RowKind, number: int, person: str) -> CustomTask | Routine | None:
        try:
            if kind is RowKind.TASK:
                return settled(self._tasks.get(number, person=person))
            return settled(self._routines.get(number, person=person))
        except InvalidRequest:
            return None

    def link(self, person: str, account_id: int | None, uid: str, instance: str) -> Link | None:
        """The link of an event; with no account, whichever there is, those of accounts first."""
        c = calendar_links.c
        own = () if account_id is None else (c.account_id == account_id,)
        found = _links(self._connection, c.person == person, c.uid == uid, c.instance == instance, *own)
        return found[-1] if found else None

    def link_of(self, kind: RowKind, number: int) -> Link | None:
        found = _links(self._connection, calendar_links.c.kind == kind.value, calendar_links.c.row == number)
        return found[0] if found else None

    def links_of(self, account_id: int, uid: str) -> tuple[Link, ...]:
        return _links(self._connection, calendar_links.c.account_id == account_id, calendar_links.c.uid == uid)

    def add(self, row: CustomTask | Routine, *, source: str) -> Added:
        """A new row like this one; where the very same is there and is no other event yet, that one is taken."""
        change = self._added(row, self._key(source))
        assert isinstance(change.row, CustomTask | Routine)
        if change.did is not Did.UNCHANGED:
            self._fresh.add((change.kind, change.row.id))
            return Added(row=change.row, change=change, new=True)
        if self.link_of(change.kind, change.row.id) is None:
            filled = self.change(change.row, lambda there: _filled(there, row), source=source)
            assert isinstance(filled.row, CustomTask | Routine)
            return Added(row=filled.row, change=filled, new=False)
        # The stores take a second row like an open one for a mistake; two events that look alike are none.
        if isinstance(row, CustomTask):
            done = self._added(replace(row, done=True), self._key(source))
            change = self.change(done.task, lambda task: replace(task, done=False), source=source)
            return Added(row=change.task, change=change, new=True)
        other = self._added(replace(row, title=f"{row.title[:290]} ({self._number})"), self._key(source))
        change = self.change(other.routine, lambda routine: replace(routine, title=row.title), source=source)
        return Added(row=change.routine, change=change, new=True)

    def change(self, row: CustomTask | Routine, edit: Callable[[Any], Any], *, source: str) -> Change:
        """`edit` gets the row and gives it back changed; a task a task, a routine a routine."""
        key = self._key(source)
        if isinstance(row, CustomTask):
            return settled(self._tasks.edit(row.id, Did.CHANGED, edit, person=row.person, key=key))
        return settled(self._routines.edit(row.id, Did.CHANGED, edit, person=row.person, key=key))

    def delete(self, row: CustomTask | Routine, *, source: str) -> Change:
        store = self._tasks if isinstance(row, CustomTask) else self._routines
        return settled(store.delete(row.id, person=row.person, key=self._key(source)))

    def alarms(self, row: CustomTask | Routine) -> tuple[int, ...]:
        """Seconds before the row begins at which its reminders come."""
        return settled(self._alarms.leads_of(kind_of(row), row.id))

    def arm(self, row: CustomTask | Routine, leads: Iterable[int], *, source: str) -> None:
        """A reminder for each of these that has none yet."""
        for lead in leads:
            settled(self._alarms.arm(kind_of(row), row.id, lead, person=row.person, key=self._key(source)))

    def disarm(self, row: CustomTask | Routine, leads: Iterable[int], *, source: str) -> None:
        """No reminders at these any more."""
        settled(self._alarms.disarm(kind_of(row), row.id, leads, person=row.person, key=self._key(source)))

    def put_link(self, link: Link) -> None:
        """Make this the link of its row, and of its event; a link of 0 is a new one. A row has one link: another one is taken away."""
        c = calendar_links.c
        if (link.kind, link.row) not in self._fresh:
            self._connection.execute(calendar_links.delete().where(c.kind == link.kind.value, c.row == link.row, c.id != link.id))
        values = {**vars(link), "kind": link.kind.value, "seen": dict(link.seen)}
        del values["id"]
        if link.id:
            self._connection.execute(calendar_links.update().where(c.id == link.id).values(**values))
        else:
            self._connection.execute(calendar_links.insert().values(**values))

    def drop_link(self, link: Link) -> None:
        self._connection.execute(calendar_links.delete().where(calendar_links.c.id == link.id))

    def put_item(self, item: Item) -> None:
        c = calendar_items.c
        values = vars(item) | {"uid": item.uid}
        del values["id"]
        spot = (c.account_id == item.account_id, c.href == item.href)
        if self._connection.execute(calendar_items.update().where(*spot).values(**values)).rowcount == 0:
            self._connection.execute(calendar_items.insert().values(**values))

    def drop_item(self, account_id: int, href: str) -> None:
        self._connection.execute(calendar_items.delete().where(calendar_items.c.account_id == account_id, calendar_items.c.href == href))

    def _added(self, row: CustomTask | Routine, key: str) -> Change:
        if isinstance(row, CustomTask):
            task = NewTask(**{name: getattr(row, name) for name in ("title", "date", "time", "duration", "place", "memo", "done")})
            return settled(self._tasks.create(task, person=row.person, key=key))
        names = ("title", "recurrence", "starts", "time", "duration", "place", "memo", "skipped", "zone")
        steps = tuple(NewStep(title=s.title, minutes=s.minutes, memo=s.memo) for s in row.steps)
        routine = NewRoutine(**{name: getattr(row, name) for name in names}, steps=steps)
        return settled(self._routines.add(routine, person=row.person, key=key))

    def _key(self, source: str) -> str:
        """One of its own for each change: the link, written with the row, is what keeps a change from happening twice."""
        self._number += 1
        return f"{source}/{self._number}"


def _filled(there: CustomTask | Routine, new: CustomTask | Routine) -> CustomTask | Routine:
    """A row that was there, with what a new one like it says besides; what that says nothing of stays."""
    kept = {name: getattr(there, name) for name in ("id", "person", "version", "created", "updated")}
    kept |= {name: getattr(there, name) for name in ("duration", "place", "memo") if getattr(new, name) is None}
    if isinstance(there, Routine) and isinstance(new, Routine) and not new.steps:
        kept["steps"] = there.steps
    return replace(new, **kept)


def _accounts(connection: "Connection", *conditions: sa.ColumnElement[bool]) -> tuple[Account, ...]:
    rows = connection.execute(calendar_accounts.select().where(*conditions).order_by(calendar_accounts.c.id))
    found = []
    for row in rows:
        values = dict(row._mapping)
        del values["key"]
        values |= {"components": tuple(values["components"]), "created": datetime.fromisoformat(values["created"])}
        found.append(Account(**values))
    return tuple(found)


def _links(connection: "Connection", *conditions: sa.ColumnElement[bool]) -> tuple[Link, ...]:
    rows = connection.execute(calendar_links.select().where(*conditions).order_by(calendar_links.c.account_id, calendar_links.c.id))
    return tuple(Link(**dict(row._mapping) | {"kind": RowKind(row.kind)}) for row in rows)
