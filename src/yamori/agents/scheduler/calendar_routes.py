"""The doors of calendars: a subscription for whoever holds its token, files in and out, accounts on servers, and tokens.

Mounted by `apps`. No answer holds a password; a token's text is said once, when it is issued.
"""

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field, SecretStr
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException, MultiPartParser

from yamori.agentkit.access import CALLER, allowed
from yamori.agents.scheduler.calendars.accounts import Accounts
from yamori.agents.scheduler.calendars.exporting import export_of
from yamori.agents.scheduler.calendars.feed import Feed, Feeds
from yamori.agents.scheduler.calendars.importing import LARGEST, import_file
from yamori.agents.scheduler.calendars.secrets import Grant, Secret
from yamori.agents.scheduler.store import Schedule
from yamori.agents.scheduler.store.calendars import Account
from yamori.agents.scheduler.store.tokens import Token, TokenKind
from yamori.domain.access import Owner, Who, in_the_name_of
from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest
from yamori.domain.home import Person
from yamori.domain.values import Value

_FRAME = 64 * 1024
"""Bytes that a form may have around its file."""
_TYPE = "text/calendar; charset=utf-8"
_FEED_HEADERS = {
    "Cache-Control": "private, max-age=300",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'",
}

_Key = Annotated[str | None, Header(alias="Idempotency-Key", min_length=1, max_length=200)]
_Person = Annotated[str | None, Query(max_length=100)]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Opening(_Asked):
    """How a server is opened: by a password, or by an OAuth 2 grant."""

    password: SecretStr | None = Field(default=None, max_length=1000)
    grant: Grant | None = None

    def secret(self) -> Secret:
        if (self.password is None) is (self.grant is None):
            raise InvalidRequest("an account is opened by a password or by a grant, by one of them", where="password")
        return Secret(password=self.password, grant=self.grant)


class _NewAccount(_Opening):
    address: str = Field(min_length=1, max_length=1000)
    username: str = Field(default="", max_length=300)
    name: str = Field(default="", max_length=100)
    takes_new: bool | None = None


class _Direction(_Asked):
    takes_new: bool


class _NewToken(_Asked):
    kind: TokenKind = TokenKind.FEED
    name: str = Field(default="", max_length=100)
    allows: tuple[str, ...] = Field(default=(), max_length=20)


def calendar_router(
    schedule: Schedule,
    accounts: Accounts,
    *,
    home: str,
    people: frozenset[str],
    speaker: str,
    known: Callable[[], Sequence[Person]] = tuple,
) -> APIRouter:
    """To be included under `/calendar`. `home` is the home's time zone, `speaker` who asks when nobody says, `known` the people with their
    roles."""
    router = APIRouter(tags=["calendar"])
    whose = _Whose(people, speaker, known)
    _add_file_routes(router, schedule, whose, home)
    _add_account_routes(router, schedule, accounts, whose)
    _add_token_routes(router, schedule, whose)
    _add_feed_route(router, Feeds(schedule, home))
    return router


class _Whose:
    def __init__(self, people: frozenset[str], speaker: str, known: Callable[[], Sequence[Person]]) -> None:
        self._people, self._speaker, self._known = people, speaker, known

    def of(self, person: str | None) -> str:
        """Raises `InvalidRequest` for somebody who does not live here, `Forbidden` for one for whom the caller may not ask."""
        named = in_the_name_of(CALLER.get(), person, self._known(), first=self._speaker).subject
        if named not in self._people:
            raise InvalidRequest(f"nobody called {named!r} lives here", where="person", nearest=tuple(sorted(self._people)))
        return named


def _add_file_routes(router: APIRouter, schedule: Schedule, whose: _Whose, home: str) -> None:
    @router.post("/import")
    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def take_in(request: Request, person: _Person = None, dry: bool = False) -> Mapping[str, Value]:
        """Take in an iCalendar file, as the body or as the file of a form; `dry` only says what would come of it."""
        owner = whose.of(person)
        content = await _file(request)
        return (await import_file(schedule, content, person=owner, home=home, dry=dry)).view()

    @router.get("/export.ics")
    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def give_out(person: _Person = None) -> Response:
        """Everything of a person's as an iCalendar file."""
        export = await export_of(schedule, whose.of(person), home)
        content = await asyncio.to_thread(export.content)
        headers = {"Content-Disposition": 'attachment; filename="yamori.ics"', "Cache-Control": "no-store"}
        return Response(content, headers=headers | {"Content-Type": _TYPE})


