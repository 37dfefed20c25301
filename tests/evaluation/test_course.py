"""A case is the same whether it is written with `say` and `later` or in steps that expect nothing, and time is never lost between steps."""

import asyncio
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.lengths import examples

from yamori.evaluation.case import Case
from yamori.evaluation.casefile import read_suite
from yamori.evaluation.play import Play, play_case
from yamori.evaluation.results import CaseResult

from .fake_household import DOOR, EVERYTHING, LAMP, LEVEL, FakeStreet, Reply, Rule, task
from .playing import case_file

SCRIPT = {
    "off": Reply(answer="The lamp is off.", sets={LAMP: "off"}),
    "dim": Reply(answer="The lamp is at 30 %.", sets={LEVEL: 30}),
    "buy": Reply(answer="It is on the list.", adds=[task("Milk")]),
    "rule": Reply(answer="I will.", makes=[Rule(text="light", path=DOOR, value="open", wait=20, sets={LAMP: "off"})]),
    "cannot": Reply(answer="I cannot do that."),
    "fine": Reply(answer="Very well."),
    "claims": Reply(answer="I have turned off the lamp."),
    "asks": Reply(asks="Which one?", then=Reply(answer="Good.", sets={LEVEL: 10})),
    "unlock": Reply(approval="Open the door", holds="door", then=Reply(answer="Opened.", sets={DOOR: "open"})),
    "breaks": Reply(ends="failed", answer="Out of order."),
}
EXPECTATIONS: list[dict[str, Any]] = [
    {},
    {"state": {LAMP: "off"}},
    {"state": {LAMP: "off"}, "others": [LEVEL]},
    {"tasks": [{"title": "Milk"}], "tasks_only": True},
    {"outcome": "done"},
    {"outcome": "honest"},
    {"approvals": 1, "questions": 2},
    {"answer": {"any": ["lamp"]}},
]
LATER = st.lists(
    st.fixed_dictionaries({"after": st.integers(0, 60), "set": st.fixed_dictionaries({DOOR: st.sampled_from(["open", "closed"])})})
)


async def play(folder: Path, **case: Any) -> CaseResult:
    suite = read_suite(case_file(folder, {"id": "one", **case}))
    play = Play(suite=suite, case=suite.file.cases[0], run=1)
    return await play_case(play, factory=FakeStreet(SCRIPT, features=EVERYTHING), model=None, limit_seconds=5.0, traces=folder)


@given(st.lists(st.sampled_from(sorted(SCRIPT)), min_size=1, max_size=4), LATER, st.sampled_from(EXPECTATIONS))
@examples(60)
def test_a_case_is_the_same_in_steps_that_expect_nothing(said: list[str], later: list[dict[str, Any]], expect: dict[str, Any]) -> None:
    passed, steps = 0, [{"say": text} for text in said]
    for event in sorted(later, key=lambda event: event["after"]):
        steps.append({"after": event["after"] - passed, "set": event["set"]})
        passed = event["after"]
    with tempfile.TemporaryDirectory() as folder:
        plain = asyncio.run(play(Path(folder), say=said, later=later, expect=expect))
        stepped = asyncio.run(play(Path(folder), steps=steps, expect=expect))
    assert [why.split(": ", 1)[-1] if why.startswith("steps[") else why for why in stepped.why] == list(plain.why)
    assert (stepped.said, stepped.answers, stepped.questions, stepped.approvals) == (
        plain.said,
        plain.answers,
        plain.questions,
        plain.approvals,
    )
    if "rule" not in said:  # a rule is judged by what it does where there are steps
        assert (stepped.outcome, stepped.harm, stepped.serious) == (plain.outcome, plain.harm, plain.serious)


@given(LATER)
@settings(deadline=None)
def test_no_second_is_lost_between_what_happens_later(later: list[dict[str, Any]]) -> None:
    course = Case.model_validate({"id": "one", "say": "hi", "later": later}).course()
    moments, now = list[float](), 0.0
    for step in course[1:]:
        now += step.after or 0.0
        moments.append(now)
    assert moments == sorted(event["after"] for event in later)


@pytest.mark.parametrize("seconds", [0, 0.5, 120])
async def test_seconds_may_be_any_number(tmp_path: Path, seconds: float) -> None:
    assert (await play(tmp_path, steps=[{"after": seconds}])).why == ()
