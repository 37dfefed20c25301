"""How the Scheduler agent decides: code where the sentence is plain, a model over real titles and found times where it is not."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date as Day
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from yamori.agentkit.agent import Decided, Decision, Declined, Undecided
from yamori.agentkit.apart import apart
from yamori.agentkit.finding import FoundValue, Verdict
from yamori.agentkit.task import MADE, ORIGIN, Claim, Outcome, OutcomeStatus, Question, Strength, Task, ToolRun
from yamori.agents.scheduler.correcting import CORRECTED, made_by
from yamori.agents.scheduler.external import CollectionKind, ExternalSchedule, NoExternalSchedule
from yamori.agents.scheduler.rules.entities.collection_names import NamedCollection, named_collection
from yamori.agents.scheduler.rules.entities.known import Known
from yamori.agents.scheduler.rules.entities.resolution import option
from yamori.agents.scheduler.rules.reading.languages import reader_in
from yamori.agents.scheduler.rules.reading.sentences import is_booking, names_a_place
from yamori.agents.scheduler.rules.reporting.external import cannot, not_on, settled, several_of_that_name
from yamori.agents.scheduler.rules.reporting.report import report_text, undo_of
from yamori.agents.scheduler.rules.resolving.calls import listing
from yamori.agents.scheduler.rules.resolving.choices import Choices
from yamori.agents.scheduler.rules.resolving.claims import claimed
from yamori.agents.scheduler.rules.resolving.completion import completed, title_of
from yamori.agents.scheduler.rules.resolving.external_calls import external_calls, tasks_of
from yamori.agents.scheduler.rules.resolving.planning import plan
from yamori.agents.scheduler.rules.resolving.plans import Ambiguous, Calls, Impossible, Unclear, Unfound
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.home_clock import as_shown
from yamori.agents.scheduler.rules.rows.instants import zone_of
from yamori.agents.scheduler.store import Schedule
from yamori.agents.scheduler.wording import which_text, words_in
from yamori.domain.answer import No, Pin, Yes
from yamori.domain.values import Value
from yamori.domain.when import resolve
from yamori.llm.port import Exchange, Prompt

MOST_OPTIONS = 6
MOST_KNOWN = 300
"""Tasks before today, from today on, and without a day, among which a title is looked for: the nearest ones."""


class SchedulerPolicy:
    """Fulfils `agentkit.agent.Policy` over one schedule."""

    def __init__(self, schedule: Schedule, external: ExternalSchedule | None = None) -> None:
        """`external` are the lists and calendars of other systems."""
        self._schedule = schedule
        self._external = external or NoExternalSchedule()

    @cached_property
    def _prefix(self) -> Prompt:
        import yaml

        here = Path(__file__).parent
        shown = yaml.safe_load((here / "examples.yaml").read_text(encoding="utf-8"))
        return Prompt(
            prefix=(here / "prompt.md").read_text(encoding="utf-8"),
            examples=tuple(Exchange(user=e["user"], assistant=e["assistant"]) for e in shown),
            request="",
        )

    async def prefix(self) -> Prompt:
        return self._prefix

    async def prepare(self) -> None:
        pass  # nothing here takes long

    async def claim(self, task: Task) -> Claim:
        named = named_collection(task.request, self._external.collections())
        if named is not None:
            why = f'names the {named.collection.kind.value} "{named.collection.name}"'
            found = await apart(plan, named.request, Known(tasks=(), now=task.now, language=task.language))
            return Claim(strength=Strength.OWNING, why=why, writes=title_of(found.calls) if isinstance(found, Calls) else None)
        return await apart(self._claimed, task, await self.known(task))

    def _claimed(self, task: Task, known: Known) -> Claim:
        claim = claimed(task.request, known)
        if claim.strength is Strength.NONE:
            return claim
        found = plan(task.request, known)
        if isinstance(found, Calls) and not reader_in(task.language).points_back(task.request):
            return replace(claim, writes=title_of(found.calls))
        lacking = completed(task.request, task.language, lambda request: plan(request, known)) is not None
        return replace(claim, writes="" if lacking else None)

    async def complete(self, task: Task) -> str | None:
        """Fulfils `quoting.Completing`."""
        known = await self.known(task)
        return await apart(completed, task.request, task.language, lambda request: plan(request, known))

    async def decide(self, task: Task) -> Decision:
        named = named_collection(task.request, self._external.collections())
        if named is not None:
            return await self._decide_external(task, named)
        known = await self.known(task)
        if is_booking(task.request):
            return Declined(text=words_in(task.language).say("declined.unrelated"), certain=False)
        found = await apart(plan, task.request, known)
        if isinstance(found, Unclear) or task.problem:
            return await apart(self._undecided, task, known, question=isinstance(found, Unclear) and found.question)
        if isinstance(found, Calls):
            return Decided(calls=found.calls)
        return self._declined(task, found)

    async def _decide_external(self, task: Task, named: NamedCollection) -> Decision:
        """What a sentence that names another system's list or calendar comes to: read as one about the schedule, over that list's rows."""
        collection = named.collection
        if named.others:
            return Declined(text=several_of_that_name(collection, task.language))
        entries: Sequence[CustomTask] = ()
        if collection.kind is CollectionKind.LIST:
            entries = tasks_of(await self._external.items(collection.id), person=task.person, now=task.now)
        answers = [a for i, a in task.answers.items() if i.startswith("which/")]
        known = Known(tasks=entries, now=task.now, language=task.language, chosen=answers[0] if answers else "")
        found = await apart(plan, named.request, known)
        match found:
            case Calls(calls=calls):
                calls_there = external_calls(calls, collection, entries)
                return Decided(calls=calls_there) if calls_there else Declined(text=cannot(collection, task.language))
            case Unclear(question=True) if asked := external_calls((listing(resolve(named.request, task.now)),), collection, entries):
                return Decided(calls=asked)  # what is on it is all that such a question can want
            case Unclear():
                return Declined(text=cannot(collection, task.language), certain=False)
            case Unfound(words=words) if words:
                return Declined(text=not_on(words, collection, task.language))
        return self._declined(task, found)

    def _declined(self, task: Task, found: Ambiguous | Impossible | Unfound) -> Declined:
        """Why code does nothing about a sentence that it read."""
        words = words_in(task.language)
        match found:
            case Impossible(why=why):
                return Declined(text=words.say("declined.impossible", why=why))
            case Ambiguous(between=between):
                options = tuple(option(t, task.now.tzinfo) for t in between[:MOST_OPTIONS])
                text = which_text(options, words)
                text += " " + " / ".join(options) if len(options) > 1 else ""
                return Declined(text=text, question=Question(id=f"which/{task.key}", text=text, options=options))
            case Unfound(pointed=True):
                return Declined(text=words.say("declined.nothing_pointed_at"))
            case Unfound(words=named):
                return Declined(text=words.say("declined.unfound", words=named))

    async def settle(self, approval: str, answer: Yes | No | Pin, task: Task) -> ToolRun:
        """End what the gate held of another system's list; nothing of the schedule itself is ever held."""
        receipt = await self._external.settle(approval, answer, by=task.person)
        return ToolRun(tool="remove_list_item", arguments={}, ok=True, receipts=(receipt,))

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        runs = [settled(run) for run in runs]
        failed = [run for run in runs if not run.ok]
        approvals = tuple(approval for run in runs for approval in run.approvals)
        status = OutcomeStatus.DONE if not failed else OutcomeStatus.PARTLY if len(failed) < len(runs) else OutcomeStatus.FAILED
        status = OutcomeStatus.HELD if approvals else status
        return Outcome(
            status=status,
            text=report_text(runs, task.now, task.language),
            runs=tuple(runs),
            approvals=approvals,
            focus=_focus(task, runs),
            found=_found(runs),
            answer=Verdict.YES if any(run.ok and run.tool == "set_timer" for run in runs) else None,  # what follows the timer asks
            proven=status is OutcomeStatus.DONE and bool(runs),
        )

    async def known(self, task: Task) -> Known:
        """What the person has on the schedule, as far as this request may mean it."""
        focus = cast(Mapping[str, Any], task.focus)
        gone = {kind: frozenset(ids) for kind, ids in focus.get(CORRECTED, {}).items()}
        answers = [a for i, a in task.answers.items() if i.startswith("which/")]
        tasks = await self._schedule.tasks.near(task.now.date(), person=task.person, limit=MOST_KNOWN)
        routines = await self._schedule.routines.all(person=task.person)
        reminders = await self._schedule.reminders.waiting(person=task.person)
        return Known(
            tasks=[t for t in tasks if t.id not in gone.get("task", ())],
            routines=[as_shown(r, task.now.date(), zone_of(task.now)) for r in routines if r.id not in gone.get("routine", ())],
            now=task.now,
            language=task.language,
            reminders=[r for r in reminders if r.id not in gone.get("reminder", ()) and r.task_id not in gone.get("task", ())],
            focus=tuple(i for i in focus.get("tasks", ()) if isinstance(i, int)),
            routine_focus=tuple(i for i in focus.get("routines", ()) if isinstance(i, int)),
            diary_day=Day.fromisoformat(focus["diary"]) if focus.get("diary") else None,
            undo=tuple(focus.get("undo", ())),
            chosen=answers[0] if answers else "",
        )

    def _undecided(self, task: Task, known: Known, *, question: bool) -> Undecided | Declined:
        choices = Choices(task.request, known, question=question)
        words = words_in(task.language)
        unrelated, unfound = words.say("declined.unrelated"), words.say("declined.unfound", words="")
        if choices.empty:
            return Declined(text=unrelated, certain=False)
        start = self._prefix
        lines = [choices.described()]
        if task.problem:
            lines.append(f"Your last answer was wrong: {task.problem}.")
        lines.append(f"Say: {task.request}")
        prompt = Prompt(
            prefix=start.prefix,
            examples=start.examples,
            request="\n".join(lines),
            schema=choices.schema(),
            max_tokens=200,
        )
        wants = not question and names_a_place(task.request)
        return Undecided(
            prompt=prompt,
            read=lambda data: choices.read(data, unfound=unfound, unrelated=unrelated, wants_action=wants),
        )


