"""What a case gives a household to begin with."""

import re
from collections.abc import Mapping
from typing import Annotated

from pydantic import BeforeValidator, Field, StrictBool

from yamori.evaluation.rows import LogSeed, RoutineSeed, TaskSeed
from yamori.evaluation.rows import Step as StepSeed
from yamori.evaluation.standing import MemorySeed
from yamori.evaluation.written import Attribute, Date, Day, Minutes, Name, Part, Reported, Seconds, Text, Time

_DATED = re.compile(r"(\d{4}-\d{2}-\d{2}):\s*(?=\S)")
"""How a memory that is plain text begins."""


class Task(Part):
    """A row of the schedule at the start."""

    title: Text
    date: Date | None = None
    time: Time | None = None
    memo: str | None = None
    done: StrictBool = False

    def seed(self) -> TaskSeed:
        return TaskSeed(title=self.title, date=self.date, time=self.time, memo=self.memo, done=self.done)


class RoutineStep(Part):
    title: Text
    minutes: Minutes | None = None


class Routine(Part):
    """A routine at the start."""

    title: Text
    days: Annotated[tuple[Day, ...], Field(min_length=1)]
    time: Time | None = None
    steps: tuple[RoutineStep, ...] = ()

    def seed(self) -> RoutineSeed:
        steps = tuple(StepSeed(title=step.title, minutes=step.minutes) for step in self.steps)
        return RoutineSeed(title=self.title, days=self.days, time=self.time, steps=steps)


class Log(Part):
    """An entry of the diary at the start; entries of the same day are joined, in their order."""

    date: Date
    text: Text

    def seed(self) -> LogSeed:
        return LogSeed(date=self.date, text=self.text)


class Memory(Part):
    """Something that is remembered of a person at the start."""

    person: Name | None = None
    """None: the case's."""
    date: Date | None = None
    text: Text

    def seed(self, person: str) -> MemorySeed:
        return MemorySeed(person=self.person or person, date=self.date, text=self.text)


def _memory(value: object) -> object:
    if isinstance(value, str):
        dated = _DATED.match(value)
        return {"date": dated[1], "text": value[dated.end() :]} if dated else {"text": value}
    if isinstance(value, Mapping | Memory):
        return value
    raise ValueError(f"{value!r} is not a memory; write a text, or {{person: shun, date: 2026-11-01, text: I like it dim}}")


WrittenMemory = Annotated[Memory, BeforeValidator(_memory)]
"""A row, or plain text such as `2026-11-01: I like it dim`, which is the case's person's."""


class Later(Part):
    """What happens to the home once the turns are over."""

    after: Seconds
    set: dict[Attribute, Reported] = Field(default_factory=dict)
