"""The wiring: builds one household from its parts, runs it, and closes it again. The only place where concrete things meet."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path

import httpx
from fastapi import FastAPI
from langgraph.checkpoint.base import BaseCheckpointSaver
from starlette.types import ASGIApp

from yamori.agentkit.access import allow_description, allowed
from yamori.agentkit.agent import Agent
from yamori.agentkit.endpoints import add_endpoints
from yamori.agentkit.problems import add_problem_handlers
from yamori.agentkit.secret import new_secret, secret_header
from yamori.agentkit.taking_in import take_in
from yamori.agentkit.task import Remembered
from yamori.agentkit.transport import StreamingTransport
from yamori.agents.browser.operating.operating import Operating
from yamori.agents.browser.reading import WebReading
from yamori.agents.iot.remembered.settings import RememberedSettings
from yamori.agents.lists.keeping import ListKeeping
from yamori.agents.scheduler.calendar_routes import calendar_router
from yamori.agents.scheduler.calendars.accounts import Accounts
from yamori.agents.scheduler.calendars.secrets import Secrets
from yamori.agents.scheduler.notices import Notifier
from yamori.agents.scheduler.reminding import reminding
from yamori.agents.scheduler.rules.rows.preferences import ChannelKind
from yamori.agents.scheduler.store import Schedule
from yamori.apps.access_control import AccessControl
from yamori.apps.account_port import HouseholdAccounts
from yamori.apps.automation_page import AutomationsOnThePage
from yamori.apps.back_tests import BackTests
from yamori.apps.consents import CloudConsents, ConsentStore
from yamori.apps.guard import Guard
from yamori.apps.habits_seen import HabitsSeen
from yamori.apps.homes import named_home
from yamori.apps.hosts import AllowedHosts, allowed_hosts
from yamori.apps.household_agents import household_agents
from yamori.apps.household_parts import HouseholdParts, open_parts
from yamori.apps.list_port import ListsOnThePage
from yamori.apps.memory import HomeResidents, MemoryOptions, MemoryUpkeep, upkeep_beside
from yamori.apps.memory_page import MemoryOnThePage
from yamori.apps.model_routes import model_router
from yamori.apps.owners_left import OwnersLeft
from yamori.apps.page_ports import HouseholdPorts
from yamori.apps.paper_port import HealthKnown, PapersOnThePage
from yamori.apps.papers import HouseholdPapers, PaperOptions
from yamori.apps.past_lines import HouseholdPastLines
from yamori.apps.preconditions import check_data_folder, check_databases
from yamori.apps.preparation import Preparation
from yamori.apps.push.devices import PushDevice
from yamori.apps.push.notifier import PushNotifier
from yamori.apps.push.page import PushOnThePage
from yamori.apps.reach import Reach, reach_of
from yamori.apps.readiness import Part, add_readiness, disk_takes
from yamori.apps.reading_history import ReadingHistory
from yamori.apps.remembering import HouseholdMemory
from yamori.apps.running import alone
from yamori.apps.scene_port import HouseholdScenes
from yamori.apps.settings import SETTINGS_FILE, Settings
from yamori.apps.sources import Tries, configured, joining, open_sources
from yamori.apps.timer_ends import TimerEnds
from yamori.apps.turn_changes import HouseholdTurnChanges
from yamori.apps.turn_entries import AutomationEntries, ListEntries, MessageEntries, SceneEntries
from yamori.apps.weather import open_weather
from yamori.apps.web_operating import open_operating
from yamori.apps.web_reading import open_web_reading
from yamori.apps.website_port import WebsitesOnThePage
from yamori.apps.welcome_port import HouseholdWelcome, StartedWith
from yamori.automations.engine import Engine
from yamori.automations.history import HistoryLimits
from yamori.automations.weather.port import WeatherSource
from yamori.domain.access import Who
from yamori.domain.caller import Callers
from yamori.domain.clock import Clock, SystemClock
from yamori.domain.errors import HouseSilent, Misconfigured
from yamori.embedding.named import paper_encoder, reranker_encoder
from yamori.embedding.open import open_encoder
from yamori.embedding.port import TextEncoder
from yamori.gateway.edge.allowance import Allowances
from yamori.gateway.edge.images import Pictures
from yamori.gateway.edge.join import FixedCode, KeptCodes
from yamori.gateway.edge_routes import edge_routes
from yamori.gateway.gate import HouseGate
from yamori.gateway.homefile import LoadedHome
from yamori.gateway.house_routes import house_routes
from yamori.gateway.joined import Source
from yamori.gateway.opening import House, house_pictures, open_house
from yamori.gateway.routes import gate_routes
from yamori.llm.model_files import models_folder
from yamori.llm.open import open_models
from yamori.llm.port import Models, Role
from yamori.llm.router import RoleModels
from yamori.llm.settings import read_settings as read_model_settings
from yamori.memory import Memory
from yamori.memory.told_facts import ToldFacts
from yamori.orchestrator.abilities import AbilityReader
from yamori.orchestrator.conversation_routes import conversation_router
from yamori.orchestrator.directory import AgentDirectory
from yamori.orchestrator.planning import planner_prompt
from yamori.orchestrator.remembering import Heard
from yamori.orchestrator.revising import revision_prompt
from yamori.orchestrator.routes import turn_router
from yamori.orchestrator.store import TurnStore
from yamori.orchestrator.turns import Costs, TurnCosts, Turns
from yamori.people.opening import KnownPeople, open_people
from yamori.people.passwords import Passwords
from yamori.scenes.tools import SceneTools
from yamori.understanding.reader import NoReader, Reader
from yamori.understanding.resident_reader import ResidentReader
from yamori.understanding.tagging.trained import trained_reader
from yamori.web.account.routes import account_router
from yamori.web.page import page_router

MEMORY_JOIN = "join-this-memory"
"""The join code of a household that keeps nothing: tests and evaluations."""


@dataclass(frozen=True, kw_only=True)
class Household:
    """A running household."""

    app: FastAPI
    """All endpoints: orchestrator, agents, gate, page."""
    house: House
    gate: HouseGate
    schedule: Schedule
    automations: Engine
    timer_ends: TimerEnds
    """What of the schedule's timers the automations hear."""
    history: ReadingHistory
    back_tests: BackTests
    scenes: SceneTools
    lists: ListKeeping
    push: PushNotifier
    papers: HouseholdPapers
    memory: Memory | None
    """None where the settings say that nothing is remembered."""
    told: ToldFacts | None
    """What people told, over it."""
    operating: Operating | None
    """None where no website is operated."""
    turns: Turns
    agents: Mapping[str, Agent]
    models: Models
    speaker: str
    """Id of the person who speaks when nobody says."""
    callers: Callers
    """Who makes a request."""
    preparation: Preparation
    """What sentences are understood with, still being loaded perhaps."""
    agent_secret: str = field(repr=False)
    """What lets a caller speak to the agents as the house itself."""
    people: KnownPeople
    """Accounts, sessions and tokens."""


