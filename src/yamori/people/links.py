"""Links that let somebody in once: an invitation, with which a person makes their own account, and the pairing of a phone or tablet."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.home import Person, PersonRole
from yamori.domain.plain_text import single_line
from yamori.people.account import Account
from yamori.people.account import refusal_of as account_refusal
from yamori.people.accounts import Accounts, People, cut_off, find_account, insert_account
from yamori.people.file import PeopleFile, moment, read_moment, written
from yamori.people.passwords import Passwords, read_password
from yamori.people.secret import digest, new_id, new_secret
from yamori.people.session import Kind, Session
from yamori.people.sessions import insert_session

INVITATION = timedelta(hours=24)
PAIRING = timedelta(minutes=10)
_MOST_OPEN = 20
_TAKEN = "somebody here is called {name} already; add another name or a letter"
_LONGEST_NAME = 60
_COLUMNS = "id, kind, made_by, made, ends, person, name, room, account_ends, spent"


class LinkKind(StrEnum):
    INVITATION = "invitation"
    PAIRING = "pairing"


@dataclass(frozen=True, kw_only=True)
class Link:
    id: str
    kind: LinkKind
    by: str
    """The adult who made it."""
    made: datetime
    ends: datetime
    person: str | None = None
    """Whom it lets in; None: a shared device."""
    name: str | None = None
    """Of a guest who is in no home file."""
    room: str | None = None
    """Where the paired device stands."""
    account_ends: datetime | None = None
    """When the account that comes of it ends."""
    spent: bool = False


def refusal_of(link: Link, now: datetime) -> str | None:
    """Why it lets nobody in now: `spent` or `expired`. A clock that went back to before it was made brings it no more time than it had."""
    if link.spent:
        return "spent"
    return "expired" if now >= link.ends or now < link.made - (link.ends - link.made) else None


class Links:
    def __init__(self, file: PeopleFile, accounts: Accounts, passwords: Passwords, people: People) -> None:
        self._file = file
        self._accounts = accounts
        self._passwords = passwords
        self._people = people

    async def invite(self, person: str, *, by: str, now: datetime, ends: datetime | None = None) -> tuple[str, Link]:
        """For a person of the home: they choose a password. A child's or guest's account that is there already gets a new one.

        Raises `InvalidRequest` where `by` is no adult, and for another adult who has an account."""
        known = await self._adult(by, now)
        who = next((p for p in self._people() if p.id == person), None)
        if who is None:
            raise InvalidRequest(
                f"nobody called {person!r} lives in this home", where="person", nearest=tuple(p.id for p in self._people())
            )
        if who.role is PersonRole.ADULT and await self._accounts.of(person) is not None:
            raise InvalidRequest(f"{who.name} has an account, and only they change its password", where="person")
        _check_end(ends, now)
        return await self._keep(
            Link(id=new_id(), kind=LinkKind.INVITATION, by=known.id, made=now, ends=now + INVITATION, person=person, account_ends=ends)
        )

    async def invite_guest(self, name: str, *, by: str, now: datetime, ends: datetime) -> tuple[str, Link]:
        """For a guest who is in no home file, until `ends`."""
        known = await self._adult(by, now)
        called = single_line(name).strip()[:_LONGEST_NAME]
        if not called:
            raise InvalidRequest("a guest needs a name", where="name")
        if not await self._accounts.takes_guest(called):
            raise InvalidRequest(_TAKEN.format(name=called), where="guest")
        _check_end(ends, now)
        return await self._keep(
            Link(
                id=new_id(),
                kind=LinkKind.INVITATION,
                by=known.id,
                made=now,
                ends=now + INVITATION,
                person=f"guest-{new_id()}",
                name=called,
                account_ends=ends,
            )
        )

    async def pair(self, *, by: str, now: datetime, person: str | None, room: str | None) -> tuple[str, Link]:
        """For a device of one's own, of a child, or a shared one (`person` is None), which stands in a room."""
        known = await self._adult(by, now)
        children = {p.id for p in self._people() if p.role is PersonRole.CHILD}
        if person is not None and person != by and person not in children:
            raise InvalidRequest("a device is paired for oneself, for a child, or shared; send others an invitation", where="person")
        if person is not None and await self._accounts.of(person) is None:
            raise InvalidRequest(f"{person!r} has no account yet; invite them first", where="person")
        if person is None and room is None:
            raise InvalidRequest("a shared device stands in a room", where="room")
        return await self._keep(
            Link(id=new_id(), kind=LinkKind.PAIRING, by=known.id, made=now, ends=now + PAIRING, person=person, room=room)
        )

    async def known(self, secret: str, kind: LinkKind) -> Link | None:
        query = f"SELECT {_COLUMNS} FROM links WHERE secret = ? AND kind = ?"
        row = await self._file.read(lambda db: db.execute(query, (digest(secret), kind.value)).fetchone())
        return _link_in(row) if row is not None else None

    async def open(self, *, by: str, now: datetime) -> Sequence[Link]:
        """Those of one adult that let somebody in now."""
        query = f"SELECT {_COLUMNS} FROM links WHERE made_by = ? ORDER BY made"
        rows = await self._file.read(lambda db: db.execute(query, (by,)).fetchall())
        return [link for link in map(_link_in, rows) if refusal_of(link, now) is None]

    async def revoke(self, id: str, *, by: str) -> None:
        await self._file.change(lambda db: db.execute("UPDATE links SET spent = 1 WHERE id = ? AND made_by = ?", (id, by)))

    async def accept(self, secret: str, password: str, *, now: datetime, called: str) -> tuple[str, str]:
        """An invitation is taken: the account, and a first session's secret and person. Raises `InvalidRequest`, `NotFound`."""
        link = await self._usable(secret, LinkKind.INVITATION, now)
        if link.name is not None and not await self._accounts.takes_guest(link.name):
            raise InvalidRequest(_TAKEN.format(name=link.name), where="guest")
        hashed = await self._passwords.hash(read_password(password))
        person = link.person or ""
        account = Account(person=person, name=link.name, made=now, password=hashed, ends=link.account_ends)
        session, fresh = Session(id=new_id(), person=person, kind=Kind.BROWSER, made=now, used=now, name=called), new_secret()

        def work(db: sqlite3.Connection) -> None:
            _spend(db, link)
            if find_account(db, person) is None:
                insert_account(db, account)
            else:
                cut_off(db, person, keep=None, tokens=True)
                ends = written(link.account_ends) if link.account_ends is not None else None
                db.execute("UPDATE accounts SET password = ?, ends = ?, closed = 0 WHERE person = ?", (hashed, ends, person))
            insert_session(db, session, fresh)

        await self._file.change(work)
        return fresh, person

    async def take_pairing(self, secret: str, *, now: datetime, called: str) -> tuple[str, Link]:
        """A device is paired: the secret of its session, and what it was paired by. Raises `NotFound`."""
        link = await self._usable(secret, LinkKind.PAIRING, now)
        session = Session(id=new_id(), person=link.person, kind=Kind.DEVICE, made=now, used=now, name=called, room=link.room, by=link.by)
        fresh = new_secret()

        def work(db: sqlite3.Connection) -> None:
            _spend(db, link)
            insert_session(db, session, fresh)

        await self._file.change(work)
        return fresh, link

    async def _usable(self, secret: str, kind: LinkKind, now: datetime) -> Link:
        link = await self.known(secret, kind)
        if link is None or refusal_of(link, now) is not None:
            raise NotFound("this link is used up or too old; have another one made", where="link")
        await self._adult(link.by, now)  # who made it may have left meanwhile
        return link

    async def _adult(self, id: str, now: datetime) -> Person:
        account = await self._accounts.of(id)
        person = self._accounts.person(account) if account is not None else None
        if person is None or account_refusal(account, [person], now) is not None or person.role is not PersonRole.ADULT:
            raise InvalidRequest("only an adult of the household lets others in", where="person")
        return person

    async def _keep(self, link: Link) -> tuple[str, Link]:
        """The link's secret, which is not kept, and the link."""
        if len(await self.open(by=link.by, now=link.made)) >= _MOST_OPEN:
            raise InvalidRequest(f"{_MOST_OPEN} links are open already; revoke some first", where="link")
        secret = new_secret()
        row = (
            digest(secret),
            link.id,
            link.kind.value,
            link.by,
            written(link.made),
            written(link.ends),
            link.person,
            link.name,
            link.room,
            written(link.account_ends) if link.account_ends is not None else None,
            0,
        )

        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM links WHERE ends < ?", (written(link.made - INVITATION * 7),))
            db.execute(f"INSERT INTO links (secret, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)

        await self._file.change(work)
        return secret, link


def _check_end(ends: datetime | None, now: datetime) -> None:
    if ends is not None and ends <= now:
        raise InvalidRequest("that end has passed", where="ends")


def _spend(db: sqlite3.Connection, link: Link) -> None:
    """Two that come at the same moment: the first one is let in."""
    if db.execute("UPDATE links SET spent = 1 WHERE id = ? AND spent = 0", (link.id,)).rowcount == 0:
        raise NotFound("this link is used up or too old; have another one made", where="link")


def _link_in(row: Sequence[object]) -> Link:
    id, kind, by, made, ends, person, name, room, account_ends, spent = row
    return Link(
        id=str(id),
        kind=LinkKind(str(kind)),
        by=str(by),
        made=moment(str(made)),
        ends=moment(str(ends)),
        person=str(person) if person is not None else None,
        name=str(name) if name is not None else None,
        room=str(room) if room is not None else None,
        account_ends=read_moment(str(account_ends) if account_ends is not None else None),
        spent=bool(spent),
    )
