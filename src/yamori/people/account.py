"""One account: how a person of the home, or a guest who is in no home file, proves who they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from yamori.domain.home import Person, PersonRole


@dataclass(frozen=True, kw_only=True)
class Account:
    person: str
    """Id of a person of the home; of a guest who is in no home file, one of our own."""
    made: datetime
    name: str | None = None
    """Of a guest who is in no home file; None: the home says it."""
    password: str | None = None
    """Its hash; None where only passkeys or paired devices sign in."""
    ends: datetime | None = None
    """From then on nobody signs in with it; None: it has no end."""
    closed: bool = False
    """Its end was seen. It stays so, whatever the clock says later."""


def person_of(account: Account, people: Sequence[Person]) -> Person | None:
    """Who it is now; None for somebody who has left the home file. Their role is always the home's of this moment."""
    if account.name is not None:
        return Person(id=account.person, name=account.name, role=PersonRole.GUEST)
    return next((person for person in people if person.id == account.person), None)


def refusal_of(account: Account | None, people: Sequence[Person], now: datetime) -> str | None:
    """Why this account opens nothing now: `removed`, `expired` or `gone`; None where it does."""
    if account is None:
        return "removed"
    if account.closed or (account.ends is not None and now >= account.ends):
        return "expired"
    return None if person_of(account, people) is not None else "gone"
