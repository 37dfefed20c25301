"""Opens the engine of automations over the house: its file, its readings, its sky, the agents that act for it, the notices."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from yamori.agents.scheduler.store import Schedule
from yamori.apps.automation_conditions import GeneratedConditions
from yamori.apps.automation_ports import GateReadings, OtherAgents, ScheduleNotices
from yamori.automations.engine import Engine
from yamori.automations.generated.sandbox import Sandbox
from yamori.automations.location import location_of
from yamori.automations.sky.home import HomeSky
from yamori.automations.store import open_automations
from yamori.automations.weather.holding import WeatherConditions
from yamori.automations.weather.port import WeatherSource
from yamori.domain.clock import Clock
from yamori.domain.gate import Gate
from yamori.domain.home import Place
from yamori.llm.port import Models


@dataclass(frozen=True, kw_only=True)
class OpenAutomations:
    engine: Engine
    others: OtherAgents
    conditions: GeneratedConditions
    sky: HomeSky


@asynccontextmanager
async def open_automation_engine(
    data: Path | None,
    gate: Gate,
    schedule: Schedule,
    clients: Mapping[str, httpx.AsyncClient],
    models: Models,
    *,
    clock: Clock,
    place: Place,
    weather: WeatherSource | None = None,
) -> AsyncIterator[OpenAutomations]:
    """The engine, not started yet: `clients` are filled by then. It acts through agents that act at once, and through no other. Without
    `weather` no condition on it is ever known."""
    store = await open_automations(data / "automations.sqlite3" if data else None)
    others = OtherAgents(clients, clock)
    location = location_of(place)
    sky = HomeSky(location)
    sandbox = Sandbox()  # starts its processes when the first condition is written or evaluated
    conditions = GeneratedConditions(gate, models, sandbox)
    engine = Engine(
        store,
        clock,
        readings=GateReadings(gate),
        performer=others,
        notices=ScheduleNotices(schedule),
        sky=sky,
        weather=WeatherConditions(weather, location) if weather is not None else None,
        evaluator=conditions,
    )
    try:
        yield OpenAutomations(engine=engine, others=others, conditions=conditions, sky=sky)
    finally:
        await engine.close()
        await sandbox.close()
        await store.close()