class GuardedApp(FastAPI):
    """The one application. Its guard stands around everything, also around what answers a mistake of ours."""

    def __init__(self, allowed: AllowedHosts) -> None:
        # No pages of documentation: they would run scripts of other servers as the house's own. `/openapi.json` describes the routes.
        super().__init__(title="Yamori", docs_url=None, redoc_url=None)
        allow_description(self.routes)
        self._allowed = allowed

    def build_middleware_stack(self) -> ASGIApp:
        return Guard(super().build_middleware_stack(), allowed=self._allowed)


@asynccontextmanager
async def open_household(
    settings: Settings, *, clock: Clock | None = None, models: Models | None = None, url: str | None = None
) -> AsyncIterator[Household]:
    """The household that the settings describe. Raises `Misconfigured` for what an operator must mend, but for a backend that refuses us:
    that is said, and the house is opened without it. `url`: where this process listens, for others that look for the household."""
    check_data_folder(settings.data)
    home = named_home(settings.home)
    running = clock or SystemClock(home.home.place.timezone)
    reach = reach_of(settings) if url is not None else Reach()  # one that a command opens for itself listens nowhere
    async with AsyncExitStack() as stack:
        stack.enter_context(alone(settings.data, url=url))
        await asyncio.to_thread(check_databases, settings.data)
        if models is None:
            models = await stack.enter_async_context(
                open_models(read_model_settings(settings.models_file), models_dir=models_folder(), data_dir=settings.data, clock=running)
            )
        pictures = house_pictures(settings.data, running)
        wanted = configured(settings, place=home.home.place, clock=running, pictures=pictures)
        tries = Tries()
        found = await open_sources(wanted, tries=tries)
        for source in found.sources:
            stack.push_async_callback(source.backend.close)  # the house does it too, once there is one
        encoder = stack.enter_context(open_encoder(settings.data / "vectors.sqlite3"))
        of_papers = paper_encoder(settings.encoder)
        household = await stack.enter_async_context(
            run_household(
                home,
                data=settings.data,
                clock=running,
                models=models,
                person=settings.person,
                agent_secret=settings.agent_secret.get_secret_value() if settings.agent_secret is not None else None,
                allowed=allowed_hosts(listening=settings.host, listed=(*settings.allowed_hosts, *reach.hosts)),
                reach=reach,
                jobs=settings.jobs.get_secret_value() if settings.jobs is not None else None,
                diary=settings.schedule.get_secret_value() if settings.schedule is not None else None,
                sources=found.sources,
                started=StartedWith(settings_file=settings.data / SETTINGS_FILE, backends=wanted, tries=tries),
                pictures=pictures,
                encoder=encoder,
                reader=trained_reader(),
                weather=await stack.enter_async_context(open_weather(settings.weather, settings.data)),
                web=await stack.enter_async_context(open_web_reading(settings.browser, home.home.place, of_papers, models)),
                operating=await stack.enter_async_context(open_operating(settings.browser, models, settings.data)),
                papers=PaperOptions(
                    encoder=of_papers,
                    reranker=reranker_encoder(settings.encoder, encoder),
                    watched=settings.papers,
                    starter=settings.starter_library,
                ),
                history=settings.history.limits,
                memory=settings.memory.options,
            )
        )
        await stack.enter_async_context(joining(household.house, found.away, tries=tries))
        yield household


