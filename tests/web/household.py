"""A household for the page's tests and pictures: a small home, and turns that play what a test wrote for them."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from yamori.agentkit.card import Card, Introduction
from yamori.domain.capability import Attribute, Capability
from yamori.domain.errors import AskThePerson, HouseSilent, InvalidRequest, NotFound
from yamori.domain.events import ApprovalShown, Planned, PlannedTask, Replied, Resumed, TurnEvent, TurnFailed, TurnStarted, Waiting
from yamori.domain.gate import Undoing
from yamori.domain.group import Step
from yamori.domain.home import Device, Floor, Home, Person, Place, Room
from yamori.domain.receipt import Cause, Command, Reading, Receipt, ReceiptStatus
from yamori.domain.turn_changes import Changed, TakenBack
from yamori.domain.values import Value
from yamori.web.conversation_port import ConversationSeen, SaidBefore
from yamori.web.house_port import EdgeSide, Origin, PictureTaken, QueuedJob
from yamori.web.past_port import PastLine
from yamori.web.ports import TurnBegun, TurnSummary
from yamori.web.push_port import PushDeviceSeen
from yamori.web.schedule_port import CalendarSeen, DueSeen, Notice
from yamori.web.website_port import WebsitePort

from .automations.fake import FakeAutomations, FakeScenes
from .fake_lists import FakeLists
from .fake_memory import FakeMemory
from .fake_welcome import FakeWelcome
from .papers.fake import FakePapers

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=timezone(timedelta(hours=9)))


def _capability(name: str, *attributes: Attribute) -> Capability:
    return Capability(name=name, says="", attributes={a.name: a for a in attributes}, commands={})


CAPABILITIES = {
    c.name: c
    for c in (
        _capability("switch", Attribute(name="switch", type="string", values=("on", "off"))),
        _capability("switchLevel", Attribute(name="level", type="integer", unit="%", minimum=0, maximum=100)),
        _capability("lock", Attribute(name="lock", type="string", values=("locked", "unlocked"))),
        _capability("temperatureMeasurement", Attribute(name="temperature", type="number", unit="°C")),
        _capability("humidityMeasurement", Attribute(name="humidity", type="integer", unit="%")),
        _capability("contactSensor", Attribute(name="contact", type="string", values=("open", "closed"))),
        _capability("audioVolume", Attribute(name="volume", type="integer", unit="%", minimum=0, maximum=100)),
        _capability("mediaInput", Attribute(name="inputSource", type="string", values=("HDMI 1", "TV"))),
        _capability("windowShade", Attribute(name="windowShade", type="string", values=("open", "closed"))),
        _capability("machine", Attribute(name="machineState", type="string", values=("run", "stop"))),
        _capability("motionSensor", Attribute(name="motion", type="string", values=("active", "inactive"))),
    )
}


def _light(id: str, name: str, room: str, *, on: bool, level: int, alias: str) -> Device:
    held: Mapping[str, Mapping[str, Value]] = {"switch": {"switch": "on" if on else "off"}, "switchLevel": {"level": level}}
    return Device(id=id, name=name, room=room, aliases=(alias,), components={"main": held})


def _plain(id: str, name: str, room: str, alias: str, held: Mapping[str, Mapping[str, Value]]) -> Device:
    return Device(id=id, name=name, room=room, aliases=(alias,), components={"main": held})


def small_home(*more: Device) -> Home:
    return Home(
        name="demo",
        place=Place(name="Kamakura", country="JP", latitude=35.3, longitude=139.5, timezone="Asia/Tokyo"),
        floors=(Floor(id="down", name="Downstairs", aliases=("1階",)), Floor(id="up", name="Upstairs", aliases=("2階",))),
        rooms=(
            Room(id="living", name="Living room", floor="down", aliases=("リビング",)),
            Room(id="kitchen", name="Kitchen", floor="down", aliases=("台所",)),
            Room(id="hall", name="Hall", floor="down", aliases=("玄関",)),
            Room(id="bedroom", name="Bedroom", floor="up", aliases=("寝室",)),
        ),
        people=(Person(id="aiko", name="Aiko"), Person(id="ken", name="Ken")),
        devices=(
            _light("living-light", "Living room light", "living", on=True, level=80, alias="リビングの照明"),
            Device(
                id="tv",
                name="Television",
                room="living",
                aliases=("テレビ",),
                components={"main": {"switch": {"switch": "on"}, "audioVolume": {"volume": 12}, "mediaInput": {"inputSource": "HDMI 1"}}},
            ),
            Device(
                id="climate",
                name="Climate sensor",
                room="living",
                aliases=("温湿度計",),
                components={"main": {"temperatureMeasurement": {"temperature": 21.5}, "humidityMeasurement": {"humidity": 48}}},
            ),
            _light("kitchen-light", "Kitchen light", "kitchen", on=False, level=60, alias="台所の照明"),
            Device(
                id="fridge",
                name="Fridge",
                room="kitchen",
                aliases=("冷蔵庫",),
                components={
                    "main": {"contactSensor": {"contact": "closed"}, "temperatureMeasurement": {"temperature": 4.0}},
                    "freezer": {"temperatureMeasurement": {"temperature": -18.0}},
                },
            ),
            _plain("dishwasher", "Dishwasher", "kitchen", "食洗機", {"machine": {"machineState": "stop"}}),
            _plain("door", "Front door", "hall", "玄関の鍵", {"lock": {"lock": "locked"}}),
            _plain("motion", "Hall motion", "hall", "玄関の人感", {"motionSensor": {"motion": "inactive"}}),
            _light("bedside", "Bedside lamp", "bedroom", on=False, level=30, alias="ベッドのランプ"),
            _plain("blinds", "Blinds", "bedroom", "ブラインド", {"windowShade": {"windowShade": "open"}}),
            *more,
        ),
    )


@dataclass
class FakePast:
    """Lines by device; None: this house keeps no history."""

    kept: dict[str, list[PastLine]] | None = field(default_factory=dict)
    hours: list[int] = field(default_factory=list)

    async def lines(self, device: str, hours: int) -> Sequence[PastLine] | None:
        self.hours.append(hours)
        return self.kept.get(device, []) if self.kept is not None else None


class FakeGate:
    """Holds a state; `put` changes it as a device would."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.capabilities: Mapping[str, Capability] = CAPABILITIES
        self.receipts: list[Receipt] = []
        self.silent = False
        self.listeners: list[asyncio.Queue[Reading]] = []
        self._come_or_gone = asyncio.Event()
        self._now = {
            f"{d.id}.{c}.{k}.{a}": Reading(device=d.id, component=c, capability=k, attribute=a, value=v, at=NOW)
            for d in home.devices
            for c, held in d.components.items()
            for k, values in held.items()
            for a, v in values.items()
        }

    def put(self, path: str, value: Value) -> None:
        self._now[path] = replace(self._now[path], value=value)
        for listener in self.listeners:
            listener.put_nowait(self._now[path])

    async def read(self, device: str, component: str, capability: str, attribute: str) -> Reading:
        return self._now[f"{device}.{component}.{capability}.{attribute}"]

    async def snapshot(self, device: str | None = None) -> Sequence[Reading]:
        if self.silent:
            raise HouseSilent("the bridge is unplugged")
        return [r for r in self._now.values() if device in (None, r.device)]

    async def execute(self, command: Command, cause: Cause) -> Receipt:
        raise AssertionError("the page does nothing by itself")

    async def perform(self, step: Step, cause: Cause) -> Sequence[Receipt]:
        raise AssertionError("the page does nothing by itself")

    async def undo(self, cause: Cause, *, receipts: Sequence[str] = (), since: datetime | None = None) -> Undoing:
        raise AssertionError("the view of a real house tries this")

    async def approve(self, receipt: str, *, by: str, pin: str | None = None) -> Receipt:
        raise AssertionError("the page approves only through the turn")

    async def refuse(self, receipt: str, *, by: str) -> Receipt:
        raise AssertionError("the page refuses only through the turn")

    async def ledger(self, *, turn: str | None = None, since: datetime | None = None, limit: int = 100) -> Sequence[Receipt]:
        return self.receipts[:limit]

    async def changes(self) -> AsyncIterator[Reading]:
        queue: asyncio.Queue[Reading] = asyncio.Queue()
        self.listeners.append(queue)
        self._tell()
        try:
            while True:
                yield await queue.get()
        finally:
            self.listeners.remove(queue)
            self._tell()

    async def until_listeners(self, count: int) -> None:
        async with asyncio.timeout(5):
            while len(self.listeners) != count:
                await self._come_or_gone.wait()

    def _tell(self) -> None:
        self._come_or_gone.set()
        self._come_or_gone = asyncio.Event()


