"""A policy around the agent's own that puts right what was just added (`no, at seven`, やっぱり15分にして) or takes it back (取り消して).

The sentence by which it was added is read anew with the corrected part in its place (`understanding.amending`), as if nothing had been
added yet; then the old goes where the new has come. A timer runs on under its number, so that whatever waits for its end still does.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from yamori.agentkit.agent import Decided, Decision, Policy, ToolCall
from yamori.agentkit.around import Around
from yamori.agentkit.task import MADE, ORIGIN, Claim, Outcome, Strength, Task, ToolRun
from yamori.agents.scheduler.wording import words_in
from yamori.domain.values import Value
from yamori.understanding.amending import amended, with_other_time
from yamori.understanding.reader import Reader
from yamori.understanding.taking_back import refuses
from yamori.understanding.utterance import utterance_of

CORRECTED = "corrected"
"""In a focus: the rows that the last request added (`MADE`), while it is read anew: they are as good as gone."""
_KINDS = ("task", "routine", "reminder")
_MOST_KEPT = 100


class Correcting(Around):
    """Fulfils `agentkit.agent.Policy` over another one."""

    def __init__(self, inner: Policy, reader: Reader) -> None:
        super().__init__(inner)
        self._reader = reader
        self._anew: OrderedDict[str, Task] = OrderedDict()
        """By key: the task as it was read, until it is reported on."""

    async def claim(self, task: Task) -> Claim:
        if await self._read_anew(task) is not None:
            return Claim(strength=Strength.WHOLE, why="corrects what was just added")
        return await self._inner.claim(task)

    async def decide(self, task: Task) -> Decision:
        if isinstance(task.focus.get(MADE), Mapping) and not task.problem:
            utterance = utterance_of(task.request, task.now)
            if refuses(await self._reader.read(utterance), utterance):
                return Decided(calls=_taken_back(task.focus), explained=((0, len(utterance.normal.text)),))
        anew = await self._read_anew(task)
        decision = await self._inner.decide(anew) if anew is not None else None
        if anew is None or not isinstance(decision, Decided) or decision.is_doubtful:
            return await self._inner.decide(task)
        self._anew[task.key] = anew
        while len(self._anew) > _MOST_KEPT:
            self._anew.popitem(last=False)
        return replace(decision, calls=_in_place(decision.calls, task.focus))

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        anew = self._anew.pop(task.key, None)
        if anew is None:
            return self._inner.report(task, runs)
        told = runs[:-1] if len(runs) > 1 and runs[-1].tool == "undo_changes" and runs[-1].ok else runs
        outcome = self._inner.report(anew, [_beside_others(run, runs[len(told) :]) for run in told])
        replaces = len(told) < len(runs)
        text = words_in(task.language).say("report.corrected", text=outcome.text) if replaces else outcome.text
        return replace(outcome, text=text, runs=tuple(runs))

    async def _read_anew(self, task: Task) -> Task | None:
        """The task with the sentence as it should have been; None for one that corrects nothing of it."""
        origin, made = task.focus.get(ORIGIN), task.focus.get(MADE)
        if not isinstance(origin, str) or not isinstance(made, Mapping) or task.problem or task.findings:
            return None
        utterance = utterance_of(task.request, task.now)
        frames = await self._reader.read(utterance)
        text = amended(frames, utterance, origin) or with_other_time(frames, utterance, origin)
        if text is None or text == origin:
            return None
        return replace(task, request=text, said=text, focus={CORRECTED: made})


def _beside_others(run: ToolRun, undone: Sequence[ToolRun]) -> ToolRun:
    """A run without the row in its place that overlaps it, and is gone by now."""
    result = cast(Mapping[str, Any], run.result) if isinstance(run.result, Mapping) else {}
    if not result.get("overlaps"):
        return run
    rows = [
        row for each in undone for row in cast(Mapping[str, Any], each.result).get("undone", ()) if isinstance(row.get("task"), Mapping)
    ]
    gone = {(row["task"].get("title"), f"{row['task'].get('date')}T{row['task'].get('time')}") for row in rows}
    left: list[Value] = [row for row in result["overlaps"] if (row["title"], row["start"]) not in gone]
    return replace(run, result={**result, "overlaps": left})


def made_by(runs: Sequence[ToolRun]) -> Mapping[str, Value] | None:
    """The rows that were added, by kind; None where something else was changed too, or nothing."""
    made: dict[str, list[Value]] = {}
    for run in runs:
        result = cast(Mapping[str, Any], run.result) if run.ok and isinstance(run.result, Mapping) else {}
        if not result.get("key") or result.get("did") not in ("added", "changed"):
            return None
        if result["did"] == "changed" and run.tool != "update_timer":
            return None
        for kind in _KINDS:
            if isinstance(row := result.get(kind), Mapping) and isinstance(row.get("id"), int):
                made.setdefault(kind, []).append(row["id"])
    return {kind: list(ids) for kind, ids in made.items()} or None


def _taken_back(focus: Mapping[str, Value]) -> tuple[ToolCall, ...]:
    """The calls that take back all that the last request added."""
    made = cast(Mapping[str, Sequence[int]], focus[MADE])
    if set(made) == {"reminder"}:  # whatever length a timer was given since
        return tuple(ToolCall(tool="cancel_reminder", arguments={"reminder_id": id}) for id in made["reminder"])
    steps = cast(Sequence[Sequence[str]], focus.get("undo", ()))
    return (ToolCall(tool="undo_changes", arguments={"keys": [key for _, key in reversed(steps)]}),)


def _in_place(calls: Sequence[ToolCall], focus: Mapping[str, Value]) -> tuple[ToolCall, ...]:
    """The calls, then the taking back of what they replace; one timer in the place of one only gets another length."""
    made = cast(Mapping[str, Sequence[int]], focus[MADE])
    timers = made.get("reminder", ())
    if [call.tool for call in calls] == ["set_timer"] and len(timers) == 1 and set(made) == {"reminder"}:
        return (ToolCall(tool="update_timer", arguments={**calls[0].arguments, "reminder_id": timers[0]}),)
    steps = cast(Sequence[Sequence[str]], focus.get("undo", ()))
    return (*calls, ToolCall(tool="undo_changes", arguments={"keys": [key for _, key in reversed(steps)]}))
