"""A calendar on a server, spoken to in CalDAV (RFC 4791) by the `caldav` library over httpx2.

What may go wrong: the server is away or talks nonsense (`Unreachable`), does not let us in (`Unauthorized`), has another version than
we think (`Changed`), or will not take what we give it (`Refused`). Nothing of what it sends is believed without a look.
"""

import logging
import re
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit
from xml.sax.saxutils import escape

import httpx2
from caldav.async_davclient import AsyncDAVClient
from caldav.lib import error

from yamori.agentkit.outbound.policy import AddressForbidden
from yamori.agents.scheduler.calendars.guard import LONGEST_ANSWER, Guard, Hostile, origin_of
from yamori.agents.scheduler.calendars.secrets import Grant, Secret
from yamori.domain.errors import HouseSilent, InvalidRequest
from yamori.domain.plain_text import single_line

COMPONENTS = ("VEVENT", "VTODO")
_D, _C = "{DAV:}", "{urn:ietf:params:xml:ns:caldav}"
_ABOUT = (
    '<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:resourcetype/>'
    "<d:displayname/><c:supported-calendar-component-set/></d:prop></d:propfind>"
)
_STATE = (
    '<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:" xmlns:s="http://calendarserver.org/ns/"><d:prop><d:sync-token/>'
    "<s:getctag/></d:prop></d:propfind>"
)
_LIST = '<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:"><d:prop><d:getetag/><d:resourcetype/></d:prop></d:propfind>'
_MULTIGET = (
    '<?xml version="1.0" encoding="utf-8"?><c:calendar-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">'
    "<d:prop><d:getetag/><c:calendar-data/></d:prop>{}</c:calendar-multiget>"
)
_CONNECT = 20.0
_MOST_OFFERED = 20


class Unreachable(HouseSilent):
    """The server did not answer, or not with anything that makes sense. What exactly is for the log: it would tell whoever may name an
    address what listens where in the home's network."""


class Unauthorized(HouseSilent):
    """The server does not accept the name and password."""


class Changed(Exception):
    """The server has another version than the one that was to be replaced."""


class Refused(Exception):
    """The server will not take this; the message says what it answered."""


@dataclass(frozen=True, kw_only=True)
class Collection:
    """A calendar as its server describes it."""

    address: str
    name: str
    components: tuple[str, ...]


