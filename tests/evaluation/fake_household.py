"""A household written by hand: it answers each text as its script says, and fulfils the evaluation's port."""

import dataclasses
import datetime
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from fastapi import FastAPI, Response
from fastapi.responses import JSONResponse

from yamori.domain.receipt import Cause, Command, Receipt, ReceiptStatus
from yamori.domain.values import Value
from yamori.evaluation.household import HouseholdSpec
from yamori.evaluation.rows import LogRow, RoutineRow, RoutineSeed, ScheduleRows, ScheduleSeed, TaskRow, TaskSeed
from yamori.evaluation.standing import AutomationRow, FactRow, NoticeRow

LAMP = "lamp.main.switch.switch"
LEVEL = "lamp.main.switchLevel.level"
DOOR = "door.main.contactSensor.contact"
HOME: Mapping[str, Value] = {LAMP: "on", LEVEL: 80, DOOR: "closed"}


EVERYTHING = frozenset({"routines", "logs", "papers", "memories", "facts", "notices", "automations", "accounts"})


@dataclass(frozen=True, kw_only=True)
class Rule:
    """A standing rule: it acts when a device has reported a value for so long, or so long after it was made."""

    text: str
    path: str | None = None
    """None: it waits from when it was made."""
    value: Value = None
    wait: float = 0.0
    tells: Mapping[str, str] = field(default_factory=dict)
    """Person to what they are told."""
    sets: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What the house does and says for one text."""

    answer: str = "Done."
    sets: Mapping[str, Value] = field(default_factory=dict)
    adds: Sequence[TaskSeed] = ()
    removes: Sequence[str] = ()
    finishes: Sequence[str] = ()
    routines: Sequence[RoutineSeed] = ()
    """Routines that are there from then on, in place of any of the same title."""
    drops: Sequence[str] = ()
    """Titles of routines that are deleted."""
    writes: Mapping[str, str] = field(default_factory=dict)
    """Day to what the diary holds of it from then on; nothing: it is taken out."""
    ticks: Sequence[str] = ()
    agents: Sequence[str] = ("iot",)
    asks: str | None = None
    approval: str | None = None
    pin: bool = False
    then: "Reply | None" = None
    """What follows when the question or approval is answered."""
    lag: int = 0
    """How often the turn is still shown waiting after it was answered."""
    ends: str = "done"
    """`done`, `failed`, or `running` for a turn that hangs."""
    error: tuple[int, str, str] | None = None
    """Status, message and where of an error instead of a turn."""
    calls: int = 1
    tasks: Sequence[Mapping[str, Any]] = ()
    """`task_ended` events (agent, status, text); `replans` beside them: a model planned anew after it."""
    starts: Sequence[str] = ()
    """Agents of `task_started` events."""
    tools: Sequence[Mapping[str, Any]] = ()
    """`tool_ended` events: agent, tool, and what else the event holds."""
    reading: str = ""
    beeps: Sequence[str] = ()
    """Devices that carry out a command which changes nothing that they report."""
    holds: str | None = None
    """The device that the approval is for: its command is held under the approval's id."""
    by: str = "code"
    makes: Sequence[Rule] = ()
    drops_rules: Sequence[str] = ()
    """Texts of rules that are deleted."""
    tells: Mapping[str, str] = field(default_factory=dict)
    remembers: Mapping[str, str] = field(default_factory=dict)
    """Person to what is remembered of them."""
    forgets: Sequence[str] = ()
    """Texts of facts."""