class FakeHouse:
    """Fulfils `HouseDoors`: whatever a test puts into it."""

    def __init__(self, gate: FakeGate) -> None:
        self.gate = gate
        self.sides: dict[str, EdgeSide] = {}
        self.taken: list[PictureTaken] = []
        self.queue: dict[str, QueuedJob] = {}

    def now(self) -> datetime:
        return NOW

    def origins(self) -> Mapping[str, Origin]:
        edges = self.sides
        return {d.id: Origin(source="edge" if d.id in edges else "virtual", edge=edges.get(d.id)) for d in self.gate.home.devices}

    def pictures(self) -> Sequence[PictureTaken]:
        return self.taken

    async def jobs(self) -> Sequence[QueuedJob]:
        return list(self.queue.values())

    async def counts(self) -> Mapping[str, int]:
        return {state: sum(job.state == state for job in self.queue.values()) for state in {job.state for job in self.queue.values()}}

    async def cancel(self, job: str) -> QueuedJob:
        if self.queue[job].state == "waiting":
            self.queue[job] = replace(self.queue[job], state="cancelled")
        return self.queue[job]

    async def settle(self, device: str, *, name: str, room: str | None, private: bool) -> None:
        raise AssertionError("the view of a real house tries this")

    async def remove(self, device: str) -> None:
        raise AssertionError("the view of a real house tries this")


