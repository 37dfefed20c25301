"""A demo household whose people have accounts: a hand-written resolver of sessions and tokens, and a client for whoever asks."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import httpx

from yamori.agentkit.transport import StreamingTransport
from yamori.apps.household import Household, run_household
from yamori.domain.caller import NOBODY, Caller, Role, Scope, Via
from yamori.domain.clock import SetClock
from yamori.domain.values import Value
from yamori.gateway.homefile import LoadedHome, load_home
from yamori.llm.ledger import open_ledger
from yamori.llm.names import ModelName
from yamori.llm.port import ChatModel, Models
from yamori.llm.port import Role as ModelRole
from yamori.llm.router import RoleModels
from yamori.llm.scripted import Line, ScriptedModel, ScriptedModels
from yamori.llm.settings import ModelSettings
from yamori.understanding.reader import Reader

MORNING = datetime.fromisoformat("2026-11-21T09:00:00+09:00")
ROLES = {"aiko": Role.ADULT, "kenji": Role.ADULT, "mei": Role.CHILD, "tom": Role.GUEST}


def session_of(person: str, session: str = "phone") -> Caller:
    return Caller(person=person, role=ROLES[person], via=Via.SESSION, session=f"{person}/{session}")


def token_of(person: str, *scopes: Scope) -> Caller:
    return replace(session_of(person, "program"), via=Via.TOKEN, scopes=frozenset(scopes))


class FakeCallers:
    """Fulfils `Callers`: what a cookie says before the first slash is the person, behind it the session; tokens are listed."""

    def __init__(self, *, accounts: bool = True) -> None:
        self.accounts = accounts
        self.tokens = {
            "everything": token_of("aiko", *Scope),
            "reads": token_of("aiko", Scope.READ),
            "talks": token_of("aiko", Scope.CHAT),
            "revoked": replace(NOBODY, refused="revoked"),
        }
        self.tablets = {"tablet": Caller(via=Via.SESSION, session="tablet", room="kitchen")}

    async def caller_of(self, *, cookie: str | None, bearer: str | None, client: str, now: datetime) -> Caller:
        if bearer is not None:
            return self.tokens.get(bearer, replace(NOBODY, refused="unknown"))
        if cookie in self.tablets:
            return self.tablets[cookie]
        person, _, session = (cookie or "").partition("/")
        if session == "expired":
            return replace(NOBODY, refused="expired")
        return session_of(person, session or "phone") if person in ROLES else NOBODY

    async def changed(self) -> None:
        await asyncio.Event().wait()

    async def has_accounts(self) -> bool:
        return self.accounts


@asynccontextmanager
async def cloud_models(file: Path, settings: Mapping[str, object]) -> AsyncIterator[tuple[RoleModels, list[str]]]:
    """Models by role, all of them scripted; and the names of those that were asked."""
    asked: list[str] = []

    def make(name: ModelName) -> ChatModel:
        def answer(_: object) -> Value:
            asked.append(str(name))
            return {"tasks": []}

        return ScriptedModel(answer, name=str(name))

    async with open_ledger(file, clock=SetClock(MORNING)) as ledger:
        yield RoleModels(ModelSettings.model_validate(settings), ledger=ledger, make=make), asked


@asynccontextmanager
async def house_with_accounts(
    *,
    home: LoadedHome | None = None,
    data: Path | None = None,
    iot: Sequence[Line] = (),
    reader: Reader | None = None,
    callers: FakeCallers | None = None,
    models: Models | None = None,
) -> AsyncIterator[Household]:
    async with run_household(
        home or load_home("demo"),
        data=data,
        clock=SetClock(MORNING),
        models=models or ScriptedModels({ModelRole.IOT: ScriptedModel(list(iot))}),
        reader=reader,
        callers=callers or FakeCallers(),
    ) as household:
        yield household


def client_of(household: Household, cookie: str = "", *, bearer: str = "", **headers: str) -> httpx.AsyncClient:
    """A browser with this session, or a program with this token."""
    given = dict(headers) | ({"Authorization": f"Bearer {bearer}"} if bearer else {})
    return httpx.AsyncClient(
        transport=StreamingTransport(household.app),
        base_url="http://127.0.0.1:8765",
        timeout=20.0,
        headers=given,
        cookies={"yamori_session": cookie} if cookie else {},
    )
