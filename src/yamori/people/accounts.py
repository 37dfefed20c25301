"""The accounts that there are: made, changed and removed here, by the pages and by `yamori account`."""

import sqlite3
import unicodedata
from collections.abc import Callable, Sequence
from datetime import datetime

from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.home import Person, PersonRole
from yamori.people.account import Account, person_of, refusal_of
from yamori.people.file import PeopleFile, moment, read_moment, written
from yamori.people.passwords import Passwords, read_password

_COLUMNS = "person, name, password, made, ends, closed"
People = Callable[[], Sequence[Person]]
"""Who lives in the home now."""


class Accounts:
    """Over the file; `people` tells who lives in the home."""

    def __init__(self, file: PeopleFile, passwords: Passwords, people: People) -> None:
        self._file = file
        self._passwords = passwords
        self._people = people

    async def any(self) -> bool:
        """Whether there is one at all. From the first one on nobody is let in without having signed in, also where its person has left
        the home: a house never opens itself again."""
        return await self._file.read(lambda db: db.execute("SELECT 1 FROM accounts LIMIT 1").fetchone() is not None)

    async def all(self) -> Sequence[Account]:
        """In the order in which they were made."""
        rows = await self._file.read(lambda db: db.execute(f"SELECT {_COLUMNS} FROM accounts ORDER BY made, person").fetchall())
        return [account_in(row) for row in rows]

    async def of(self, person: str) -> Account | None:
        return await self._file.read(lambda db: find_account(db, person))

    async def called(self, name: str) -> Account | None:
        """That of whoever is called so when they sign in: by id, or by name."""
        wanted = fold(name)
        accounts = await self.all()
        exact = [a for a in accounts if fold(a.person) == wanted]
        named = [a for a in accounts if (person := person_of(a, self._people())) is not None and fold(person.name) == wanted]
        found = exact or named
        return found[0] if len(found) == 1 else None

    def person(self, account: Account) -> Person | None:
        return person_of(account, self._people())

    async def add(self, person: str, password: str, *, now: datetime, ends: datetime | None = None) -> Account:
        """An account of a person of the home. Raises `InvalidRequest` for nobody of the home, one who has an account, a weak password,
        and where the first account would not be an adult's."""
        known = next((p for p in self._people() if p.id == person), None)
        if known is None:
            ids = tuple(p.id for p in self._people())
            raise InvalidRequest(f"nobody called {person!r} lives in this home", where="person", nearest=ids)
        if known.role is not PersonRole.ADULT and not await self.any():
            raise InvalidRequest(f"the first account is an adult's, and {known.name} is a {known.role.value}", where="person")
        hashed = await self._passwords.hash(read_password(password))
        account = Account(person=person, made=now, password=hashed, ends=ends)
        await self._file.change(lambda db: insert_account(db, account))
        return account

    async def set_password(self, person: str, password: str, *, now: datetime, keep: str | None = None, tokens: bool = True) -> None:
        """A new password; whatever was let in under the old one is let in no more: sessions, devices that they paired, open links, and
        `tokens`. `keep` is the id of the session that changes it. Raises `InvalidRequest`, `NotFound`."""
        hashed = await self._passwords.hash(read_password(password))

        def work(db: sqlite3.Connection) -> None:
            if db.execute("UPDATE accounts SET password = ? WHERE person = ?", (hashed, person)).rowcount == 0:
                raise NotFound(f"{person!r} has no account", where="person")
            cut_off(db, person, keep=keep, tokens=tokens)

        await self._file.change(work)

    async def has_password(self, person: str, given: str) -> bool:
        """Whether this is their password."""
        account = await self.of(person)
        return await self._passwords.matches(given, account.password if account is not None else None)

    async def set_end(self, person: str, ends: datetime | None) -> None:
        """When the account ends. One that has ended begins again. Raises `NotFound`."""
        ending = written(ends) if ends is not None else None
        update = "UPDATE accounts SET ends = ?, closed = 0 WHERE person = ?"
        if await self._file.change(lambda db: db.execute(update, (ending, person)).rowcount) == 0:
            raise NotFound(f"{person!r} has no account", where="person")

    async def remove(self, person: str, *, now: datetime) -> None:
        """With its sessions, tokens, passkeys and links. Raises `NotFound`, and `InvalidRequest` for the last adult among others, who
        would be left without anybody to let them in."""
        others = [account for account in await self.all() if account.person != person]
        adults = [a for a in others if refusal_of(a, self._people(), now) is None and self._role(a) is PersonRole.ADULT]
        if others and not adults:
            raise InvalidRequest("this is the last adult's account; remove the others first", where="person")

        def work(db: sqlite3.Connection) -> bool:
            cut_off(db, person, keep=None, tokens=True)
            return db.execute("DELETE FROM accounts WHERE person = ?", (person,)).rowcount > 0

        if not await self._file.change(work):
            raise NotFound(f"{person!r} has no account", where="person", nearest=tuple(a.person for a in others))

    async def close(self, person: str) -> None:
        """Its end has come."""
        await self._file.change(lambda db: db.execute("UPDATE accounts SET closed = 1 WHERE person = ?", (person,)))

    def _role(self, account: Account) -> PersonRole | None:
        person = self.person(account)
        return person.role if person is not None else None


def fold(name: str) -> str:
    """A name as it is compared."""
    return unicodedata.normalize("NFKC", name).strip().casefold()[:100]


def account_in(row: Sequence[object]) -> Account:
    """Of `_COLUMNS`."""
    person, name, password, made, ends, closed = row
    return Account(
        person=str(person),
        name=str(name) if name is not None else None,
        password=str(password) if password is not None else None,
        made=moment(str(made)),
        ends=read_moment(str(ends) if ends is not None else None),
        closed=bool(closed),
    )


def find_account(db: sqlite3.Connection, person: str) -> Account | None:
    row = db.execute(f"SELECT {_COLUMNS} FROM accounts WHERE person = ?", (person,)).fetchone()
    return account_in(row) if row is not None else None


def insert_account(db: sqlite3.Connection, account: Account) -> None:
    """Raises `InvalidRequest` where the person has one."""
    ends = written(account.ends) if account.ends is not None else None
    row = (account.person, account.name, account.password, written(account.made), ends)
    insert = "INSERT INTO accounts (person, name, password, made, ends) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
    if db.execute(insert, row).rowcount == 0:
        raise InvalidRequest(f"{account.person!r} has an account already", where="person")


def cut_off(db: sqlite3.Connection, person: str, *, keep: str | None, tokens: bool) -> None:
    """End what was let in for them, and for devices that they paired; browsers that were known are strangers again."""
    end = "UPDATE sessions SET ended = 'revoked' WHERE (person = ? OR made_by = ?) AND ended IS NULL AND id IS NOT ?"
    db.execute(end, (person, person, keep))
    db.execute("DELETE FROM browsers WHERE person = ?", (person,))
    db.execute("UPDATE links SET spent = 1 WHERE made_by = ?", (person,))
    if tokens:
        db.execute("UPDATE tokens SET revoked = 1 WHERE person = ?", (person,))
