"""One calendar on a server and one person's schedule made the same.

What changed there comes in first, then what changed here goes out. A field that both sides changed is taken as it is there, and the
journal keeps ours; an edit counts more than a deletion, on either side. Every step is kept as soon as it is done: a sync that is
killed, or whose server goes away, goes on where it was.
"""

import asyncio
import hashlib
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date as Day
from datetime import timedelta
from functools import partial
from typing import Protocol

from yamori.agents.scheduler.calendars.exporting import parts_of
from yamori.agents.scheduler.calendars.fields import Fields, RoutineFields, changed, fields_of, kept, read_kept
from yamori.agents.scheduler.calendars.notes import Note, Why
from yamori.agents.scheduler.calendars.placing import Became, Known, Placed, alarms_of, kind_of, known_of, place, withdraw
from yamori.agents.scheduler.calendars.reading import Contents, read_calendar
from yamori.agents.scheduler.calendars.remote import Changed, Refused
from yamori.agents.scheduler.calendars.writing import Part, component_for, rewritten, written
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.agents.scheduler.store import RowKind, Schedule
from yamori.agents.scheduler.store.alarms import Leads
from yamori.agents.scheduler.store.calendars import IN_A_FILE, Account, Desk, Item, Link
from yamori.domain.errors import InvalidRequest

_AT_ONCE = 40
"""Resources asked for in one request."""
_MANY = 5
_SHARE = 0.3
"""So many deletions at once, which are this share of all, are taken for a mistake of whoever lists them."""
_OLDEST = timedelta(days=30)
"""Tasks of earlier days that were never there do not go there."""
_LARGEST_EVENT = 1024 * 1024


class Remote(Protocol):
    """What a sync needs of a calendar on a server; `remote.Server` fulfils it."""

    async def state(self) -> str | None: ...

    async def listing(self) -> Mapping[str, str | None]: ...

    async def fetch(self, hrefs: Iterable[str]) -> Mapping[str, tuple[str | None, str]]: ...

    async def put(self, href: str, content: bytes, *, etag: str | None, new: bool = False) -> str | None: ...

    async def delete(self, href: str, *, etag: str | None) -> None: ...

    def href_of(self, name: str) -> str: ...


@dataclass(kw_only=True)
class Outcome:
    """What one sync did."""

    state: str | None = None
    """The server's state when both sides were the same; None where something is left to be done next time."""
    here: dict[Became, int] = field(default_factory=dict)
    there: dict[Became, int] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)


async def sync(schedule: Schedule, account: Account, remote: Remote, *, home: str, deletions: bool = False) -> Outcome:
    """Make both sides the same. `deletions` allows as many of them as there are; otherwise a mass of them stops and is said.

    Raises `remote.Unreachable` and `remote.Unauthorized`; what was done by then is kept.
    """
    run = _Sync(schedule, account, remote, home, deletions)
    await run.inward()
    await run.outward()
    return run.outcome


