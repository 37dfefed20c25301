"""A policy around the scheduler's own that writes down what earlier tasks found: in the title alone, and as it was found.

The inner policy reads the person's words and never sees a finding, so that text out of papers, devices or calendars decides nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from yamori.agentkit.agent import Decided, Decision, Declined, Policy, ToolCall, Undecided
from yamori.agentkit.around import Around
from yamori.agentkit.quoting import quotation_of
from yamori.agentkit.task import Outcome, Task, ToolRun
from yamori.agents.scheduler.rules.resolving.completion import PLACEHOLDER, title_of, with_title
from yamori.agents.scheduler.wording import words_in

NAME = "scheduler"
"""The agent whose findings are entries of this schedule."""
_NOTHING_TO_WRITE = "declined.nothing_to_write"


class Completing(Protocol):
    """What the inner policy knows of a request that lacks its title."""

    async def complete(self, task: Task) -> str | None:
        """The request with the placeholder where its title belongs; None where it has no such place."""
        ...


@dataclass(frozen=True, kw_only=True)
class _Quoted:
    """A task as the inner policy reads it, and the title to write in place of the one that it finds there."""

    task: Task
    before: str
    title: str


class QuotingPolicy(Around):
    """Fulfils `agentkit.agent.Policy` over another one."""

    def __init__(self, policy: Policy, completing: Completing) -> None:
        super().__init__(policy)
        self._completing = completing

    async def decide(self, task: Task) -> Decision:
        if _looks_back(task):
            return await self._inner.decide(replace(task, findings=()))
        quoted = await self._quoted(task)
        if quoted is None or not quoted.title:
            return Declined(text=words_in(task.language).say(_NOTHING_TO_WRITE))
        decision = await self._inner.decide(quoted.task)
        if isinstance(decision, Undecided):
            read = decision.read
            return replace(decision, read=lambda data: _written(read(data), quoted), looks=(), check=None)
        return _written(decision, quoted)

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        """The inner report on the words that were read; what the entry is called is in the runs' results."""
        if _looks_back(task):
            return self._inner.report(replace(task, findings=()), runs)
        title, before = quotation_of(task.findings, task.language), task.findings[0].replaces or PLACEHOLDER
        read = [
            replace(run, arguments=with_title(ToolCall(tool=run.tool, arguments=run.arguments), title, before).arguments) for run in runs
        ]
        outcome = self._inner.report(replace(task, findings=()), read)
        return replace(outcome, runs=tuple(runs) if len(outcome.runs) == len(runs) else outcome.runs)

    async def _quoted(self, task: Task) -> _Quoted | None:
        title = quotation_of(task.findings, task.language)
        if replaces := task.findings[0].replaces:
            return _Quoted(task=replace(task, findings=()), before=replaces, title=title)
        request = await self._completing.complete(task)
        if request is None:
            return None
        return _Quoted(task=replace(task, request=request, findings=()), before=PLACEHOLDER, title=title)


def _looks_back(task: Task) -> bool:
    """Whether there is nothing to quote: what this agent found on the schedule itself is what was spoken of last (`Task.focus`)."""
    return all(finding.agent == NAME and not finding.replaces for finding in task.findings)


def _written(decision: Decided | Declined, quoted: _Quoted) -> Decided | Declined:
    """Only one new entry of exactly that title is written."""
    if isinstance(decision, Declined):
        return decision
    if (title_of(decision.calls) or "").casefold() != quoted.before.casefold():
        return Declined(text=words_in(quoted.task.language).say(_NOTHING_TO_WRITE))
    return Decided(calls=tuple(with_title(call, quoted.before, quoted.title) for call in decision.calls))