def _add_account_routes(router: APIRouter, schedule: Schedule, accounts: Accounts, whose: _Whose) -> None:
    @router.get("/accounts")
    @allowed(Who.ADULT, Scope.ADMIN, owner=Owner.PERSON)
    async def listed(person: _Person = None) -> Mapping[str, Value]:
        """A person's calendars on servers, and how their last sync went."""
        return {"accounts": [_account(account) for account in await schedule.calendars.accounts(whose.of(person))]}

    @router.post("/accounts", status_code=201)
    @allowed(Who.ADULT, Scope.ADMIN, owner=Owner.PERSON)
    async def add(asked: _NewAccount, person: _Person = None, key: _Key = None) -> Mapping[str, Value]:
        """Connect a calendar on a server; the server is asked first."""
        account = await accounts.add(
            person=whose.of(person),
            name=asked.name,
            address=asked.address,
            username=asked.username,
            secret=asked.secret(),
            takes_new=asked.takes_new,
            key=key or uuid.uuid4().hex,
        )
        return _account(account)

    @router.patch("/accounts/{id}")
    @allowed(Who.ADULT, Scope.ADMIN, owner=Owner.PERSON)
    async def change(id: int, asked: _Direction, person: _Person = None) -> Mapping[str, Value]:
        """Have what is made here go to this calendar, or not."""
        return _account(await schedule.calendars.give_new(id, whose.of(person), asked.takes_new))

    @router.delete("/accounts/{id}")
    @allowed(Who.ADULT, Scope.ADMIN, owner=Owner.PERSON)
    async def remove(id: int, person: _Person = None) -> Mapping[str, Value]:
        """Forget a calendar: its rows stay here, its events there."""
        return _account(await accounts.remove(id, whose.of(person)))

    @router.post("/accounts/{id}/sync")
    @allowed(Who.ADULT, Scope.ADMIN, owner=Owner.PERSON)
    async def sync(id: int, person: _Person = None, deletions: bool = False) -> Mapping[str, Value]:
        """Sync now. `deletions` allows a mass of them, which is stopped otherwise."""
        return (await accounts.sync(id, whose.of(person), deletions=deletions)).kept

    @router.post("/accounts/{id}/password")
    @allowed(Who.ADULT, Scope.ADMIN, owner=Owner.PERSON)
    async def open_with(id: int, asked: _Opening, person: _Person = None) -> Mapping[str, Value]:
        """Another password or grant; it is tried before it is kept."""
        return _account(await accounts.open_with(id, whose.of(person), asked.secret()))


def _add_token_routes(router: APIRouter, schedule: Schedule, whose: _Whose) -> None:
    @router.get("/tokens")
    @allowed(Who.ADULT, Scope.ADMIN, owner=Owner.PERSON)
    async def listed(person: _Person = None) -> Mapping[str, Value]:
        """Who may look at a person's calendar."""
        return {"tokens": [_token(token) for token in await schedule.tokens.all(whose.of(person))]}

    @router.post("/tokens", status_code=201)
    @allowed(Who.ADULT, Scope.ADMIN, owner=Owner.PERSON)
    async def issue(asked: _NewToken, person: _Person = None, key: _Key = None) -> Mapping[str, Value]:
        """A new token. Its text is in this answer and nowhere else."""
        owner = whose.of(person)
        text, token = await schedule.tokens.issue(owner, asked.kind, allows=asked.allows, name=asked.name, key=key or uuid.uuid4().hex)
        path: dict[str, Value] = {"path": f"/calendar/{text}.ics"} if token.kind is TokenKind.FEED else {}
        return {**_token(token), "token": text, **path}

    @router.delete("/tokens/{id}")
    @allowed(Who.ADULT, Scope.ADMIN, owner=Owner.PERSON)
    async def revoke(id: int, person: _Person = None) -> Mapping[str, Value]:
        """From now on this token opens nothing."""
        return _token(await schedule.tokens.revoke(id, whose.of(person)))


