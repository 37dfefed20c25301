"""An agent small enough to read, over a yard in which things are done once for one key; its mind is a function of the test's."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Annotated

import httpx
from fastapi import FastAPI
from pydantic import Field

from yamori.agentkit.agent import Agent, Decided, Decision, Declined, ToolCall, Undecided
from yamori.agentkit.card import Card
from yamori.agentkit.endpoints import add_endpoints
from yamori.agentkit.journal import Journal
from yamori.agentkit.loop import carry_out
from yamori.agentkit.secret import secret_header
from yamori.agentkit.task import AgentEvent, Approval, Claim, Finished, Outcome, OutcomeStatus, Question, Strength, Task, ToolRun
from yamori.agentkit.tool import Call, Effect, ToolResult, Toolset, tool
from yamori.agentkit.transport import StreamingTransport
from yamori.domain.access import Access, Who
from yamori.domain.answer import No, Pin, Yes
from yamori.domain.caller import Scope
from yamori.domain.capability import Risk
from yamori.domain.clock import SetClock
from yamori.domain.errors import AskThePerson, InvalidRequest, TryAgain
from yamori.domain.language import language_of
from yamori.domain.receipt import Cause, Command, Receipt, ReceiptStatus
from yamori.domain.values import Value
from yamori.llm.port import Models, Prompt, Role
from yamori.llm.scripted import ScriptedModels

SECRET = "the yard's own secret"
NOON = datetime.fromisoformat("2026-05-01T12:00:00+09:00")
# So long that no random identifier in a database holds it by chance.
PIN = "731598246071"

Decide = Callable[[Task], Decision]


@dataclass
class Yard:
    """What was done, by idempotency key; `asked` counts how often `water` was called; `wait` tells `begun` and waits for `go`."""

    done: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)
    open: set[str] = field(default_factory=set)


class YardTools:
    """Bound to one yard."""

    access = Access(who=Who.GUEST, scope=Scope.DEVICES)

    def __init__(self, yard: Yard) -> None:
        self._yard = yard

    @tool(effect=Effect.CHANGE)
    async def water(self, bed: str, litres: Annotated[int, Field(ge=1, le=20)] = 5, *, call: Call) -> ToolResult:
        """Water one bed."""
        self._yard.asked.append(call.key)
        if bed == "moon":
            raise InvalidRequest("there is no bed 'moon'; there are roses, herbs", where="bed", nearest=("roses", "herbs"))
        self._yard.done.setdefault(call.key, f"{bed} {litres}")
        return ToolResult(value={"bed": bed, "litres": litres})

    @tool(effect=Effect.READ)
    async def look(self, *, call: Call) -> ToolResult:
        """What was watered so far."""
        return ToolResult(value=list(self._yard.done.values()))

    @tool(effect=Effect.CHANGE)
    async def open_gate(self, pin: bool = False, *, call: Call) -> ToolResult:
        """Held until a person agrees."""
        receipt = receipt_of(call.key, ReceiptStatus.HELD, Risk.PIN if pin else Risk.CONFIRM)
        return ToolResult(receipts=(receipt,), approvals=(Approval(id=receipt.id, shows="Open the gate", pin=pin),))

    @tool(effect=Effect.IRREVERSIBLE)
    async def wait(self, *, call: Call) -> ToolResult:
        """Ends when the yard lets it."""
        self._yard.begun.set()
        await self._yard.go.wait()
        self._yard.done.setdefault(call.key, "waited")
        return ToolResult()


class YardPolicy:
    """Claims what names the agent, and weakly what holds its weak word; decides by the test's function."""

    def __init__(self, name: str, yard: Yard, decide: Decide, weak: str) -> None:
        self._name, self._yard, self._decide, self._weak = name, yard, decide, weak
        self.tasks: list[Task] = []

    async def prefix(self) -> Prompt:
        return Prompt(prefix=f"You are {self._name}.", request="")

    async def claim(self, task: Task) -> Claim:
        if self._name in task.request.lower():
            return Claim(strength=Strength.STRONG)
        return Claim(strength=Strength.WEAK if self._weak and self._weak in task.request else Strength.NONE)

    async def decide(self, task: Task) -> Decision:
        self.tasks.append(task)
        return self._decide(task)

    async def settle(self, approval: str, answer: Yes | No | Pin, task: Task) -> ToolRun:
        if isinstance(answer, No):
            status = ReceiptStatus.REFUSED
        elif approval in self._yard.open or answer == Pin(digits=PIN) or (answer == Yes() and "pin" not in task.said.lower()):
            status = ReceiptStatus.DONE
            self._yard.open.add(approval)
        else:
            raise AskThePerson("The PIN, please." if answer == Yes() else "That PIN is wrong.")
        return ToolRun(tool="open_gate", arguments={}, ok=True, receipts=(replace(receipt_of(approval, status), id=approval),))

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        approvals = tuple(a for run in runs for a in run.approvals)
        good = [r for r in runs if r.ok and not any(x.status is ReceiptStatus.REFUSED for x in r.receipts)]
        status = OutcomeStatus.DONE if len(good) == len(runs) else OutcomeStatus.PARTLY if good else OutcomeStatus.FAILED
        text = " ".join(f"{self._name}: {r.tool} {'done' if r in good else r.problem or 'refused'}." for r in runs)
        return Outcome(
            status=OutcomeStatus.HELD if approvals else status,
            text=text,
            runs=tuple(runs),
            approvals=approvals,
            focus={"last": [r.tool for r in runs]},
            proven=status is OutcomeStatus.DONE and not approvals and "doubt" not in task.request,
        )


