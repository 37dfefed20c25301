"""Opens everything of this package over one file, and closes it again. Called by `apps`: for the house, and for its commands."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from yamori.people.accounts import Accounts, People
from yamori.people.favourites import Favourites
from yamori.people.file import open_file
from yamori.people.links import Links
from yamori.people.passkeys import Passkeys
from yamori.people.passwords import Passwords
from yamori.people.resolver import Resolver
from yamori.people.sessions import Sessions
from yamori.people.signing_in import SigningIn
from yamori.people.tokens import Tokens

FILE = "people.sqlite3"
"""In the data folder."""


@dataclass(frozen=True, kw_only=True)
class KnownPeople:
    """What there is of the household's people."""

    accounts: Accounts
    sessions: Sessions
    tokens: Tokens
    links: Links
    passkeys: Passkeys
    signing_in: SigningIn
    callers: Resolver
    favourites: Favourites
    passwords: Passwords


@asynccontextmanager
async def open_people(data: Path | None, people: People, *, passwords: Passwords | None = None) -> AsyncIterator[KnownPeople]:
    """Over `people.sqlite3` in the data folder, or in memory; `people` tells who lives in the home now. Raises `Misconfigured`."""
    file = await open_file(data / FILE if data is not None else None)
    hashing = passwords or Passwords()
    try:
        accounts = Accounts(file, hashing, people)
        sessions = Sessions(file)
        tokens = Tokens(file, accounts)
        yield KnownPeople(
            accounts=accounts,
            sessions=sessions,
            tokens=tokens,
            links=Links(file, accounts, hashing, people),
            passkeys=Passkeys(file, accounts),
            signing_in=SigningIn(file, accounts, sessions, hashing, people),
            callers=Resolver(accounts, sessions, tokens, people),
            favourites=Favourites(file),
            passwords=hashing,
        )
    finally:
        hashing.close()
        await file.close()