@asynccontextmanager
async def run_household(
    home: LoadedHome,
    *,
    data: Path | None,
    clock: Clock,
    models: Models,
    person: str | None = None,
    allowed: AllowedHosts = AllowedHosts(),  # noqa: B008 - frozen
    agent_secret: str | None = None,
    jobs: str | None = None,
    diary: str | None = None,
    sources: Sequence[Source] = (),
    pictures: Pictures | None = None,
    encoder: TextEncoder | None = None,
    reader: Reader | None = None,
    papers: PaperOptions = PaperOptions(),  # noqa: B008 - frozen
    started: StartedWith = StartedWith(),  # noqa: B008 - frozen
    history: HistoryLimits | None = HistoryLimits(),  # noqa: B008 - frozen
    weather: WeatherSource | None = None,
    web: WebReading | None = None,
    operating: Operating | None = None,
    memory: MemoryOptions = MemoryOptions(),  # noqa: B008 - frozen
    callers: Callers | None = None,
    reach: Reach = Reach(),  # noqa: B008 - frozen
    passwords: Passwords | None = None,
) -> AsyncIterator[Household]:
    """A household over its parts; without `data` it keeps nothing, without an `encoder` it finds devices by words alone, without a `reader`
    it knows no frames, without `history` it keeps none of its readings, without `weather` it has no forecasts, without `web`
    it has no Browser agent. `jobs` and `diary` are addresses of databases, instead of files under `data`. `started`: the settings' own
    file, and the backends for which they ask. `callers` tells who makes a request, instead of the accounts under `data`; until there is
    one, whoever is on this machine may speak as anybody, but for where others can `reach` the house."""
    people, speaker = _people(home, person)
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(open_house(home, data=data, clock=clock, jobs=jobs, sources=sources, pictures=pictures))
        reader = ResidentReader(reader, lambda: house.gate.home.people) if reader is not None else None
        known = await stack.enter_async_context(open_people(data, lambda: house.gate.home.people, passwords=passwords))
        parts = await open_parts(
            stack,
            house,
            home,
            speaker=speaker,
            data=data,
            diary=diary,
            clock=clock,
            models=models,
            encoder=encoder,
            reader=reader,
            papers=papers,
            history=history,
            weather=weather,
            web=web,
            operating=operating,
            memory=memory,
        )
        agents = {agent.card.name: agent for agent in household_agents(parts.agents)}
        secret = agent_secret or new_secret()
        app = _application(allowed, callers or known.callers, reach, secret=secret, clock=clock)
        ported = {
            a.card.name: add_endpoints(a, models=models, journal=parts.journal, clock=clock, person=speaker, secret=secret)
            for a in agents.values()
        }
        for name, ports in ported.items():
            parts.clients[name] = await stack.enter_async_context(_mounted(app, name, await stack.enter_async_context(ports), secret))
        household = Household(
            app=app,
            house=house,
            gate=house.gate,
            schedule=parts.agents.schedule,
            automations=parts.agents.automations.engine,
            timer_ends=TimerEnds(parts.agents.schedule, parts.agents.automations.engine),
            history=parts.agents.readings,
            back_tests=BackTests(parts.agents.automations.engine, parts.agents.back_testing, clock),
            scenes=parts.agents.scenes,
            lists=parts.agents.lists,
            push=parts.push,
            papers=parts.papers,
            memory=parts.memory,
            told=parts.agents.memory,
            operating=parts.agents.operating,
            turns=await _turns(parts, AbilityReader(papers.encoder), stack, data=data),
            agents=agents,
            models=models,
            speaker=speaker,
            callers=callers or known.callers,
            agent_secret=secret,
            preparation=Preparation(),
            people=known,
        )
        parts.push.still_open = lambda device: _is_signed_in(known, device, clock.now())
        accounts = Accounts(household.schedule, Secrets(data / "calendar-secrets.json" if data else None), home=home.home.place.timezone)
        _add_routes(
            household,
            _papers_on_the_page(household, stack, clock=clock),
            AutomationsOnThePage(
                household.automations, parts.clients, clock, house.gate, tests=household.back_tests, forms=parts.agents.forms
            ),
            accounts,
            home=home,
            people=frozenset(people),
            data=data,
            started=started,
            clock=clock,
            consents=_consents(household, data, stack, clock=clock),
            reach=reach,
        )
        await _begin(household, accounts, parts.agents.notifiers, stack, clock=clock)
        if parts.memory is not None:
            upkeep = MemoryUpkeep(parts.memory, parts.agents.residents, clock, learn=memory.learn)
            await stack.enter_async_context(upkeep_beside(upkeep))
        yield household


