"""Somebody signs in with a password: whether it may be tried, whether it is right, and the session that begins."""

import sqlite3
from dataclasses import dataclass
from datetime import datetime, timedelta

from yamori.domain.guessing import Guess
from yamori.people.account import Account
from yamori.people.account import refusal_of as account_refusal
from yamori.people.accounts import Accounts, People, fold
from yamori.people.attempts import LIMITS, opens_at
from yamori.people.file import PeopleFile, moment, written
from yamori.people.passwords import Passwords
from yamori.people.secret import digest, new_secret
from yamori.people.session import Kind, Session
from yamori.people.sessions import Sessions

_KEPT = LIMITS.known
_MOST_BROWSERS = 100
"""Of one person that are known; the oldest is a stranger again."""


@dataclass(frozen=True, kw_only=True)
class SignedIn:
    """Secrets for the browser's cookies; neither is kept here."""

    person: str
    session: str
    browser: str
    """By which this browser is known when its person signs in again."""


@dataclass(frozen=True, kw_only=True)
class NotSignedIn:
    why: str
    """`wrong` (name or password: not told apart), `wait`, `expired` or `gone`."""
    until: datetime | None = None
    """Of `wait`: from when on it may be tried again."""


class SigningIn:
    def __init__(self, file: PeopleFile, accounts: Accounts, sessions: Sessions, passwords: Passwords, people: People) -> None:
        self._file = file
        self._accounts = accounts
        self._sessions = sessions
        self._passwords = passwords
        self._people = people

    async def with_password(
        self,
        name: str,
        password: str,
        *,
        client: str,
        browser: str | None,
        now: datetime,
        called: str = "",
        shared: Session | None = None,
    ) -> SignedIn | NotSignedIn:
        """`client` is the address that connects, `browser` the secret of a browser that signed in before, `called` what the session is
        shown as, `shared` the session of the shared device at which they stand. A try that is refused costs no hash. Raises `HouseSilent`
        where too many try at once."""
        account = await self._accounts.called(name)
        key = account.person if account is not None else fold(name)
        tried = await self._begin_try(key, client=client, browser=browser, now=now)
        if isinstance(tried, NotSignedIn):
            return tried
        right = await self._passwords.matches(password, account.password if account is not None else None)
        if account is None or not right:
            return NotSignedIn(why="wrong")
        await self._file.change(lambda db: db.execute("UPDATE attempts SET was_right = 1 WHERE seq = ?", (tried,)))
        return await self.admit(account, browser=browser, now=now, called=called, shared=shared)

    async def confirm(self, person: str, password: str, *, session: str, now: datetime) -> NotSignedIn | None:
        """Whether whoever is signed in knows the password (a stolen session does not); None where they do."""
        account = await self._accounts.of(person)
        tried = await self._begin_try(person, client=f"session:{session}", browser=None, now=now, is_known=True)
        if isinstance(tried, NotSignedIn):
            return tried
        if not await self._passwords.matches(password, account.password if account is not None else None):
            return NotSignedIn(why="wrong")
        await self._file.change(lambda db: db.execute("UPDATE attempts SET was_right = 1 WHERE seq = ?", (tried,)))
        return None

    async def admit(
        self, account: Account, *, browser: str | None, now: datetime, called: str, shared: Session | None = None
    ) -> SignedIn | NotSignedIn:
        """A session for whoever has proven to be this account's person. At a shared device it is short, and in the device's room."""
        if (why := account_refusal(account, self._people(), now)) is not None:
            return NotSignedIn(why=why)
        kind, room = (Kind.VISIT, shared.room) if shared is not None else (Kind.BROWSER, None)
        secret, _ = await self._sessions.begin(account.person, now=now, name=called, kind=kind, room=room)
        return SignedIn(person=account.person, session=secret, browser=await self.know_browser(account.person, browser, now=now))

    async def know_browser(self, person: str, browser: str | None, *, now: datetime) -> str:
        """The secret by which this browser is known to this account from now on. One that another account knows gets a new one."""
        known, fresh = browser or "", new_secret()

        def work(db: sqlite3.Connection) -> str:
            if _is_known(db, known, person):
                return known
            oldest = "SELECT rowid FROM browsers WHERE person = ? ORDER BY made DESC LIMIT -1 OFFSET ?"
            db.execute(f"DELETE FROM browsers WHERE rowid IN ({oldest})", (person, _MOST_BROWSERS))
            db.execute("INSERT INTO browsers VALUES (?, ?, ?)", (digest(fresh), person, written(now)))
            return fresh

        return await self._file.change(work)

    async def _begin_try(
        self, account: str, *, client: str, browser: str | None, now: datetime, is_known: bool = False
    ) -> int | NotSignedIn:
        """Written down as wrong before anything is reckoned: tries at the same moment count, and those that a kill cuts off."""

        def work(db: sqlite3.Connection) -> int | NotSignedIn:
            db.execute("UPDATE attempts SET at = ? WHERE at > ?", (written(now), written(now)))  # the clock went back
            db.execute("DELETE FROM attempts WHERE at < ?", (written(now - _KEPT),))
            origin, is_own = client, is_known
            if browser is not None and _is_known(db, browser, account):
                origin, is_own = f"browser:{digest(browser)}", True
            until = opens_at(_attempts(db, account, origin, now), account=account, origin=origin, is_device=is_own, now=now)
            if until is not None:
                return NotSignedIn(why="wait", until=until)
            insert = "INSERT INTO attempts (account, origin, at, was_right) VALUES (?, ?, ?, 0)"
            return int(db.execute(insert, (account, origin, written(now))).lastrowid or 0)

        return await self._file.change(work)


def _attempts(db: sqlite3.Connection, account: str, origin: str, now: datetime) -> list[Guess]:
    """Those that a decision looks at; wrong ones of the last days, and the right ones of this account from here. In order."""
    query = "SELECT account, origin, at, was_right FROM attempts WHERE at > ? OR (account = ? AND origin = ?) ORDER BY seq"
    rows = db.execute(query, (written(now - LIMITS.window - timedelta(minutes=1)), account, origin)).fetchall()
    return [Guess(account=a, origin=o, at=moment(at), right=bool(right)) for a, o, at, right in rows]


def _is_known(db: sqlite3.Connection, browser: str, person: str) -> bool:
    return db.execute("SELECT 1 FROM browsers WHERE secret = ? AND person = ?", (digest(browser), person)).fetchone() is not None
