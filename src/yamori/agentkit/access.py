"""Beside each route and tool stands who may use it; whoever handles a request asks here who makes it.

    @router.get("/ledger")
    @allowed(Who.FAMILY, Scope.READ)
    async def ledger(...): ...

`apps.access_control` sets `CALLER` for as long as a request is handled, and lets nobody reach a route that says nothing.
"""

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import Annotated, TypeVar

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError
from starlette.routing import BaseRoute

from yamori.agentkit.secret import HEADER
from yamori.agentkit.texts import EVERYWHERE
from yamori.domain.access import Access, Owner, Who, Why, chooses_person, is_enough, turned_away
from yamori.domain.caller import HOUSE, Caller, Role, Scope
from yamori.domain.errors import Forbidden
from yamori.domain.language import DEFAULT_LANGUAGE, Language, language_of

CALLER: ContextVar[Caller] = ContextVar("yamori_caller", default=HOUSE)
"""Who makes the request that is handled now; the house itself where nobody made one."""
_MARK = "yamori_access"
F = TypeVar("F", bound=Callable[..., object])


def allowed(who: Who, scope: Scope | None = None, *, owner: Owner = Owner.HOUSE) -> Callable[[F], F]:
    """Mark an endpoint with who may use it."""

    def mark(endpoint: F) -> F:
        setattr(endpoint, _MARK, Access(who=who, scope=scope, owner=owner))
        return endpoint

    return mark


def access_of(endpoint: object) -> Access | None:
    """What an endpoint says of who may use it; None for one that says nothing."""
    found = getattr(endpoint, _MARK, None)
    return found if isinstance(found, Access) else None


def allow_description(routes: list[BaseRoute]) -> None:
    """Mark the description of the routes that FastAPI itself adds to an application (`/openapi.json`)."""
    for route in routes:
        allowed(Who.GUEST, Scope.READ)(route.endpoint)  # type: ignore[attr-defined]


def _said(person: object) -> object:
    if person is None and chooses_person(CALLER.get()):
        raise PydanticCustomError("missing", "Field required")
    return person


_Id = Annotated[str, Field(min_length=1, max_length=200)]
SaidPerson = Annotated[_Id | None, BeforeValidator(_said), Field(default=None, validate_default=True)]
"""Who speaks, in a body: needed while nobody has an account. Later it is whoever is signed in, or a child for whom an adult acts, and may
be left out."""


def refusal(why: Why, access: Access | None, caller: Caller, language: Language = DEFAULT_LANGUAGE) -> str:
    """Why somebody is turned away, to them: who is signed in, and what would be needed."""
    scope = access.scope.value if access is not None and access.scope else ""
    return EVERYWHERE.said(language, f"access.{why.value}", person=caller.person or caller.subject or "", scope=scope, header=HEADER)


def check_allowed(access: Access | None, caller: Caller | None = None) -> None:
    """Raises `Forbidden` where the caller (who makes this request, where none is given) may not use what says this of itself."""
    caller = caller or CALLER.get()
    if (why := turned_away(access, caller)) is not None:
        raise Forbidden(refusal(why, access, caller), where=WHERE[why])


class NotForThisRole(Forbidden):
    """A person asked in words for what is not theirs to do; said in their language."""

    def said(self, words: str) -> str:
        return EVERYWHERE.said(language_of(words), _NOT_FOR_GUESTS)


def check_role(access: Access | None, role: Role | None) -> None:
    """Raises `Forbidden` where a person of this role may not use a tool, however they ask for it. None: nobody knows who speaks."""
    if role is not None and (access is None or not is_enough(access.who, role)):
        raise NotForThisRole(EVERYWHERE.said(DEFAULT_LANGUAGE, _NOT_FOR_GUESTS), where="person")


_NOT_FOR_GUESTS = "access.not_for_guests"
WHERE: Mapping[Why, str] = {
    Why.SIGN_IN: "Authorization",
    Why.ROLE: "person",
    Why.SCOPE: "scope",
    Why.HOUSE: HEADER,
    Why.UNDECLARED: "path",
}
"""What of the request was not enough, as errors name it."""