async def _is_signed_in(known: KnownPeople, device: PushDevice, now: datetime) -> bool:
    """Whether the session is open in which notices were turned on in a browser; one without any was there before there were accounts."""
    if not device.session:
        return not await known.accounts.all()
    return any(session.id == device.session for session in await known.sessions.of(device.person, now=now))


def _people(home: LoadedHome, person: str | None) -> tuple[list[str], str]:
    """Who lives there, and who speaks when nobody says."""
    people = [p.id for p in home.home.people] or [person or "someone"]
    speaker = person or people[0]
    if speaker not in people:
        raise Misconfigured(f"nobody called {speaker!r} lives in {home.home.name}", where="person", mend=f"one of {', '.join(people)}")
    return people, speaker


def _application(allowed: AllowedHosts, callers: Callers, reach: Reach, *, secret: str, clock: Clock) -> GuardedApp:
    """Without routes yet; every request of it is judged by what its route says of who may use it."""
    app = GuardedApp(allowed)
    app.add_middleware(
        AccessControl,
        routes=lambda: app.routes,
        clock=clock,
        callers=callers,
        secret=secret,
        cookie=reach.cookies.session,
        trusts=reach.trusts,
    )
    add_problem_handlers(app)
    return app


def _papers_on_the_page(household: Household, stack: AsyncExitStack, *, clock: Clock) -> PapersOnThePage:
    on_page = PapersOnThePage(household.papers, clock, _health_known(household, clock=clock))
    stack.push_async_callback(on_page.close)
    return on_page


def _consents(household: Household, data: Path | None, stack: AsyncExitStack, *, clock: Clock) -> CloudConsents | None:
    """Asked before a role tells a model outside the house anything; None where models have no roles."""
    models = household.models
    if not isinstance(models, RoleModels):
        return None
    agreed = ConsentStore(data / "consents.sqlite3" if data else None)
    stack.callback(agreed.close)
    consents = CloudConsents(agreed, models, household.callers, household.gate, clock)
    models.ask_first(consents.permits)
    return consents


def _mounted(app: FastAPI, name: str, ports: FastAPI, secret: str) -> httpx.AsyncClient:
    """An agent under its own path of the household; the orchestrator goes straight to its endpoints."""
    app.mount(f"/agents/{name}", ports)
    return httpx.AsyncClient(transport=StreamingTransport(ports), base_url="http://127.0.0.1", headers=secret_header(secret))