class FakeFavourites:
    """Fulfils `FavouritePort`."""

    def __init__(self) -> None:
        self.kept: dict[str, list[str]] = {}

    async def of(self, person: str) -> Sequence[str]:
        return self.kept.get(person, [])

    async def put(self, person: str, device: str, *, favourite: bool) -> None:
        kept = [id for id in self.kept.get(person, []) if id != device]
        self.kept[person] = [*kept, device] if favourite else kept


class FakePush:
    """Fulfils `PushPort`."""

    def __init__(self) -> None:
        self.kept: dict[str, list[PushDeviceSeen]] = {}

    async def key(self) -> str:
        return "BKey"

    async def devices(self, person: str) -> Sequence[PushDeviceSeen]:
        return self.kept.get(person, [])

    async def turn_on(self, person: str, endpoint: str, *, p256dh: str, auth: str, name: str, session: str) -> PushDeviceSeen:
        device = PushDeviceSeen(id=f"device-{len(self.kept) + 1}", name=name, at=datetime(2026, 11, 21, tzinfo=UTC))
        self.kept.setdefault(person, []).append(device)
        return device

    async def turn_off(self, person: str, id: str) -> None:
        self.kept[person] = [device for device in self.kept.get(person, []) if device.id != id]


class FakeSchedule:
    """Of `ScheduleDoors`, as much as a page without a calendar needs: only its timers are due. The Schedule view is tried on a real one."""

    def __init__(self) -> None:
        self.timers: list[DueSeen] = []

    def now(self) -> datetime:
        return NOW

    async def due(self, person: str, until: datetime) -> Sequence[DueSeen]:
        return self.timers

    async def calendars(self, person: str) -> Sequence[CalendarSeen]:
        return ()

    async def forget_reminder(self, person: str, id: int, *, key: str) -> None:
        if all(timer.id != id for timer in self.timers):
            raise NotFound("it has rung", where="reminder")
        self.timers = [timer for timer in self.timers if timer.id != id]

    async def open_notices(self, person: str) -> tuple[int, Sequence[Notice]]:
        return 0, ()

    async def notices(self, person: str, after: int) -> AsyncIterator[tuple[int, Notice]]:
        await asyncio.Event().wait()
        yield 0, Notice(id=0, text="", due=NOW)


