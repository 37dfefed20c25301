"""What a case gives a household to begin with."""

import re
from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import BeforeValidator, Field, StrictBool, model_validator

from yamori.evaluation.household import WeatherDay
from yamori.evaluation.rows import LogSeed, RoutineSeed, TaskSeed
from yamori.evaluation.rows import Step as StepSeed
from yamori.evaluation.standing import MemorySeed
from yamori.evaluation.written import Attribute, Date, Day, Minutes, Name, Part, Reported, Seconds, Text, Time

Degrees = Annotated[float, Field(ge=-60, le=60)]
Percent = Annotated[int, Field(ge=0, le=100)]
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


class Weather(Part):
    """The weather of a date, as forecasts tell it."""

    date: Date
    low: Degrees = 9.0
    high: Degrees = 15.0
    cloud: Percent = 30
    wind: Annotated[float, Field(ge=0, le=90)] = 2.0
    """Metres per second."""
    wet: tuple[tuple[Annotated[int, Field(ge=0, le=23)], Annotated[int, Field(ge=1, le=24)]], ...] = ()
    """From which hour to which something falls."""
    amount: Annotated[float, Field(gt=0, le=200)] = 1.0
    """Millimetres in each of these hours."""
    probability: Percent = 80

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.high < self.low:
            raise ValueError("high is less than low")
        if any(end <= start for start, end in self.wet):
            raise ValueError("a wet spell ends after it begins, as in wet: [[6, 12]]")
        return self

    def day(self) -> WeatherDay:
        return WeatherDay(**self.model_dump())


class Later(Part):
    """What happens to the home once the turns are over."""

    after: Seconds
    set: dict[Attribute, Reported] = Field(default_factory=dict)