def _health_known(household: Household, *, clock: Clock) -> HealthKnown | None:
    """The same facts as the Life-Style agent is given in a conversation."""
    if household.told is None:
        return None
    gate, residents = household.gate, HomeResidents(lambda: household.gate.home.people, household.speaker)
    memory = HouseholdMemory(household.told, NoReader(), residents.members, lambda: gate.home)

    async def known(person: str, question: str) -> Sequence[Remembered]:
        heard = Heard(text=question, person=person, room=None, now=clock.now(), conversation="", turn="")
        return (await memory.given(heard, question, ("health",))).facts

    return known


async def _turns(parts: HouseholdParts, abilities: AbilityReader, stack: AsyncExitStack, *, data: Path | None) -> Turns:
    """The orchestrator over the agents' endpoints, and what is forgotten with its turns."""
    agents, told = parts.agents, parts.agents.memory
    remembering = (
        HouseholdMemory(
            told,
            agents.reader or NoReader(),
            agents.residents.members,
            lambda: agents.house.gate.home,
            RememberedSettings(agents.house.gate, agents.encoder),
            HabitsSeen(parts.memory, told, agents.clock, agents.house.gate) if parts.memory is not None else None,
        )
        if told is not None
        else None
    )
    store = TurnStore(data / "turns.sqlite3" if data else None)
    stack.callback(store.close)
    checkpointer = await stack.enter_async_context(_checkpointer(data))

    async def forget_beside(ids: Sequence[str]) -> None:
        from yamori.orchestrator.checkpoints import TurnCheckpoints

        parts.journal.forget(ids)
        agents.recalled.forget_words(ids)
        await agents.house.gate.forget_words(ids)
        await agents.lists.store.forget_words(ids)
        if agents.operating is not None:
            agents.operating.forget(frozenset(ids))
        if isinstance(checkpointer, TurnCheckpoints):
            await checkpointer.scrub()

    turns = Turns(
        store,
        AgentDirectory(parts.clients),
        agents.models,
        agents.clock,
        checkpointer,
        _costs(agents.models),
        abilities,
        agents.reader,
        remembering,
        forget_beside,
    )
    stack.push_async_callback(turns.close)
    if parts.memory is not None:
        parts.memory.forgetting.elsewhere = turns.forget
    return turns


def _add_routes(
    household: Household,
    papers: PapersOnThePage,
    automations: AutomationsOnThePage,
    accounts: Accounts,
    *,
    home: LoadedHome,
    people: frozenset[str],
    data: Path | None,
    started: StartedWith,
    clock: Clock,
    consents: CloudConsents | None,
    reach: Reach,
) -> None:
    """All endpoints but the agents' own."""
    operating = household.operating
    app, house, gate, models, zone = household.app, household.house, household.gate, household.models, home.home.place.timezone

    def rooms() -> frozenset[str]:
        return frozenset(r.id for r in gate.home.rooms)

    codes = KeptCodes(data) if data is not None else FixedCode(lambda: MEMORY_JOIN)
    check_model = models.check if isinstance(models, RoleModels) else None
    take_in(app, turn_router(household.turns, people=people, rooms=rooms, check_model=check_model, home=lambda: gate.home.people))
    turn_changes = HouseholdTurnChanges(
        turns=household.turns,
        gate=gate,
        schedule=household.schedule,
        memory=household.memory,
        residents=HomeResidents(lambda: gate.home.people, household.speaker).members,
        others=(
            AutomationEntries(engine=household.automations),
            SceneEntries(store=household.scenes.store),
            ListEntries(lists=household.lists, clock=clock),
            MessageEntries(schedule=household.schedule),
        ),
    )
    take_in(app, conversation_router(household.turns, turn_changes, home=lambda: gate.home.people, now=clock.now))
    app.include_router(gate_routes(gate), prefix="/gate")
    app.include_router(house_routes(house), prefix="/gate")
    app.include_router(edge_routes(house.edge, house.pictures, house.upkeep, join=codes, allowances=Allowances()), prefix="/edge")
    page_ports = HouseholdPorts(
        gate=gate,
        around=house,
        past=HouseholdPastLines(household.history, gate, clock),
        diary=household.schedule,
        lists=ListsOnThePage(household.lists, clock, lambda: gate.home.people),
        papers=papers,
        automations=automations,
        scenes=HouseholdScenes(household.scenes, clock),
        favourites=household.people.favourites,
        push=PushOnThePage(household.push.devices, household.schedule, clock),
        memory=MemoryOnThePage(household.memory, household.told, clock, gate, household.turns),
        websites=WebsitesOnThePage(operating, lambda: gate.home.people) if operating is not None else None,
        welcome=HouseholdWelcome(home=home, house=house, role_models=models, started=started),
        turns=household.turns,
        turn_changes=turn_changes,
        models=models,
        speaker=household.speaker,
        cards=[agent.card for agent in household.agents.values()],
    )
    take_in(app, page_router(page_ports, consents))
    take_in(app, account_router(HouseholdAccounts(known=household.people, home=lambda: gate.home, clock=clock, reach=reach), page_ports))
    calendar = calendar_router(
        household.schedule, accounts, home=zone, people=people, speaker=household.speaker, known=lambda: gate.home.people
    )
    app.include_router(calendar, prefix="/calendar")
    if isinstance(models, RoleModels):
        take_in(app, model_router(models))

    @app.get("/healthz")
    @allowed(Who.ANYBODY)
    async def healthz() -> dict[str, str]:
        """That the process lives. What it can do now is said by `/readyz`."""
        return {"status": "ok", "home": home.home.name, "model": page_ports.model_state()}

    add_readiness(app, lambda: _parts(household, data=data, backends=[each.name for each in started.backends]))


