"""A policy around the agent's own that has the timer which runs go on for longer: `add two minutes`, あと2分足して.

Or it gives that timer another length (`make the egg timer ten minutes`, さっきの10分、やっぱり15分にして): no second one is set then. Right
after one was set it is told how long that still runs (`how much longer?`).
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta, tzinfo
from typing import cast

from yamori.agentkit.agent import Decided, Decision, Declined, Policy, ToolCall
from yamori.agentkit.around import Around
from yamori.agentkit.task import MADE, ORIGIN, Claim, Outcome, Question, Strength, Task, ToolRun
from yamori.agents.scheduler.rules.rows.reminder import Reminder
from yamori.agents.scheduler.wording import words_in
from yamori.understanding.adding_time import AddedTime, added_time
from yamori.understanding.other_length import OtherLength, other_length
from yamori.understanding.time_left import asks_time_left
from yamori.understanding.utterance import utterance_of

MOST_OPTIONS = 6


class Lengthening(Around):
    """Fulfils `agentkit.agent.Policy` over another one."""

    def __init__(self, inner: Policy, waiting: Callable[[str], Awaitable[Sequence[Reminder]]]) -> None:
        """`waiting`: what is still to come for a person."""
        super().__init__(inner)
        self._waiting = waiting

    async def claim(self, task: Task) -> Claim:
        if await self._asks_time_left(task):
            return Claim(strength=Strength.WHOLE, why="asks how long the timer still runs")
        asked = _asked(task)
        if asked is not None and await self._meant(asked, task):
            just_set = MADE in task.focus and ORIGIN in task.focus
            return Claim(strength=Strength.WHOLE if just_set else Strength.OWNING, why="has a timer run for another time", writes="")
        return await self._inner.claim(task)

    async def decide(self, task: Task) -> Decision:
        if not task.problem and await self._asks_time_left(task):
            return Decided(calls=(ToolCall(tool="list_reminders", arguments={}),), by="rules/time left")
        asked = _asked(task)
        meant = await self._meant(asked, task) if asked is not None else ()
        if asked is None or not meant or task.problem:
            decision = await self._inner.decide(task)
            sets = isinstance(decision, Decided) and any(call.tool == "set_timer" for call in decision.calls)
            if asked is not None and _before(asked) is not None and sets:  # none that runs was set for so long
                return Declined(text=words_in(task.language).say("declined.unfound", words=task.request))
            return decision
        question = f"which/{task.key}"
        if len(meant) > 1 and question in task.answers:
            answer = task.answers[question].strip()
            meant = [timer for timer in meant if _shown(timer, task.now.tzinfo) == answer] or meant
        if len(meant) > 1:
            text = words_in(task.language).say("declined.which")
            options = tuple(_shown(timer, task.now.tzinfo) for timer in meant[:MOST_OPTIONS])
            return Declined(text=text, question=Question(id=question, text=text, options=options))
        minutes = asked.length.total_seconds() / 60
        tool = "snooze_reminder" if isinstance(asked, AddedTime) else "update_timer"
        return Decided(calls=(ToolCall(tool=tool, arguments={"reminder_id": meant[0].id, "minutes": minutes}),))

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        outcome = self._inner.report(task, runs)
        told = all(run.tool == "list_reminders" for run in runs) and asks_time_left(utterance_of(task.request, task.now))
        return replace(outcome, focus=task.focus) if told else outcome  # it may be asked again

    async def _asks_time_left(self, task: Task) -> bool:
        """Whether it asks how long the timer still runs that was set last."""
        if ORIGIN not in task.focus or not asks_time_left(utterance_of(task.request, task.now)):
            return False
        made = cast(Mapping[str, Sequence[int]], task.focus.get(MADE) or {}).get("reminder", ())
        return any(each.timer and each.id in made for each in await self._waiting(task.person))

    async def _meant(self, asked: AddedTime | OtherLength, task: Task) -> Sequence[Reminder]:
        """The timers that run and are called so, or were set for so long."""
        timers = [each for each in await self._waiting(task.person) if each.timer]
        before = _before(asked)
        if before is not None:
            timers = [each for each in timers if each.moment is not None and abs(each.moment - each.created - before) <= _SAME]
        return [each for each in timers if all(word in (each.text or "").lower() for word in asked.named)]


_SAME = timedelta(seconds=2)
"""Between the length that was said of a timer and the one that it was set for."""


def _asked(task: Task) -> AddedTime | OtherLength | None:
    utterance = utterance_of(task.request, task.now)
    return added_time(utterance) or other_length(utterance)


def _before(asked: AddedTime | OtherLength) -> timedelta | None:
    return asked.before if isinstance(asked, OtherLength) else None


def _shown(timer: Reminder, zone: tzinfo | None) -> str:
    ends = f"{timer.due.astimezone(zone):%H:%M}" if timer.due is not None else ""
    return " ".join(filter(None, (timer.text, ends)))
