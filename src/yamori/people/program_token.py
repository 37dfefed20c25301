"""A token with which a program acts in a person's name, within its scopes."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest
from yamori.domain.home import PersonRole


@dataclass(frozen=True, kw_only=True)
class ProgramToken:
    id: str
    """No secret."""
    name: str
    """What it is for, as whoever made it says."""
    person: str
    scopes: frozenset[Scope]
    made: datetime
    used: datetime | None = None
    """To the hour; None: never."""
    ends: datetime | None = None
    revoked: bool = False


def refusal_of(token: ProgramToken, now: datetime) -> str | None:
    """Why it opens nothing now; None where it does."""
    if token.revoked:
        return "revoked"
    return "expired" if token.ends is not None and now >= token.ends else None


def read_scopes(given: Collection[str], role: PersonRole) -> frozenset[Scope]:
    """The scopes of these names. Raises `InvalidRequest` for one that there is not, or that is not for this role."""
    known = {scope.value: scope for scope in Scope}
    for name in given:
        if name not in known:
            raise InvalidRequest(f"there is no scope {name!r}; there are {', '.join(known)}", where="scope", nearest=tuple(known))
    scopes = frozenset(known[name] for name in given)
    if not scopes:
        raise InvalidRequest("a token needs a scope, such as chat", where="scope", nearest=tuple(known))
    if Scope.ADMIN in scopes and role is not PersonRole.ADULT:
        raise InvalidRequest("the scope admin is for adults", where="scope")
    return scopes
