"""A house whose people make their accounts in it, and browsers that fill in its forms."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher
from starlette.types import Receive, Scope, Send

from yamori.agentkit.transport import StreamingTransport
from yamori.apps.hosts import AllowedHosts
from yamori.apps.household import Household, run_household
from yamori.apps.reach import Reach
from yamori.domain.clock import Clock, SetClock
from yamori.gateway.homefile import LoadedHome, load_home
from yamori.llm.scripted import ScriptedModels
from yamori.people.passwords import Passwords

from .signed_in import MORNING

PASSWORDS = {"aiko": "four green geckos", "kenji": "rain on the roof", "mei": "my cat is orange", "tom": "just for a week"}
LOCAL = "http://127.0.0.1:8765"


def quick_passwords() -> Passwords:
    """Real argon2id, with little memory, so that hundreds are reckoned within a second."""
    return Passwords(PasswordHash((Argon2Hasher(time_cost=1, memory_cost=64, parallelism=1),)))


@asynccontextmanager
async def house_of(
    *people: str,
    data: Path | None = None,
    home: LoadedHome | None = None,
    clock: Clock | None = None,
    reach: Reach = Reach(),  # noqa: B008 - frozen
) -> AsyncIterator[Household]:
    """The demo home, in which these people have accounts."""
    told = clock or SetClock(MORNING)
    async with run_household(
        home or load_home("demo"),
        data=data,
        clock=told,
        models=ScriptedModels({}),
        reach=reach,
        passwords=quick_passwords(),
        allowed=AllowedHosts(names=frozenset(reach.hosts)),
    ) as household:
        for person in people:
            await household.people.accounts.add(person, PASSWORDS[person], now=told.now())
        yield household


class Browser:
    """Keeps cookies, and sends forms with the token that their page gave."""

    def __init__(self, household: Household, *, url: str = LOCAL, client: str = "127.0.0.1", agent: str = "Firefox/1 (Linux)") -> None:
        async def connected(scope: Scope, receive: Receive, send: Send) -> None:
            await household.app({**scope, "client": (client, 4711)}, receive, send)

        self.http = httpx.AsyncClient(
            transport=StreamingTransport(connected), base_url=url, timeout=20.0, headers={"User-Agent": agent, "Accept": "text/html"}
        )

    async def __aenter__(self) -> "Browser":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await self.http.get(path, headers=headers)

    async def token(self, page: str) -> str:
        """That of the forms on a page."""
        found = re.search(r'name="csrf" value="([0-9a-f]{64})"', (await self.http.get(page)).text)
        return found[1] if found else ""

    async def send(self, page: str, path: str | None = None, **fields: str) -> httpx.Response:
        """Fill in a form of a page; its answer, without following where that leads."""
        return await self.http.post(path or page, data={"csrf": await self.token(page), **fields})

    async def sign_in(self, person: str, password: str | None = None, **fields: str) -> httpx.Response:
        return await self.send("/sign-in", name=person, password=password or PASSWORDS[person], **fields)

    async def may(self, path: str = "/gate/home") -> bool:
        return (await self.http.get(path, headers={"Accept": "application/json"})).status_code == 200
