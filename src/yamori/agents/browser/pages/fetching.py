"""Fetches a page by plain HTTP. Fulfils `ports.Pages`; opened by `apps/web_reading.py`.

Every hop is checked: its address as it is written here, and the addresses that its name leads to when it is connected to (the transport's
rule). Nothing is sent but the address: no cookie, no referrer, no name.
"""

import asyncio
import codecs
import re
from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urljoin, urlsplit

import httpx
import structlog

from yamori.agentkit.outbound.policy import AddressForbidden, Rule
from yamori.agents.browser.ports import FetchedPage, PageUnavailable
from yamori.domain.errors import InvalidRequest

LARGEST = 2 * 1024 * 1024
"""Bytes of a page, unpacked."""
MOST_REDIRECTS = 5
LIMIT = 8.0
"""Seconds for a page, redirects included."""
LONGEST_ADDRESS = 2000
_KINDS = {"text/html": True, "application/xhtml+xml": True, "text/plain": False}
"""Content types that are read, and whether they are HTML."""
_PACKED = frozenset(("", "identity", "gzip", "deflate"))
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_ENCODING = re.compile(rb"<meta[^>]{1,200}charset\s*=\s*[\"']?\s*([\w-]{2,30})", re.IGNORECASE)
_TEXT_ENCODINGS = re.compile(
    r"ascii|utf-(8|16)(-[bl]e)?|utf_8_sig|cp\d+|iso8859-\d+|shift_jis.*|euc_.*|iso2022_jp.*|gb\d+|gbk|big5.*|koi8-[ru]"
)
"""Codecs of text, by Python's names; others (`punycode`) may take very long."""
_UNREADABLE = "this page cannot be read"
_LOG = structlog.get_logger()


class HttpPages:
    def __init__(self, transport: Callable[[], httpx.AsyncBaseTransport], *, rule: Rule, limit: float = LIMIT) -> None:
        """`transport`: a new one for each page, which keeps the `rule` whenever it connects."""
        self._transport, self._rule, self._limit = transport, rule, limit

    async def fetch(self, url: str) -> FetchedPage:
        check_address(url)
        try:
            async with (
                asyncio.timeout(self._limit),
                httpx.AsyncClient(
                    transport=self._transport(),
                    timeout=self._limit,
                    follow_redirects=False,
                    trust_env=False,
                    headers={"User-Agent": "Yamori", "Accept": "text/html, text/plain;q=0.5", "Accept-Encoding": "gzip"},
                ) as client,
            ):
                return await self._followed(client, url)
        except (TimeoutError, httpx.HTTPError, httpx.InvalidURL, AddressForbidden, InvalidRequest) as failed:
            _LOG.info("web_page_not_read", why=f"{type(failed).__name__}: {failed}"[:200])
            raise PageUnavailable(_UNREADABLE) from failed

    async def _followed(self, client: httpx.AsyncClient, url: str) -> FetchedPage:
        for _ in range(MOST_REDIRECTS + 1):
            check_address(url)
            self._check_host(url)
            client.cookies.clear()
            async with client.stream("GET", url) as reply:
                if reply.status_code in _REDIRECTS and "location" in reply.headers:
                    url = urljoin(url, reply.headers["location"])
                    continue
                return await _read(reply, url)
        raise PageUnavailable("this page leads on and on to other addresses")

    def _check_host(self, url: str) -> None:
        """Of an address that is written as a number; names are looked at when they are connected to."""
        try:
            written = str(ip_address(urlsplit(url).hostname or ""))
        except ValueError:
            return
        self._rule([written])


def check_address(url: str) -> None:
    """Raises `InvalidRequest` for what is no plain web address."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or len(url) > LONGEST_ADDRESS:
        raise InvalidRequest("give the address of a web page, such as https://example.org/", where="url")
    if parts.username is not None or parts.password is not None:
        raise InvalidRequest("an address with a name or password in it is not opened", where="url")


async def _read(reply: httpx.Response, url: str) -> FetchedPage:
    kind, _, parameters = reply.headers.get("content-type", "").partition(";")
    is_html = _KINDS.get(kind.strip().lower())
    if reply.status_code != 200:
        raise PageUnavailable(f"the page's server answered with status {reply.status_code}")
    if is_html is None or reply.headers.get("content-encoding", "").strip().lower() not in _PACKED:
        raise PageUnavailable("this is neither a web page nor plain text")
    held = bytearray()
    async for part in reply.aiter_bytes():
        held += part
        if len(held) > LARGEST:
            raise PageUnavailable("this page is larger than 2 MB")
    return FetchedPage(url=url, text=_decoded(bytes(held), parameters), is_html=is_html)


def _decoded(held: bytes, parameters: str) -> str:
    """By what the server says, else the page, else UTF-8."""
    said = re.search(r"charset\s*=\s*[\"']?([\w-]{2,30})", parameters, re.IGNORECASE)
    inside = _ENCODING.search(held[:2048])
    name = said[1] if said else inside[1].decode("ascii", "replace") if inside else "utf-8"
    try:
        codec = codecs.lookup(name).name
    except LookupError:
        codec = "utf-8"
    return held.decode(codec if _TEXT_ENCODINGS.fullmatch(codec) else "utf-8", errors="replace")
