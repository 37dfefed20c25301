"""What the pages of signing in and of the account need. `apps` fulfils it; in whose name something is done, it takes from the request's
caller, never from an argument."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from yamori.web.session_cookies import CookieNames


@dataclass(frozen=True, kw_only=True)
class Visitor:
    """From where somebody signs in."""

    client: str
    """The address that connects."""
    called: str
    """What the session is shown as: `Firefox, Linux`."""
    browser: str | None = None
    """The secret of a browser that has signed in before."""
    shared: str | None = None
    """The secret of the shared device that this browser is."""


@dataclass(frozen=True, kw_only=True)
class Admitted:
    """Secrets for the cookies of whoever was let in."""

    session: str
    browser: str | None = None
    is_shared: bool = False
    """A device at which nobody in particular stands."""


@dataclass(frozen=True, kw_only=True)
class TurnedAway:
    """Not let in, or not believed."""

    why: str
    """`wrong`, `wait`, `expired` or `gone`."""
    seconds: int = 0
    """Of `wait`: how long."""


@dataclass(frozen=True, kw_only=True)
class SessionSeen:
    id: str
    name: str
    person: str
    """Whose, by name; empty for a shared device."""
    room: str
    is_this: bool
    is_paired: bool
    made: datetime
    used: datetime


@dataclass(frozen=True, kw_only=True)
class TokenSeen:
    id: str
    name: str
    scopes: Sequence[str]
    made: datetime
    used: datetime | None


@dataclass(frozen=True, kw_only=True)
class PasskeySeen:
    id: str
    name: str
    made: datetime
    used: datetime | None


@dataclass(frozen=True, kw_only=True)
class LinkSeen:
    """An invitation or a pairing, open or opened."""

    id: str
    kind: str
    """`invitation` or `pairing`."""
    name: str
    """For whom; empty for a shared device."""
    room: str
    ends: datetime
    account_ends: datetime | None = None
    by: str = ""
    """The name of whoever made it."""


@dataclass(frozen=True, kw_only=True)
class AccountSeen:
    """All that one person sees of their account. Moments are in the home's time zone."""

    person: str
    """Empty for a shared device at which nobody is signed in."""
    name: str
    is_adult: bool
    room: str
    """Of a shared device."""
    ends: datetime | None = None
    sessions: Sequence[SessionSeen] = ()
    """An adult sees everybody's."""
    tokens: Sequence[TokenSeen] = ()
    passkeys: Sequence[PasskeySeen] = ()
    links: Sequence[LinkSeen] = ()
    invited: Sequence[tuple[str, str]] = ()
    """Id and name of whom an invitation may be made for."""
    paired: Sequence[tuple[str, str]] = ()
    """The same of a pairing."""
    rooms: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, kw_only=True)
class Address:
    """By which the browser that asks calls the house; what passkeys are bound to."""

    url: str
    """Scheme, host and port."""


class AccountPort(Protocol):
    """Every method may raise a `YamoriError`, whose message the page shows; `Forbidden` where the caller has no session of their own."""

    def name_of(self, person: str) -> str:
        """A person's name, by their id."""
        ...

    @property
    def cookies(self) -> CookieNames: ...

    def address(self, asked: str) -> Address:
        """`asked` is how this request called the house; the setting `public_url` goes before it."""
        ...

    def takes_passkeys(self, address: Address) -> bool:
        """Whether a browser makes passkeys for this address: TLS or this machine, and a name rather than a number."""
        ...

    async def has_accounts(self) -> bool: ...

    async def sign_in(self, name: str, password: str, visitor: Visitor) -> Admitted | TurnedAway: ...

    async def sign_out(self) -> None: ...

    async def is_shared(self, secret: str) -> bool:
        """Whether this is the session of a shared device, and good."""
        ...

    async def account(self) -> AccountSeen: ...

    async def end_session(self, id: str) -> None: ...

    async def change_password(self, current: str, new: str, *, tokens: bool) -> TurnedAway | None:
        """`tokens`: those of programs end with it."""
        ...

    async def add_token(self, name: str, scopes: Collection[str], *, password: str) -> str | TurnedAway:
        """Its secret, this once."""
        ...

    async def revoke_token(self, id: str) -> None: ...

    async def invite(self, person: str, *, guest: str, until: date | None, password: str) -> str | TurnedAway:
        """The secret of a link for a person of the home, or for a `guest` by name where `person` is empty."""
        ...

    async def pair(self, person: str, room: str, *, password: str) -> str | TurnedAway:
        """The secret of a link for a device; `person` is empty for a shared one."""
        ...

    async def revoke_link(self, id: str) -> None: ...

    async def invitation(self, secret: str) -> LinkSeen | None:
        """None for one that lets nobody in (any more)."""
        ...

    async def accept(self, secret: str, password: str, visitor: Visitor) -> Admitted: ...

    async def pairing(self, secret: str) -> LinkSeen | None: ...

    async def take_pairing(self, secret: str, visitor: Visitor) -> Admitted: ...

    async def offer_passkey(self, form: str, address: Address, *, password: str) -> str | TurnedAway:
        """What the browser makes a passkey from, as JSON; `form` ties it to this browser."""
        ...

    async def add_passkey(self, answer: Mapping[str, object], *, name: str, form: str, address: Address) -> None: ...

    async def remove_passkey(self, id: str) -> None: ...

    async def offer_sign_in(self, form: str, address: Address) -> str: ...

    async def sign_in_by_passkey(
        self, answer: Mapping[str, object], *, form: str, address: Address, visitor: Visitor
    ) -> Admitted | TurnedAway: ...
