"""`yamori account` and `yamori token`: done on the machine itself, over the data folder, whether or not the house runs."""

import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import date, datetime, time

from yamori.apps.homes import named_home
from yamori.apps.keyboard import Keyboard, Terminal
from yamori.apps.preconditions import check_data_folder
from yamori.apps.settings import Settings
from yamori.domain.clock import Clock, SystemClock
from yamori.domain.errors import InvalidRequest
from yamori.domain.home import Home
from yamori.people.account import refusal_of
from yamori.people.opening import KnownPeople, open_people

_PROXY = "From now on nobody is answered who has not signed in; a house that runs takes it at once."


@asynccontextmanager
async def _opened(settings: Settings, clock: Clock | None) -> AsyncIterator[tuple[KnownPeople, Home, datetime]]:
    check_data_folder(settings.data)
    home = named_home(settings.home).home
    now = (clock or SystemClock(home.place.timezone)).now()
    async with open_people(settings.data, lambda: home.people) as known:
        yield known, home, now


async def add_account(
    settings: Settings, person: str, *, until: str | None = None, keyboard: Keyboard | None = None, clock: Clock | None = None
) -> int:
    """An account with a password. Raises `InvalidRequest`."""
    async with _opened(settings, clock) as (known, home, now):
        if await known.accounts.of(person) is not None:
            raise InvalidRequest(f"{person!r} has an account already; `yamori account password {person}` changes its password")
        ends = _end_of(until, now) if until is not None else None
        first = not await known.accounts.any()
        await known.accounts.add(person, await _password(keyboard), now=now, ends=ends)
        named = home.person(person)
        print(f"{named.name if named else person} can sign in now, as {person}.", file=sys.stderr)
        if first:
            print(_PROXY, file=sys.stderr)
            print(f"For commands such as `yamori chat`: yamori token add chat --person {person}", file=sys.stderr)
    return 0


async def list_accounts(settings: Settings, *, clock: Clock | None = None) -> int:
    async with _opened(settings, clock) as (known, home, now):
        for account in await known.accounts.all():
            person = known.accounts.person(account)
            state = {None: "", "expired": "ended", "gone": "not in the home file any more: cannot sign in"}[
                refusal_of(account, home.people, now)
            ]
            until = f"until {account.ends.astimezone(now.tzinfo):%Y-%m-%d %H:%M}" if account.ends is not None and not state else ""
            kept = len(await known.sessions.of(account.person, now=now))
            facts = [person.role.value if person else "", f"{kept} session{'' if kept == 1 else 's'}", until, state]
            print(f"{account.person}\t{person.name if person else account.name or ''}\t{', '.join(fact for fact in facts if fact)}")
    return 0


async def set_password(settings: Settings, person: str, *, keyboard: Keyboard | None = None, clock: Clock | None = None) -> int:
    """Ends every session of theirs, and their tokens."""
    async with _opened(settings, clock) as (known, _, now):
        if await known.accounts.of(person) is None:
            raise InvalidRequest(f"{person!r} has no account; `yamori account add {person}` makes one")
        await known.accounts.set_password(person, await _password(keyboard), now=now)
        print("The password is changed. Sessions, paired devices and tokens of before are ended.", file=sys.stderr)
    return 0


async def remove_account(settings: Settings, person: str, *, clock: Clock | None = None) -> int:
    async with _opened(settings, clock) as (known, _, now):
        await known.accounts.remove(person, now=now)
        print(f"The account of {person} is removed, with its sessions and tokens.", file=sys.stderr)
        if not await known.accounts.any():
            print("Nobody has an account now: whoever is on this machine may speak as anybody.", file=sys.stderr)
    return 0


async def add_token(
    settings: Settings, name: str, *, person: str, scopes: Sequence[str], until: str | None = None, clock: Clock | None = None
) -> int:
    """The token goes to stdout, once."""
    async with _opened(settings, clock) as (known, _, now):
        ends = _end_of(until, now) if until is not None else None
        secret, token = await known.tokens.add(name, person=person, scopes=scopes or ("read", "chat"), now=now, ends=ends)
        print(f"{token.id}: {', '.join(sorted(token.scopes))}. It is shown this once; `export YAMORI_TOKEN=…`", file=sys.stderr)
        print(secret)
    return 0


async def list_tokens(settings: Settings, *, clock: Clock | None = None) -> int:
    async with _opened(settings, clock) as (known, _, now):
        for token in await known.tokens.of():
            used = f"used {token.used.astimezone(now.tzinfo):%Y-%m-%d %H:%M}" if token.used is not None else "never used"
            over = "revoked" if token.revoked else "ended" if token.ends is not None and token.ends <= now else used
            print(f"{token.id}\t{token.name}\t{token.person}\t{', '.join(sorted(token.scopes))}\t{over}")
    return 0


async def revoke_token(settings: Settings, id: str, *, clock: Clock | None = None) -> int:
    async with _opened(settings, clock) as (known, _, _now):
        await known.tokens.revoke(id)
        print("It opens nothing any more.", file=sys.stderr)
    return 0


async def _password(keyboard: Keyboard | None) -> str:
    """Typed twice at a terminal, or one line of stdin. Raises `InvalidRequest`."""
    typed = keyboard or Terminal()
    first = await typed.line("New password: ", hidden=True)
    if not first:
        raise InvalidRequest("no password was given; nothing was changed")
    is_piped = keyboard is None and not sys.stdin.isatty()
    if not is_piped and await typed.line("Once more: ", hidden=True) != first:
        raise InvalidRequest("the two were not the same; nothing was changed")
    return first


def _end_of(until: str, now: datetime) -> datetime:
    """The end of a day, or a moment, in the home's time zone. Raises `InvalidRequest` for one that has passed."""
    try:
        ends = datetime.combine(date.fromisoformat(until), time.max) if len(until) == 10 else datetime.fromisoformat(until)
    except ValueError as error:
        raise InvalidRequest(f"{until!r} is no day or moment, such as 2026-12-31 or 2026-12-31T18:00", where="--until") from error
    ends = ends.replace(tzinfo=now.tzinfo) if ends.tzinfo is None else ends
    if ends <= now:
        raise InvalidRequest(f"{until} has passed", where="--until")
    return ends
