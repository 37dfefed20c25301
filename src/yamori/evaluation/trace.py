"""Everything that was said and done in a case, as one JSON file beside the results."""

import dataclasses
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from yamori.domain.values import Value
from yamori.evaluation.course import Passed
from yamori.evaluation.look import Look, home_changes
from yamori.evaluation.results import CaseResult
from yamori.evaluation.rows import written_rows
from yamori.evaluation.verdict import Seen


@dataclass(frozen=True, kw_only=True)
class Found:
    """What a case left behind."""

    begin: Look
    passed: Sequence[Passed]
    whole: Seen
    """The case as one."""


def write_trace(result: CaseResult, traces: Path, found: Found) -> str:
    """One JSON file a case; returns its name relative to the results' folder."""
    traces.mkdir(parents=True, exist_ok=True)
    name = "".join(
        c if c.isalnum() or c in "-_" else "_"
        for c in f"{result.file.removesuffix('.cases.yaml')}-{result.id}-{result.run}-{result.hash[:6]}"
    )
    before, end = found.begin, found.passed[-1].after
    told: dict[str, Sequence[Value]] = {}
    for one in found.passed:
        told |= one.events
    trace = {
        "case": result.id,
        "file": result.file,
        "run": result.run,
        "verdict": result.verdict,
        "why": result.why,
        "outcome": result.outcome,
        "harm": result.harm,
        "serious": result.serious,
        "faults": result.faults,
        "reading": result.reading,
        "turns": [dataclasses.asdict(turn) for turn in found.whole.turns],
        "heard": [dataclasses.asdict(heard) for one in found.passed for heard in one.heard],
        "changed": home_changes(found.whole.before.home, end.home),
        "schedule_before": written_rows(before.schedule),
        "schedule_after": written_rows(end.schedule),
        "automations": [dataclasses.asdict(row) for row in end.automations],
        "facts": [dataclasses.asdict(row) for row in end.facts],
        "notices": [dataclasses.asdict(notice) for notice in end.notices],
        "steps": [_step(one) for one in found.passed],
        "ledger": [dataclasses.asdict(receipt) for receipt in end.ledger],
        "events": [event for events in told.values() for event in events],
    }
    file = traces / f"{name}.json"
    file.write_text(json.dumps(trace, ensure_ascii=False, indent=1, default=str) + "\n", encoding="utf-8")
    return f"{traces.name}/{file.name}"


def _step(one: Passed) -> dict[str, object]:
    new = one.after.notices[len(one.before.notices) :]
    return {
        "after": one.step.after,
        "set": one.step.set,
        "said": [heard.said for heard in one.heard],
        "person": one.step.person,
        "answers": [heard.answer for heard in one.heard],
        "changed": home_changes(one.before.home, one.after.home),
        "notices": [dataclasses.asdict(notice) for notice in new],
    }
