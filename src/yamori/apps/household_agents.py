"""The agents of one household, made over its parts. Called by `household`; opens and starts nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from yamori.agentkit.agent import Agent
from yamori.agents.browser.agent import browser_agent
from yamori.agents.browser.operating.operating import Operating
from yamori.agents.browser.reading import WebReading
from yamori.agents.iot.agent import iot_agent
from yamori.agents.iot.eyes import Eyes
from yamori.agents.lists.agent import lists_agent
from yamori.agents.lists.keeping import ListKeeping
from yamori.agents.messages.agent import messages_agent
from yamori.agents.scheduler.agent import scheduler_agent
from yamori.agents.scheduler.notices import Notifier
from yamori.agents.scheduler.rules.rows.preferences import ChannelKind
from yamori.agents.scheduler.store import Schedule
from yamori.apps.album import HouseAlbum
from yamori.apps.allowance import HouseAllowance
from yamori.apps.automation_engine import OpenAutomations
from yamori.apps.external_schedule import GateSchedule
from yamori.apps.home_assistant_form import HomeAssistantForms
from yamori.apps.memory import HomeResidents
from yamori.apps.memory_seed import names_of_things
from yamori.apps.other_lists import ExternalLists
from yamori.apps.past_port import HouseholdPast
from yamori.apps.reading_history import ReadingHistory
from yamori.apps.reading_words import HomeReadingWords
from yamori.apps.schedule_clocks import ScheduleClocks
from yamori.apps.weather import measures_outside
from yamori.automations.agent import automations_agent
from yamori.automations.back_testing import BackTesting
from yamori.automations.location import location_of
from yamori.automations.outdoors.agent import weather_agent
from yamori.automations.weather.port import WeatherSource
from yamori.domain.clock import Clock
from yamori.domain.home import Place
from yamori.embedding.port import TextEncoder
from yamori.gateway.opening import House
from yamori.llm.port import Models
from yamori.memory.agent import memory_agent
from yamori.memory.told_facts import ToldFacts
from yamori.memory.tools import MemoryTools
from yamori.scenes.agent import scenes_agent
from yamori.scenes.tools import SceneTools
from yamori.understanding.reader import Reader
from yamori.understanding.recalled import RecalledReadings


@dataclass(frozen=True, kw_only=True)
class AgentParts:
    """What the agents of a household stand on."""

    house: House
    place: Place
    schedule: Schedule
    notifiers: Mapping[ChannelKind, Notifier]
    automations: OpenAutomations
    readings: ReadingHistory
    back_testing: BackTesting
    forms: HomeAssistantForms
    scenes: SceneTools
    lists: ListKeeping
    papers: Agent
    """Made with its papers, of which it holds the models."""
    recalled: RecalledReadings
    models: Models
    clock: Clock
    encoder: TextEncoder | None = None
    reader: Reader | None = None
    weather: WeatherSource | None = None
    web: WebReading | None = None
    """None: the settings name no search engine, and nobody looks anything up on the web."""
    operating: Operating | None = None
    """None: no website is operated."""
    memory: ToldFacts | None = None
    """None: nothing is remembered."""
    residents: HomeResidents


def household_agents(parts: AgentParts) -> Sequence[Agent]:
    """All of them, in the order in which they are asked."""
    external = GateSchedule(parts.house.gate)
    return (
        _iot(parts),
        parts.papers,
        scheduler_agent(parts.schedule, parts.notifiers, external, parts.reader),
        lists_agent(parts.lists, parts.reader, ExternalLists(external)),
        _automations(parts),
        weather_agent(parts.weather, location_of(parts.place), parts.reader, measured=lambda: measures_outside(parts.house.gate.home)),
        scenes_agent(parts.scenes, parts.reader),
        messages_agent(parts.schedule, lambda: parts.house.gate.home.people, parts.reader),
        *_memory(parts),
        *((browser_agent(parts.web, parts.operating, parts.reader),) if parts.web is not None else ()),
    )


def _iot(parts: AgentParts) -> Agent:
    return iot_agent(
        parts.house.gate,
        eyes=Eyes(HouseAlbum(parts.house.pictures), parts.models),
        encoder=parts.encoder,
        reader=parts.reader,
        recalled=parts.recalled,
        past=HouseholdPast(parts.readings, parts.clock),
        allowance=HouseAllowance(parts.house.gate),
    )


def _memory(parts: AgentParts) -> Sequence[Agent]:
    if parts.memory is None:
        return ()
    home = parts.house.gate
    tools = MemoryTools(parts.memory, parts.residents.members, lambda: names_of_things(home.home), lambda: home.home.people)
    return (memory_agent(tools, home.home.people, parts.reader),)


def _automations(parts: AgentParts) -> Agent:
    opened = parts.automations
    return automations_agent(
        opened.engine,
        opened.others,
        opened.others,
        parts.reader,
        opened.conditions,
        ScheduleClocks(parts.schedule),
        back_testing=parts.back_testing,
        forms=parts.forms,
        reading_words=HomeReadingWords(parts.house.gate),
        home=(location_of(parts.place).name,),
    )
