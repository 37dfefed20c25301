"""What an evaluation needs of a household: its public endpoints, and the few hands that set a scene and look at it afterwards.

`apps` fulfils this; nothing here knows how.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import date as Day
from datetime import datetime
from pathlib import Path
from typing import Protocol

import httpx

from yamori.domain.receipt import Receipt
from yamori.domain.values import Value
from yamori.evaluation.rows import ScheduleRows, ScheduleSeed
from yamori.evaluation.standing import AutomationRow, FactRow, MemorySeed, NoticeRow


@dataclass(frozen=True, kw_only=True)
class WeatherDay:
    """The weather of a date at the home's place, as forecasts tell it."""

    date: Day
    low: float = 9.0
    """Degrees Celsius, early in the morning."""
    high: float = 15.0
    """Early in the afternoon."""
    cloud: int = 30
    """Per cent."""
    wind: float = 2.0
    """Metres per second."""
    wet: tuple[tuple[int, int], ...] = ()
    """From which hour to which something falls; the second is not included."""
    amount: float = 1.0
    """Millimetres in each of them."""
    probability: int = 80
    """Per cent, in them."""


@dataclass(frozen=True, kw_only=True)
class HouseholdSpec:
    """A household to be made for one case: it holds nothing but this."""

    home: str | Path
    """A home's name, or the path of a home file (its capability files beside it)."""
    now: datetime
    """Where its clock starts, aware; it stands there until it is advanced."""
    person: str | None = None
    """Whose schedule a seed is put in; None for the first of the home."""
    memories: tuple[MemorySeed, ...] = ()
    """What it remembers."""
    papers: Mapping[str, str] = field(default_factory=dict)
    """The household's own papers: file name to text."""
    weather: tuple[WeatherDay, ...] = ()
    """The days that are set; all others are dry, 9 to 15 degrees."""
    network: bool = True
    """False: no forecast can be fetched."""


class RunningHousehold(Protocol):
    """One fresh household. The person's way in is `client`; everything else only sets the scene or looks at it."""

    @property
    def client(self) -> httpx.AsyncClient:
        """On the public endpoints: `/turns`, `/conversations`, `/agents`, `/gate`."""
        ...

    @property
    def features(self) -> frozenset[str]:
        """What it can take of a case beside the home and the tasks.

        Of `routines`, `logs`, `papers`, `memories` (at the start), `facts` (that are looked at), `notices`, `automations`, and `accounts`
        (several people who speak).
        """
        ...

    @property
    def people(self) -> frozenset[str]:
        """Ids of those who live in the home; empty where it names nobody."""
        ...

    @property
    def model(self) -> str:
        """`provider:name` that answers when the evaluation asks for none."""
        ...

    @property
    def risky_devices(self) -> frozenset[str]:
        """Those that have a command which is done only after an approval."""
        ...

    @property
    def entering_tools(self) -> frozenset[str]:
        """`agent.tool` of those that enter, change or delete something that the agent keeps. What a device did has a receipt instead."""
        ...

    @property
    def keeping_tools(self) -> frozenset[str]:
        """Those that keep something for later (a reminder, a scene), also of an agent that commands devices."""
        ...

    async def snapshot(self) -> Mapping[str, Value]:
        """Every attribute that a device of the home has, by path; None for one that was never reported."""
        ...

    async def set_state(self, path: str, value: Value) -> None:
        """Let the device report this; returns when what the household does about it at once is done."""
        ...

    async def seed_schedule(self, seed: ScheduleSeed) -> None:
        """Put rows in the person's schedule, as if they had always been there: none of it can be taken back."""
        ...

    async def schedule_rows(self) -> ScheduleRows:
        """The whole schedule."""
        ...

    async def ledger(self) -> Sequence[Receipt]:
        """Every receipt so far."""
        ...

    async def advance(self, seconds: float) -> None:
        """Move the clock forward, standing still wherever something is due; returns when all that was due by then is done."""
        ...

    async def notices(self, after: int = 0) -> Sequence[NoticeRow]:
        """What anybody was told unasked after the notice of this number, in order."""
        ...

    async def automations(self) -> Sequence[AutomationRow]:
        """Every standing rule, also those that are switched off; none where `features` lacks `automations`."""
        ...

    async def facts(self) -> Sequence[FactRow]:
        """Everything that is remembered of people; none where `features` lacks `facts`."""
        ...


HouseholdFactory = Callable[[HouseholdSpec], AbstractAsyncContextManager[RunningHousehold]]
"""Opens a fresh household and closes it again. A model may be shared between them, nothing else."""