def _parts(household: Household, *, data: Path | None, backends: Sequence[str]) -> Sequence[Part]:
    """Everything that `/readyz` looks at. A backend that is away leaves the rest of the house as it is."""
    house, models = household.house, household.models

    async def turns() -> None:
        household.turns.check()

    async def brought(name: str) -> None:
        if name not in house.upkeep.brought():
            raise HouseSilent("it has not answered yet, or refuses us; the log says which")

    found = [Part(name="disk", look=partial(disk_takes, data))] if data is not None else []
    found += [
        Part(name="ledger", look=partial(household.gate.ledger, limit=1)),
        Part(name="schedule", look=partial(household.schedule.tasks.listed, person=household.speaker, limit=1)),
        Part(name="turns", look=turns),
        Part(name="jobs", look=house.edge.jobs.counts),
        Part(name="papers", look=household.papers.papers.all),
        Part(name="understanding", look=household.preparation.check),
    ]
    if isinstance(models, RoleModels):
        found += [Part(name=f"model.{role.value}", look=partial(models.check_role, role), needed=role is not Role.VISION) for role in Role]
    return [*found, *(Part(name=f"backend.{name}", look=partial(brought, name), needed=False) for name in backends)]


async def _begin(
    household: Household, accounts: Accounts, notifiers: Mapping[ChannelKind, Notifier], stack: AsyncExitStack, *, clock: Clock
) -> None:
    """What was left unfinished goes on, and what runs beside the turns starts."""
    await _warm(household.models, household.agents, clock)
    household.preparation.begin(partial(_prepare, household))
    stack.callback(household.preparation.cancel)
    await household.turns.take_up()
    await household.history.start()
    await stack.enter_async_context(reminding(household.schedule, notifiers))
    await household.automations.start()
    automating = asyncio.create_task(household.automations.run())
    stack.callback(automating.cancel)
    owners = OwnersLeft(household.automations, household.schedule, lambda: household.gate.home.people, household.speaker)
    staying = asyncio.create_task(owners.run())
    stack.callback(staying.cancel)
    timing = asyncio.create_task(household.timer_ends.run())
    stack.callback(timing.cancel)
    syncing = asyncio.create_task(accounts.run())
    stack.callback(syncing.cancel)


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


async def _prepare(household: Household) -> None:
    with suppress(HouseSilent):  # an encoder that is away is asked again when somebody speaks
        await household.turns.abilities.prepare()
    for agent in household.agents.values():
        await agent.policy.prepare()


async def _warm(models: Models, agents: Mapping[str, Agent], clock: Clock) -> None:
    """Have the stable beginnings of the prompts computed, or loaded from disk, before anybody speaks."""
    if not isinstance(models, RoleModels):
        return
    for agent in agents.values():
        if (prompt := await agent.policy.prefix()).prefix:  # an agent without one asks no model
            models.warm(agent.role, prompt)
    cards = [agent.card for agent in agents.values()]
    models.warm(Role.PLANNER, revision_prompt("", (), (), ()), planner_prompt(cards, "", now=clock.now()))
