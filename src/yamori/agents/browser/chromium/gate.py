"""What may leave the browser: each request that leads the page somewhere or carries something is decided on here. Pure.

The network is where it is decided, since a page may send from anywhere: from a form, from a script behind any button, on a timer. What the
network does not show to us before it leaves, web sockets above all, is taken from pages and workers before they begin (`closed.js`); a page
that opens one all the same is closed.
"""

import json
from collections.abc import Callable, Collection, Mapping
from email.parser import BytesParser
from email.policy import HTTP
from typing import Any
from urllib.parse import parse_qsl, unquote_plus, urlsplit

from yamori.agents.browser.engine import Permit, Sent
from yamori.agents.browser.operating.consequences import acts_by_address
from yamori.agents.browser.operating.goal import same_site

CLOSED = frozenset(("service_worker", "shared_worker"))
"""Workers that outlive their page, or that it shares: they never begin."""
_READS = frozenset(("GET", "HEAD", "OPTIONS"))
_LONGEST_BODY = 2000
_DIGITS, _LONG = 5, 8
UNPERMITTED, OTHER_SITE, NO_WEB, GIVES_AWAY = "unpermitted", "other_site", "no_web", "gives_away"


def why_blocked(
    request: Sent,
    *,
    resource: str,
    is_main: bool,
    page: str,
    permit: Permit | None,
    touched: bool,
    sites: Callable[[str], bool],
    typed: Collection[str] = (),
) -> str:
    """Empty for what may leave. `resource`: the protocol's kind of request; `touched`: somebody has acted on the page since it loaded, so
    that what it sends may be of that act; `typed`: what was put into its fields, which no other site is told in an address."""
    if urlsplit(request.url).scheme not in ("http", "https"):
        return NO_WEB
    if resource == "Document" and is_main and not sites(request.url):
        return OTHER_SITE
    if request.method in _READS:
        if any(value in unquote_plus(request.url) for value in typed) and not same_site(request.url, page):
            return GIVES_AWAY
        acts = touched and resource in ("Document", "XHR", "Fetch") and acts_by_address(request.url) is not None
        if not acts or (permit is not None and _permits(permit, request, page)):
            return ""
        return UNPERMITTED
    if permit is not None and _permits(permit, request, page):
        return ""
    loads_itself = resource in ("XHR", "Fetch") and not touched and _host(request.url) == _host(page)
    return "" if loads_itself else UNPERMITTED


def _permits(permit: Permit, request: Sent, page: str) -> bool:
    if permit.fields is None:
        return not permit.url and _host(request.url) == _host(page)
    return request.method == permit.method.upper() and request.url == permit.url and _same(request.fields, permit.fields)


def _same(sent: Mapping[str, str], shown: Mapping[str, str]) -> bool:
    return {k: v.replace("\r\n", "\n") for k, v in sent.items()} == {k: v.replace("\r\n", "\n") for k, v in shown.items()}


def _host(url: str) -> str:
    return urlsplit(url).netloc.lower()


def is_telling(text: str) -> bool:
    """Whether a text that was typed says something of somebody: an address, a number, several words."""
    return "@" in text or sum(map(str.isdigit, text)) >= _DIGITS or (" " in text.strip() and len(text) >= _LONG)


def sent_of(request: Mapping[str, Any]) -> Sent:
    """A request as the protocol describes it. A body that cannot be read is shown as it is, and no permit fits it."""
    headers = {str(name).lower(): str(value) for name, value in request.get("headers", {}).items()}
    body = str(request.get("postData", ""))
    fields = fields_of(body, headers.get("content-type", "")) if body else {"": "…"} if request.get("hasPostData") else {}
    return Sent(
        method=str(request.get("method", "GET")).upper(),
        url=str(request.get("url", "")) + str(request.get("urlFragment", "")),
        fields=fields,
    )


def fields_of(body: str, kind: str) -> Mapping[str, str]:
    if kind.startswith("application/x-www-form-urlencoded"):
        return joined(parse_qsl(body, keep_blank_values=True))
    if kind.startswith("multipart/form-data"):
        parsed = BytesParser(policy=HTTP).parsebytes(f"Content-Type: {kind}\r\n\r\n".encode() + body.encode("utf-8", "surrogateescape"))
        parts = list(parsed.iter_parts()) if parsed.is_multipart() else []
        named = [(str(part.get_param("name", header="content-disposition") or ""), part) for part in parts]
        return joined([(name, _text_of(part.get_payload(decode=True))) for name, part in named])
    try:
        held = json.loads(body)
    except (ValueError, RecursionError):
        held = None
    if isinstance(held, dict):
        return {
            str(name): value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)[:_LONGEST_BODY]
            for name, value in held.items()
        }
    return {"": body[:_LONGEST_BODY]}


def _text_of(payload: object) -> str:
    return payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""


def joined(pairs: "list[tuple[str, str]]") -> Mapping[str, str]:
    """Fields by name; those of one name together."""
    fields: dict[str, str] = {}
    for name, value in pairs:
        fields[name] = f"{fields[name]}, {value}" if name in fields else value
    return fields
