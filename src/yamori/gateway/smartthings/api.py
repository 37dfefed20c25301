"""Requests to SmartThings, each with a limit, and its answers as our errors, by who can act.

Called by the backend only. A command that may have arrived without its answer is `NoReply`, one that surely did not is `NotSent`:
the difference decides whether it may be sent again.
"""

import asyncio
import json
import math
from collections.abc import Mapping, Sequence
from urllib.parse import urljoin, urlsplit

import httpx
import structlog

from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.values import Value
from yamori.gateway.sentences import ToMend, Unanswered
from yamori.gateway.smartthings.tokens import SMARTTHINGS, TOKENS_PAGE, WHERE, Tokens

_LOG = structlog.get_logger()
API = "https://api.smartthings.com/v1"
_LARGEST = 16 * 1024 * 1024
"""Bytes of one answer; a page of 200 devices with their status has well under one million."""
_PAGES = 100
_SCOPES = "r:locations:* r:devices:* x:devices:*"


class NotSent(Unanswered):
    """The request did not reach SmartThings, or was turned away before anything was done."""


class NoReply(Unanswered):
    """The request went out and no usable answer came: it may have been done."""


class SmartThingsApi:
    """One account's endpoint. The token goes to this one address only and into no message."""

    def __init__(self, *, url: str, tokens: Tokens, timeout: float, patience: float) -> None:
        """`timeout`: seconds for one request; `patience`: seconds to wait in all when there were too many requests."""
        self._url = url.rstrip("/") + "/"
        self._tokens = tokens
        self._patience = patience
        self._limit = timeout
        self._http = httpx.AsyncClient(base_url=self._url, timeout=timeout, follow_redirects=False)

    async def close(self) -> None:
        await self._http.aclose()

    async def get(self, path: str, **query: str) -> Mapping[str, Value]:
        """Tried twice where no answer came: reading changes nothing."""
        try:
            return await self._asked("GET", path, query=query)
        except NoReply:
            return await self._asked("GET", path, query=query)

    async def items(self, path: str, **query: str) -> Sequence[Mapping[str, Value]]:
        """Every item of a paged list."""
        found: list[Mapping[str, Value]] = []
        for _ in range(_PAGES):
            page = await self.get(path, **query)
            held = page.get("items")
            found += [item for item in held if isinstance(item, Mapping)] if isinstance(held, list) else []
            if (following := self._next(page)) is None:
                break
            path, query = following, {}
        return found

    async def post(self, path: str, body: Mapping[str, Value]) -> Mapping[str, Value]:
        return await self._asked("POST", path, body=body)

    def _next(self, page: Mapping[str, Value]) -> str | None:
        """The following page, where it is SmartThings' own: a link to elsewhere would carry the token away."""
        links = page.get("_links")
        after = links.get("next") if isinstance(links, Mapping) else None
        href = after.get("href") if isinstance(after, Mapping) else None
        if not isinstance(href, str) or not href:
            return None
        target, home = urlsplit(urljoin(self._url, href)), urlsplit(self._url)
        return target.geturl() if (target.scheme, target.netloc) == (home.scheme, home.netloc) else None

    async def _asked(
        self, method: str, path: str, *, query: Mapping[str, str] | None = None, body: Mapping[str, Value] | None = None
    ) -> Mapping[str, Value]:
        waited, renewed = 0.0, False
        token = await self._tokens.current(self._http)
        while True:
            status, headers, held = await self._once(method, path, token, query, body)
            if status == 401 and not renewed and (newer := await self._tokens.renewed(self._http, token)) is not None:
                token, renewed = newer, True
                continue
            if status == 429:
                pause = _pause(headers)
                if waited + pause > self._patience:
                    raise NotSent("too_many", through=SMARTTHINGS, seconds=math.ceil(pause))
                waited += pause
                await asyncio.sleep(pause)
                continue
            return _answer(status, held, method)

    async def _once(
        self, method: str, path: str, token: str, query: Mapping[str, str] | None, body: Mapping[str, Value] | None
    ) -> tuple[int, httpx.Headers, bytes]:
        headers = {"Authorization": f"Bearer {token}", "Accept": "application/vnd.smartthings+json;v=20170916, application/json"}
        try:
            # The client's own timeout counts from byte to byte: a trickle would never end.
            async with asyncio.timeout(self._limit):
                async with self._http.stream(method, path, params=query or None, json=body, headers=headers) as reply:
                    held = bytearray()
                    async for part in reply.aiter_bytes():
                        held += part
                        if len(held) > _LARGEST:
                            raise _unusable(f"more than {_LARGEST // 1024 // 1024} MB")
                    return reply.status_code, reply.headers, bytes(held)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
            raise NotSent("no_way", through=SMARTTHINGS) from error
        except (httpx.HTTPError, TimeoutError) as error:
            raise NoReply("no_answer", through=SMARTTHINGS) from error


def _pause(headers: httpx.Headers) -> float:
    """Seconds to wait: `Retry-After`, or SmartThings' own header in milliseconds."""
    for name, unit in (("retry-after", 1.0), ("x-ratelimit-reset", 0.001)):
        try:
            return max(0.05, float(headers[name]) * unit)
        except (KeyError, ValueError):
            continue
    return 5.0


def _answer(status: int, held: bytes, method: str) -> Mapping[str, Value]:
    match status:
        case 401:
            raise ToMend("token_refused", "mend_token", where=WHERE, through=SMARTTHINGS, url=TOKENS_PAGE)
        case 403:
            raise ToMend("token_narrow", "mend_scopes", where=WHERE, through=SMARTTHINGS, scopes=_SCOPES)
        case 404:
            raise NotFound(f"SmartThings no longer has it: {_said(held)}", where="device")
        case 409:
            raise NotSent("not_now", through=SMARTTHINGS, said=_said(held))
        case 400 | 422:
            raise InvalidRequest(_said(held), where="arguments")
    if not 200 <= status < 300:
        # A command may have been taken before the server failed; a read was not.
        raise _unusable(f"status {status}: {_said(held)}")
    parsed = _parsed(held)
    if parsed is None:
        raise _unusable(f"no JSON object to a {method}")
    return parsed


def _unusable(answer: str) -> NoReply:
    """For the person it is no answer; what it was is for the log."""
    _LOG.warning("SmartThings gave an answer that is none", answer=answer[:300])
    return NoReply("no_answer", through=SMARTTHINGS)


def _parsed(held: bytes) -> Mapping[str, Value] | None:
    try:
        value = json.loads(held or b"{}")
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, Mapping) else None


def _said(held: bytes) -> str:
    """SmartThings' own words: `error.message` and its details."""
    parsed = _parsed(held) or {}
    error = parsed.get("error")
    if not isinstance(error, Mapping):
        return "no reason given"
    details = error.get("details")
    words = [error.get("message")]
    words += [item.get("message") for item in details if isinstance(item, Mapping)] if isinstance(details, list) else []
    return "; ".join(str(word)[:200] for word in words[:4] if word) or "no reason given"
