"""A house to speak to, for the tests beside this file: each sentence goes through the agent's loop, the gate and the virtual home."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from yamori.agentkit.agent import Agent
from yamori.agentkit.journal import Journal
from yamori.agentkit.loop import carry_out
from yamori.agentkit.task import Claim, Finished, Outcome, OutcomeStatus, Task
from yamori.agents.iot.agent import iot_agent
from yamori.agents.iot.asking_alone import AskingAlone
from yamori.agents.iot.asking_room import AskingRoom
from yamori.agents.iot.liking import LikingPolicy
from yamori.agents.iot.pointing import PointingPolicy
from yamori.domain.clock import SetClock
from yamori.domain.gate import Gate
from yamori.domain.values import Value
from yamori.embedding.port import TextEncoder
from yamori.gateway.homefile import load_home
from yamori.gateway.opening import open_gate
from yamori.llm.scripted import ScriptedModel, ScriptedModels
from yamori.understanding.covered import CoveredPolicy
from yamori.understanding.detection import spoken_language
from yamori.understanding.reader import Reader

NOW = datetime(2026, 11, 21, 19, 0, tzinfo=ZoneInfo("Europe/London"))
MANOR = Path(__file__).parent / "houses" / "manor.home.yaml"


@dataclass
class House:
    """`model.prompts` holds what a model was asked; without a script it has no answer."""

    gate: Gate
    agent: Agent
    model: ScriptedModel
    journal: Journal
    before: Mapping[str, Value]
    room: str | None = None
    focus: Mapping[str, Value] = field(default_factory=dict)
    said: int = 0
    last: Task | None = None

    async def say(self, request: str) -> Outcome:
        self.said += 1
        return await self.carry_out(self.task(request))

    async def answer(self, outcome: Outcome, text: str) -> Outcome:
        """The person's answer to what the outcome asks or holds."""
        assert self.last is not None
        ids = [outcome.question.id] if outcome.question else [a.id for a in outcome.approvals]
        return await self.carry_out(replace(self.last, answers=dict.fromkeys(ids, text)))

    async def claim(self, request: str) -> Claim:
        return await self.agent.policy.claim(self.task(request))

    async def changed(self) -> dict[str, Value]:
        """What is different from the beginning, as `device.attribute` (`device/component.attribute` but for main)."""
        return {_short(p): v for p, v in (await state_of(self.gate)).items() if self.before[p] != v}

    async def carry_out(self, task: Task) -> Outcome:
        self.last = task
        async for event in carry_out(self.agent, task, models=ScriptedModels(self.model), journal=self.journal):
            if isinstance(event, Finished):
                self.focus = event.outcome.focus
                return event.outcome
        raise AssertionError("the loop ended without an outcome")

    def task(self, request: str) -> Task:
        """What the agent is given when this is said."""
        return Task(
            key=f"task-{self.said}",
            request=request,
            said=request,
            person="ida",
            room=self.room,
            now=NOW,
            language=spoken_language(request),
            focus=self.focus,
        )


@asynccontextmanager
async def house(
    script: Sequence[Value] = (),
    *,
    room: str | None = None,
    home: str | Path = MANOR,
    encoder: TextEncoder | None = None,
    prepared: bool = True,
    covered: bool = True,
    reader: Reader | None = None,
) -> AsyncIterator[House]:
    """`covered=False`: what the agent itself decides, without the check that it explains every word."""
    journal = Journal(None)
    async with open_gate(load_home(home), data=None, clock=SetClock(NOW)) as gate:
        agent = iot_agent(gate, encoder=encoder, reader=reader)
        while not covered and isinstance(agent.policy, LikingPolicy | PointingPolicy | AskingAlone | AskingRoom | CoveredPolicy):
            agent = replace(agent, policy=agent.policy.inner)
        if prepared:
            await agent.policy.prepare()
        yield House(
            gate=gate,
            agent=agent,
            model=ScriptedModel(list(script)),
            journal=journal,
            before=await state_of(gate),
            room=room,
        )
    journal.close()


async def after(*sentences: str, room: str | None = None) -> dict[str, Value]:
    """What a conversation changes in the manor."""
    async with house(room=room) as manor:
        for sentence in sentences:
            await manor.say(sentence)
        assert not manor.model.prompts, "code alone should have read this"
        return await manor.changed()


async def answered(*sentences: str, room: str | None = None) -> str:
    """The last answer of a conversation that changes nothing."""
    async with house(room=room) as manor:
        outcomes = [await manor.say(sentence) for sentence in sentences]
        assert not await manor.changed() and not manor.model.prompts
        assert all(o.status is not OutcomeStatus.ASKING for o in outcomes)
        return outcomes[-1].text


async def state_of(gate: Gate) -> dict[str, Value]:
    return {reading.path: reading.value for reading in await gate.snapshot()}


def _short(path: str) -> str:
    device, component, _, attribute = path.split(".")
    return f"{device}.{attribute}" if component == "main" else f"{device}/{component}.{attribute}"
