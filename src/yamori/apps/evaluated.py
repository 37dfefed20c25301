"""Fresh households for evaluations: in memory, on a clock that is set, sharing nothing but the models."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from zoneinfo import ZoneInfo

import httpx

from yamori.agentkit.transport import StreamingTransport
from yamori.agents.scheduler.store import NewTask
from yamori.apps.household import Household, run_household
from yamori.apps.settings import Settings
from yamori.domain.clock import SetClock, SystemClock
from yamori.domain.receipt import Receipt
from yamori.domain.values import Value
from yamori.embedding.open import open_encoder
from yamori.embedding.port import TextEncoder
from yamori.evaluation.household import HouseholdFactory, HouseholdSpec, RunningHousehold
from yamori.evaluation.rows import TaskRow, TaskSeed
from yamori.gateway.homefile import LoadedHome, load_home
from yamori.llm.open import open_models
from yamori.llm.port import Role
from yamori.llm.router import RoleModels
from yamori.llm.settings import read_settings as read_model_settings
from yamori.llm.shelf import models_folder


@asynccontextmanager
async def household_factory(settings: Settings) -> AsyncIterator[HouseholdFactory]:
    """The factory, for as long as the models are open."""
    clock = SystemClock("UTC")
    async with AsyncExitStack() as stack:
        models = await stack.enter_async_context(
            open_models(read_model_settings(settings.models_file), models_dir=models_folder(), data_dir=settings.data, clock=clock)
        )
        encoder = stack.enter_context(open_encoder(None))
        homes: dict[str, LoadedHome] = {}

        def make(spec: HouseholdSpec) -> AbstractAsyncContextManager[RunningHousehold]:
            name = str(spec.home)
            if name not in homes:
                homes[name] = load_home(spec.home)
            return _evaluated(homes[name], spec, models, encoder)

        yield make


@asynccontextmanager
async def _evaluated(
    home: LoadedHome, spec: HouseholdSpec, models: RoleModels, encoder: TextEncoder | None
) -> AsyncIterator[RunningHousehold]:
    clock = SetClock(spec.now.astimezone(ZoneInfo(home.home.place.timezone)))
    async with run_household(home, data=None, clock=clock, models=models, person=spec.person, encoder=encoder) as household:
        transport = StreamingTransport(household.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=120.0) as client:
            model = models.of(Role.PLANNER).model
            yield EvaluatedHousehold(client=client, household=household, clock=clock, person=household.speaker, model=model)


@dataclass(frozen=True, kw_only=True)
class EvaluatedHousehold:
    """Fulfils `evaluation.household.RunningHousehold`."""

    client: httpx.AsyncClient
    household: Household
    clock: SetClock
    person: str
    model: str
    features: frozenset[str] = frozenset()

    async def snapshot(self) -> Mapping[str, Value]:
        known = {r.path: r.value for r in await self.household.gate.snapshot()}
        gate = self.household.gate
        paths = (
            f"{d.id}.{c}.{name}.{attribute}"
            for d in gate.home.devices
            for c, name in d.capabilities()
            for attribute in gate.capabilities[name].attributes
        )
        return {path: known.get(path) for path in paths}

    async def set_state(self, path: str, value: Value) -> None:
        await self.household.gate.set(path, value)

    async def seed_tasks(self, tasks: Sequence[TaskSeed]) -> None:
        for number, task in enumerate(tasks):
            new = NewTask(title=task.title, date=task.date, time=task.time, memo=task.memo, done=task.done)
            await self.household.schedule.tasks.create(new, person=self.person, key=f"seed-{number}")

    async def tasks(self) -> Sequence[TaskRow]:
        rows = await self.household.schedule.tasks.everything()
        return [TaskRow(id=str(r.id), title=r.title, date=r.date, time=r.time, memo=r.memo, done=r.done) for r in rows]

    async def ledger(self) -> Sequence[Receipt]:
        return await self.household.gate.ledger(limit=100_000)

    async def advance(self, seconds: float) -> None:
        self.clock.advance(timedelta(seconds=seconds))
