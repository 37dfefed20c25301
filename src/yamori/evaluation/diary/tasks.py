"""The ten tasks as data: what is said in each language, what must become of the schedule, the paper's marks. Reads `tasks.yaml`."""

import datetime
import hashlib
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, PlainValidator, ValidationError

from yamori.domain.errors import Misconfigured

TASKS = Path(__file__).parent / "tasks.yaml"
LANGUAGES = ("en", "ja")

Kind = Literal["task", "routine"]


def _clock(value: object) -> datetime.time:
    if isinstance(value, str):
        return datetime.datetime.strptime(value, "%H:%M").time()
    raise ValueError(f'{value!r} is not a time; write it as "15:30"')


class _Block(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Words(_Block):
    """Words in each language, one of which is right."""

    en: tuple[str, ...] = Field(min_length=1)
    ja: tuple[str, ...] = Field(min_length=1)

    def of(self, language: str) -> tuple[str, ...]:
        return self.ja if language == "ja" else self.en


class WantedStep(_Block):
    title: Words
    minutes: int | None = None


class Wanted(_Block):
    """How a row must be afterwards."""

    title: Words | None = None
    date: tuple[int | Literal["none"], ...] = ("none",)
    """One of these days is right; counted from the day on which the task is said."""
    time: Annotated[datetime.time, PlainValidator(_clock)] | None = None
    memo: Words | None = None
    done: bool = False
    days: frozenset[str] = frozenset()
    steps: tuple[WantedStep, ...] = ()


class Added(Wanted):
    """A new row: what is not given is empty."""

    kind: Kind
    title: Words


class Which(_Block):
    """A row that is there."""

    kind: Kind
    title: Words


class Changed(_Block):
    """A row that stays, with its number: what is not given under `to` stays as it was."""

    which: Which
    to: Wanted


class Shows(_Block):
    """What the answer must hold; the schedule must not change."""

    tasks: tuple[int, int] | None = None
    """First and last day, counted from the day on which it is asked."""
    diary: Literal["last Friday"] | None = None


class DiaryTask(_Block):
    task: int
    en: str
    ja: str
    tags: tuple[str, ...]
    paper: str
    """One mark for each of `DiaryTasks.models`."""
    adds: tuple[Added, ...] = ()
    changes: tuple[Changed, ...] = ()
    removes: tuple[Which, ...] = ()
    shows: Shows | None = None

    def said(self, language: str) -> str:
        return self.ja if language == "ja" else self.en


class DiaryTasks(_Block):
    models: tuple[str, ...]
    """Of the paper's Table 4.5."""
    file: str
    """Its name."""
    tasks: tuple[DiaryTask, ...]
    hash: str
    """Of the file: results of an edited one are not taken over."""


def read_tasks(file: Path = TASKS) -> DiaryTasks:
    """Raises `Misconfigured`."""
    try:
        text = file.read_text(encoding="utf-8")
        return DiaryTasks.model_validate({**yaml.safe_load(text), "file": file.name, "hash": hashlib.sha256(text.encode()).hexdigest()})
    except (OSError, yaml.YAMLError, ValidationError, TypeError) as error:
        raise Misconfigured(f"the ten tasks cannot be read: {error}", where=str(file), mend="compare it with the product's") from error
