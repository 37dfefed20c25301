"""Who makes a request. `people` resolves it from a cookie or a token, `apps` puts it on the request, every endpoint takes it from there.

A caller never comes from a parameter, a form, a sentence or a model: whatever those say of who speaks is compared with it.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from yamori.domain.home import PersonRole

Role = PersonRole
"""Adult, child or guest, as the home says."""


class Via(StrEnum):
    """What a request proved its maker by."""

    LOOPBACK = "loopback"
    """By nothing: no account was made yet, and the client is on this machine. The person may be chosen."""
    SESSION = "session"
    """By signing in: a browser's cookie."""
    TOKEN = "token"
    """By a token that an adult gave a program; its scopes limit it."""
    HOUSE = "house"
    """By the agent secret: one process of the house speaks to another."""


class Scope(StrEnum):
    """What a token is good for. Each also needs that its person may do it."""

    READ = "read"
    """Look: states of the home, its history, scenes, automations, the ledger, the person's turns."""
    CHAT = "chat"
    """Say something in words, and follow, answer and approve what comes of it."""
    DEVICES = "devices"
    """Command devices, run scenes, take automations and what was done back."""
    SCHEDULE = "schedule"
    """Read and change the diary, routines and notices."""
    PAPERS = "papers"
    """Read, add and remove papers."""
    ADMIN = "admin"
    """What is for adults alone: accounts, tokens, devices that join, models, the PIN."""


@dataclass(frozen=True, kw_only=True)
class Caller:
    """Who makes a request, as its session or token says."""

    person: str | None = None
    """Id of a person of the household; None: nobody has signed in, or a shared device at which nobody said who they are."""
    role: Role | None = None
    """None exactly where `person` is None."""
    via: Via | None = None
    """None: nothing was proven."""
    session: str | None = None
    """Id of the session or of the token, not its secret."""
    acting_for: str | None = None
    """Id of the child for whom this adult acts; both are recorded."""
    room: str | None = None
    """Id of the room of a shared device, such as a tablet on the wall."""
    scopes: frozenset[Scope] = frozenset(Scope)
    """What a token is good for; whoever came without one has all."""
    refused: str | None = None
    """Why what was shown is not good (`revoked`, `expired`, …), for the log and the answer; None when nothing was wrong with it."""

    @property
    def subject(self) -> str | None:
        """In whose name something is done: the child acted for, the caller, or whoever stands at the shared device, who has the rights of
        a guest (`at kitchen` is no person of any home)."""
        return self.acting_for or self.person or (f"at {self.room}" if self.room is not None else None)

    @property
    def standing(self) -> Role | None:
        """The role of `subject`: a child's for an adult who acts for one, a guest's at a shared device where nobody said who they are."""
        if self.acting_for is not None:
            return Role.CHILD
        return self.role or (Role.GUEST if self.person is None and self.room is not None else None)

    @property
    def by(self) -> str | None:
        """The adult who acts for `subject`; None where somebody acts for themselves."""
        return self.person if self.acting_for is not None else None


NOBODY = Caller()
"""Who has shown nothing."""
HOUSE = Caller(via=Via.HOUSE)
"""The house itself: an own process, or what it does without anybody having asked."""


class Callers(Protocol):
    """Tells who makes a request; `people` fulfils it."""

    async def caller_of(self, *, cookie: str | None, bearer: str | None, client: str, now: datetime) -> Caller:
        """`cookie` is the session's secret, `bearer` a token's, both as sent; `client` the address that connects.

        What is unknown, revoked or expired gives a caller without person and with `refused`; it raises nothing.
        """
        ...

    async def changed(self) -> None:
        """Returns when anything of who may do what has changed in this process: a caller that was good may not be any more."""
        ...

    async def has_accounts(self) -> bool:
        """Whether an adult can sign in; from then on nothing is answered to whoever has not."""
        ...