class Server:
    """One calendar on a server, while a connection to it is open."""

    def __init__(self, client: AsyncDAVClient, address: str) -> None:
        self._client = client
        self.address = address if address.endswith("/") else address + "/"

    async def state(self) -> str | None:
        """What stays the same as long as nothing in the calendar changes; None where the server has no such thing."""
        for element in await self._multistatus("PROPFIND", self.address, _STATE, depth=0):
            token = element.findtext(f".//{_D}sync-token") or element.findtext(".//{http://calendarserver.org/ns/}getctag")
            if token:
                return str(token).strip()[:1000]
        return None

    async def listing(self) -> Mapping[str, str | None]:
        """Every resource of the calendar with its version. A list that is not whole is none: what it lacks would be taken for deleted."""
        found: dict[str, str | None] = {}
        itself = False
        for element in await self._multistatus("PROPFIND", self.address, _LIST, depth=1):
            status = element.findtext(f"{_D}status") or " 200 "
            if " 404 " in status:
                continue
            if " 200 " not in status:
                raise Unreachable(f"the server could not list everything ({status[:40]})")
            href = element.findtext(f"{_D}href") or ""
            if element.find(f".//{_D}resourcetype/{_D}collection") is not None or self._is_itself(href):
                itself = itself or self._is_itself(href)
                continue
            own = self._own(href)
            if own is None:
                raise Unreachable("the server lists something that does not lie in the calendar")
            found[own] = (element.findtext(f".//{_D}getetag") or "").strip()[:300] or None
        if not itself:
            raise Unreachable("the server's list does not name the calendar itself, so that it cannot be whole")
        return found

    async def fetch(self, hrefs: Iterable[str]) -> Mapping[str, tuple[str | None, str]]:
        """Version and text of resources; one that is not there (any more) is left out."""
        wanted = "".join(f"<d:href>{escape(href)}</d:href>" for href in hrefs)
        found = {}
        for element in await self._multistatus("REPORT", self.address, _MULTIGET.format(wanted), depth=1):
            href, text = self._own(element.findtext(f"{_D}href")), element.findtext(f".//{_C}calendar-data")
            if href is not None and text:
                found[href] = ((element.findtext(f".//{_D}getetag") or "").strip()[:300] or None, text)
        return found

    async def put(self, href: str, content: bytes, *, etag: str | None, new: bool = False) -> str | None:
        """Store a resource, in place of this version of it; its new version, where the server says that. Raises `Changed`, `Refused`."""
        headers = {"Content-Type": "text/calendar; charset=utf-8"}
        if new:
            headers["If-None-Match"] = "*"
        elif etag is not None:
            headers["If-Match"] = etag
        answer = await self._asked("PUT", href, content.decode("utf-8"), headers)
        if answer.status in (404, 409, 412) and not new:
            raise Changed
        if answer.status == 412:
            raise Changed
        if answer.status not in (200, 201, 204):
            raise Refused(f"it answered {answer.status}")
        return (answer.headers.get("etag") or "").strip()[:300] or None

    async def delete(self, href: str, *, etag: str | None) -> None:
        """Take a resource away; one that is gone already is. Raises `Changed`, `Refused`."""
        answer = await self._asked("DELETE", href, "", {"If-Match": etag} if etag is not None else {})
        if answer.status == 412:
            raise Changed
        if answer.status not in (200, 202, 204, 404, 410):
            raise Refused(f"it answered {answer.status}")

    def href_of(self, name: str) -> str:
        """The path of a new resource."""
        return urlsplit(urljoin(self.address, name)).path

    async def about(self) -> Collection | None:
        """What stands at the address, where that is a calendar."""
        answer = await self._asked("PROPFIND", self.address, _ABOUT, {"Depth": "0", "Content-Type": 'application/xml; charset="utf-8"'})
        if answer.status in (404, 405):
            return None
        for element in self._responses(answer):
            if element.find(f".//{_D}resourcetype/{_C}calendar") is None:
                continue
            said = [c.get("name") or "" for c in element.iterfind(f".//{_C}supported-calendar-component-set/{_C}comp")]
            components = tuple(c for c in COMPONENTS if not said or c in said)
            return Collection(
                address=self.address, name=single_line(element.findtext(f".//{_D}displayname") or "")[:100], components=components
            )
        return None

    async def offered(self) -> tuple[str, ...]:
        """The addresses of the person's calendars on this server."""
        try:
            principal = await self._client.get_principal()
            calendars = await self._client.get_calendars(principal)
        except Exception as wrong:  # whatever caldav, httpx2 and lxml raise becomes an error of ours
            raise _translated(wrong) from wrong
        return tuple(urljoin(self.address, str(calendar.url)) for calendar in calendars)[:_MOST_OFFERED]

    def _is_itself(self, href: str) -> bool:
        return unquote(urlsplit(urljoin(self.address, href.strip())).path).rstrip("/") == unquote(urlsplit(self.address).path).rstrip("/")

    def _own(self, href: str | None) -> str | None:
        """A path within the calendar; None for anything else that a server may name."""
        address = urljoin(self.address, (href or "").strip())
        path, top = urlsplit(address).path, urlsplit(self.address).path
        if origin_of(address) != origin_of(self.address) or len(path) > 1000 or not unquote(path).startswith(unquote(top)):
            return None
        inner = unquote(path)[len(unquote(top)) :]
        return path if inner and ".." not in inner.split("/") else None

    async def _multistatus(self, method: str, address: str, body: str, *, depth: int) -> list[Any]:  # Any: lxml's elements have no types
        answer = await self._asked(method, address, body, {"Depth": str(depth), "Content-Type": 'application/xml; charset="utf-8"'})
        return self._responses(answer)

    def _responses(self, answer: Any) -> list[Any]:
        tree = answer.tree
        if answer.status != 207 or tree is None or tree.tag != f"{_D}multistatus":
            raise Unreachable(f"the server answered {answer.status} with something that is no list of a calendar")
        return list(tree.iterfind(f"{_D}response"))

    async def _asked(self, method: str, href: str, body: str, headers: Mapping[str, str]) -> Any:
        try:
            answer = await self._client.request(urljoin(self.address, href), method, body, headers)
        except error.AuthorizationError as wrong:
            if wrong.status == 403 and method in ("PUT", "DELETE"):
                raise Refused("it allows no change (403)") from wrong
            raise _translated(wrong) from wrong
        except Exception as wrong:  # the same
            raise _translated(wrong) from wrong
        if answer.status >= 500:
            raise Unreachable(f"the server answered {answer.status}")
        return answer


