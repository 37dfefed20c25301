"""What a household stands on, opened in its order: the house, what is kept of people and of the past, the agents' stores. `household` makes
agents and endpoints over it."""

from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx

from yamori.agentkit.journal import Journal
from yamori.agents.browser.operating.operating import Operating
from yamori.agents.browser.reading import WebReading
from yamori.agents.lists.keeping import ListKeeping
from yamori.agents.lists.store import open_lists
from yamori.agents.scheduler.rules.rows.preferences import ChannelKind
from yamori.agents.scheduler.store import open_schedule
from yamori.apps.automation_engine import open_automation_engine
from yamori.apps.home_assistant_form import HomeAssistantForms
from yamori.apps.household_agents import AgentParts
from yamori.apps.memory import HomeResidents, MemoryOptions, open_house_memory
from yamori.apps.notifiers import open_lines, open_notifiers
from yamori.apps.own_data import OwnData
from yamori.apps.papers import HouseholdPapers, PaperOptions, open_papers
from yamori.apps.pin_warning import PinWarning
from yamori.apps.push.devices import open_push_devices
from yamori.apps.push.notifier import PushNotifier
from yamori.apps.reading_history import open_reading_history
from yamori.apps.scene_ports import ActingAgents
from yamori.automations.back_testing import BackTesting
from yamori.automations.history import HistoryLimits
from yamori.automations.weather.port import WeatherSource
from yamori.domain.clock import Clock
from yamori.embedding.port import TextEncoder
from yamori.gateway.homefile import LoadedHome
from yamori.gateway.opening import House
from yamori.llm.port import Models
from yamori.memory import Memory
from yamori.memory.told_facts import ToldFacts
from yamori.scenes.store import open_scenes
from yamori.scenes.tools import SceneTools
from yamori.understanding.reader import Reader
from yamori.understanding.recalled import RecalledReadings


@dataclass(frozen=True, kw_only=True)
class HouseholdParts:
    """Open."""

    agents: AgentParts
    """What the agents stand on; the house is among it."""
    journal: Journal
    papers: HouseholdPapers
    memory: Memory | None
    """None where the settings say that nothing is remembered."""
    clients: dict[str, httpx.AsyncClient]
    """How agents are reached, by their names; filled once they are there."""
    push: PushNotifier
    """Notices to browsers whose pages are closed."""


async def open_parts(
    stack: AsyncExitStack,
    house: House,
    home: LoadedHome,
    *,
    speaker: str,
    data: Path | None,
    diary: str | None,
    clock: Clock,
    models: Models,
    encoder: TextEncoder | None,
    reader: Reader | None,
    papers: PaperOptions,
    history: HistoryLimits | None,
    weather: WeatherSource | None,
    web: WebReading | None,
    operating: Operating | None,
    memory: MemoryOptions,
) -> HouseholdParts:
    """Over an open house; closed with the stack, the last first. What the arguments are: `household.run_household`."""
    gate = house.gate
    journal = Journal(data / "agents.sqlite3" if data else None)
    stack.callback(journal.close)
    schedule = await open_schedule(diary or (data / "schedule.sqlite3" if data else None), clock)
    stack.push_async_callback(schedule.close)
    gate.warn_of_guessing(PinWarning(schedule, home.home))
    browsers = await open_push_devices(data / "push.sqlite3" if data else None)
    stack.push_async_callback(browsers.close)
    push = PushNotifier(browsers, await stack.enter_async_context(open_lines()), clock)
    notifiers = {**await stack.enter_async_context(open_notifiers(gate, clock)), ChannelKind.PUSH: push}
    kept = await stack.enter_async_context(open_papers(data / "papers" if data else None, papers, clock=clock, models=models))
    clients: dict[str, httpx.AsyncClient] = {}
    automations = await stack.enter_async_context(
        open_automation_engine(data, gate, schedule, clients, models, clock=clock, place=home.home.place, weather=weather)
    )
    readings = await stack.enter_async_context(open_reading_history(data, history, gate, clock))
    residents = HomeResidents(lambda: gate.home.people, speaker)
    remembered = await stack.enter_async_context(open_house_memory(data, memory, residents, encoder=papers.encoder, models=models))
    if operating is not None and remembered is not None:
        operating.knows(OwnData(remembered, lambda: gate.home.people, clock))
    agents = AgentParts(
        house=house,
        place=home.home.place,
        schedule=schedule,
        notifiers=notifiers,
        automations=automations,
        readings=readings,
        back_testing=BackTesting(readings, automations.sky),
        forms=HomeAssistantForms(house),
        scenes=await _scenes(stack, house, clients, data=data),
        lists=await _lists(stack, data=data),
        papers=kept.agent,
        recalled=_recalled(stack, data=data),
        models=models,
        clock=clock,
        encoder=encoder,
        reader=reader,
        weather=weather,
        web=web,
        operating=operating,
        memory=ToldFacts(remembered, clock) if remembered is not None else None,
        residents=residents,
    )
    return HouseholdParts(agents=agents, journal=journal, papers=kept, memory=remembered, clients=clients, push=push)


async def _scenes(stack: AsyncExitStack, house: House, clients: dict[str, httpx.AsyncClient], *, data: Path | None) -> SceneTools:
    kept = await open_scenes(data / "scenes.sqlite3" if data else None)
    stack.push_async_callback(kept.close)
    return SceneTools(kept, house.gate, ActingAgents(clients))


async def _lists(stack: AsyncExitStack, *, data: Path | None) -> ListKeeping:
    kept = await open_lists(data / "lists.sqlite3" if data else None)
    stack.push_async_callback(kept.close)
    return ListKeeping(kept)


def _recalled(stack: AsyncExitStack, *, data: Path | None) -> RecalledReadings:
    recalled = RecalledReadings(data / "readings.sqlite3" if data else None, "iot")
    stack.callback(recalled.close)
    return recalled
