"""The tokens of programs: made, listed and revoked by the pages and by `yamori token`. Each is shown once."""

from collections.abc import Collection, Sequence
from datetime import datetime

from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.plain_text import single_line
from yamori.people.account import refusal_of
from yamori.people.accounts import Accounts
from yamori.people.file import PeopleFile, moment, read_moment, written
from yamori.people.program_token import ProgramToken, read_scopes
from yamori.people.secret import TOKEN_PREFIX, digest, new_id, new_secret

_COLUMNS = "id, name, person, scopes, made, used, ends, revoked"
_LONGEST_NAME = 60
_MOST = 100
"""Of one person, that are not revoked."""


class Tokens:
    def __init__(self, file: PeopleFile, accounts: Accounts) -> None:
        self._file = file
        self._accounts = accounts

    async def add(
        self, name: str, *, person: str, scopes: Collection[str], now: datetime, ends: datetime | None = None
    ) -> tuple[str, ProgramToken]:
        """A new one, with its secret, which is not kept. Raises `InvalidRequest`, and `NotFound` where the person has no account."""
        called = single_line(name).strip()[:_LONGEST_NAME]
        if not called:
            raise InvalidRequest("a token needs a name that says what it is for", where="name")
        if ends is not None and ends <= now:
            raise InvalidRequest("that end has passed", where="ends")
        account = await self._accounts.of(person)
        who = self._accounts.person(account) if account is not None else None
        if account is None or who is None or refusal_of(account, [who], now) is not None:
            raise NotFound(f"{person!r} has no account that can be used; make one with `yamori account add {person}`", where="person")
        if len([t for t in await self.of(person) if not t.revoked]) >= _MOST:
            raise InvalidRequest(f"{person!r} has {_MOST} tokens; revoke some first", where="person")
        token = ProgramToken(id=new_id(), name=called, person=person, scopes=read_scopes(scopes, who.role), made=now, ends=ends)
        secret = TOKEN_PREFIX + new_secret()
        listed = " ".join(sorted(scope.value for scope in token.scopes))
        row = (digest(secret), token.id, called, person, listed, written(now), None, written(ends) if ends is not None else None, 0)
        insert = f"INSERT INTO tokens (secret, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        await self._file.change(lambda db: db.execute(insert, row))
        return secret, token

    async def known(self, secret: str) -> ProgramToken | None:
        query = f"SELECT {_COLUMNS} FROM tokens WHERE secret = ?"
        row = await self._file.read(lambda db: db.execute(query, (digest(secret),)).fetchone())
        return _token_in(row) if row is not None else None

    async def of(self, person: str | None = None) -> Sequence[ProgramToken]:
        """In the order in which they were made; None: everybody's."""
        where, values = ("WHERE person = ?", (person,)) if person is not None else ("", ())
        query = f"SELECT {_COLUMNS} FROM tokens {where} ORDER BY made, id"
        return [_token_in(row) for row in await self._file.read(lambda db: db.execute(query, values).fetchall())]

    async def note_use(self, id: str, now: datetime) -> None:
        await self._file.change(lambda db: db.execute("UPDATE tokens SET used = ? WHERE id = ?", (written(now), id)))

    async def revoke(self, id: str) -> None:
        """It opens nothing from here on. Raises `NotFound`."""
        if await self._file.change(lambda db: db.execute("UPDATE tokens SET revoked = 1 WHERE id = ?", (id,)).rowcount) == 0:
            raise NotFound(f"there is no token {id!r}", where="token", nearest=tuple(t.id for t in await self.of()))


def _token_in(row: Sequence[object]) -> ProgramToken:
    id, name, person, scopes, made, used, ends, revoked = row
    return ProgramToken(
        id=str(id),
        name=str(name),
        person=str(person),
        scopes=frozenset(Scope(scope) for scope in str(scopes).split()),
        made=moment(str(made)),
        used=read_moment(str(used) if used is not None else None),
        ends=read_moment(str(ends) if ends is not None else None),
        revoked=bool(revoked),
    )