@dataclass
class PlayedTurn:
    """What has happened in one turn so far."""

    id: str
    conversation: str
    text: str
    person: str
    room: str | None
    looked_at: str | None = None
    events: list[TurnEvent] = field(default_factory=list)
    answers: list[tuple[str, str | None]] = field(default_factory=list)
    replaced: bool = False
    news: asyncio.Condition = field(default_factory=asyncio.Condition)


class FakeConversations:
    """Fulfils `ConversationPort` and `TurnChanges` over the turns that were played; `changed` is what a test says of them."""

    def __init__(self, household: "FakeHousehold") -> None:
        self._household = household
        self.titles: dict[str, str] = {}
        self.said: list[SaidBefore] = []
        self.changed: dict[str, Changed] = {}
        self.taken = TakenBack()
        self.asked: list[tuple[object, ...]] = []

    @property
    def changes(self) -> "FakeConversations":
        return self

    def listed(self, person: str, *, search: str = "") -> Sequence[ConversationSeen]:
        found: dict[str, ConversationSeen] = {}
        for turn in self._household.turns.values():
            title = self.titles.get(turn.conversation, turn.text)
            if turn.person == person and search.casefold() in f"{title} {turn.text}".casefold():
                found.setdefault(turn.conversation, ConversationSeen(id=turn.conversation, title=title, last=NOW, age="today"))
        return list(found.values())[::-1]

    def said_before(self, person: str) -> Sequence[SaidBefore]:
        return self.said

    def rename(self, id: str, title: str) -> None:
        if not title.strip():
            raise InvalidRequest("a title has 1 to 200 characters", where="title")
        self.titles[id] = title

    async def stop(self, turn: str) -> None:
        self.asked.append(("stop", turn))
        if not isinstance(self._household.turns[turn].events[-1], Replied | TurnFailed):
            await self._household.happen(turn, Replied(text="Stopped."))

    async def of(self, turn: str) -> Changed:
        return self.changed.get(turn, Changed())

    async def undo(self, turn: str, *, key: str) -> TakenBack:
        self.asked.append(("undo", turn))
        self.changed.pop(turn, None)
        return self.taken

    async def correct(self, turn: str, receipt: str, *, device: str | None, value: Value, key: str) -> TakenBack:
        self.asked.append(("correct", turn, receipt, device, value))
        return self.taken

    async def delete(self, conversation: str) -> None:
        turns = self._household.turns
        for id in [turn.id for turn in turns.values() if turn.conversation == conversation]:
            del turns[id]


