"""What one person sees of their account, put together for `web.account`; called by `account_port`, changes nothing."""

from dataclasses import dataclass
from datetime import datetime

from yamori.domain.caller import Caller
from yamori.domain.errors import NotFound
from yamori.domain.home import Home, PersonRole
from yamori.people.links import Link
from yamori.people.opening import KnownPeople
from yamori.people.session import Kind, Session
from yamori.web.account_port import AccountSeen, LinkSeen, PasskeySeen, SessionSeen, TokenSeen


@dataclass(frozen=True, kw_only=True)
class AccountView:
    known: KnownPeople
    home: Home
    now: datetime

    async def account(self, caller: Caller) -> AccountSeen:
        """What the caller sees of their own account, and an adult of the household's sessions."""
        home = self.home
        if caller.person is None:
            return AccountSeen(person="", name="", is_adult=False, room=self._room(caller.room))
        account = await self.known.accounts.of(caller.person)
        person = self.known.accounts.person(account) if account is not None else None
        if account is None or person is None:
            raise NotFound("this account is not there any more", where="person")
        is_adult = person.role is PersonRole.ADULT
        sessions = await self.known.sessions.of(None if is_adult else person.id, now=self.now)
        has_account = {one.person for one in await self.known.accounts.all()}
        children = [p for p in home.people if p.role is PersonRole.CHILD]
        invited = [p for p in home.people if p.id != person.id and (p.id not in has_account or p.role is not PersonRole.ADULT)]
        return AccountSeen(
            person=person.id,
            name=person.name,
            is_adult=is_adult,
            room=self._room(caller.room),
            ends=self._here(account.ends) if account.ends is not None else None,
            sessions=[await self._seen(session, caller) for session in sessions],
            tokens=[
                TokenSeen(
                    id=t.id, name=t.name, scopes=sorted(t.scopes), made=self._here(t.made), used=self._here(t.used) if t.used else None
                )
                for t in await self.known.tokens.of(person.id)
                if not t.revoked
            ],
            passkeys=[
                PasskeySeen(id=p.id, name=p.name, made=self._here(p.made), used=self._here(p.used) if p.used else None)
                for p in await self.known.passkeys.of(person.id)
            ],
            links=[await self.link(link) for link in await self.known.links.open(by=person.id, now=self.now)] if is_adult else (),
            invited=[(p.id, p.name) for p in invited] if is_adult else (),
            paired=[(p.id, p.name) for p in (person, *(c for c in children if c.id in has_account))] if is_adult else (),
            rooms=[(room.id, room.name) for room in home.rooms],
        )

    async def _seen(self, session: Session, caller: Caller) -> SessionSeen:
        return SessionSeen(
            id=session.id,
            name=session.name,
            person=await self._name(session.person) if session.person is not None else "",
            room=self._room(session.room),
            is_this=session.id == caller.session,
            is_paired=session.kind is Kind.DEVICE,
            made=self._here(session.made),
            used=self._here(session.used),
        )

    async def link(self, link: Link) -> LinkSeen:
        return LinkSeen(
            id=link.id,
            kind=link.kind.value,
            name=link.name or (await self._name(link.person) if link.person is not None else ""),
            room=self._room(link.room),
            ends=self._here(link.ends),
            account_ends=self._here(link.account_ends) if link.account_ends is not None else None,
            by=await self._name(link.by),
        )

    async def _name(self, id: str) -> str:
        if (person := self.home.person(id)) is not None:
            return person.name
        account = await self.known.accounts.of(id)
        return (account.name if account is not None else None) or id

    def _room(self, id: str | None) -> str:
        room = self.home.room(id)
        return room.name if room is not None else id or ""

    def _here(self, at: datetime) -> datetime:
        """In the home's time zone."""
        return at.astimezone(self.now.tzinfo)
