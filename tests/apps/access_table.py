"""Who gets what from every route and tool: the table in `docs/security.md`, made from real requests to a household with accounts.

`make access` writes it; `test_access_table.py` fails while the file says something else.
"""

import asyncio
import re
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from tests.apps.signed_in import client_of, cloud_models, house_with_accounts
from tests.apps.test_household import heard

from yamori.apps.access_control import Entry, entries
from yamori.apps.household import Household
from yamori.domain.access import Access, Owner, Who

FILE = Path(__file__).parents[2] / "docs" / "security.md"
BEGIN, END = "<!-- made by `make access` -->", "<!-- end of the table -->"
FOREIGN = {"Origin": "https://elsewhere.example"}
_JSON = ("/ui/schedule", "/ui/notices", "/turns", "/conversations", "/calendar", "/gate", "/agents", "/edge", "/models")
_TOOL = "/tools/{tool}"
_CALENDAR: Mapping[str, Mapping[str, Any]] = {
    "accounts": {"address": "http://169.254.1.1/", "password": "x"},
    "{id}": {"takes_new": True},
    "password": {"password": "x"},
    "tokens": {"kind": "feed"},
}
"""What a route of the calendars takes, by the end of its path."""

_GIVEN: Mapping[str, Mapping[str, Any]] = {"undo": {"key": "12345678"}, "correction": {"key": "12345678", "receipt": "1"}}
"""What a route of a turn takes, by the end of its path."""


@dataclass(frozen=True, kw_only=True)
class Column:
    """Somebody who asks, and for whose things."""

    title: str
    asks_for: str
    cookie: str = ""
    bearer: str = ""
    headers: Mapping[str, str] | None = None


COLUMNS = (
    Column(title="nobody", asks_for="aiko"),
    Column(title="guest", asks_for="tom", cookie="tom"),
    Column(title="child", asks_for="mei", cookie="mei"),
    Column(title="adult", asks_for="aiko", cookie="aiko"),
    Column(title="other adult", asks_for="aiko", cookie="kenji"),
    Column(title="revoked token", asks_for="aiko", bearer="revoked"),
    Column(title="expired session", asks_for="aiko", cookie="aiko/expired"),
    Column(title="foreign origin", asks_for="aiko", cookie="aiko", headers=FOREIGN),
)


@dataclass(frozen=True, kw_only=True)
class Request:
    """One request of the table."""

    shown: str
    """`GET /gate/home`, or the tools of an agent."""
    method: str
    path: str
    access: Access


async def table() -> str:
    """The table as Markdown."""
    cloud = {"default": "openai:big"}
    with TemporaryDirectory() as folder:
        async with cloud_models(Path(folder) / "models.sqlite", cloud) as (models, _), house_with_accounts(models=models) as household:
            return await _table(household)


async def _table(household: Household) -> str:
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(client_of(household, c.cookie, bearer=c.bearer, **(c.headers or {}))) for c in COLUMNS]
        begun = {person: await _turn(household, person) for person in ("aiko", "mei", "tom")}
        rows: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for request in requests(household):
            cells = [await _cell(client, request, c, begun[c.asks_for]) for client, c in zip(clients, COLUMNS, strict=True)]
            if request.method == "DELETE" and "conversations" in request.path:
                begun = {person: await _turn(household, person) for person in begun}  # the ones before are gone
            rows[*_declared(request.access), *_relative(cells)].append(request.shown)
    return "\n".join(_lines(rows))


def requests(household: Household) -> Sequence[Request]:
    """Every route of the household with each of its methods, and every tool."""
    found = []
    for entry in entries(household.app.routes):
        assert entry.access is not None, entry.path
        if entry.path.endswith(_TOOL):
            continue
        for method in _methods(entry):
            shown = re.sub(r"^/agents/[a-z]+/", "/agents/NAME/", re.sub(r":[a-z]+\}", "}", entry.path))
            found.append(Request(shown=f"{method} {shown}", method=method, path=entry.path, access=entry.access))
    for agent, made in household.agents.items():
        for tool in made.tools:
            assert tool.access is not None, tool.name
            path = f"/agents/{agent}/tools/{tool.name}"
            found.append(Request(shown=f"TOOL {agent} {tool.name}", method="POST", path=path, access=tool.access))
    return found


