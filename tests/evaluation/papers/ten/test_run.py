"""The ten questions against a household of straw: fresh households, marks by both rules, what is kept and what is asked again."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.evaluation.papers.straw_papers import Straw, answered

from yamori.evaluation.ongoing import Summary
from yamori.evaluation.papers.ten.run import evaluate_ten
from yamori.evaluation.papers.ten.tasks import LANGUAGES, read_tasks

TASKS = read_tasks()
RIGHT = {
    task.question(language).ask: answered(task.question(language).answer, name="ja.jsonl") for task in TASKS.tasks for language in LANGUAGES
}


async def evaluated(straw: Straw, out: Path, **options: Any) -> Summary:
    options = {"runs": 1, "edition": "first", **options}
    return await evaluate_ten(TASKS, opens=straw, encoder=None, answers="straw:x", out=out, **options)


async def test_the_papers_own_answers_are_ten_of_ten_by_both_rules_beside_its_table(tmp_path: Path) -> None:
    straw = Straw(RIGHT)
    summary = await evaluated(straw, tmp_path, runs=2)
    assert (summary.right, summary.wrong, len(straw.opened)) == (40, 0, 40)
    report = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "**en, by keywords: 10 ○, 0 △, 0 × in 2 trials.**" in report and "**ja, by meaning: 10 ○, 0 △, 0 × in 2 trials.**" in report
    assert "| 5 | ○ | ○ | ○ | ○ | ○ | ○ | ○ | ○ | ○ | △ | ○ | ○ | ○ |" in report
    assert (tmp_path / "score-by-tag.png").exists()
    assert {household.said[0]["person"] for household in straw.opened} == {"aiko"}


async def test_the_household_is_told_the_question_and_nothing_more(tmp_path: Path) -> None:
    straw = Straw(RIGHT)
    await evaluated(straw, tmp_path, languages=("ja",), model="other:m")
    assert [household.said for household in straw.opened] == [
        [{"text": task.ja.ask, "person": "aiko", "model": "other:m"}] for task in TASKS.tasks
    ]


async def test_other_words_are_a_miss_by_the_papers_rule_alone(tmp_path: Path) -> None:
    first = TASKS.tasks[0]
    straw = Straw({**RIGHT, first.en.ask: answered("Hang it up until it has lost its heat.")})
    summary = await evaluated(straw, tmp_path, languages=("en",))
    (wrong,) = [case for case in summary.results.cases if case.why]
    assert wrong.why == ("× by keywords: lacks hanger, cool", "○ by meaning") and (wrong.score, wrong.model_calls) == (0.0, 1)
    assert "| 1 | × | ○ |" in (tmp_path / "report.md").read_text(encoding="utf-8")


async def test_the_name_of_a_source_is_no_answer(tmp_path: Path) -> None:
    third = TASKS.tasks[2]
    straw = Straw({**RIGHT, third.en.ask: answered("Ask your bank.", name="1.2 million yen.pdf")})
    summary = await evaluated(straw, tmp_path, languages=("en",))
    assert summary.wrong == 1


async def test_trouble_is_one_failed_trial(tmp_path: Path) -> None:
    straw = Straw({**RIGHT, TASKS.tasks[3].ja.ask: RuntimeError("the model is gone")})
    summary = await evaluated(straw, tmp_path)
    (wrong,) = [case for case in summary.results.cases if case.why]
    assert wrong.id == "lifestyle-4-ja" and "500" in wrong.why[0]


async def test_a_killed_evaluation_goes_on_and_another_library_begins_anew(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        await evaluated(Straw(RIGHT, breaks_at=7), tmp_path)
    assert len(json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))["cases"]) == 7
    straw = Straw(RIGHT)
    with pytest.raises(KeyboardInterrupt):
        await evaluated(Straw(RIGHT, breaks_at=2), tmp_path)
    summary = await evaluated(straw, tmp_path)
    assert (len(straw.opened), summary.right) == (11, 20)
    with pytest.raises(KeyboardInterrupt):
        await evaluated(Straw(RIGHT, breaks_at=3), tmp_path)
    other = Straw(RIGHT)
    await evaluated(other, tmp_path, edition="second")
    assert len(other.opened) == 20
