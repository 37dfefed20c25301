"""The schedule in which the ten tasks are said (the paper's evaluation seed, 3.5.2), relative to the clock. Reads `seed.yaml`."""

import datetime
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from yamori.domain.errors import Misconfigured
from yamori.evaluation.rows import LogSeed, RoutineSeed, ScheduleSeed, Step, TaskSeed

SEED = Path(__file__).parent / "seed.yaml"
_WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

InBoth = Mapping[str, str]
"""Language to text."""


class _Block(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Task(_Block):
    title: InBoth
    day: int | None = None
    time: str | None = None
    done: bool = False


class _Step(_Block):
    title: InBoth
    minutes: int | None = None


class _Routine(_Block):
    title: InBoth
    weekdays_of: Annotated[tuple[int, ...], Field(min_length=1)]
    time: str | None = None
    steps: tuple[_Step, ...] = ()


class Seed(_Block):
    """The file's content; `on` makes a schedule of it."""

    tasks: tuple[_Task, ...]
    routines: tuple[_Routine, ...]
    diary: tuple[InBoth, ...]
    hash: str
    """Of the file."""

    def on(self, today: datetime.date, language: str) -> ScheduleSeed:
        def day(offset: int) -> datetime.date:
            return today + datetime.timedelta(days=offset)

        return ScheduleSeed(
            tasks=tuple(
                TaskSeed(title=t.title[language], date=None if t.day is None else day(t.day), time=_clock(t.time), done=t.done)
                for t in self.tasks
            ),
            routines=tuple(
                RoutineSeed(
                    title=r.title[language],
                    days=tuple(_WEEK[day(offset).weekday()] for offset in r.weekdays_of),
                    time=_clock(r.time),
                    steps=tuple(Step(title=s.title[language], minutes=s.minutes) for s in r.steps),
                )
                for r in self.routines
            ),
            logs=tuple(LogSeed(date=day(-back), text=text[language]) for back, text in enumerate(self.diary)),
        )


def read_seed(file: Path = SEED) -> Seed:
    """Raises `Misconfigured`."""
    try:
        text = file.read_text(encoding="utf-8")
        return Seed.model_validate({**yaml.safe_load(text), "hash": hashlib.sha256(text.encode()).hexdigest()})
    except (OSError, yaml.YAMLError, ValidationError, TypeError) as error:
        raise Misconfigured(f"the seed cannot be read: {error}", where=str(file), mend="compare it with the product's") from error


def _clock(text: str | None) -> datetime.time | None:
    return datetime.time.fromisoformat(text) if text else None
