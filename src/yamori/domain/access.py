"""Who may use what: said beside each route and tool as data, judged here by plain rules.

`agentkit.access` marks routes and tools with it, `apps.access_control` has every request judged. What says nothing is for nobody.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from yamori.domain.caller import Caller, Role, Scope, Via
from yamori.domain.errors import Forbidden
from yamori.domain.home import Person
from yamori.domain.receipt import Receipt


class Who(StrEnum):
    """The least that a caller must be."""

    ANYBODY = "anybody"
    """Nobody needs to sign in: static files, signing in itself, health."""
    LINK = "link"
    """Whoever holds the secret address; the route looks for it itself."""
    DEVICE = "device"
    """A device at the edge, with its own token or a join code; the route looks for it itself."""
    GUEST = "guest"
    """Anybody who is signed in, and a shared device at which nobody said who they are."""
    FAMILY = "family"
    """Children and adults."""
    ADULT = "adult"
    HOUSE = "house"
    """The house's own processes, with the agent secret."""


class Owner(StrEnum):
    """Whose the thing is that a route or tool shows or changes."""

    PERSON = "person"
    """The caller's own; an adult reaches a child's. Another person's is as if it were not there."""
    HOUSE = "house"
    """The household's."""


@dataclass(frozen=True, kw_only=True)
class Access:
    """What a route or tool says about who may use it."""

    who: Who
    scope: Scope | None = None
    """What a token needs besides; None: any token does."""
    owner: Owner = Owner.HOUSE

    def reading(self) -> "Access":
        """For what only reads: of devices the scope `read` is enough."""
        return replace(self, scope=Scope.READ) if self.scope is Scope.DEVICES else self


class Why(StrEnum):
    """Why somebody is turned away."""

    SIGN_IN = "sign_in"
    ROLE = "role"
    SCOPE = "scope"
    HOUSE = "house"
    UNDECLARED = "undeclared"


_ROLES = {
    Who.GUEST: frozenset(Role),
    Who.FAMILY: frozenset({Role.ADULT, Role.CHILD}),
    Who.ADULT: frozenset({Role.ADULT}),
}


def turned_away(access: Access | None, caller: Caller) -> Why | None:
    """None for whoever may go on."""
    if access is None:
        return Why.UNDECLARED
    if caller.via is Via.HOUSE or access.who in (Who.ANYBODY, Who.LINK, Who.DEVICE):
        return None
    if access.who is Who.HOUSE:
        return Why.HOUSE
    if caller.via is Via.LOOPBACK:
        return None
    if caller.subject is None:
        return Why.SIGN_IN
    if not is_enough(access.who, caller.role or Role.GUEST):
        return Why.ROLE
    if access.scope is not None and access.scope not in caller.scopes:
        return Why.SCOPE
    return None


def is_enough(who: Who, role: Role) -> bool:
    """Whether a person of this role may use what says `who`."""
    return role in _ROLES[who] if who in _ROLES else who is Who.ANYBODY


def chooses_person(caller: Caller) -> bool:
    """Whether a request may say for whom it is: nobody has an account yet, or the house itself asks."""
    return caller.via in (Via.LOOPBACK, Via.HOUSE)


def in_the_name_of(caller: Caller, asked: str | None, people: Sequence[Person], *, first: str) -> Caller:
    """The caller as who they may be: themselves, or an adult who acts for the child that was `asked` for. Where nobody has an account
    it is whoever was asked for, or else `first`. Raises `Forbidden` for anybody else."""
    if chooses_person(caller):
        return replace(caller, person=asked or caller.person or first)
    subject = caller.subject
    if subject is None:
        raise Forbidden("nobody is signed in here", where="person")
    if asked is None or asked == subject:
        return caller
    if caller.role is Role.ADULT and asked == caller.person:
        return replace(caller, acting_for=None)
    if caller.role is Role.ADULT and asked in _children(people):
        return replace(caller, acting_for=asked)
    raise Forbidden(f"{_named(caller, people)} is signed in here, and nobody speaks for somebody else", where="person", nearest=(subject,))


def may_see(caller: Caller, owner: str, people: Sequence[Person]) -> bool:
    """Whether something of `owner`'s is there for this caller: their own, and a child's for an adult."""
    if chooses_person(caller) or owner in (caller.person, caller.subject):
        return True
    return caller.role is Role.ADULT and owner in _children(people)


def as_seen(receipt: Receipt, caller: Caller, people: Sequence[Person]) -> Receipt:
    """What was done to a device is the household's, and so is who did it; the words in which they wanted it are theirs."""
    if may_see(caller, receipt.cause.person, people):
        return receipt
    return replace(receipt, cause=replace(receipt.cause, words="", turn=None))


def _children(people: Sequence[Person]) -> Collection[str]:
    return {person.id for person in people if person.role is Role.CHILD}


def _named(caller: Caller, people: Sequence[Person]) -> str:
    return next((p.name for p in people if p.id == caller.person), caller.subject or "")
