"""Fulfils `web.account_port.AccountPort` by `people`: in the name of whoever the session says, and of nobody else."""

import ipaddress
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from math import ceil
from urllib.parse import urlsplit

from yamori.agentkit.access import CALLER
from yamori.apps.account_view import AccountView
from yamori.apps.reach import Reach
from yamori.domain.caller import Caller, Via
from yamori.domain.clock import Clock
from yamori.domain.errors import Forbidden, InvalidRequest, NotFound
from yamori.domain.home import Home, PersonRole
from yamori.people.links import LinkKind
from yamori.people.links import refusal_of as link_refusal
from yamori.people.opening import KnownPeople
from yamori.people.passkeys import Site
from yamori.people.session import Session
from yamori.people.session import refusal_of as session_refusal
from yamori.people.signing_in import NotSignedIn, SignedIn
from yamori.web.account_port import (
    AccountSeen,
    Address,
    Admitted,
    LinkSeen,
    TurnedAway,
    Visitor,
)
from yamori.web.session_cookies import CookieNames


@dataclass(frozen=True, kw_only=True)
class HouseholdAccounts:
    known: KnownPeople
    home: Callable[[], Home]
    clock: Clock
    reach: Reach

    def name_of(self, person: str) -> str:
        known = self.home().person(person)
        return known.name if known is not None else person

    @property
    def cookies(self) -> CookieNames:
        return self.reach.cookies

    def address(self, asked: str) -> Address:
        return Address(url=self.reach.public_url or asked.rstrip("/"))

    def takes_passkeys(self, address: Address) -> bool:
        parts = urlsplit(address.url)
        host = parts.hostname or ""
        try:
            ipaddress.ip_address(host)
        except ValueError:
            return parts.scheme == "https" or host == "localhost"
        return False

    async def has_accounts(self) -> bool:
        return await self.known.accounts.any()

    async def sign_in(self, name: str, password: str, visitor: Visitor) -> Admitted | TurnedAway:
        found = await self.known.signing_in.with_password(
            name,
            password,
            client=visitor.client,
            browser=visitor.browser,
            now=self._now,
            called=visitor.called,
            shared=await self._shared(visitor.shared),
        )
        return self._answered(found)

    async def sign_out(self) -> None:
        caller = CALLER.get()
        if caller.via is Via.SESSION and caller.session is not None:
            await self.known.sessions.end(caller.session)

    async def is_shared(self, secret: str) -> bool:
        return await self._shared(secret) is not None

    async def account(self) -> AccountSeen:
        return await self._view.account(_signed_in())

    async def end_session(self, id: str) -> None:
        caller = _signed_in()
        own = await self.known.sessions.of(self._whose(caller), now=self._now)
        if id not in {session.id for session in own}:
            raise NotFound("this session is not there any more", where="session")
        await self.known.sessions.end(id)

    async def change_password(self, current: str, new: str, *, tokens: bool) -> TurnedAway | None:
        caller = _signed_in()
        if (refused := await self._confirmed(caller, current)) is not None:
            return refused
        person = _person(caller)
        await self.known.accounts.set_password(person, new, now=self._now, keep=caller.session, tokens=tokens)
        return None

    async def add_token(self, name: str, scopes: Collection[str], *, password: str) -> str | TurnedAway:
        caller = _signed_in()
        if (refused := await self._confirmed(caller, password)) is not None:
            return refused
        secret, _ = await self.known.tokens.add(name, person=_person(caller), scopes=scopes, now=self._now)
        return secret

    async def revoke_token(self, id: str) -> None:
        person = _person(_signed_in())
        if id not in {token.id for token in await self.known.tokens.of(person)}:
            raise NotFound("this token is not there any more", where="token")
        await self.known.tokens.revoke(id)

    async def invite(self, person: str, *, guest: str, until: date | None, password: str) -> str | TurnedAway:
        caller = _signed_in()
        if (refused := await self._confirmed(caller, password)) is not None:
            return refused
        now = self._now
        ends = datetime.combine(until, time.max, tzinfo=now.tzinfo) if until is not None else None
        if person:
            secret, _ = await self.known.links.invite(person, by=_person(caller), now=now, ends=ends)
        elif ends is None:
            raise InvalidRequest("until when does the guest stay?", where="until")
        else:
            secret, _ = await self.known.links.invite_guest(guest, by=_person(caller), now=now, ends=ends)
        return secret

    async def pair(self, person: str, room: str, *, password: str) -> str | TurnedAway:
        caller = _signed_in()
        if (refused := await self._confirmed(caller, password)) is not None:
            return refused
        if room and self.home().room(room) is None:
            raise InvalidRequest(f"there is no room {room!r}", where="room")
        secret, _ = await self.known.links.pair(by=_person(caller), now=self._now, person=person or None, room=room or None)
        return secret

    async def revoke_link(self, id: str) -> None:
        await self.known.links.revoke(id, by=_person(_signed_in()))

    async def invitation(self, secret: str) -> LinkSeen | None:
        return await self._open(secret, LinkKind.INVITATION)

    async def accept(self, secret: str, password: str, visitor: Visitor) -> Admitted:
        session, person = await self.known.links.accept(secret, password, now=self._now, called=visitor.called)
        browser = await self.known.signing_in.know_browser(person, visitor.browser, now=self._now)
        return Admitted(session=session, browser=browser)

    async def pairing(self, secret: str) -> LinkSeen | None:
        return await self._open(secret, LinkKind.PAIRING)

    async def take_pairing(self, secret: str, visitor: Visitor) -> Admitted:
        session, link = await self.known.links.take_pairing(secret, now=self._now, called=visitor.called)
        return Admitted(session=session, is_shared=link.person is None)

    async def offer_passkey(self, form: str, address: Address, *, password: str) -> str | TurnedAway:
        caller = _signed_in()
        if (refused := await self._confirmed(caller, password)) is not None:
            return refused
        return await self.known.passkeys.offer_registration(_person(caller), site=_site(address), form=form, now=self._now)

    async def add_passkey(self, answer: Mapping[str, object], *, name: str, form: str, address: Address) -> None:
        person = _person(_signed_in())
        await self.known.passkeys.register(person, answer, name=name, site=_site(address), form=form, now=self._now)

    async def remove_passkey(self, id: str) -> None:
        await self.known.passkeys.remove(id, person=_person(_signed_in()))

    async def offer_sign_in(self, form: str, address: Address) -> str:
        return await self.known.passkeys.offer_sign_in(site=_site(address), form=form, now=self._now)

    async def sign_in_by_passkey(
        self, answer: Mapping[str, object], *, form: str, address: Address, visitor: Visitor
    ) -> Admitted | TurnedAway:
        person = await self.known.passkeys.verify_sign_in(answer, site=_site(address), form=form, now=self._now)
        account = await self.known.accounts.of(person)
        if account is None:
            return TurnedAway(why="gone")
        shared = await self._shared(visitor.shared)
        found = await self.known.signing_in.admit(account, browser=visitor.browser, now=self._now, called=visitor.called, shared=shared)
        return self._answered(found)

    @property
    def _now(self) -> datetime:
        return self.clock.now()

    @property
    def _view(self) -> AccountView:
        return AccountView(known=self.known, home=self.home(), now=self._now)

    async def _shared(self, secret: str | None) -> Session | None:
        """The session of a shared device that is good now."""
        session = await self.known.sessions.known(secret) if secret is not None else None
        if session is None or session.person is not None or session_refusal(session, self._now) is not None:
            return None
        return session

    async def _confirmed(self, caller: Caller, password: str) -> TurnedAway | None:
        """Whoever only found or stole a session does not know the password."""
        found = await self.known.signing_in.confirm(_person(caller), password, session=caller.session or "", now=self._now)
        return self._turned_away(found) if found is not None else None

    def _answered(self, found: SignedIn | NotSignedIn) -> Admitted | TurnedAway:
        if isinstance(found, NotSignedIn):
            return self._turned_away(found)
        return Admitted(session=found.session, browser=found.browser)

    def _turned_away(self, found: NotSignedIn) -> TurnedAway:
        seconds = ceil((found.until - self._now).total_seconds()) if found.until is not None else 0
        return TurnedAway(why=found.why, seconds=max(seconds, 0))

    def _whose(self, caller: Caller) -> str | None:
        """Of whose sessions the caller may end some; None: everybody's."""
        return None if caller.role is PersonRole.ADULT else _person(caller)

    async def _open(self, secret: str, kind: LinkKind) -> LinkSeen | None:
        link = await self.known.links.known(secret, kind)
        return await self._view.link(link) if link is not None and link_refusal(link, self._now) is None else None


def _signed_in() -> Caller:
    """Who has a session; a token, or being on this machine, changes no account. Raises `Forbidden`."""
    caller = CALLER.get()
    if caller.via is not Via.SESSION:
        raise Forbidden("sign in first; a token changes no account", where="Authorization")
    return caller


def _person(caller: Caller) -> str:
    if caller.person is None:
        raise Forbidden("this is a shared device; sign in as yourself first", where="person")
    return caller.person


def _site(address: Address) -> Site:
    return Site(id=urlsplit(address.url).hostname or "", origin=address.url)
