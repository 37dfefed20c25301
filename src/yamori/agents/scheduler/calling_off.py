"""A policy around the agent's own that deletes what was just added and is called off by a word of it (`forget the one about …`)."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import cast

from yamori.agentkit.agent import Decided, Decision, Declined, Policy, ToolCall
from yamori.agentkit.around import Around
from yamori.agentkit.task import MADE, Claim, Question, Strength, Task
from yamori.agents.scheduler.rules.entities.known import Known
from yamori.agents.scheduler.rules.entities.resolution import option
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.reminder import Reminder
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.agents.scheduler.wording import words_in
from yamori.understanding.calling_off import called_off
from yamori.understanding.utterance import utterance_of

MOST_OPTIONS = 6
_Row = CustomTask | Routine | Reminder


class CallingOff(Around):
    """Fulfils `agentkit.agent.Policy` over another one."""

    def __init__(self, inner: Policy, known: Callable[[Task], Awaitable[Known]]) -> None:
        """`known`: what a person has on the schedule."""
        super().__init__(inner)
        self._known = known

    async def claim(self, task: Task) -> Claim:
        if await self._meant(task):
            return Claim(strength=Strength.WHOLE, why="calls off what was just added", writes="")
        return await self._inner.claim(task)

    async def decide(self, task: Task) -> Decision:
        meant = await self._meant(task)
        if not meant:
            return await self._inner.decide(task)
        asked = f"which/{task.key}"
        if len(meant) > 1 and asked in task.answers:
            meant = [row for row in meant if option(row, task.now.tzinfo) == task.answers[asked].strip()] or meant
        if len(meant) > 1:
            text = words_in(task.language).say("declined.which")
            options = tuple(option(row, task.now.tzinfo) for row in meant[:MOST_OPTIONS])
            return Declined(text=text, question=Question(id=asked, text=text, options=options))
        return Decided(calls=(_deleted(meant[0]),))

    async def _meant(self, task: Task) -> Sequence[_Row]:
        """Those that are called so, where one of them was just added."""
        made = task.focus.get(MADE)
        named = called_off(utterance_of(task.request, task.now)) if isinstance(made, Mapping) and not task.problem else ()
        if not named:
            return ()
        known = await self._known(task)
        rows: list[_Row] = [*(t for t in known.tasks if not t.done), *known.routines]
        rows += [r for r in known.reminders if r.text and r.task_id is None and r.routine_id is None]
        meant = [row for row in rows if all(word in _title(row).lower() for word in named)]
        added = cast(Mapping[str, Sequence[int]], made)
        return meant if any(row.id in added.get(_kind(row), ()) for row in meant) else ()


def _title(row: _Row) -> str:
    return (row.text or "") if isinstance(row, Reminder) else row.title


def _kind(row: _Row) -> str:
    return "task" if isinstance(row, CustomTask) else "routine" if isinstance(row, Routine) else "reminder"


def _deleted(row: _Row) -> ToolCall:
    match row:
        case CustomTask():
            return ToolCall(tool="delete_custom_task", arguments={"task_id": row.id})
        case Routine():
            return ToolCall(tool="delete_routine", arguments={"routine_id": row.id})
        case Reminder():
            return ToolCall(tool="cancel_reminder", arguments={"reminder_id": row.id})