class FakeHousehold:
    """Fulfils `Doors`. A test starts a turn through the page and then says what happens in it, event by event."""

    def __init__(self, *more: Device) -> None:
        self.gate = FakeGate(small_home(*more))
        self.house = FakeHouse(self.gate)
        self.past = FakePast()
        self.papers: Any = FakePapers()
        self.automations = FakeAutomations()
        self.memory = FakeMemory()
        self.websites: WebsitePort | None = None
        self.lists = FakeLists()
        self.scenes = FakeScenes()
        self.favourites = FakeFavourites()
        self.push = FakePush()
        self.welcome = FakeWelcome()
        self.schedule: Any = FakeSchedule()  # Any: a test of the Schedule view puts a whole one here
        self.people: Sequence[Person] = self.gate.home.people
        self.state = "ready"
        self.turns: dict[str, PlayedTurn] = {}
        self.conversations = FakeConversations(self)
        self.watchers = 0
        self.pin = "2468"
        self.trouble: Exception | None = None
        self.plays = asyncio.Queue[PlayedTurn]()

    async def start_turn(
        self,
        text: str,
        person: str,
        room: str | None,
        conversation: str | None,
        *,
        replaces: str | None = None,
        looked_at: str | None = None,
    ) -> TurnBegun:
        if self.trouble:
            raise self.trouble
        talk = conversation or f"talk {len(self.turns) + 1}"
        turn = PlayedTurn(
            id=f"turn/{len(self.turns) + 1}",
            conversation=talk,
            text=text,
            person=person,
            room=room,
            looked_at=looked_at,
        )
        self.turns[turn.id] = turn
        if replaces is not None:
            self.turns[replaces].replaced = True
        await self.happen(turn.id, TurnStarted(turn=turn.id, person=person, text=text, at=NOW))
        self.plays.put_nowait(turn)
        return TurnBegun(turn=turn.id, conversation=turn.conversation)

    async def happen(self, turn: str, *events: TurnEvent) -> None:
        played = self.turns[turn]
        async with played.news:
            played.events.extend(events)
            played.news.notify_all()

    async def answer(self, turn: str, text: str, pin: str | None, shown: Sequence[str] | None = None) -> None:
        played = self._turn(turn)
        last = played.events[-1]
        if not isinstance(last, Waiting):
            raise InvalidRequest("this turn does not wait for an answer", where="turn")
        if any(a.pin for a in last.approvals) and text == "yes" and pin != self.pin:
            raise AskThePerson("That is not the PIN.")
        played.answers.append((text, pin))
        await self.happen(turn, Resumed(answer=text))

    async def events(self, turn: str, after: int) -> AsyncIterator[tuple[int, TurnEvent]]:
        played = self._turn(turn)
        self.watchers += 1
        try:
            number = after
            while True:
                async with played.news:
                    while len(played.events) <= number:
                        await played.news.wait()
                event = played.events[number]
                number += 1
                yield number, event
                if isinstance(event, Replied | TurnFailed):
                    return
        finally:
            self.watchers -= 1

    async def conversation(self, id: str) -> Sequence[TurnSummary]:
        found = [t for t in self.turns.values() if t.conversation == id]
        if not found:
            raise InvalidRequest(f"there is no conversation {id}", where="conversation")
        return [self._summary(turn) for turn in found]

    def model_state(self) -> str:
        return self.state

    def agents(self) -> Sequence[Card]:
        return (
            Card(
                name="iot",
                title="Home agent",
                does="Devices.",
                others={"ja": Introduction(title="家電エージェント", does="機器。")},
                examples=("Dim the living room to 30 %", "Is the front door locked?", "リビングを30%にして"),
            ),
            Card(
                name="scheduler",
                title="Scheduler",
                does="Tasks.",
                others={"ja": Introduction(title="予定エージェント", does="予定。")},
                examples=("Put the dentist on my calendar tomorrow at half past three", "明日の15時半に歯医者を予定に入れて"),
            ),
        )

    def _turn(self, turn: str) -> PlayedTurn:
        if turn not in self.turns:
            raise InvalidRequest(f"there is no turn {turn}", where="turn")
        return self.turns[turn]

    def _summary(self, turn: PlayedTurn) -> TurnSummary:
        last = turn.events[-1]
        if isinstance(last, Replied | TurnFailed):
            return TurnSummary(
                turn=turn.id,
                text=turn.text,
                status="done" if isinstance(last, Replied) else "failed",
                answer=last.text,
                replaced=turn.replaced,
            )
        return TurnSummary(turn=turn.id, text=turn.text, status="waiting" if isinstance(last, Waiting) else "running")


def receipt(
    id: str = "r1",
    *,
    device: str = "living-light",
    before: Mapping[str, Value] | None = None,
    after: Mapping[str, Value] | None = None,
    status: ReceiptStatus = ReceiptStatus.DONE,
    words: str = "Dim the living room to 30 %",
    name: str = "setLevel",
    capability: str = "switchLevel",
    arguments: Mapping[str, Value] | None = None,
    problem: str | None = None,
) -> Receipt:
    return Receipt(
        id=id,
        command=Command(device=device, capability=capability, name=name, arguments={"level": 30} if arguments is None else arguments),
        cause=Cause(key=id, person="aiko", words=words, turn="turn/1", agent="iot"),
        status=status,
        before={"switchLevel.level": 80, "switch.switch": "on"} if before is None else before,
        after={"switchLevel.level": 30, "switch.switch": "on"} if after is None else after,
        at=NOW,
        problem=problem,
    )


def two_tasks() -> Planned:
    return Planned(
        tasks=(
            PlannedTask(id=1, agent="iot", request="Dim the living room to 30 %"),
            PlannedTask(id=2, agent="scheduler", request="Put the dentist on my calendar tomorrow at half past three"),
        ),
        by="code",
    )


def unlock_approval() -> Waiting:
    return Waiting(question="", approvals=(ApprovalShown(id="r2", shows="Unlock the front door", pin=True),))
