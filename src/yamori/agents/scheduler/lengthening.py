"""A policy around the agent's own that has the timer which runs go on for longer: `add two minutes`, あと2分足して."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import tzinfo

from yamori.agentkit.agent import Decided, Decision, Declined, Policy, ToolCall
from yamori.agentkit.task import MADE, ORIGIN, Claim, Outcome, Question, Strength, Task, ToolRun
from yamori.agents.scheduler.rules.rows.reminder import Reminder
from yamori.agents.scheduler.wording import words_in
from yamori.domain.answer import No, Pin, Yes
from yamori.llm.port import Prompt
from yamori.understanding.adding_time import AddedTime, added_time
from yamori.understanding.utterance import utterance_of

MOST_OPTIONS = 6


class Lengthening:
    """Fulfils `agentkit.agent.Policy` over another one."""

    def __init__(self, inner: Policy, waiting: Callable[[str], Awaitable[Sequence[Reminder]]]) -> None:
        """`waiting`: what is still to come for a person."""
        self._inner, self._waiting = inner, waiting

    async def prefix(self) -> Prompt:
        return await self._inner.prefix()

    async def prepare(self) -> None:
        await self._inner.prepare()

    async def claim(self, task: Task) -> Claim:
        added = added_time(utterance_of(task.request, task.now))
        if added is not None and await self._meant(added, task):
            just_set = MADE in task.focus and ORIGIN in task.focus
            return Claim(strength=Strength.WHOLE if just_set else Strength.OWNING, why="has a timer run for longer", writes="")
        return await self._inner.claim(task)

    async def decide(self, task: Task) -> Decision:
        added = added_time(utterance_of(task.request, task.now))
        meant = await self._meant(added, task) if added is not None else ()
        if added is None or not meant or task.problem:
            return await self._inner.decide(task)
        asked = f"which/{task.key}"
        if len(meant) > 1 and asked in task.answers:
            answer = task.answers[asked].strip()
            meant = [timer for timer in meant if _shown(timer, task.now.tzinfo) == answer] or meant
        if len(meant) > 1:
            text = words_in(task.language).say("declined.which")
            options = tuple(_shown(timer, task.now.tzinfo) for timer in meant[:MOST_OPTIONS])
            return Declined(text=text, question=Question(id=asked, text=text, options=options))
        minutes = added.length.total_seconds() / 60
        return Decided(calls=(ToolCall(tool="snooze_reminder", arguments={"reminder_id": meant[0].id, "minutes": minutes}),))

    async def settle(self, approval: str, answer: Yes | No | Pin, task: Task) -> ToolRun:
        return await self._inner.settle(approval, answer, task)

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        return self._inner.report(task, runs)

    async def _meant(self, added: AddedTime, task: Task) -> Sequence[Reminder]:
        """The timers that run and are called so."""
        timers = [each for each in await self._waiting(task.person) if each.timer]
        return [each for each in timers if all(word in (each.text or "").lower() for word in added.named)]


def _shown(timer: Reminder, zone: tzinfo | None) -> str:
    ends = f"{timer.due.astimezone(zone):%H:%M}" if timer.due is not None else ""
    return " ".join(filter(None, (timer.text, ends)))
