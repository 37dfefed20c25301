"""The ten tasks as data: what is said in each language, what the robots must then do, what the paper's models did. Reads `tasks.yaml`."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from yamori.domain.errors import Misconfigured

TASKS = Path(__file__).parent / "tasks.yaml"
ANY_DEVICE = "any"
LANGUAGES = ("en", "ja")

Values = Mapping[str, Any]
"""A trace line's values: each equal to this, one of this list, or within {min, max, not, filled}."""


class _Block(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Sign(_Block):
    """How an operation is known in a robot's trace."""

    component: str
    """A name in which * stands for anything."""
    event: str
    values: Values = {}
    then: tuple[Values, ...] = ()
    """The values of the lines of this component and event that follow, none left out."""
    until: str | None = None
    """The event that ends it; else what ends a state is its next value."""
    frames: tuple[frozenset[str], ...] = ()
    """The components that are lit, picture after picture, twice over."""


class Operation(_Block):
    """One thing that a robot must do."""

    device: str
    """A robot's id, or `any`."""
    any: tuple[Sign, ...] = Field(min_length=1)
    """One of these is enough."""
    lasts: float | None = None
    """Seconds."""
    without: tuple[Sign, ...] = ()
    """None of these may be seen on the same robot meanwhile."""
    after: str | None = None
    """It begins when this other operation is over."""
    meanwhile: str | None = Field(default=None, alias="while")
    """It overlaps with this other operation, or begins within a second of it."""

    @model_validator(mode="before")
    @classmethod
    def _one_sign(cls, given: Any) -> Any:
        """The sign's keys may stand in the operation itself."""
        if isinstance(given, Mapping) and "any" not in given:
            sign = {key: value for key, value in given.items() if key in Sign.model_fields}
            return {**{key: value for key, value in given.items() if key not in sign}, "any": [sign]}
        return given


class RobotTask(_Block):
    task: int
    en: str
    ja: str
    tags: tuple[str, ...]
    paper: str
    """One mark for each of `RobotTasks.models`."""
    at_once: bool = False
    """All operations begin within one second."""
    operations: Mapping[str, Operation]

    @model_validator(mode="after")
    def _known(self) -> Self:
        named = {name for o in self.operations.values() for name in (o.after, o.meanwhile) if name is not None}
        if unknown := named - set(self.operations):
            raise ValueError(f"there is no operation {', '.join(sorted(unknown))}")
        return self

    def said(self, language: str) -> str:
        return self.ja if language == "ja" else self.en


class Rest(_Block):
    """A command that puts a part of a robot back to rest."""

    device: str
    component: str
    capability: str
    command: str
    arguments: Mapping[str, Any] = {}


class RobotTasks(_Block):
    robots: tuple[str, ...]
    """Ids of the devices that must be there."""
    rest: tuple[Rest, ...]
    models: tuple[str, ...]
    """Of the paper's Table 4.3."""
    tasks: tuple[RobotTask, ...]
    hash: str
    """Of the file: results of an edited one are not taken over."""


def read_tasks(file: Path = TASKS) -> RobotTasks:
    """Raises `Misconfigured`."""
    try:
        text = file.read_text(encoding="utf-8")
        return RobotTasks.model_validate({**yaml.safe_load(text), "hash": hashlib.sha256(text.encode()).hexdigest()})
    except (OSError, yaml.YAMLError, ValidationError, TypeError) as error:
        raise Misconfigured(f"the robots' tasks cannot be read: {error}", where=str(file), mend="compare it with the product's") from error