def _translated(wrong: Exception) -> Exception:
    """What went wrong, as somebody can act on it. The library raises anything, down to its assertions."""
    if isinstance(wrong, Unreachable | Unauthorized):
        return wrong
    if isinstance(wrong, error.AuthorizationError):
        return Unauthorized("the server does not accept this name and password")
    if isinstance(wrong, Hostile | AddressForbidden):
        return Unreachable(str(wrong))
    if isinstance(wrong, error.RateLimitError):
        return Unreachable("the server wants to be asked less often")
    if isinstance(wrong, httpx2.TimeoutException):
        return Unreachable("the server did not answer in time")
    if isinstance(wrong, httpx2.TransportError):
        return Unreachable(f"the server cannot be reached ({type(wrong).__name__})")
    if isinstance(wrong, SyntaxError | error.DAVError | AssertionError | ValueError | TypeError | LookupError | AttributeError):
        return Unreachable(f"the server's answer makes no sense ({type(wrong).__name__})")
    return wrong


class _Client(AsyncDAVClient):
    """The library's client, with our transport below it."""

    def __init__(self, address: str, seconds: float, **settings: Any) -> None:
        self._address = address
        self._seconds = seconds
        super().__init__(url=address, enable_rfc6764=False, rate_limit_handle=False, timeout=int(_CONNECT), **settings)

    def _create_session(self) -> None:
        self.session = httpx2.AsyncClient(
            transport=Guard(self._address, seconds=self._seconds),
            timeout=min(_CONNECT, self._seconds),
            headers={"accept-encoding": "identity"},
            follow_redirects=False,
            trust_env=False,
        )


@asynccontextmanager
async def connected(address: str, username: str, secret: Secret, *, seconds: float = LONGEST_ANSWER) -> AsyncIterator[Server]:
    """A connection to the calendar at an address. Raises `InvalidRequest` for what is no address."""
    checked_address(address)
    logging.getLogger("caldav").setLevel(logging.CRITICAL)  # it writes what servers send, and we say it once ourselves
    if secret.grant is not None:
        token = await _bought(secret.grant, seconds)
        client = _Client(address, seconds, username=username, password=token, auth_type="bearer")
    else:
        password = secret.password.get_secret_value() if secret.password is not None else ""
        client = _Client(address, seconds, username=username, password=password)
    try:
        yield Server(client, address)
    finally:
        await client.close()


async def find_calendar(address: str, username: str, secret: Secret, *, seconds: float = LONGEST_ANSWER) -> Collection:
    """The one calendar that an address means. Raises `InvalidRequest` that lists them where it means several,
    `Unreachable` where it means none."""
    async with connected(address, username, secret, seconds=seconds) as server:
        found = await server.about()
        if found is not None:
            return found
        offered = await server.offered()
        if len(offered) == 1 and offered[0] != server.address:
            there = Server(server._client, offered[0])
            found = await there.about()
            if found is not None:
                return found
    if not offered:
        raise Unreachable("there is no calendar at this address, and the server names none")
    raise InvalidRequest("the server has several calendars; give the address of one of them", where="address", nearest=offered)


def checked_address(address: str) -> str:
    """Raises `InvalidRequest` for what is no address of a server, or has a password in it."""
    try:
        parts = urlsplit(address)
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fine = False
    if not fine or len(address) > 1000 or re.search(r"[\s\x00-\x1f\x7f<>\"]", address):
        raise InvalidRequest("an address looks like https://calendar.example.org/aiko/home/", where="address")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise InvalidRequest("the address is to hold neither a name nor a password, nor anything after ? or #", where="address")
    return address


async def _bought(grant: Grant, seconds: float) -> str:
    """An access token for a grant (RFC 6749, 6)."""
    form = {
        "grant_type": "refresh_token",
        "client_id": grant.client_id,
        "client_secret": grant.client_secret.get_secret_value(),
        "refresh_token": grant.refresh_token.get_secret_value(),
    }
    guard = Guard(grant.token_address, seconds=seconds)
    try:
        async with httpx2.AsyncClient(
            transport=guard, timeout=_CONNECT, headers={"accept-encoding": "identity"}, trust_env=False
        ) as client:
            answer = await client.post(grant.token_address, data=form)
            if answer.status_code in (400, 401, 403):
                raise Unauthorized("the server does not accept this grant (any more); give consent again")
            token = answer.json()["access_token"]
    except (httpx2.HTTPError, AddressForbidden, ValueError, LookupError, TypeError) as wrong:
        raise Unreachable(f"no access token was to be had ({type(wrong).__name__})") from wrong
    if not isinstance(token, str) or not token:
        raise Unreachable("no access token was to be had")
    return token
