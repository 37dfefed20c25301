"""The wiring: builds one household from its parts, runs it, and closes it again. The only place where concrete things meet."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from fastapi import FastAPI
from langgraph.checkpoint.base import BaseCheckpointSaver

from yamori.agentkit.agent import Agent
from yamori.agentkit.doors import open_doors
from yamori.agentkit.journal import Journal
from yamori.agentkit.problems import add_problem_handlers
from yamori.agentkit.transport import StreamingTransport
from yamori.agents.iot.agent import iot_agent
from yamori.agents.iot.eyes import Eyes
from yamori.agents.scheduler.agent import scheduler_agent
from yamori.agents.scheduler.calendar_routes import calendar_router
from yamori.agents.scheduler.calendars.accounts import Accounts
from yamori.agents.scheduler.calendars.secrets import Secrets
from yamori.agents.scheduler.reminding import reminding
from yamori.agents.scheduler.store import Schedule, open_schedule
from yamori.apps.album import HouseAlbum
from yamori.apps.guard import LocalOnly
from yamori.apps.homes import named_home
from yamori.apps.model_routes import model_router
from yamori.apps.notifiers import open_notifiers
from yamori.apps.page_doors import HouseholdDoors
from yamori.apps.paper_doors import PapersOnThePage
from yamori.apps.papers import HouseholdPapers, PaperOptions, open_papers
from yamori.apps.settings import Settings
from yamori.apps.sources import configured, joining, open_sources
from yamori.domain.clock import Clock, SystemClock
from yamori.domain.errors import Misconfigured
from yamori.embedding.named import paper_encoder
from yamori.embedding.open import open_encoder
from yamori.embedding.port import TextEncoder
from yamori.gateway.edge.allowance import Allowances
from yamori.gateway.edge.images import Pictures
from yamori.gateway.edge.join import join_code
from yamori.gateway.edge_routes import edge_routes
from yamori.gateway.gate import HouseGate
from yamori.gateway.homefile import LoadedHome
from yamori.gateway.house_routes import house_routes
from yamori.gateway.joined import Source
from yamori.gateway.opening import House, house_pictures, open_house
from yamori.gateway.routes import gate_routes
from yamori.llm.open import open_models
from yamori.llm.port import Models, Role
from yamori.llm.router import RoleModels
from yamori.llm.settings import read_settings as read_model_settings
from yamori.llm.shelf import models_folder
from yamori.orchestrator.directory import AgentDirectory
from yamori.orchestrator.planning import planner_prompt
from yamori.orchestrator.routes import turn_router
from yamori.orchestrator.store import TurnStore
from yamori.orchestrator.turns import Costs, TurnCosts, Turns
from yamori.web.page import page_router

MEMORY_JOIN = "join-this-memory"
"""The join code of a household that keeps nothing: tests and evaluations."""


@dataclass(frozen=True, kw_only=True)
class Household:
    """A running household."""

    app: FastAPI
    """All doors: orchestrator, agents, gate, page."""
    house: House
    gate: HouseGate
    schedule: Schedule
    papers: HouseholdPapers
    turns: Turns
    agents: Mapping[str, Agent]
    models: Models
    speaker: str
    """Id of the person who speaks when nobody says."""


@asynccontextmanager
async def open_household(settings: Settings, *, clock: Clock | None = None, models: Models | None = None) -> AsyncIterator[Household]:
    """The household that the settings describe. Raises `Misconfigured` for what an operator must mend, but for a backend that refuses us:
    that is said, and the house is opened without it."""
    home = named_home(settings.home)
    running = clock or SystemClock(home.home.place.timezone)
    async with AsyncExitStack() as stack:
        if models is None:
            models = await stack.enter_async_context(
                open_models(read_model_settings(settings.models_file), models_dir=models_folder(), data_dir=settings.data, clock=running)
            )
        pictures = house_pictures(settings.data, running)
        found = await open_sources(configured(settings, place=home.home.place, clock=running, pictures=pictures))
        for source in found.sources:
            stack.push_async_callback(source.backend.close)  # the house does it too, once there is one
        household = await stack.enter_async_context(
            run_household(
                home,
                data=settings.data,
                clock=running,
                models=models,
                person=settings.person,
                host=settings.host,
                jobs=settings.jobs.get_secret_value() if settings.jobs is not None else None,
                diary=settings.schedule.get_secret_value() if settings.schedule is not None else None,
                sources=found.sources,
                pictures=pictures,
                encoder=stack.enter_context(open_encoder(settings.data / "vectors.sqlite3")),
                papers=PaperOptions(encoder=paper_encoder(settings.encoder), watched=settings.papers, starter=settings.starter_library),
            )
        )
        await stack.enter_async_context(joining(household.house, found.away))
        yield household


@asynccontextmanager
async def run_household(
    home: LoadedHome,
    *,
    data: Path | None,
    clock: Clock,
    models: Models,
    person: str | None = None,
    host: str = "127.0.0.1",
    jobs: str | None = None,
    diary: str | None = None,
    sources: Sequence[Source] = (),
    pictures: Pictures | None = None,
    encoder: TextEncoder | None = None,
    papers: PaperOptions = PaperOptions(),  # noqa: B008 - frozen
) -> AsyncIterator[Household]:
    """A household over its parts; without `data` it keeps nothing, without an `encoder` it finds devices by words alone. `jobs` and
    `diary` are addresses of databases, instead of files under `data`."""
    people = [p.id for p in home.home.people] or [person or "someone"]
    speaker = person or people[0]
    if speaker not in people:
        raise Misconfigured(f"nobody called {speaker!r} lives in {home.home.name}", where="person", mend=f"one of {', '.join(people)}")
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(open_house(home, data=data, clock=clock, jobs=jobs, sources=sources, pictures=pictures))
        gate = house.gate
        journal = Journal(data / "agents.sqlite3" if data else None)
        stack.callback(journal.close)
        schedule = await open_schedule(diary or (data / "schedule.sqlite3" if data else None), clock)
        stack.push_async_callback(schedule.close)
        notifiers = await stack.enter_async_context(open_notifiers(gate, clock))
        eyes = Eyes(HouseAlbum(house.pictures), models)
        kept = await stack.enter_async_context(open_papers(data / "papers" if data else None, papers, clock=clock, models=models))
        made = (iot_agent(gate, eyes=eyes, encoder=encoder), kept.agent, scheduler_agent(schedule, notifiers))
        agents = {agent.card.name: agent for agent in made}
        app = FastAPI(title="Yamori", docs_url="/api", redoc_url=None)
        app.add_middleware(LocalOnly, host=host)
        add_problem_handlers(app)
        clients: dict[str, httpx.AsyncClient] = {}
        for name, agent in agents.items():
            doors = await stack.enter_async_context(open_doors(agent, models=models, journal=journal, clock=clock, person=speaker))
            app.mount(f"/agents/{name}", doors)
            client = httpx.AsyncClient(transport=StreamingTransport(doors), base_url="http://127.0.0.1")
            clients[name] = await stack.enter_async_context(client)
        store = TurnStore(data / "turns.sqlite3" if data else None)
        stack.callback(store.close)
        checkpointer = await stack.enter_async_context(_checkpointer(data))
        turns = Turns(store, AgentDirectory(clients), models, clock, checkpointer, _costs(models))
        stack.push_async_callback(turns.close)
        check_model = models.check if isinstance(models, RoleModels) else None

        def rooms() -> frozenset[str]:
            return frozenset(r.id for r in gate.home.rooms)

        app.include_router(turn_router(turns, people=frozenset(people), rooms=rooms, check_model=check_model))
        app.include_router(gate_routes(gate), prefix="/gate")
        app.include_router(house_routes(house), prefix="/gate")
        code = (lambda: join_code(data)) if data is not None else (lambda: MEMORY_JOIN)
        app.include_router(edge_routes(house.edge, house.pictures, house.upkeep, join=code, allowances=Allowances()), prefix="/edge")
        cards = [agent.card for agent in agents.values()]
        on_page = PapersOnThePage(kept, clock)
        stack.push_async_callback(on_page.close)
        page_doors = HouseholdDoors(
            gate=gate, around=house, diary=schedule, papers=on_page, turns=turns, models=models, speaker=speaker, cards=cards
        )
        app.include_router(page_router(page_doors))
        accounts = Accounts(schedule, Secrets(data / "calendar-secrets.json" if data else None), home=home.home.place.timezone)
        zone = home.home.place.timezone
        app.include_router(calendar_router(schedule, accounts, home=zone, people=frozenset(people), speaker=speaker), prefix="/calendar")
        if isinstance(models, RoleModels):
            app.include_router(model_router(models))

        @app.get("/healthz")
        async def healthz() -> dict[str, str]:
            return {"status": "ok", "home": home.home.name, "model": page_doors.model_state()}

        await _warm(models, agents, clock)
        preparing = asyncio.create_task(_prepare(agents.values()))
        stack.callback(preparing.cancel)
        await turns.take_up()
        await stack.enter_async_context(reminding(schedule, notifiers))
        syncing = asyncio.create_task(accounts.run())
        stack.callback(syncing.cancel)
        yield Household(
            app=app,
            house=house,
            gate=gate,
            schedule=schedule,
            papers=kept,
            turns=turns,
            agents=agents,
            models=models,
            speaker=speaker,
        )


@asynccontextmanager
async def _checkpointer(data: Path | None) -> AsyncIterator[BaseCheckpointSaver[str]]:
    """SQLite, so that a killed turn goes on; in memory where nothing is kept."""
    if data is None:
        from langgraph.checkpoint.memory import InMemorySaver

        yield InMemorySaver()
        return
    from yamori.orchestrator.checkpoints import open_checkpoints

    async with open_checkpoints(data / "checkpoints.sqlite3") as saver:
        yield saver


def _costs(models: Models) -> Costs:
    async def costs(turn: str) -> TurnCosts:
        if not isinstance(models, RoleModels):
            return TurnCosts()
        total = await models.ledger.totals(turn=turn)
        return TurnCosts(
            model_calls=total.calls,
            prompt_tokens=total.prompt_tokens,
            cached_tokens=total.cached_tokens,
            completion_tokens=total.completion_tokens,
            price=total.price,
        )

    return costs


async def _prepare(agents: Iterable[Agent]) -> None:
    for agent in agents:
        await agent.mind.prepare()


async def _warm(models: Models, agents: Mapping[str, Agent], clock: Clock) -> None:
    """Have the stable beginnings of the prompts computed, or loaded from disk, before anybody speaks."""
    if not isinstance(models, RoleModels):
        return
    for agent in agents.values():
        start = await agent.mind.beginning()
        models.warm(agent.role, start.beginning, start.examples)
    plan = planner_prompt([a.card for a in agents.values()], "", now=clock.now())
    models.warm(Role.PLANNER, plan.beginning, plan.examples)
