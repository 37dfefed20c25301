"""Fulfils `domain.caller.Callers`: whose session or token it is that a request shows. Writes at most once an hour for each."""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from yamori.domain.caller import NOBODY, Caller, Scope, Via
from yamori.domain.errors import Misconfigured
from yamori.people.account import Account, person_of
from yamori.people.account import refusal_of as account_refusal
from yamori.people.accounts import Accounts, People
from yamori.people.program_token import refusal_of as token_refusal
from yamori.people.session import COARSE, Session, is_worth_noting
from yamori.people.session import refusal_of as session_refusal
from yamori.people.sessions import Sessions
from yamori.people.tokens import Tokens


class Resolver:
    def __init__(self, accounts: Accounts, sessions: Sessions, tokens: Tokens, people: People) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._tokens = tokens
        self._people = people

    async def has_accounts(self) -> bool:
        return await self._accounts.any()

    async def caller_of(self, *, cookie: str | None, bearer: str | None, client: str, now: datetime) -> Caller:
        """A token goes before a cookie; where it is not good, the cookie is not looked at."""
        if bearer is not None:
            return await self._by_token(bearer, now)
        return await self._by_session(cookie, now) if cookie is not None else NOBODY

    async def changed(self) -> None:
        await self._sessions.changed()

    async def _by_session(self, secret: str, now: datetime) -> Caller:
        session = await self._sessions.known(secret)
        if session is None:
            return _refused("unknown")
        if (why := session_refusal(session, now)) is not None:
            if why == "expired" and session.ended is None:
                with suppress(Misconfigured):  # a disk that takes nothing more: it is refused all the same
                    await self._sessions.end(session.id, why)
            return _refused(why)
        if session.person is None:
            return await self._shared(session, now)
        account = await self._accounts.of(session.person)
        if (why := await self._why_not(account, now)) is not None:
            return _refused(why)
        await self._note(session, now)
        return self._caller(account, Caller(via=Via.SESSION, session=session.id, room=session.room))

    async def _shared(self, session: Session, now: datetime) -> Caller:
        """A device that stands in a room; it is good as long as whoever paired it may sign in."""
        account = await self._accounts.of(session.by or "")
        if (why := await self._why_not(account, now)) is not None:
            return _refused(why)
        await self._note(session, now)
        return Caller(via=Via.SESSION, session=session.id, room=session.room)

    async def _by_token(self, secret: str, now: datetime) -> Caller:
        token = await self._tokens.known(secret)
        if token is None:
            return _refused("unknown")
        if (why := token_refusal(token, now)) is not None:
            return _refused(why)
        account = await self._accounts.of(token.person)
        if (why := await self._why_not(account, now)) is not None:
            return _refused(why)
        if token.used is None or now - token.used >= COARSE:
            with suppress(Misconfigured):  # not being able to write this down is no reason to refuse
                await self._tokens.note_use(token.id, now)
        caller = self._caller(account, Caller(via=Via.TOKEN, session=token.id, scopes=token.scopes))
        is_adult = caller.role is not None and caller.role.value == "adult"
        return caller if is_adult else replace(caller, scopes=caller.scopes - {Scope.ADMIN})

    async def _why_not(self, account: Account | None, now: datetime) -> str | None:
        why = account_refusal(account, self._people(), now)
        if why == "expired" and account is not None and not account.closed:
            with suppress(Misconfigured):
                await self._accounts.close(account.person)
        return why

    async def _note(self, session: Session, now: datetime) -> None:
        if is_worth_noting(session, now):
            with suppress(Misconfigured):
                await self._sessions.note_use(session.id, now)

    def _caller(self, account: Account | None, caller: Caller) -> Caller:
        person = person_of(account, self._people()) if account is not None else None
        return replace(caller, person=person.id, role=person.role) if person is not None else _refused("gone")


def _refused(why: str) -> Caller:
    return replace(NOBODY, refused=why)
