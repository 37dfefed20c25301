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
from yamori.domain.access import Access, Owner, Who, Why, chooses_person, is_enough, turned_away
from yamori.domain.caller import HOUSE, Caller, Role, Scope
from yamori.domain.errors import Forbidden
from yamori.domain.language import Language, language_of

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


def refusal(why: Why, access: Access | None, caller: Caller, language: Language = Language.ENGLISH) -> str:
    """Why somebody is turned away, to them: who is signed in, and what would be needed."""
    values = {"person": caller.person or caller.subject or "", "scope": access.scope.value if access is not None and access.scope else ""}
    return _SAYS[language][why].format(**values)


def check_allowed(access: Access | None, caller: Caller | None = None) -> None:
    """Raises `Forbidden` where the caller (who makes this request, where none is given) may not use what says this of itself."""
    caller = caller or CALLER.get()
    if (why := turned_away(access, caller)) is not None:
        raise Forbidden(refusal(why, access, caller), where=WHERE[why])


class NotForThisRole(Forbidden):
    """A person asked in words for what is not theirs to do; said in their language."""

    def said(self, words: str) -> str:
        return _NOT_FOR[language_of(words)]


def check_role(access: Access | None, role: Role | None) -> None:
    """Raises `Forbidden` where a person of this role may not use a tool, however they ask for it. None: nobody knows who speaks."""
    if role is not None and (access is None or not is_enough(access.who, role)):
        raise NotForThisRole(_NOT_FOR[Language.ENGLISH], where="person")


_NOT_FOR = {
    Language.ENGLISH: "that is for the people who live here; ask one of them, or sign in as yourself first",
    Language.JAPANESE: "これはこの家に住む人だけができます。家の人に頼むか、先にご自分の名前でサインインしてください",
}
WHERE: Mapping[Why, str] = {
    Why.SIGN_IN: "Authorization",
    Why.ROLE: "person",
    Why.SCOPE: "scope",
    Why.HOUSE: HEADER,
    Why.UNDECLARED: "path",
}
"""What of the request was not enough, as errors name it."""
_SAYS: Mapping[Language, Mapping[Why, str]] = {
    Language.ENGLISH: {
        Why.SIGN_IN: "sign in first: open /account in a browser, or send a token as `Authorization: Bearer …`",
        Why.ROLE: "{person} may not do this; an adult of the household may",
        Why.SCOPE: "this token is not made for it: it lacks the scope `{scope}`",
        Why.HOUSE: f"only the house's own processes call this, with its secret in {HEADER}; talk to the house at POST /turns",
        Why.UNDECLARED: "nothing says who may use this, so nobody may",
    },
    Language.JAPANESE: {
        Why.SIGN_IN: "先にサインインしてください。ブラウザーで /account を開くか、`Authorization: Bearer …` でトークンを送ってください",
        Why.ROLE: "{person} さんには許可されていません。大人の家族ならできます",
        Why.SCOPE: "このトークンではできません。スコープ `{scope}` が必要です",
        Why.HOUSE: f"この家の内部プロセスだけが、{HEADER} に秘密の値を付けて呼び出せます。家と話すには POST /turns を使ってください",
        Why.UNDECLARED: "だれが使えるか決められていないため、だれも使えません",
    },
}
