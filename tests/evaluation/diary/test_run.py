"""The whole suite against a household of straw: conversations, trials, marks, what is kept and what is played again."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from yamori.evaluation.diary.moments import Moment, read_moments
from yamori.evaluation.diary.run import evaluate_diary
from yamori.evaluation.diary.seed import read_seed
from yamori.evaluation.ongoing import Step, Summary
from yamori.evaluation.results import Verdict
from yamori.evaluation.rows import ScheduleRows

from .straw_diary import TASKS, Straw, added, days, log_of

PAPER, NEW_YEAR = read_moments()[:2]


async def evaluated(straw: Straw, out: Path, *, moments: tuple[Moment, ...] = (PAPER,), **options: Any) -> Summary:
    return await evaluate_diary(TASKS, read_seed(), opens=straw, moments=moments, answers="straw:x", home="demo", out=out, **options)


async def test_three_conversations_in_each_language_stand_beside_the_papers_table(tmp_path: Path) -> None:
    straw, steps = Straw(wrong={("ja", 10): lambda rows, d: (rows, log_of(rows, days(d, -11)))}), list[Step]()
    summary = await evaluated(straw, tmp_path, progress=steps.append)
    assert (summary.right, summary.wrong, len(straw.opened)) == (57, 3, 6)
    assert steps[0].total == 60 and [step.done for step in steps] == list(range(61))
    report = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "**en, 2025-12-09T09:00+09:00: 10 ○, 0 △, 0 × in 3 trials.**" in report
    assert "**ja, 2025-12-09T09:00+09:00: 9 ○, 0 △, 1 × in 3 trials.**" in report
    assert "| 10 | ○ | × | × | ○ | ○ | ○ | × | ○ | △ | × | × |" in report
    assert "| ○ | 10 | 9 | 9 | 10 | 10 | 5 | 8 | 10 | 0 | 6 | 8 |" in report
    case = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))["cases"][1]
    assert (case["id"], case["run"], case["model_calls"], case["prompt_tokens"]) == ("scheduler-2-en-2025-12-09T0900", 1, 1, 10)
    trace = json.loads((tmp_path / case["trace"]).read_text(encoding="utf-8"))
    assert trace["now"] == "2025-12-09T09:01:00+09:00"
    assert len(trace["schedule_before"]["logs"]) == 18 and trace["outcome"]["status"] == "done"


async def test_ten_sentences_are_one_conversation_of_one_person_on_a_clock_that_goes_on(tmp_path: Path) -> None:
    straw = Straw()
    summary = await evaluated(straw, tmp_path, moments=(NEW_YEAR,), languages=("ja",), runs=2, model="other:m")
    assert (summary.right, summary.wrong) == (20, 0)
    first, second = straw.opened
    assert [said["text"] for said in first.said] == [task.ja for task in TASKS.tasks]
    assert {(said["person"], said["conversation"], said["model"]) for said in first.said} == {("aiko", "ja-1", "other:m")}
    assert {said["conversation"] for said in second.said} == {"ja-2"}
    assert first.clock.isoformat() == "2026-01-01T00:06:00+09:00"
    assert summary.results.model == "other:m"


async def test_a_task_that_succeeds_in_some_trials_is_half_done(tmp_path: Path) -> None:
    straw = Straw()

    def sometimes(rows: ScheduleRows, _: date) -> tuple[ScheduleRows, str]:
        return added(rows, title="Buy detergent" if len(straw.opened) == 2 else "Detergent"), "added"

    straw.wrong = {("en", 1): sometimes}
    await evaluated(straw, tmp_path, languages=("en",))
    report = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "| 1 | △ | ○ |" in report and "| 3 | △ | ○ |" in report  # without its row the third cannot be done


async def test_an_answer_that_fails_is_one_wrong_task_and_the_conversation_goes_on(tmp_path: Path) -> None:
    straw = Straw(wrong={("en", 2): RuntimeError("the model is gone")})
    summary = await evaluated(straw, tmp_path, languages=("en",), runs=1)
    wrong = [case for case in summary.results.cases if case.verdict is Verdict.WRONG]
    assert [case.id for case in wrong] == ["scheduler-2-en-2025-12-09T0900"]
    assert "500" in wrong[0].why[0]


async def test_what_a_killed_evaluation_found_is_taken_over_by_whole_conversations(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        await evaluated(Straw(breaks_at=3), tmp_path)
    straw, steps = Straw(), list[Step]()
    summary = await evaluated(straw, tmp_path, progress=steps.append)
    assert (len(straw.opened), steps[0].done, summary.right) == (3, 30, 60)


async def test_every_moment_has_a_line_of_its_own(tmp_path: Path) -> None:
    straw = Straw(wrong={("en", 5): lambda rows, d: (added(rows, title="Dentist", date=days(d, 2)), "added")})
    await evaluated(straw, tmp_path, moments=(PAPER, NEW_YEAR), runs=1)
    report = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "## At 2 moments" in report
    line = "| ○ ○ | ○ ○ | ○ ○ | ○ ○ | × ○ | ○ ○ | ○ ○ | ○ ○ | ○ ○ | ○ ○ |"
    assert f"| 2025-12-31 23:56 Asia/Tokyo | the year ends in the middle of the conversation {line}" in report
