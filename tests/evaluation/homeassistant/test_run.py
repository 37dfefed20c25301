"""A whole set is played, approved where asked, judged, reported, and goes on where it was killed."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.evaluation.fake_household import Reply
from tests.evaluation.homeassistant.copies import Act, Copies, write_set

from yamori.domain.errors import Misconfigured
from yamori.evaluation.homeassistant.run import evaluate_home_assistant
from yamori.evaluation.results import CaseResult, read_results, write_results

TESTS = """
category: light
tests:
  - sentences: [Light a on, Light b off, Open up]
    expect_changes: {light.a: {state: "on"}}
  - sentences: [Leave it]
    expect_changes: {}
  - sentences: ["Which is on?"]
    expect_response: b is on
"""
SCRIPT = {
    "Light a on": Act(Reply(answer="On."), {"light.a": {"state": "on"}}),
    "Light b off": Act(Reply(answer="Off."), {"light.b": {"state": "off"}}),
    "Open up": Act(Reply(approval="open", then=Reply(answer="Opened.")), {"light.a": {"state": "on"}}),
    "Leave it": Act(Reply(answer="Sorry, I left it.")),
    "Which is on?": Act(Reply(answer="Light B is on.")),
}


async def played(folder: Path, script: dict[str, Act] | None = None, **options: object) -> dict[str, CaseResult]:
    copies = Copies(SCRIPT if script is None else script)
    out = folder / "out"
    summary = await evaluate_home_assistant(write_set(folder / "set", TESTS), opens=copies, answers="fake:model", out=out, **options)  # type: ignore[arg-type]
    return {result.said[0]: result for result in summary.results.cases}


async def test_a_sentence_is_right_when_the_home_is_as_declared(tmp_path: Path) -> None:
    results = await played(tmp_path)
    assert results["Light a on"].verdict == "right" and results["Light a on"].tags == ("light",)
    assert "light.b state is 'off', expected 'on'" in results["Light b off"].why
    assert results["Which is on?"].verdict == "right"


async def test_what_the_gate_asks_about_is_approved_and_a_sorry_is_wrong(tmp_path: Path) -> None:
    results = await played(tmp_path)
    assert results["Open up"].verdict == "right" and len(results["Open up"].answers) == 2
    assert results["Leave it"].why == ("the answer says sorry",)


async def test_the_report_says_what_its_share_can_be_compared_with(tmp_path: Path) -> None:
    await played(tmp_path)
    report = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert "3 of 5 (60.0%) of all labels" in report and "in spirit only" in report and "## All" in report
    trace = json.loads(next((tmp_path / "out" / "traces").glob("*light_a_on*")).read_text(encoding="utf-8"))
    assert trace["changed"]["light.a"][1]["state"] == "on"


async def test_a_killed_evaluation_goes_on_where_it_stopped(tmp_path: Path) -> None:
    await played(tmp_path)
    found = read_results(tmp_path / "out")
    assert found is not None
    write_results(replace(found, cases=found.cases[:4], finished=None), tmp_path / "out")
    again = await played(tmp_path, {"Which is on?": SCRIPT["Which is on?"]})
    assert again["Light a on"].verdict == "right" and again["Which is on?"].verdict == "right"


async def test_what_breaks_in_one_case_does_not_stop_the_others(tmp_path: Path) -> None:
    results = await played(tmp_path, {"Which is on?": SCRIPT["Which is on?"]})
    assert results["Light a on"].verdict == "wrong" and results["Which is on?"].verdict == "right"


async def test_an_unknown_category_is_said_with_those_that_exist(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match="cover") as wrong:
        await played(tmp_path, tags=["cover"])
    assert "light" in wrong.value.mend