class FakeHousehold:
    """One of a `FakeStreet`."""

    model = "fake:model"

    def __init__(self, script: Mapping[str, Reply], spec: HouseholdSpec, features: frozenset[str] = frozenset()) -> None:
        self.spec = spec
        self.features = features
        self.said: list[dict[str, Any]] = []
        self.moments: list[tuple[float, str, Value]] = []
        self._script, self._state, self._now = script, dict(HOME), 0.0
        self._rows: list[TaskRow] = []
        self._routines: dict[str, RoutineRow] = {}
        self._logs: dict[datetime.date, str] = {}
        self._ticks: frozenset[str] = frozenset()
        self._receipts: list[Receipt] = []
        self._rules: dict[str, Rule] = {}
        self._due: list[tuple[float, Rule]] = []
        self._notices: list[NoticeRow] = []
        self._facts = [FactRow(id=f"f{n}", person=m.person, text=m.text) for n, m in enumerate(spec.memories)]
        self.people = frozenset({"aiko", "kenji", "marta"})
        self._turns: dict[str, dict[str, Any]] = {}
        self._next: dict[str, Reply | None] = {}
        self._lagging: dict[str, int] = {}
        self._told: dict[str, list[tuple[str, dict[str, Any]]]] = {}
        self.risky_devices = frozenset({"door"})
        self.entering_tools = frozenset({"scheduler.set_reminder", "scheduler.delete_reminder"})
        self.keeping_tools = frozenset({"scheduler.set_reminder", "scenes.save_scene"})
        self.client = httpx.AsyncClient(transport=httpx.ASGITransport(app=self._app()), base_url="http://house")

    async def snapshot(self) -> Mapping[str, Value]:
        return dict(self._state)

    async def set_state(self, path: str, value: Value) -> None:
        self._state[path] = value
        self.moments.append((self._now, path, value))
        for rule in self._rules.values():
            if rule.path == path and rule.value == value:
                self._due.append((self._now + rule.wait, rule))
        self._act()

    async def seed_schedule(self, seed: ScheduleSeed) -> None:
        for task in seed.tasks:
            self._add(task)
        for routine in seed.routines:
            self._keep(routine)
        for log in seed.logs:
            held = self._logs.get(log.date)
            self._logs[log.date] = f"{held}\n{log.text}" if held else log.text

    async def schedule_rows(self) -> ScheduleRows:
        logs = [LogRow(id=day.isoformat(), date=day, text=text) for day, text in self._logs.items()]
        return ScheduleRows(tasks=list(self._rows), routines=list(self._routines.values()), logs=logs, ticks=self._ticks)

    async def ledger(self) -> Sequence[Receipt]:
        return list(self._receipts)

    async def advance(self, seconds: float) -> None:
        self._now += seconds
        self._act()

    async def notices(self, after: int = 0) -> Sequence[NoticeRow]:
        return self._notices[after:]

    async def automations(self) -> Sequence[AutomationRow]:
        return [AutomationRow(id=rule.text, text=rule.text, active=True) for rule in self._rules.values()]

    async def facts(self) -> Sequence[FactRow]:
        return list(self._facts)

    def _act(self) -> None:
        due, self._due = [rule for at, rule in self._due if at <= self._now], [(at, rule) for at, rule in self._due if at > self._now]
        for rule in due:
            if rule.text in self._rules and (rule.path is None or self._state[rule.path] == rule.value):
                self._tell(rule.tells)
                for path, value in rule.sets.items():
                    self._change(path, value)

    def _tell(self, tells: Mapping[str, str]) -> None:
        for person, text in tells.items():
            at = self.spec.now + datetime.timedelta(seconds=self._now)
            self._notices.append(NoticeRow(id=len(self._notices) + 1, person=person, text=text, at=at, kind="message"))

    def _change(self, path: str, value: Value) -> None:
        before, self._state[path] = self._state[path], value
        capability, attribute = path.split(".")[2:]
        name = f"{capability}.{attribute}"
        self._keep_receipt(path.split(".")[0], before={name: before}, after={name: value})

    def _add(self, seed: TaskSeed) -> None:
        self._rows.append(TaskRow(id=str(len(self._rows) + 1), **dataclasses.asdict(seed)))

    def _keep(self, seed: RoutineSeed) -> None:
        self._routines[seed.title] = RoutineRow(
            id=seed.title, title=seed.title, days=frozenset(seed.days), time=seed.time, steps=seed.steps
        )

    def _keep_receipt(
        self, device: str, *, id: str = "", status: ReceiptStatus = ReceiptStatus.DONE, **values: Mapping[str, Value]
    ) -> None:
        self._receipts.append(
            Receipt(
                id=id or f"r{len(self._receipts)}",
                command=Command(device=device, capability="switch", name="off"),
                cause=Cause(key="k", person="aiko", words=""),
                status=status,
                at=self.spec.now,
                **values,
            )
        )

    def _do(self, reply: Reply) -> None:
        for routine in reply.routines:
            self._keep(routine)
        self._routines = {title: row for title, row in self._routines.items() if title not in reply.drops}
        self._logs |= {datetime.date.fromisoformat(day): text for day, text in reply.writes.items()}
        self._logs = {day: text for day, text in self._logs.items() if text}
        self._ticks |= frozenset(reply.ticks)
        for path, value in reply.sets.items():
            self._change(path, value)
        for rule in reply.makes:
            self._rules[rule.text] = rule
            if rule.path is None:
                self._due.append((self._now + rule.wait, rule))
        self._rules = {text: rule for text, rule in self._rules.items() if text not in reply.drops_rules}
        self._tell(reply.tells)
        self._facts += [FactRow(id=f"f{len(self._facts)}", person=person, text=text) for person, text in reply.remembers.items()]
        self._facts = [fact for fact in self._facts if fact.text not in reply.forgets]
        for device in reply.beeps:
            self._keep_receipt(device)
        self._rows = [row for row in self._rows if row.title not in reply.removes]
        self._rows = [dataclasses.replace(row, done=row.done or row.title in reply.finishes) for row in self._rows]
        for seed in reply.adds:
            self._add(seed)

    def _play(self, turn: str, reply: Reply) -> None:
        view = self._turns[turn]
        view["agents"] = [*view["agents"], *(a for a in reply.agents if a not in view["agents"])]
        view["usage"]["model_calls"] += reply.calls
        view["usage"]["prompt_tokens"] += 100 * reply.calls
        self._next[turn] = reply.then
        told = self._told.setdefault(turn, [])
        if reply.tasks or reply.by != "code":
            told.append(("planned", {"tasks": [], "by": reply.by}))
        told += [("task_started", {"task": number, "agent": agent}) for number, agent in enumerate(reply.starts)]
        told += [("tool_ended", {"ok": True, "receipts": [], **tool}) for tool in reply.tools]
        for number, ended in enumerate(reply.tasks):
            told.append(("task_ended", {"task": number, **ended, "reading": reply.reading}))
            told.append(("reviewed", {"task": number, "verdict": "replan" if ended.get("replans") else "finish"}))
        if reply.approval and reply.holds:
            self._keep_receipt(reply.holds, id="a1", status=ReceiptStatus.HELD)
        elif any(receipt.id == "a1" for receipt in self._receipts):
            status = ReceiptStatus.DONE if reply.sets else ReceiptStatus.REFUSED
            self._receipts = [dataclasses.replace(r, status=status) if r.id == "a1" else r for r in self._receipts]
        if reply.asks or reply.approval:
            approvals = [{"id": "a1", "shows": reply.approval, "pin": reply.pin}] if reply.approval else []
            view |= {"status": "waiting", "waiting": {"question": reply.asks or "Shall I?", "options": [], "approvals": approvals}}
            return
        self._do(reply)
        view |= {"status": reply.ends, "waiting": None, "answer": reply.answer if reply.ends != "running" else None}

    def _app(self) -> FastAPI:
        app = FastAPI()

        @app.get("/agents")
        async def agents() -> list[dict[str, str]]:
            return [{"name": "iot"}, {"name": "scheduler"}]

        @app.post("/turns")
        async def take(body: dict[str, Any]) -> Response:
            self.said.append(body)
            reply = self._script[body["text"]]
            if reply.error:
                status, message, where = reply.error
                return JSONResponse({"error": {"message": message, "where": where, "nearest": []}}, status)
            turn, usage = f"t{len(self._turns)}", {"model_calls": 0, "prompt_tokens": 0, "completion_tokens": 7}
            self._turns[turn] = {"turn": turn, "status": "running", "waiting": None, "answer": None, "agents": [], "usage": usage}
            self._play(turn, reply)
            return JSONResponse({"turn": turn, "conversation": body["conversation"] or "c1"}, 202)

        @app.post("/turns/{turn}/answer")
        async def answer(turn: str, body: dict[str, Any]) -> Response:
            self.said.append(body)
            if follow := self._next[turn]:
                self._lagging[turn] = follow.lag
                if not follow.lag:
                    self._play(turn, follow)
            return JSONResponse({}, 202)

        @app.get("/turns/{turn}")
        async def view(turn: str) -> dict[str, Any]:
            if self._lagging.get(turn):
                self._lagging[turn] -= 1
                if (follow := self._next[turn]) and not self._lagging[turn]:
                    self._play(turn, follow)
            return self._turns[turn]

        @app.get("/turns/{turn}/events")
        async def events(turn: str) -> Response:
            view = self._turns[turn]
            last = ("waiting", view["waiting"]) if view["status"] == "waiting" else ("replied", {"text": view["answer"]})
            told = [f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in (*self._told[turn], last)]
            text = ": hello\n\n" + "".join(f"id: {n}\n{event}" for n, event in enumerate(told, 1))
            return Response(text, media_type="text/event-stream")

        return app


class FakeStreet:
    """Opens a fresh household for every case, and remembers them all."""

    def __init__(
        self,
        script: Mapping[str, Reply],
        *,
        opened: Callable[[int], None] = lambda n: None,
        features: frozenset[str] = frozenset(),
    ) -> None:
        self._script, self._opened, self._features = script, opened, features
        self.openings = 0
        self.households: list[FakeHousehold] = []

    @asynccontextmanager
    async def __call__(self, spec: HouseholdSpec) -> AsyncIterator[FakeHousehold]:
        self.openings += 1
        self._opened(self.openings - 1)
        household = FakeHousehold(self._script, spec, self._features)
        self.households.append(household)
        async with household.client:
            yield household


def task(title: str, day: str = "2026-11-22", **more: Any) -> TaskSeed:
    return TaskSeed(title=title, date=datetime.date.fromisoformat(day), **more)
