"""What the Automations view needs of the engine: a person's automations, what comes next, why one fired, and changes. `apps` fulfils it.

Every method sees and changes the automations of one person alone: another's is `NotFound`. Every change carries a key that the page made:
the same key does nothing twice and is answered as before. A change that was made from an older state than the present one is refused with
`InvalidRequest(where="version")`. All moments are in the home's time zone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime
from datetime import time as Clock
from enum import StrEnum
from typing import Protocol, TypeAlias

from yamori.domain.values import Value


class Kind(StrEnum):
    """What sets an automation off."""

    ONCE = "once"
    """At one moment."""
    RECURRING = "recurring"
    CHANGE = "change"
    """A reading becomes something."""
    SUN = "sun"
    END = "end"
    """Something has come to its end: a timer, another automation."""


@dataclass(frozen=True, kw_only=True)
class MomentSet:
    """One moment."""

    place: str
    """Which of the automation's times this is."""
    at: datetime


@dataclass(frozen=True, kw_only=True)
class DaysSet:
    """A time of day, again and again."""

    place: str
    at: Clock
    """On the home's clock."""
    days: tuple[int, ...]
    """0 is Monday. Empty where the days follow a rule that is no list of weekdays; that stays as it is."""
    rule: str = ""
    """RFC 5545; of one that is read."""


@dataclass(frozen=True, kw_only=True)
class IntervalSet:
    """Again and again after so many minutes."""

    place: str
    minutes: int


@dataclass(frozen=True, kw_only=True)
class SunSet:
    """By the sun."""

    place: str
    event: str
    """`dawn`, `sunrise`, `noon`, `sunset` or `dusk`."""
    minutes: int
    """Less than nothing for before."""


TimeSet: TypeAlias = MomentSet | DaysSet | IntervalSet | SunSet
"""What sets an automation off, where that is a time: a form can change it."""


@dataclass(frozen=True, kw_only=True)
class FiringSeen:
    """One time that it fired."""

    at: datetime
    """When it should have happened."""
    status: str
    """`claimed` (being done), `done`, `failed`, `missed` or `held`."""
    cause: str
    """The kind of what set it off: `at`, `recurring`, `every`, `sun`, `becomes`, `ends`, `generated`, or `run` where a person did."""
    readings: Mapping[str, Value]
    """What was read then, by path (`device.component.capability.attribute`)."""
    text: str
    """What came of it."""


@dataclass(frozen=True, kw_only=True)
class SkipSeen:
    """It was set off and did nothing, since a condition was not true."""

    at: datetime
    known: bool
    """False where the condition could not be decided."""


class Untested(StrEnum):
    """Why nobody can say when an automation would have fired."""

    NO_HISTORY = "none"
    NOT_BY_READINGS = "other"
    """Something else than readings and the clock decides: code, the weather, the end of something."""


@dataclass(frozen=True, kw_only=True)
class BackTestSeen:
    """When an automation would have fired."""

    times: tuple[datetime, ...]
    """Oldest first."""
    since: datetime | None = None
    """From when on there are readings; None where that is all the time that was asked about."""


@dataclass(frozen=True, kw_only=True)
class AutomationSeen:
    """An automation as it stands now."""

    id: str
    says: str
    """What it does, in the words in which it was said back."""
    origin: str
    """What its owner said."""
    kind: Kind
    enabled: bool
    why_off: str | None
    """`by_person`, `over`, `loop`, `timer_gone`, `owner_left` or `unreadable`; None while it is on."""
    waits: tuple[str, ...]
    """What of it waits for an OK, exactly as it would be done; it is off until then."""
    approved: tuple[str, ...]
    """What of it is risky and was agreed to."""
    last: datetime | None
    """When it fired last, by itself or run by hand."""
    next: datetime | None
    """When it comes next, or a wait ends; None for what waits for something to happen."""
    fired: FiringSeen | None
    """The last time, where that is still known."""
    skipped: SkipSeen | None
    """The last time that nothing was done, where that is later than the last firing."""
    skipped_days: tuple[Day, ...] = ()
    """The days to come on which it is left out."""
    times: tuple[TimeSet, ...]
    version: str
    """Of what is shown here, but for its last and next times."""


@dataclass(frozen=True, kw_only=True)
class Coming:
    """Something that comes at a known moment."""

    automation: str
    says: str
    at: datetime
    counting: bool
    """It counts down like a timer: it was given a length, or comes once and soon."""


@dataclass(frozen=True, kw_only=True)
class Did:
    """What one change did."""

    did: str
    """`on`, `off`, `ran`, `removed`, `retimed`, `approved`, `declined`, `restored` or `said`."""
    about: str
    """What the automation does, in words; empty where it is all in `text`."""
    text: str = ""
    """What came of it, in the words of whoever did it."""
    undo: str | None = None
    """Taken back by this; None where there is nothing to take back."""


@dataclass(frozen=True, kw_only=True)
class HomeAssistantForm:
    """An automation as Home Assistant would have it."""

    yaml: str | None
    """None where it cannot be said there."""
    why: str = ""
    """Then the reason, for a person."""


class AutomationPort(Protocol):
    """Every method may raise a `YamoriError`."""

    def now(self) -> datetime: ...

    async def seen(self, person: str) -> str:
        """A short digest of everything below; the same for the same."""
        ...

    async def all(self, person: str) -> Sequence[AutomationSeen]:
        """Oldest first."""
        ...

    async def using(self, person: str, device: str) -> Sequence[AutomationSeen]:
        """Those that a device sets off or that command it, oldest first."""
        ...

    async def automation(self, person: str, id: str) -> AutomationSeen: ...

    async def coming(self, person: str) -> Sequence[Coming]:
        """Soonest first, each automation with the next of its moments."""
        ...

    async def firings(self, person: str, id: str, *, limit: int) -> Sequence[FiringSeen]:
        """Newest first."""
        ...

    async def back_test(self, id: str, days: int) -> BackTestSeen | Untested:
        """When it would have fired in the last so many days."""
        ...

    async def home_assistant(self, id: str) -> HomeAssistantForm | None:
        """None where this house does not tell it at all."""
        ...

    async def switch(self, person: str, id: str, *, enabled: bool, key: str) -> Did: ...

    async def run(self, person: str, id: str, *, key: str) -> Did:
        """Do now what it does."""
        ...

    async def remove(self, person: str, id: str, *, version: str, key: str) -> Did: ...

    async def retime(self, person: str, id: str, new: TimeSet, *, version: str, key: str) -> Did:
        """Another time in the place of that of `new.place`. Raises `InvalidRequest(where="past")` for a moment that is over."""
        ...

    async def answer(self, person: str, id: str, *, agreed: bool, version: str, key: str) -> Did:
        """A person's answer to exactly what it would do, as shown in that version: it is switched on, or removed."""
        ...

    async def say(self, person: str, id: str, text: str, *, key: str) -> Did:
        """A sentence about this one to the Automations agent. Raises `AskThePerson` with what it says where it changes nothing."""
        ...

    async def undo(self, person: str, change: str, *, key: str) -> Did:
        """Raises `InvalidRequest(where="change")` for one that is not known any more, and `InvalidRequest(where="past")` where its time is
        over meanwhile."""
        ...