def _methods(entry: Entry) -> Sequence[str]:
    if entry.path.rstrip("/").endswith("/mcp"):
        return ("POST",)
    return sorted(entry.methods - {"HEAD", "OPTIONS"})


async def _turn(household: Household, person: str) -> Mapping[str, str]:
    async with client_of(household, person) as client:
        begun: Mapping[str, str] = (await client.post("/turns", json={"text": "hello"})).json()
        await heard(client, begun["turn"])
    return begun


async def _cell(client: httpx.AsyncClient, request: Request, column: Column, begun: Mapping[str, str]) -> str:
    thing = begun["conversation"] if "conversations" in request.path else begun["turn"] if "turns" in request.path else "1"
    path = re.sub(r"\{[^}]+\}", thing, request.path)
    given: dict[str, Any] = {}
    if request.access.owner is Owner.PERSON and "/agents/" not in path and not path.startswith("/gate"):
        given = {"person": column.asks_for, "date": "2026-11-21", "key": "12345678"}
    body: dict[str, Any] = {}
    if request.method != "GET":
        if path in ("/turns", "/ui/turns"):
            given = {"text": "hello", "person": column.asks_for}
        elif "turns" in path and (last := request.path.rpartition("/")[2]) in _GIVEN:
            given = dict(_GIVEN[last])
        elif "turns" in path or path.endswith("/chat"):
            given = {"text": "hello"}
        elif path.startswith("/conversations"):
            given = {"title": "hello"}
        data = _CALENDAR.get(request.path.rpartition("/")[2], {}) if path.startswith("/calendar") else given
        body = {"json": data} if path.startswith(_JSON) else {"data": data}
    named = given if request.method == "GET" or path.startswith("/calendar") else None
    async with client.stream(request.method, path, params=named, **body) as reply:
        if reply.status_code in (401, 403, 404):
            return str(reply.status_code)
        return "own" if request.access.owner is Owner.PERSON and column.cookie and column.cookie != column.asks_for else "yes"


def _relative(cells: Sequence[str]) -> Sequence[str]:
    """What is not there for the adult whose it is was only looked for: `1` is no thing of theirs."""
    own = cells[[c.title for c in COLUMNS].index("adult")]
    return ["yes" if cell == own == "404" else cell for cell in cells]


def _declared(access: Access) -> Sequence[str]:
    scope = access.scope.value if access.scope is not None else "any" if access.who in (Who.GUEST, Who.FAMILY, Who.ADULT) else ""
    return access.who.value, scope, "person" if access.owner is Owner.PERSON else "house"


def _lines(rows: Mapping[tuple[str, ...], Sequence[str]]) -> Sequence[str]:
    titles = ("routes and tools", "least", "scope", "whose", *(c.title for c in COLUMNS))
    lines = [f"| {' | '.join(titles)} |", f"|{' --- |' * len(titles)}"]
    order = [who.value for who in Who]
    for cells, shown in sorted(rows.items(), key=lambda row: (order.index(row[0][0]), row[0][1:])):
        lines.append(f"| {_listed(shown)} | {' | '.join(cells)} |")
    return lines


def _listed(shown: Sequence[str]) -> str:
    """`GET` with its paths, then the next method; tools by agent."""
    by_method: dict[str, list[str]] = defaultdict(list)
    for one in dict.fromkeys(shown):
        method, _, path = one.partition(" ")
        if method == "TOOL":
            agent, _, path = path.partition(" ")
            method = f"tools of `{agent}`:"
        by_method[method].append(f"`{path}`")
    return "; ".join(f"{method} {', '.join(sorted(paths))}" for method, paths in sorted(by_method.items()))


def written(text: str, made: str) -> str:
    """The file's text with this table between its marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{made}\n\n{END}{after}"


if __name__ == "__main__":
    FILE.write_text(written(FILE.read_text(encoding="utf-8"), asyncio.run(table())), encoding="utf-8")
    print(f"wrote {FILE}", file=sys.stderr)
