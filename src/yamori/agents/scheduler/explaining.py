"""How the Scheduler agent explains its calls to the coverage check, and what it would ask before doing them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date as Day
from datetime import datetime
from typing import Any

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.task import Task, ToolRun
from yamori.agentkit.tool import Effect, Toolset
from yamori.agents.scheduler.external import ExternalSchedule
from yamori.agents.scheduler.rules.entities.collection_names import named_collection
from yamori.agents.scheduler.rules.reporting.times import moment_words
from yamori.agents.scheduler.rules.resolving.evidence import asked_spans, evidence_of
from yamori.agents.scheduler.store import Schedule
from yamori.agents.scheduler.tools.result import viewed_row
from yamori.agents.scheduler.wording import words_in
from yamori.understanding.coverage import Evidence
from yamori.understanding.covered import Explain, Reading
from yamori.understanding.utterance import utterance_of

_DESCRIBED = frozenset(("create_custom_task", "delete_custom_task", "toggle_custom_task", "update_custom_task_time", "skip_routine"))


class SchedulerExplainer:
    """Fulfils `understanding.covered.Explainer` over one schedule."""

    def __init__(self, schedule: Schedule, external: ExternalSchedule, tools: Toolset) -> None:
        self._schedule = schedule
        self._external = external
        self._reads = frozenset(tool.name for tool in tools if tool.effect is Effect.READ)

    async def explain(self, task: Task) -> Explain:
        rows = await self._rows(task.person, task.now)

        def explain(calls: Sequence[ToolCall]) -> Reading | None:
            changing = [call for call in calls if call.tool not in self._reads]
            if not changing:
                return None
            named = [*(row for call in calls for row in _named(call, rows)), *self._collection(task)]
            utterance = utterance_of(task.request, task.now)
            asks = asked_spans(changing, utterance, named)
            evidence = replace(evidence_of(calls, utterance, named), asks=asks)
            return Reading(evidence=evidence, description=_described(changing, named, task), unfound=_unfound(changing, rows, task))

        return explain

    def explain_runs(self, task: Task, runs: Sequence[ToolRun]) -> Evidence | None:
        changing = [run for run in runs if run.ok and run.tool not in self._reads]
        if not changing:
            return None
        calls = [ToolCall(tool=run.tool, arguments=run.arguments) for run in runs]
        rows = [*(row for run in runs for row in _shown(run.result)), *self._collection(task)]
        return evidence_of(calls, utterance_of(task.request, task.now), rows)

    def _collection(self, task: Task) -> list[Mapping[str, Any]]:
        """The other system's list or calendar that was named, as a row with its name as it was said."""
        named = named_collection(task.request, self._external.collections())
        return [{"title": named.name}] if named is not None else []

    async def _rows(self, person: str, now: datetime) -> Mapping[tuple[str, int], Mapping[str, Any]]:
        """Every row of the person's that a call may name, by kind and number."""
        tasks, _ = await self._schedule.tasks.listed(person=person, first=None, last=None, done=None, limit=_MOST_ROWS)
        routines = await self._schedule.routines.all(person=person)
        reminders = await self._schedule.reminders.waiting(person=person)
        found: dict[tuple[str, int], Mapping[str, Any]] = {("task", t.id): t.view() for t in tasks}
        found |= {("routine", r.id): viewed_row(r, now) for r in routines}
        return found | {("reminder", r.id): r.view() for r in reminders}


_MOST_ROWS = 500


def _named(call: ToolCall, rows: Mapping[tuple[str, int], Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The rows that a call names by number, with what a reminder reminds of."""
    keys = [(kind, call.arguments.get(f"{kind}_id")) for kind in ("task", "routine", "reminder")]
    found = [rows[kind, number] for kind, number in keys if isinstance(number, int) and (kind, number) in rows]
    about = [(kind, row[f"{kind}_id"]) for row in found for kind in ("task", "routine") if isinstance(row.get(f"{kind}_id"), int)]
    return [*found, *(rows[key] for key in about if key in rows)]


def _shown(result: object) -> list[Mapping[str, Any]]:
    """The rows in what a tool gave back."""
    if not isinstance(result, Mapping):
        return []
    held = [value for key in ("task", "routine", "reminder", "before", "log") if isinstance(value := result.get(key), Mapping)]
    undone = [row for each in result.get("undone") or () for row in _shown(each)]
    return [*held, *undone]


def _unfound(changing: Sequence[ToolCall], rows: Mapping[tuple[str, int], Mapping[str, Any]], task: Task) -> Callable[[str], str] | None:
    """What is said of words for a row that is none of the schedule, where rows would be changed."""
    words = words_in(task.language)
    changes = all(_named(call, rows) for call in changing)
    return (lambda said: words.say("declined.unfound", words=said)) if changes else None


def _described(calls: Sequence[ToolCall], rows: Sequence[Mapping[str, Any]], task: Task) -> str:
    """What one call would do, as a question can end; empty where it cannot be said in a few words."""
    if len(calls) != 1 or calls[0].tool not in _DESCRIBED:
        return ""
    given = calls[0].arguments
    title = str(given.get("title") or given.get("text") or next((r.get("title") for r in rows if r.get("title")), ""))
    words = words_in(task.language)
    try:
        day = Day.fromisoformat(str(given["date"])) if given.get("date") else None
    except ValueError:
        return ""  # a model's date that is none; the tool says so
    when = moment_words(day, str(given.get("time") or "")[:5], task.now.date(), words)
    return words.say(f"confirming.{calls[0].tool}", title=title, when=when) if title else ""
