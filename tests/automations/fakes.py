"""A house, a performer and people for the engine, which remember what they were asked; each may be told to break once."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from yamori.automations.action import ActionResult, ActionStatus, Ask, Call, Notify
from yamori.automations.automation import Automation
from yamori.automations.condition import GeneratedCode
from yamori.automations.engine import Engine
from yamori.automations.firing import Firing
from yamori.automations.ports import Evaluator, Weather
from yamori.automations.store import AutomationStore
from yamori.automations.trigger import SunEvent
from yamori.domain.language import Language
from yamori.domain.receipt import Reading
from yamori.domain.values import Value

DOOR = "fridge.main.contact.open"


class Killed(Exception):
    """The process ends here."""


@dataclass
class Doom:
    """Ends the process at one of the points that it passes; a dead one does nothing any more."""

    left: int | None = None
    """So many points are still passed; None: all."""
    passed: int = 0
    dead: bool = False

    def passing(self) -> None:
        if self.left is not None:
            self.dead = self.dead or self.left <= 0
            self.left -= 1
        if self.dead:
            raise Killed
        self.passed += 1


def pass_by(doom: Doom | None) -> None:
    if doom is not None:
        doom.passing()


class MovingClock:
    """A clock that tests put anywhere, also back."""

    def __init__(self, now: datetime) -> None:
        self.at = now

    def now(self) -> datetime:
        return self.at

    def advance(self, **by: float) -> None:
        self.put(self.at.astimezone(UTC) + timedelta(**by))

    def put(self, at: datetime) -> None:
        self.at = at.astimezone(self.at.tzinfo)


class FakeReadings:
    """The present values by path, and who listens."""

    def __init__(self, clock: MovingClock) -> None:
        self._clock = clock
        self.known: dict[str, Reading] = {}
        self._listeners: list[asyncio.Queue[Reading]] = []

    def report(self, path: str, value: Value, *, at: datetime | None = None) -> None:
        device, component, capability, attribute = path.split(".")
        when = at or self._clock.now()
        reading = Reading(device=device, component=component, capability=capability, attribute=attribute, value=value, at=when)
        self.known[path] = reading
        for listener in self._listeners:
            listener.put_nowait(reading)

    async def snapshot(self) -> Sequence[Reading]:
        return tuple(self.known.values())

    async def changes(self) -> AsyncIterator[Reading]:
        mine: asyncio.Queue[Reading] = asyncio.Queue()
        self._listeners.append(mine)
        try:
            while True:
                yield await mine.get()
        finally:
            self._listeners.remove(mine)


@dataclass
class FakePerformer:
    """Does each key once, as the gate does."""

    done: dict[str, Call | Ask] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)
    results: dict[str, ActionResult | Exception] = field(default_factory=dict)
    """By the action's words."""
    doom: "Doom | None" = None
    clock: "MovingClock | None" = None
    log: list[tuple[str, datetime, datetime]] = field(default_factory=list)
    """Of what was really done: the automation, when it was due, when it was done."""

    async def perform(self, action: Call | Ask, *, key: str, automation: Automation, firing: Firing) -> ActionResult:
        self.calls.append(key)
        pass_by(self.doom)
        if key not in self.done:
            self.done[key] = action
            if self.clock is not None:
                self.log.append((automation.id, firing.due, self.clock.now()))
        pass_by(self.doom)
        words = action.text if isinstance(action, Call) else action.request
        result = self.results.get(words, ActionResult(status=ActionStatus.DONE, text=f"done: {words}"))
        if isinstance(result, Exception):
            raise result
        return result

    def did(self) -> list[str]:
        return [action.text if isinstance(action, Call) else action.request for action in self.done.values()]