def _add_feed_route(router: APIRouter, feeds: Feeds) -> None:
    @router.api_route("/{token}.ics", methods=["GET", "HEAD"])
    @allowed(Who.LINK)
    async def feed(token: str, request: Request) -> Response:
        """The calendar that a token opens, for programs that subscribe to it."""
        found = await feeds.of(token)
        if found is None:
            raise HTTPException(404, "there is no such calendar; its token may have been revoked")
        headers = {**_FEED_HEADERS, "ETag": found.etag}
        if found.modified is not None:
            headers["Last-Modified"] = format_datetime(found.modified.astimezone(UTC), usegmt=True)
        if _is_known(request.headers, found):
            return Response(status_code=304, headers=headers)
        return Response(await feeds.content(found), headers=headers | {"Content-Type": _TYPE})


def _is_known(headers: Mapping[str, str], feed: Feed) -> bool:
    """Whether whoever asks has this already (RFC 9110, 13.1)."""
    tags = headers.get("if-none-match")
    if tags is not None:
        return any(tag.strip().removeprefix("W/") in (feed.etag, "*") for tag in tags.split(","))
    since = headers.get("if-modified-since")
    if since is None or feed.modified is None:
        return False
    try:
        at = parsedate_to_datetime(since)
    except ValueError:
        return False
    at = at if at.tzinfo is not None else at.replace(tzinfo=UTC)
    begun = datetime(feed.since.year + 1, feed.since.month, 1, tzinfo=feed.modified.tzinfo)  # when its window was moved last
    return at >= max(feed.modified.replace(microsecond=0), begun)


async def _file(request: Request) -> bytes:
    """The file of a request: its body, or the first file of its form. Never more than fits is read."""
    content = await _body(request)
    kind = request.headers.get("content-type", "")
    if not kind.lower().startswith("multipart/form-data"):
        return content

    async def stream() -> AsyncIterator[bytes]:
        yield content

    try:
        form = await MultiPartParser(request.headers, stream(), max_files=1, max_fields=10).parse()  # type: ignore[arg-type]
    except MultiPartException as wrong:
        raise InvalidRequest(f"the form cannot be read: {wrong.message}", where="file") from wrong
    except (KeyError, ValueError) as wrong:
        raise InvalidRequest("the form cannot be read: it names no boundary", where="file") from wrong
    try:
        for _, value in form.multi_items():
            if not isinstance(value, str):
                found = await value.read()
                return _fits(found)
    finally:
        await form.close()
    raise InvalidRequest("the form holds no file", where="file")


async def _body(request: Request) -> bytes:
    announced = request.headers.get("content-length", "")
    if announced.isdigit() and int(announced) > LARGEST + _FRAME:
        raise _too_large()
    pieces: list[bytes] = []
    size = 0
    async for piece in request.stream():
        size += len(piece)
        if size > LARGEST + _FRAME:
            raise _too_large()
        pieces.append(piece)
    return _fits(b"".join(pieces), _FRAME if "multipart/" in request.headers.get("content-type", "").lower() else 0)


def _fits(content: bytes, around: int = 0) -> bytes:
    if len(content) > LARGEST + around:
        raise _too_large()
    return content


def _too_large() -> HTTPException:
    return HTTPException(413, f"a calendar file may have at most {LARGEST // (1024 * 1024)} MB; export a part of it, such as one year")


def _account(account: Account) -> Mapping[str, Value]:
    return {
        "id": account.id,
        "name": account.name,
        "address": account.address,
        "username": account.username,
        "takes_new": account.takes_new,
        "components": list(account.components),
        "failures": account.failures,
        "report": dict(account.report) if account.report is not None else None,
        "created": account.created.isoformat(),
    }


def _token(token: Token) -> Mapping[str, Value]:
    return {
        "id": token.id,
        "kind": token.kind.value,
        "name": token.name,
        "allows": list(token.allows),
        "created": token.created.isoformat(),
    }