class _Sync:
    def __init__(self, schedule: Schedule, account: Account, remote: Remote, home: str, deletions: bool) -> None:
        self._schedule = schedule
        self._calendars = schedule.calendars
        self._account = account
        self._person = account.person
        self._remote = remote
        self._home = home
        self._deletions = deletions
        self._alarms: Leads = {}
        self.outcome = Outcome()

    # What changed there

    async def inward(self) -> None:
        state = await self._remote.state()
        self.outcome.state = state
        if state is not None and state == self._account.sync_token:
            return
        items = {item.href: item for item in await self._calendars.items(self._account.id)}
        listing = await self._remote.listing()
        gone = [item for href, item in items.items() if href not in listing]
        if self._too_many(len(gone), len(items), Why.MASS_REMOTE):
            gone = []
        new = [href for href, etag in listing.items() if href not in items or etag is None or items[href].etag != etag]
        known = await known_of(self._schedule, self._person) if new else None
        for start in range(0, len(new), _AT_ONCE):
            some = new[start : start + _AT_ONCE]
            texts = await self._remote.fetch(some)
            for href in some:
                if href not in texts:
                    self._later(Why.GONE_MEANWHILE, href.rsplit("/", 1)[-1])
                elif known is not None:
                    await self._taken(items.get(href), href, *texts[href], known)
        for item in gone:
            await self._withdrawn(item)

    async def _taken(self, item: Item | None, href: str, etag: str | None, text: str, known: Known) -> None:
        """One resource as it is there now."""
        if len(text) > _LARGEST_EVENT:
            self._say(Why.REFUSED, href.rsplit("/", 1)[-1], "it is larger than 1 MB")
            contents = Contents(found=(), notes=())
            text = ""
        else:
            contents = await asyncio.to_thread(read_calendar, text, self._home)
        self.outcome.notes += contents.notes
        source = self._source(href, etag or text)
        uid = next((f.uid for f in contents.found), item.uid if item is not None else "")
        stored = Item(account_id=self._account.id, href=href, etag=etag, uid=uid, text=text)

        def work(desk: Desk) -> list[Placed]:
            done = [
                place(desk, found, person=self._person, account_id=self._account.id, source=source, known=known)
                for found in sorted(contents.found, key=lambda f: bool(f.instance))
            ]
            for link in self._left_out(desk, item, contents):
                done.append(withdraw(desk, link, source=source))
            desk.put_item(stored)
            return done

        try:
            placed = await self._calendars.together(work)
        except InvalidRequest as wrong:
            self._say(Why.REFUSED, contents.found[0].fields.title if contents.found else href, str(wrong))
            await self._calendars.together(lambda desk: desk.put_item(stored))
            return
        self._count_here(placed)

    def _left_out(self, desk: Desk, item: Item | None, contents: Contents) -> list[Link]:
        """The links of what a resource held and holds no more. One that cannot be understood holds what it held."""
        there = {(found.uid, found.instance) for found in contents.found}
        if not there and not contents.cancelled:
            return []
        uids = {uid for uid, _ in (*there, *contents.cancelled)} | ({item.uid} if item is not None and item.uid else set())
        links = [link for uid in uids for link in desk.links_of(self._account.id, uid)]
        return [link for link in links if link.spot not in there and link.uid not in contents.refused]

    async def _withdrawn(self, item: Item) -> None:
        """A resource that is gone there."""
        source = self._source(item.href, f"{item.etag} gone")

        def work(desk: Desk) -> list[Placed]:
            done = [withdraw(desk, link, source=source) for link in desk.links_of(self._account.id, item.uid)] if item.uid else []
            desk.drop_item(self._account.id, item.href)
            return done

        self._count_here(await self._calendars.together(work))

    # What changed here

    async def outward(self) -> None:
        rows: dict[tuple[str, int], CustomTask | Routine] = {}
        for task in await self._schedule.tasks.all(person=self._person):
            rows["task", task.id] = task
        for routine in await self._schedule.routines.all(person=self._person):
            rows["routine", routine.id] = routine
        self._alarms = await alarms_of(self._schedule, self._person)
        links = await self._calendars.links(self._person)
        of_uid: dict[str, list[Link]] = {}
        for link in links:
            if link.account_id == self._account.id:
                of_uid.setdefault(link.uid, []).append(link)
        items = [item for item in await self._calendars.items(self._account.id) if item.uid in of_uid]
        plans = [plan for item in items if (plan := self._plan(item, of_uid[item.uid], rows)) is not None]
        deleted = [plan for plan in plans if not plan.parts]
        if self._too_many(len(deleted), len(items), Why.MASS_LOCAL):
            plans = [plan for plan in plans if plan.parts]
        for plan in plans:
            await self._tried(plan.title, partial(self._rewritten, plan))
        if self._account.takes_new:
            await self._made_new(rows)

    def _fields(self, row: CustomTask | Routine) -> Fields:
        return fields_of(row, self._alarms.get((kind_of(row), row.id), ()))

    def _plan(self, item: Item, links: list[Link], rows: Mapping[tuple[str, int], CustomTask | Routine]) -> "_Plan | None":
        """What is to be written over a resource; None where nothing changed here."""
        here: list[tuple[Link, CustomTask | Routine]] = []
        dropped: list[Link] = []
        for link in links:
            row = rows.get((link.kind.value, link.row))
            fits = row is not None and not (component_for(self._fields(row)) == "VTODO" and link.component == "VEVENT")
            if row is not None and fits:
                here.append((link, row))
            else:
                dropped.append(link)
        if any(not link.instance for link in dropped):  # without the event itself, its changed occurrences are events of their own
            return _Plan(item=item, parts=(), ties=(), dropped=tuple(links))
        parts = []
        for link, row in here:
            seen = read_kept(link.seen)
            if dropped and isinstance(seen, RoutineFields):
                seen = replace(seen, skipped=())  # an occurrence that is its own no more is to be left out by the rule
            parts.append(_part(link, row, self._fields(row), seen))
        if not dropped and not any(changed(part.seen, part.fields) for part in parts):
            return None
        ties = tuple((link, self._fields(row)) for link, row in here)
        return _Plan(item=item, parts=tuple(parts), ties=ties, dropped=tuple(dropped))

    async def _rewritten(self, plan: "_Plan") -> None:
        item = plan.item
        if not plan.parts:
            await self._remote.delete(item.href, etag=item.etag)

            def forget(desk: Desk) -> None:
                for link in plan.dropped:
                    desk.drop_link(link)
                desk.drop_item(self._account.id, item.href)

            await self._calendars.together(forget)
            self._count_there(Became.DELETED)
            return
        content = rewritten(item.text, plan.parts, self._home, now=self._schedule.clock.now())
        etag = await self._remote.put(item.href, content, etag=item.etag)

        def keep(desk: Desk) -> None:
            for link in plan.dropped:
                desk.drop_link(link)
            for link, fields in plan.ties:
                desk.put_link(replace(link, seen=kept(fields)))
            desk.put_item(replace(item, etag=etag, text=content.decode()))

        await self._calendars.together(keep)
        self._count_there(Became.CHANGED)

    async def _made_new(self, rows: Mapping[tuple[str, int], CustomTask | Routine]) -> None:
        """What was made here, or came in a file, goes there."""
        links = {(link.kind, link.row): link for link in await self._calendars.links(self._person)}
        oldest = self._schedule.clock.now().date() - _OLDEST
        fresh = [row for row in rows.values() if self._goes(row, links.get((kind_of(row), row.id)), oldest)]
        fresh.sort(key=lambda row: isinstance(row, CustomTask))  # an event before its changed occurrences
        groups: dict[str, list[tuple[Part, CustomTask | Routine]]] = {}
        for part, row in zip(parts_of(fresh, links, self._alarms), fresh, strict=True):
            groups.setdefault(part.uid, []).append((part, row))
        left = 0
        for uid, ties in groups.items():
            if any(part.component not in self._account.components for part, _ in ties):
                left += len(ties)
                continue
            await self._tried(ties[0][1].title, partial(self._made, uid, ties, links))
        if left:
            self._say(Why.NOT_THERE, "", str(left))

    def _goes(self, row: CustomTask | Routine, link: Link | None, oldest: Day) -> bool:
        """Whether a row that is nowhere yet is to go there."""
        if link is not None and link.account_id != IN_A_FILE:
            return False
        if isinstance(row, Routine):
            return True
        return not row.done if row.date is None else row.date >= oldest

    async def _made(self, uid: str, ties: list[tuple[Part, CustomTask | Routine]], links: Mapping[tuple[RowKind, int], Link]) -> None:
        href = self._remote.href_of(_file_of(uid))
        content = written([part for part, _ in ties], self._home)
        etag = await self._remote.put(href, content, etag=None, new=True)

        def keep(desk: Desk) -> None:
            for part, row in ties:
                known = links.get((kind_of(row), row.id))
                link = Link(
                    id=known.id if known is not None else 0,
                    person=self._person,
                    account_id=self._account.id,
                    uid=part.uid,
                    instance=part.instance,
                    component=part.component,
                    kind=kind_of(row),
                    row=row.id,
                    seen=kept(part.fields),
                )
                desk.put_link(link)
            desk.put_item(Item(account_id=self._account.id, href=href, etag=etag, uid=uid, text=content.decode()))

        await self._calendars.together(keep)
        self._count_there(Became.ADDED)

    # Both

    async def _tried(self, title: str, step: Callable[[], Awaitable[None]]) -> None:
        try:
            await step()
        except Changed:
            self._later(Why.CHANGED_MEANWHILE, title)
        except Refused as refused:
            self._say(Why.SERVER_REFUSED, title, str(refused))

    def _too_many(self, count: int, of: int, why: Why) -> bool:
        """Whether so many deletions look like a mistake; it is said, and they are looked at again next time."""
        if self._deletions or not ((count >= _MANY and count > of * _SHARE) or (count == of and count >= 3)):
            return False
        self._later(why, "", str(count))
        return True

    def _later(self, why: Why, title: str, detail: str = "") -> None:
        self._say(why, title, detail)
        self.outcome.state = None

    def _say(self, why: Why, title: str, detail: str = "") -> None:
        self.outcome.notes.append(Note(why=why, title=title, detail=detail))

    def _count_here(self, placed: Iterable[Placed]) -> None:
        for one in placed:
            self.outcome.here[one.became] = self.outcome.here.get(one.became, 0) + 1
            self.outcome.notes += one.notes

    def _count_there(self, became: Became) -> None:
        """We changed something there. The state that was read before says nothing any more, not even if it comes back: where it is made of
        the content, as Radicale's is, somebody who deletes what we put there makes it the same again."""
        self.outcome.state = None
        self.outcome.there[became] = self.outcome.there.get(became, 0) + 1

    def _source(self, href: str, version: str) -> str:
        return f"caldav/{self._account.id}/{hashlib.sha256(f'{href} {version}'.encode()).hexdigest()[:16]}"


@dataclass(frozen=True, kw_only=True)
class _Plan:
    """What is to become of one resource there."""

    item: Item
    parts: tuple[Part, ...]
    """The rows of it; none where it is to be deleted."""
    ties: tuple[tuple[Link, Fields], ...]
    """Links of the rows, with what both sides will have agreed on."""
    dropped: tuple[Link, ...]
    """Links that are no more."""

    @property
    def title(self) -> str:
        return self.parts[0].fields.title if self.parts else str((self.dropped[0].seen if self.dropped else {}).get("title", ""))


def _part(link: Link, row: CustomTask | Routine, fields: Fields, seen: Fields | None) -> Part:
    return Part(
        uid=link.uid,
        instance=link.instance,
        component=link.component,
        fields=fields,
        seen=seen,
        created=row.created,
        updated=row.updated,
        version=row.version,
    )


def _file_of(uid: str) -> str:
    """A file's name that every server bears."""
    return (uid if re.fullmatch(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}", uid) else hashlib.sha256(uid.encode()).hexdigest()[:40]) + ".ics"
