"""Fresh households for evaluations: in memory, on a clock that is set, sharing nothing but the models."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

import httpx

from yamori.agentkit.secret import secret_header
from yamori.agentkit.tool import Effect
from yamori.agentkit.transport import StreamingTransport
from yamori.agents.lifestyle.intake import Step
from yamori.agents.lifestyle.rules.topics import DEFAULT
from yamori.agents.scheduler.notices import Notice
from yamori.agents.scheduler.rules.rows.occurrences import WEEK, weekly
from yamori.agents.scheduler.store import NewTask
from yamori.agents.scheduler.store.changes import identity
from yamori.agents.scheduler.store.routines import NewRoutine, NewStep
from yamori.agents.scheduler.store.tables import changes
from yamori.apps.household import Household, run_household
from yamori.apps.memory import MemoryOptions
from yamori.apps.memory_seed import seed_memories
from yamori.apps.papers import PaperOptions
from yamori.apps.settings import Settings
from yamori.automations.weather.simulated import SetDay, SimulatedWeather, WetSpell
from yamori.domain.capability import Risk
from yamori.domain.clock import SetClock, SystemClock
from yamori.domain.errors import HouseSilent, InvalidRequest
from yamori.domain.receipt import Receipt
from yamori.domain.values import Value
from yamori.embedding.named import paper_encoder
from yamori.embedding.open import open_encoder
from yamori.embedding.port import TextEncoder
from yamori.evaluation.household import HouseholdFactory, HouseholdSpec, RunningHousehold, WeatherDay
from yamori.evaluation.rows import LogRow, RoutineRow, ScheduleRows, ScheduleSeed, TaskRow
from yamori.evaluation.rows import Step as RoutineStep
from yamori.evaluation.spent import Spent
from yamori.evaluation.standing import AutomationRow, FactRow, NoticeRow
from yamori.gateway.homefile import LoadedHome, load_home
from yamori.llm.model_files import models_folder
from yamori.llm.open import open_models
from yamori.llm.port import Models, Role
from yamori.llm.router import RoleModels
from yamori.llm.settings import read_settings as read_model_settings
from yamori.understanding.tagging.trained import trained_reader

_ROUTINES_SINCE = timedelta(days=28)
"""So long a seeded routine has been there."""
_MOST_STOPS = 10_000
"""Of the clock, while it is moved forward once."""
_PASSED_ON = 30
"""Turns of the event loop in which a change of a reading reaches everybody who listens."""
_PATIENCE = 60.0
"""Seconds for everything that is told at one moment to arrive; longer than one delivery may take."""


@asynccontextmanager
async def household_factory(settings: Settings, *, remembers: bool = True) -> AsyncIterator[HouseholdFactory]:
    """The factory, for as long as the models are open; `remembers`: whether its households keep anything of people."""
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
            return evaluated_household(homes[name], spec, models, encoder, remembers=remembers)

        yield make


@cache
def _paper_encoder() -> TextEncoder | None:
    """One for all households: it keeps nothing of theirs."""
    return paper_encoder("use")


@asynccontextmanager
async def evaluated_household(
    home: LoadedHome, spec: HouseholdSpec, models: Models, encoder: TextEncoder | None, *, remembers: bool = True
) -> AsyncIterator["EvaluatedHousehold"]:
    """In this home, whatever home the `spec` names. Where it does not remember, what a case gives it to remember is lost on it."""
    memory = MemoryOptions(keep=remembers, learn=False)
    clock = SetClock(spec.now.astimezone(ZoneInfo(home.home.place.timezone)))
    papers, reader = PaperOptions(encoder=_paper_encoder(), reranker=encoder), trained_reader()
    async with run_household(
        home,
        data=None,
        clock=clock,
        models=models,
        person=spec.person,
        encoder=encoder,
        reader=reader,
        papers=papers,
        weather=simulated_weather(spec),
        memory=memory,
    ) as household:
        for name, text in spec.papers.items():
            async for step in household.papers.intake.add(DEFAULT, name, text.encode()):
                if step.step is Step.FAILED:
                    raise InvalidRequest(f"{name}: {step.problem}", where="papers")
        if household.told is not None:
            await seed_memories(household.told, spec.memories, household.gate.home, reader, clock.now())
        transport = StreamingTransport(household.app)
        headers = secret_header(household.agent_secret)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=120.0, headers=headers) as client:
            model = models.of(Role.PLANNER).model if isinstance(models, RoleModels) else ""
            yield EvaluatedHousehold(client=client, household=household, clock=clock, person=household.speaker, model=model)


def simulated_weather(spec: HouseholdSpec) -> SimulatedWeather:
    """The days that the case sets, on its clock; all others dry and mild."""
    days = {day.date: _set_day(day) for day in spec.weather}
    return SimulatedWeather(days=days, otherwise=SetDay(), reachable=spec.network)


def _set_day(day: WeatherDay) -> SetDay:
    wet = tuple(WetSpell(start=start, end=end, amount=day.amount, probability=day.probability) for start, end in day.wet)
    return SetDay(low=day.low, high=day.high, cloud=day.cloud, wind=day.wind, wet=wet)


@dataclass(frozen=True, kw_only=True)
class EvaluatedHousehold:
    """Fulfils `evaluation.household.RunningHousehold`."""

    client: httpx.AsyncClient
    household: Household
    clock: SetClock
    person: str
    model: str
    features: frozenset[str] = frozenset({"routines", "logs", "papers", "notices", "automations", "memories", "facts", "accounts"})

    @property
    def people(self) -> frozenset[str]:
        return frozenset(person.id for person in self.household.gate.home.people)

    @property
    def risky_devices(self) -> frozenset[str]:
        gate = self.household.gate
        risky = {name for name, kind in gate.capabilities.items() if any(c.risk is not Risk.SAFE for c in kind.commands.values())}
        return frozenset(d.id for d in gate.home.devices if any(name in risky for _, name in d.capabilities()))

    @property
    def entering_tools(self) -> frozenset[str]:
        keeping = {name: agent for name, agent in self.household.agents.items() if not agent.card.at_once}
        return frozenset(f"{name}.{tool.name}" for name, agent in keeping.items() for tool in agent.tools if tool.effect is not Effect.READ)

    @property
    def keeping_tools(self) -> frozenset[str]:
        agents = self.household.agents.items()
        return self.entering_tools | {f"{name}.{t.name}" for name, agent in agents for t in agent.tools if t.effect is Effect.ADD}

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
        await self._settle()

    async def seed_schedule(self, seed: ScheduleSeed) -> None:
        schedule, person = self.household.schedule, self.person
        for number, task in enumerate(seed.tasks):
            new = NewTask(title=task.title, date=task.date, time=task.time, memo=task.memo, done=task.done)
            await schedule.tasks.create(new, person=person, key=f"seed-task-{number}")
        for number, routine in enumerate(seed.routines):
            days = tuple(WEEK.index(day) for day in routine.days)
            steps = tuple(NewStep(title=step.title, minutes=step.minutes) for step in routine.steps)
            starts = self.clock.now().date() - _ROUTINES_SINCE
            kept = NewRoutine(title=routine.title, recurrence=weekly(days), starts=starts, time=routine.time, steps=steps)
            await schedule.routines.add(kept, person=person, key=f"seed-routine-{number}")
        for number, log in enumerate(seed.logs):
            await schedule.logs.append(log.date, log.text, person=person, key=f"seed-log-{number}")
        await schedule.database.transact(lambda connection: connection.execute(changes.delete()))

    async def schedule_rows(self) -> ScheduleRows:
        schedule = self.household.schedule
        checks = await schedule.routines.checks(Day.min, Day.max, person=self.person)
        return ScheduleRows(
            tasks=tuple(
                TaskRow(id=str(t.id), title=t.title, date=t.date, time=t.time, memo=t.memo, done=t.done)
                for t in await schedule.tasks.everything()
            )
            + await self._lines(),
            routines=tuple(
                RoutineRow(
                    id=str(r.id),
                    title=r.title,
                    days=frozenset(r.days),
                    recurrence=r.recurrence,
                    time=r.time,
                    steps=tuple(RoutineStep(title=s.title, minutes=s.minutes) for s in r.steps),
                )
                for r in await schedule.routines.everything()
            ),
            logs=tuple(LogRow(id=identity(log), date=log.date, text=log.text) for log in await schedule.logs.everything()),
            ticks=frozenset(map(identity, checks)),
        )

    async def _lines(self) -> tuple[TaskRow, ...]:
        """What stands on the household's lists, as tasks without a day: a case does not say where a thing to buy is written down."""
        return tuple(
            TaskRow(id=f"list/{item.id}", title=" ".join(filter(None, (item.name, item.quantity))), memo=item.note or None, done=item.done)
            for one in await self.household.lists.store.everything()
            for item in one.items
        )

    async def ledger(self) -> Sequence[Receipt]:
        return await self.household.gate.ledger(limit=100_000)

    async def advance(self, seconds: float) -> None:
        """Raises `HouseSilent` where more comes due than any case can mean, or where what is told does not arrive."""
        end = self.clock.now() + timedelta(seconds=seconds)
        for _ in range(_MOST_STOPS):
            coming = await self._settle()
            now = self.clock.now()
            if now >= end:
                return
            self.clock.advance((min(coming, end) if coming is not None and coming > now else end) - now)
        raise HouseSilent(f"more than {_MOST_STOPS} moments are due within {seconds:g} s")

    async def notices(self, after: int = 0) -> Sequence[NoticeRow]:
        await self._settle()
        found = [notice for person in sorted(self._told_people) for notice in await self._notices_of(person, after)]
        zone = self.clock.now().tzinfo
        return [
            NoticeRow(id=n.id, person=n.person, text=n.text, at=n.at.astimezone(zone), kind=n.kind.value)
            for n in sorted(found, key=lambda notice: notice.id)
        ]

    async def automations(self) -> Sequence[AutomationRow]:
        return [
            AutomationRow(id=a.id, text=a.says or a.origin, active=a.enabled, trigger=a.triggers[0].kind)
            for a in self.household.automations.all()
        ]

    async def facts(self) -> Sequence[FactRow]:
        told = self.household.told
        if told is None:
            return ()
        rows = {kept.id: kept for person in sorted(self._told_people) for kept in await told.known(person)}
        return [FactRow(id=kept.id, person=kept.by, text=kept.statement.words) for kept in rows.values()]

    @property
    def _told_people(self) -> frozenset[str]:
        return self.people | {self.person}

    async def _notices_of(self, person: str, after: int) -> list[Notice]:
        found: list[Notice] = []
        while more := await self.household.schedule.notices.after(found[-1].id if found else after, person=person):
            found += more
        return found

    async def _settle(self) -> datetime | None:
        """Have everything done that is due now, and wait for its end; returns when something is due next.

        The household's own loops would do it too, but only when they look at the clock again.
        """
        for _ in range(_PASSED_ON):
            await asyncio.sleep(0)
        await self.household.automations.settle()
        claims, deliveries = self.household.schedule.claims, self.household.schedule.deliveries
        told = await claims.claim()
        while told.more:
            told = await claims.claim()
        await self.household.timer_ends.look()
        automated = await self.household.automations.settle()
        self.household.schedule.notices.bell.ring()
        deliveries.bell.ring()
        try:
            async with asyncio.timeout(_PATIENCE):
                await deliveries.settled()
        except TimeoutError as error:
            raise HouseSilent(f"a notice has not arrived within {_PATIENCE:.0f} s") from error
        return min((at for at in (automated, told.next, await deliveries.next()) if at is not None), default=None)

    def now(self) -> datetime:
        return self.clock.now()

    async def spent(self) -> Spent:
        if not isinstance(self.household.models, RoleModels):
            return Spent()
        total = await self.household.models.ledger.totals()
        return Spent(calls=total.calls, prompt_tokens=total.prompt_tokens, completion_tokens=total.completion_tokens)
