"""A person with a diary, for the tests beside this file: says something to the agent through its loop, and looks at the schedule."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from yamori.agentkit.agent import Agent
from yamori.agentkit.journal import Journal
from yamori.agentkit.loop import carry_out
from yamori.agentkit.task import Claim, Finished, Outcome, Task
from yamori.agents.scheduler.agent import scheduler_agent
from yamori.agents.scheduler.store import NewTask, Schedule, open_schedule
from yamori.domain.clock import SetClock
from yamori.domain.language import language_of
from yamori.domain.values import Value
from yamori.llm.scripted import ScriptedModel, ScriptedModels
from yamori.understanding.tagging.trained import trained_reader

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=ZoneInfo("Asia/Tokyo"))
PERSON = "aiko"

ROWS = (
    NewTask(title="Buy detergent", date=date(2026, 11, 22)),
    NewTask(title="Dentist", date=date(2026, 11, 24), time=time(15, 30)),
    NewTask(title="Call grandma"),
    NewTask(title="Team meeting", date=date(2026, 11, 27), time=time(15)),
    NewTask(title="Pay rent", date=date(2026, 11, 13), done=True),
    NewTask(title="歯医者", date=date(2026, 11, 25), time=time(10)),
    NewTask(title="洗剤を買う"),
)


@dataclass
class Diary:
    """One person's diary and the agent that keeps it; without a script, a model that is asked fails the test."""

    schedule: Schedule
    agent: Agent
    models: ScriptedModels
    journal: Journal
    focus: Mapping[str, Value] = field(default_factory=dict)
    said: int = 0

    async def say(self, request: str, *, key: str | None = None, answers: Mapping[str, str] | None = None) -> Outcome:
        if answers is None:
            self.said += 1
        outcome = await self.again(self.task(request, key=key, answers=answers or {}))
        self.focus = outcome.focus
        return outcome

    async def again(self, task: Task) -> Outcome:
        async for event in carry_out(self.agent, task, models=self.models, journal=self.journal):
            if isinstance(event, Finished):
                return event.outcome
        raise AssertionError("the loop ended without an outcome")

    async def claim(self, request: str) -> Claim:
        return await self.agent.policy.claim(self.task(request))

    def task(self, request: str, *, key: str | None = None, answers: Mapping[str, str] | None = None) -> Task:
        return Task(
            key=key or f"task-{self.said}",
            request=request,
            said=request,
            person=PERSON,
            now=NOW,
            language=language_of(request),
            focus=self.focus,
            answers=answers or {},
        )

    async def rows(self) -> list[str]:
        """The schedule in short: `Dentist 2026-11-24 15:30 (memo) done`."""
        tasks = await self.schedule.tasks.all(person=PERSON)
        return [
            " ".join(
                part
                for part in (
                    t.title,
                    str(t.date or ""),
                    f"{t.time:%H:%M}" if t.time else "",
                    f"{int(t.duration.total_seconds() // 60)}min" if t.duration else "",
                    f"({t.memo})" if t.memo else "",
                    "done" if t.done else "",
                )
                if part
            )
            for t in tasks
        ]


@asynccontextmanager
async def diary(rows: Sequence[NewTask] = ROWS, script: Sequence[Value] = ()) -> AsyncIterator[Diary]:
    schedule = await open_schedule(None, SetClock(NOW))
    journal = Journal(None)
    reader = trained_reader()
    await reader.prepare()  # a claim waits but a second for it
    try:
        for number, row in enumerate(rows):
            await schedule.tasks.create(row, person=PERSON, key=f"seed-{number}")
        yield Diary(
            schedule=schedule,
            agent=scheduler_agent(schedule, reader=reader),
            models=ScriptedModels(ScriptedModel(list(script))),
            journal=journal,
        )
    finally:
        journal.close()
        await schedule.close()