@dataclass
class FakeNotices:
    told: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Person and text by key."""
    fails: Exception | None = None
    doom: "Doom | None" = None

    async def tell(self, person: str, text: str, *, key: str) -> None:
        pass_by(self.doom)
        if self.fails is not None:
            raise self.fails
        self.told.setdefault(key, (person, text))
        pass_by(self.doom)

    def texts(self) -> list[str]:
        return [text for _, text in self.told.values()]


class EvenSky:
    """The sun rises at 06:00 and sets at 18:00 UTC."""

    def next(self, event: SunEvent, after: datetime) -> datetime | None:
        hour = {SunEvent.DAWN: 5, SunEvent.SUNRISE: 6, SunEvent.NOON: 12, SunEvent.SUNSET: 18, SunEvent.DUSK: 19}[event]
        today = after.astimezone(UTC).replace(hour=hour, minute=0, second=0, microsecond=0)
        return today if today > after else today + timedelta(days=1)

    def is_up(self, at: datetime) -> bool:
        return 6 <= at.astimezone(UTC).hour < 18


@dataclass
class FakeWeather:
    truth: bool | None = None

    async def holds(self, asks: Mapping[str, Value], now: datetime, *, before: bool | None = None) -> bool | None:
        return self.truth


@dataclass
class FakeEvaluator:
    """True where the first of its readings is above 10."""

    fails: Exception | None = None

    async def evaluate(self, code: GeneratedCode, readings: Mapping[str, Value], now: datetime) -> bool | None:
        if self.fails is not None:
            raise self.fails
        value = next(iter(readings.values()))
        return value > 10 if isinstance(value, int | float) else None


class DoomedStore:
    """A store whose process may end right before a write, or right after it is on disk."""

    def __init__(self, store: AutomationStore, doom: Doom) -> None:
        self._store = store
        self._doom = doom

    def __getattr__(self, name: str) -> object:
        method = getattr(self._store, name)
        if name not in ("put", "save_state", "save_states", "claim", "go_on", "finish", "see", "delete"):
            return method

        async def write(*arguments: object, **named: object) -> object:
            self._doom.passing()
            result = await method(*arguments, **named)
            self._doom.passing()
            return result

        return write


@dataclass
class House:
    """An engine over fakes that outlive it."""

    clock: MovingClock
    store: AutomationStore
    readings: FakeReadings
    performer: FakePerformer = field(default_factory=FakePerformer)
    notices: FakeNotices = field(default_factory=FakeNotices)
    weather: Weather | None = None
    evaluator: Evaluator | None = None
    engine: Engine = field(init=False)

    async def start(self, doom: Doom | None = None) -> Engine:
        """A new engine over what there is, as after a kill."""
        self.performer.doom = self.notices.doom = doom
        self.engine = Engine(
            DoomedStore(self.store, doom) if doom else self.store,  # type: ignore[arg-type]
            self.clock,
            readings=self.readings,
            performer=self.performer,
            notices=self.notices,
            sky=EvenSky(),
            weather=self.weather,
            evaluator=self.evaluator,
        )
        await self.engine.start()
        return self.engine

    async def change(self, value: Value, path: str = DOOR) -> None:
        self.readings.report(path, value)
        await self.engine.settle()

    async def at(self, moment: datetime) -> None:
        self.clock.put(moment)
        await self.engine.settle()


def call(text: str = "turn the fan off", **more: object) -> Call:
    return Call(agent="iot", tool="act", arguments={"words": text}, text=text, **more)  # type: ignore[arg-type]


def automation(clock: MovingClock, *triggers: object, id: str = "a1", actions: Sequence[object] = (), **more: object) -> Automation:
    return Automation(
        **{  # type: ignore[arg-type]
            "id": id,
            "owner": "alex",
            "triggers": triggers,
            "actions": tuple(actions) or (call(),),
            "origin": "what was said",
            "language": Language.ENGLISH,
            "created": clock.now(),
            **more,
        }
    )


def notify(text: str = "the fridge is open", person: str = "alex") -> Notify:
    return Notify(person=person, text=text)