def receipt_of(key: str, status: ReceiptStatus, risk: Risk = Risk.CONFIRM) -> Receipt:
    cause = Cause(key=key, person="sora", words="please")
    return Receipt(
        id=f"r-{key}", command=Command(device="gate", capability="hatch", name="open"), cause=cause, status=status, risk=risk, at=NOON
    )


def watering(bed: str = "roses", **more: Value) -> Decided:
    return Decided(calls=(ToolCall(tool="water", arguments={"bed": bed, **more}),))


def waiting() -> Decided:
    return Decided(calls=(ToolCall(tool="wait", arguments={}),))


def gate(*, pin: bool = False) -> Decided:
    return Decided(calls=(ToolCall(tool="open_gate", arguments={"pin": pin}),))


def which(task: Task, *beds: str) -> Decision:
    """Asks which bed, of these or of both, until the answer names one."""
    for answer in task.answers.values():
        if answer in ("roses", "herbs"):
            return watering(answer)
    return Declined(text="Which bed?", question=Question(id=f"which/{task.key}", text="Which bed?", options=beds or ("roses", "herbs")))


def modelled(task: Task) -> Undecided:
    """Leaves it to a model, whose answer is one call as JSON; a tool named `none` is no answer."""

    def read(data: Value) -> Decided:
        assert isinstance(data, Mapping)
        if data["tool"] == "none":
            raise TryAgain("`none` is no tool; there are water, look")
        arguments = data["arguments"]
        assert isinstance(arguments, Mapping)
        return Decided(calls=(ToolCall(tool=str(data["tool"]), arguments=arguments),))

    return Undecided(prompt=Prompt(prefix="You are a gardener.", request=f"{task.request}\n{task.problem or ''}", schema={}), read=read)


def yard_agent(decide: Decide = lambda task: watering(), *, name: str = "garden", yard: Yard | None = None, weak: str = "") -> Agent:
    yard = yard or Yard()
    tools = Toolset(YardTools(yard))
    card = Card(name=name, title=name, does=f"Everything about the {name}.", tools=tools.names())
    return Agent(card=card, role=Role.IOT, tools=tools, policy=YardPolicy(name, yard, decide, weak))


def task(request: str = "water the garden", *, key: str = "t/0/0", **more: object) -> Task:
    made = Task(key=key, request=request, said=request, person="sora", now=NOON, language=language_of(request))
    return replace(made, **more)  # type: ignore[arg-type]  # the test's own keywords


async def events_of(agent: Agent, given: Task, *, journal: Journal, models: Models | None = None) -> list[AgentEvent]:
    return [event async for event in carry_out(agent, given, models=models or ScriptedModels({}), journal=journal)]


async def outcome_of(agent: Agent, given: Task, *, journal: Journal, models: Models | None = None) -> Outcome:
    last = (await events_of(agent, given, journal=journal, models=models))[-1]
    assert isinstance(last, Finished)
    return last.outcome


@asynccontextmanager
async def endpoints(agent: Agent, *, journal: Journal | None = None, models: Models | None = None) -> AsyncIterator[FastAPI]:
    """The agent's application, in memory."""
    kept = journal or Journal(None)
    async with add_endpoints(
        agent, models=models or ScriptedModels({}), journal=kept, clock=SetClock(NOON), person="sora", secret=SECRET
    ) as app:
        yield app
    if journal is None:
        kept.close()


@asynccontextmanager
async def client_of(app: FastAPI, *, secret: str = SECRET) -> AsyncIterator[httpx.AsyncClient]:
    """The house itself; with an empty `secret` somebody outside."""
    transport, headers = StreamingTransport(app), secret_header(secret) if secret else {}
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=20.0, headers=headers) as client:
        yield client
