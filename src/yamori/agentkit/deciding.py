"""One try at a decision: by the agent's policy, by a model that answers in JSON and may look first, or by one that calls tools itself.

`loop` makes it and runs what was decided; the tools of a conversation have run when it ends.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace

from yamori.agentkit.agent import Agent, Decided, Declined, Undecided
from yamori.agentkit.conversing import Conversing, told_runs
from yamori.agentkit.failures import log_failure, not_understood, undecided_text
from yamori.agentkit.journal import Journal
from yamori.agentkit.legible import is_legible, unread_text
from yamori.agentkit.looking import LOOKS, read_look, with_looks
from yamori.agentkit.remembered import with_facts
from yamori.agentkit.running import run_calls
from yamori.agentkit.task import Task, ToolCalled, ToolReturned, ToolRun
from yamori.domain.errors import HouseSilent, Misconfigured, TryAgain, YamoriError
from yamori.llm.answers import Garbage, Refused
from yamori.llm.conversation import ConversingModels
from yamori.llm.port import Models


@dataclass(frozen=True, kw_only=True)
class CarriedOut:
    """A conversation that called the tools itself."""

    runs: tuple[ToolRun, ...]
    broken: str = ""
    """Why it did not come to its end."""


Decision = Decided | Declined | TryAgain | CarriedOut


def dictated(agent: Agent, task: Task) -> Decided | None:
    return agent.dictated(task) if agent.dictated is not None else None


def is_begun(journal: Journal, agent: str, key: str) -> bool:
    """Whether a try under this key has come to anything that was written down."""
    return any(journal.decision(agent, written) is not None for written in (key, f"{key}/look-0", f"{key}/turn-0"))


class Deciding:
    """`decision` holds what came of it once `events` has ended, `asked` how many times a model was asked."""

    def __init__(self, agent: Agent, task: Task, models: Models, journal: Journal, key: str, *, last: bool) -> None:
        """`last`: what is wrong with the answer goes to the person, and to no model again."""
        self._agent, self._task, self._models, self._journal, self._key, self._last = agent, task, models, journal, key, last
        self.asked = 0
        self.decision: Decision = Declined(text=not_understood(task.language), certain=False)

    async def events(self) -> AsyncGenerator[ToolCalled | ToolReturned, None]:
        """The tools that ran before the decision was made."""
        agent, task = self._agent, self._task
        if not is_legible(task.request):
            self.decision = dictated(agent, task) or Declined(text=unread_text(task.request, task.language))
            return
        try:
            decision = await agent.policy.decide(task)
            if isinstance(decision, Undecided):
                decision = replace(decision, prompt=with_facts(decision.prompt, task.facts))
            undecided = decision if isinstance(decision, Undecided) else None
            async with aclosing(self._conversed(undecided)) as conversed:
                async for event in conversed:
                    yield event
            if isinstance(self.decision, CarriedOut):
                return
            if not isinstance(decision, Undecided):
                self.decision = decision
                return
            async with aclosing(self._chosen(decision)) as chosen:
                async for event in chosen:
                    yield event
        except TryAgain as wrong:
            self.decision = Declined(text=not_understood(task.language), certain=False) if self._last else wrong
        except (HouseSilent, Misconfigured) as silent:
            self.decision = self._undecided(silent, model=False)

    async def _conversed(self, undecided: Undecided | None) -> AsyncGenerator[ToolCalled | ToolReturned, None]:
        """The tools that a model called itself, where it can; `decision` stays as it is where it cannot."""
        agent, task, models = self._agent, self._task, self._models
        if not isinstance(models, ConversingModels) or not agent.looks:
            return  # who may see nothing first has to be shown what there is
        conversing = Conversing(agent, task, undecided, models, self._journal, self._key)
        able = undecided is not None and models.converses(agent.role, stronger=task.problem is not None, model=task.model)
        if not able and not conversing.begun:
            return
        broken = ""
        try:
            async with aclosing(conversing.events()) as events:
                async for event in events:
                    yield event
        except Refused as refused:  # the server knows no tools: it is asked for JSON instead
            if not conversing.runs:
                return
            broken = str(refused)
        except Garbage as garbage:
            if not conversing.runs:
                raise TryAgain(garbage.complaint) from garbage
            broken = str(garbage)
        except YamoriError as silent:
            if not conversing.runs:
                self.decision = self._undecided(silent, model=True)
            broken = str(silent)
        finally:
            self.asked += conversing.asked
        if told_runs(agent, conversing.runs):
            self.decision = CarriedOut(runs=tuple(conversing.runs), broken=broken)

    async def _chosen(self, undecided: Undecided) -> AsyncGenerator[ToolCalled | ToolReturned, None]:
        """The looks that a model takes before it answers in the form asked for."""
        agent, task, name = self._agent, self._task, self._agent.card.name
        seen: list[ToolRun] = []
        for number in range(LOOKS + 1):
            key = f"{self._key}/look-{number}"
            calls = self._journal.decision(name, key)
            if calls is None:
                prompt = with_looks(undecided.prompt, undecided.looks, agent.tools, seen, left=LOOKS - number)
                self.asked += 1
                try:
                    stronger = task.problem is not None
                    answer = await self._models.ask(agent.role, prompt, turn=task.turn, stronger=stronger, model=task.model)
                except Garbage as garbage:  # it answered, but nothing that fits: nobody is to read its JSON
                    raise TryAgain(garbage.complaint) from garbage
                except YamoriError as silent:
                    self.decision = undecided.fallback or self._undecided(silent, model=True)
                    return
                look = read_look(answer.data, agent.tools) if undecided.looks else None
                if look is None:
                    self.decision = undecided.read(answer.data)
                    return
                calls = (look,)
                self._journal.decided(name, key, calls)
            async with aclosing(run_calls(agent, task, calls, key=key)) as events:
                async for event in events:
                    seen += [event.run] if isinstance(event, ToolReturned) else []
                    yield event

    def _undecided(self, error: YamoriError, *, model: bool) -> Declined:
        log_failure("decision not made", error)
        return Declined(text=undecided_text(error, self._task.language, model=model))