def _focus(task: Task, runs: Sequence[ToolRun]) -> Mapping[str, Value]:
    """What the next sentence may refer to: the rows changed or shown, and how to take the changes back."""
    if not runs:
        return task.focus
    tasks: list[Value] = []
    routines: list[Value] = []
    listed: list[Value] = []
    for run in runs:
        if not run.ok or not isinstance(run.result, Mapping):
            continue
        result = cast(Mapping[str, Any], run.result)
        for row in (result, *result.get("undone", ())):
            gone = row.get("did") == "deleted"
            tasks += [row["task"]["id"]] if "task" in row and not gone else []
            routines += [row["routine"]["id"]] if "routine" in row and not (gone and "check" not in row) else []
            if "reminder" in row and "task" not in row and "routine" not in row:
                tasks += [row["reminder"]["task_id"]] if "task_id" in row["reminder"] else []
                routines += [row["reminder"]["routine_id"]] if "routine_id" in row["reminder"] else []
        for key in ("tasks", "day_tasks", "overdue", "found_tasks"):
            listed += [row["id"] for row in result.get(key, ())]
        if len(result.get("routine_list", ())) == 1:
            routines.append(result["routine_list"][0]["id"])
    made = made_by(runs)
    origin: dict[str, Value] = {ORIGIN: task.request, MADE: made} if made is not None and not task.findings else {}
    found: dict[str, Value] = {
        **origin,
        "tasks": tasks or ([] if routines else listed[:MOST_OPTIONS]),
        "routines": routines,
        "undo": undo_of(runs),
    }
    return found | ({"diary": day} if (day := _diary_day(runs[-1])) else {})


def _found(runs: Sequence[ToolRun]) -> tuple[FoundValue, ...]:
    """The titles that were read, with their day and time."""
    results = [cast(Mapping[str, Any], run.result) for run in runs if run.ok and isinstance(run.result, Mapping)]
    rows = [row for result in results for key in ("tasks", "day_tasks", "found_tasks") for row in result.get(key, ())]
    return tuple(
        FoundValue(
            text=" ".join(str(row[key]) for key in ("title", "date", "time") if row.get(key)),
            source=f"task {row['id']}",
            value=row["title"],
        )
        for row in rows
    )


def _diary_day(run: ToolRun) -> str:
    """The one day of the diary that was written or read last; empty for anything else."""
    result = cast(Mapping[str, Any], run.result) if run.ok and isinstance(run.result, Mapping) else {}
    if "logs" in result:
        return str(result["start"]) if result["start"] == result["end"] else ""
    log = result.get("log")
    return str(log["date"]) if isinstance(log, Mapping) and "did" in result else ""
