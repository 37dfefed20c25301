"""A file of questions against a household of straw: every measure, one household for all, going on where it stopped."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.evaluation.papers.straw_papers import Straw, answered

from yamori.domain.errors import Misconfigured
from yamori.evaluation.ongoing import Summary
from yamori.evaluation.papers.library.questionfile import read_questions
from yamori.evaluation.papers.library.run import evaluate_questions

SOAP = "Clean the filter every two months, with soap."
FILTER, HOT = "Clean the filter every two months, under the tap.", "The water keeps\nfor 60 minutes."
QUESTIONS = """papers: ours
questions:
- id: q-1
  ask: When is the filter cleaned?
  kind: plain
  evidence: [{paper: kettle.md, quote: filter every two months}]
  answer: {all: [two months]}
- id: q-2
  ask: 何分もつ？
  kind: cross
  evidence: [{paper: kettle.md, quote: water keeps for 60 minutes}]
  answer: {any: [60分, 60 minutes]}
- {id: q-3, ask: "Who made it?", kind: none}
"""
ASKED = "When is the filter cleaned?"
RIGHT = {
    ASKED: answered(FILTER),
    "何分もつ？": answered("The water keeps for 60 minutes.", passage=1, translated="60分もちます。"),
}


def terms(text: str) -> list[str]:
    return text.casefold().replace(".", " ").replace(",", " ").split()


async def evaluated(straw: Straw, folder: Path, **options: Any) -> Summary:
    (folder / "ours").mkdir(exist_ok=True)
    (folder / "ours" / "kettle.md").write_text(f"# Care\n{FILTER}\n\n{HOT}\n", encoding="utf-8")
    file = folder / "ours.questions.yaml"
    file.write_text(QUESTIONS, encoding="utf-8")
    asking = read_questions(file)
    options = {"edition": "none", **options}
    return await evaluate_questions(asking, opens=straw, terms=terms, answers="straw:x", out=folder / "out", **options)


def measures(folder: Path, id: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "out" / "traces" / f"{id}-1.json").read_text(encoding="utf-8"))["measures"]
    return found


async def test_right_answers_fill_every_measure_in_one_household(tmp_path: Path) -> None:
    straw = Straw(RIGHT, [FILTER, HOT])
    summary = await evaluated(straw, tmp_path)
    assert (summary.right, summary.wrong, len(straw.opened)) == (3, 0, 1)
    report = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    row = next(line for line in report.splitlines() if line.startswith("| all | 3 "))
    assert row.startswith("| all | 3 " + "| 2/2 (100.0%) " * 5 + "| 1/1 (100.0%) | 0 |")
    assert "| ja | 1 |" in report and "| cross | 1 |" in report
    assert "Papers: 1, with passages: 2, read in 1.5 s." in report and "- not read: broken.pdf: it is encrypted" in report
    assert (tmp_path / "out" / "latency.png").exists()
    first = measures(tmp_path, "q-1")["first_seconds"]
    assert 0 < first <= summary.results.cases[0].seconds + 0.001
    assert straw.opened[0].said[0] == {"text": "When is the filter cleaned?", "person": "aiko", "model": None}


@pytest.mark.parametrize(
    ("question", "outcome", "why"),
    [
        (ASKED, answered(), ("declined", "lacks two months")),
        (ASKED, answered(HOT, passage=1), ("another place of the paper is cited", "lacks two months")),
        (ASKED, answered("Every two months.", paper=2, name="oven.md"), ("another paper is cited", "invented: Every two months.")),
        (ASKED, answered(SOAP), (f"invented: {SOAP}",)),
        ("Who made it?", answered(FILTER), ("answered, and the papers do not say",)),
        ("Who made it?", {"status": "done", "text": "Pellam did. [1]", "runs": []}, ("invented: [1]",)),
        ("Who made it?", RuntimeError("gone"), None),
    ],
)
async def test_what_is_wrong_is_said(tmp_path: Path, question: str, outcome: Any, why: tuple[str, ...] | None) -> None:
    summary = await evaluated(Straw({**RIGHT, question: outcome}, [FILTER, HOT]), tmp_path)
    (wrong,) = [case for case in summary.results.cases if case.why]
    assert wrong.said == (question,)
    if why is None:
        assert "500" in wrong.why[0] and measures(tmp_path, "q-3")["declined"] is False
    else:
        assert wrong.why == why


async def test_evidence_that_the_search_does_not_find_is_measured_and_an_answer_may_still_be_right(tmp_path: Path) -> None:
    summary = await evaluated(Straw(RIGHT, ["x", "x", "x", "x", "x", FILTER]), tmp_path)
    assert measures(tmp_path, "q-1")["evidence"] is False and measures(tmp_path, "q-1")["place"] is False
    assert not summary.results.cases[0].why  # the right paper, verbatim, with the fact


async def test_a_killed_evaluation_goes_on_with_what_is_left(tmp_path: Path) -> None:

    dying = Straw({**RIGHT, "何分もつ？": answered()}, [FILTER, HOT])

    def die(step: Any) -> None:
        if step.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await evaluated(dying, tmp_path, progress=die)
    straw = Straw(RIGHT, [FILTER, HOT])
    summary = await evaluated(straw, tmp_path)
    assert [said["text"] for said in straw.opened[0].said] == ["Who made it?"]
    assert (summary.right, summary.wrong) == (2, 1)


async def test_one_language_can_be_asked_alone(tmp_path: Path) -> None:
    straw = Straw(RIGHT, [FILTER, HOT])
    summary = await evaluated(straw, tmp_path, language="ja")
    assert [case.id for case in summary.results.cases] == ["q-2"]
    with pytest.raises(Misconfigured, match="no question is in fr"):
        await evaluated(straw, tmp_path, language="fr")
