"""A home's people with accounts over a file, and hashes that cost little; called by the tests beside."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from yamori.domain.home import Person, PersonRole
from yamori.people.opening import KnownPeople, open_people
from yamori.people.passwords import Passwords
from yamori.people.signing_in import NotSignedIn, SignedIn

NOON = datetime.fromisoformat("2026-11-21T12:00:00+09:00")
DAY = timedelta(days=1)
AIKO, KENJI, MEI = (
    Person(id="aiko", name="Aiko"),
    Person(id="kenji", name="Kenji"),
    Person(id="mei", name="Mei", role=PersonRole.CHILD),
)
SECRET = "the moon is a paper lantern"
OTHER = "nine grey geese on the river"


class Neighbourhood:
    """Who lives in the home; a test has people move out."""

    def __init__(self) -> None:
        self.people = [AIKO, KENJI, MEI]

    def __call__(self) -> list[Person]:
        return self.people


@asynccontextmanager
async def people_of(living: Neighbourhood | None = None, *, data: Path | None = None, accounts: bool = True) -> AsyncIterator[KnownPeople]:
    """With an account for each of them where `accounts`."""
    cheap = Passwords(PasswordHash((Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1),)))
    home = living or Neighbourhood()
    async with open_people(data, home, passwords=cheap) as known:
        if accounts:
            for person in home():
                await known.accounts.add(person.id, SECRET, now=NOON)
        yield known


async def signed_in(known: KnownPeople, name: str = "aiko", password: str = SECRET, *, now: datetime = NOON) -> SignedIn:
    """From an address of their own each. Raises `AssertionError`."""
    found = await known.signing_in.with_password(name, password, client=f"{name}'s phone", browser=None, now=now)
    assert isinstance(found, SignedIn), found
    return found


async def tried(known: KnownPeople, password: str, *, now: datetime, client: str = "10.0.0.9", browser: str | None = None) -> str:
    """What became of one try at Aiko's account: `in`, or why not."""
    found = await known.signing_in.with_password("aiko", password, client=client, browser=browser, now=now)
    return found.why if isinstance(found, NotSignedIn) else "in"
