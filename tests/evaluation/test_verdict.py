"""What makes a case right or wrong, from its file to its verdict."""

from pathlib import Path
from typing import Any

import pytest

from yamori.evaluation.results import Verdict

from .fake_household import DOOR, LAMP, LEVEL, Reply, task
from .playing import verdict

OFF = {"off": Reply(answer="The lamp is off.", sets={LAMP: "off"})}
DETERGENT = {"title": "Buy detergent", "date": "2026-11-22", "time": "15:30", "memo": "two bottles"}


@pytest.mark.parametrize(
    ("expected", "right"),
    [
        ("off", True),
        ("on", False),
        (["dim", "off"], True),
        (["dim", "on"], False),
        ({"min": 0, "max": 1}, False),
    ],
)
async def test_a_state_must_be_one_of_the_expected_values(tmp_path: Path, expected: Any, right: bool) -> None:
    result = await verdict(tmp_path, OFF, say="off", expect={"state": {LAMP: expected}})
    assert (result.verdict is Verdict.RIGHT) is right
    assert (result.score, result.of) == (float(right), 1.0)


@pytest.mark.parametrize(
    ("expected", "right"),
    [
        (30, True),
        (30.0, True),
        ("30", False),
        ({"min": 20, "max": 30}, True),
        ({"min": 31}, False),
        ({"max": 30}, True),
        ([{"min": 0, "max": 5}, {"min": 25, "max": 35}], True),
        ([{"min": 0, "max": 5}, 30], True),
    ],
)
async def test_a_number_may_be_expected_in_ranges(tmp_path: Path, expected: Any, right: bool) -> None:
    result = await verdict(tmp_path, {"dim": Reply(sets={LEVEL: 30})}, say="dim", expect={"state": {LEVEL: expected}})
    assert (result.verdict is Verdict.RIGHT) is right


async def test_every_attribute_that_is_not_named_must_stay_as_it_was(tmp_path: Path) -> None:
    script = {"off": Reply(sets={LAMP: "off", LEVEL: 0})}
    result = await verdict(tmp_path, script, say="off", expect={"state": {LAMP: "off"}})
    assert result.why == (f"{LEVEL} changed from 80 to 0",)
    allowed = await verdict(tmp_path, script, say="off", expect={"state": {LAMP: "off"}, "others": [LEVEL]})
    assert allowed.verdict is Verdict.RIGHT


async def test_what_happens_before_is_no_change(tmp_path: Path) -> None:
    result = await verdict(tmp_path, OFF, say="off", before={LEVEL: 10}, expect={"state": {LAMP: "off"}})
    assert result.verdict is Verdict.RIGHT


async def test_what_later_sets_is_no_change_of_the_household(tmp_path: Path) -> None:
    result = await verdict(tmp_path, OFF, say="off", later=[{"after": 60, "set": {DOOR: "open"}}], expect={"state": {LAMP: "off"}})
    assert result.verdict is Verdict.RIGHT


async def test_one_of_several_outcomes_is_enough(tmp_path: Path) -> None:
    blocks = [{"state": {LEVEL: 10}}, {"state": {LAMP: "off"}}]
    assert (await verdict(tmp_path, OFF, say="off", any_of=blocks)).verdict is Verdict.RIGHT
    wrong = await verdict(tmp_path, OFF, say="off", any_of=[{"state": {LEVEL: 10, DOOR: "open"}}, {"state": {LAMP: "on"}}])
    assert wrong.why == ("none of 2 outcomes holds; the nearest:", f"{LAMP} is 'off', expected 'on'")


async def test_a_row_is_expected_by_the_keys_that_are_given(tmp_path: Path) -> None:
    script = {"add": Reply(adds=[task("Buy detergent", memo="two bottles")])}
    right = await verdict(tmp_path, script, say="add", expect={"tasks": [{"title": {"any": ["DETERGENT"]}, "date": "2026-11-22"}]})
    assert right.verdict is Verdict.RIGHT
    wrong = await verdict(tmp_path, script, say="add", expect={"tasks": [{"title": "Buy detergent", "time": "15:30"}]})
    assert wrong.why == ('no task {title: "Buy detergent", time: 15:30:00}',)


async def test_a_row_that_must_not_exist_is_found(tmp_path: Path) -> None:
    script = {"add": Reply(adds=[task("Buy softener")])}
    result = await verdict(tmp_path, script, say="add", expect={"no_tasks": [{"title": {"all": ["softener"]}}]})
    assert result.why == ('task "Buy softener" 2026-11-22 must not be there',)


@pytest.mark.parametrize(
    ("reply", "expect", "why"),
    [
        (Reply(finishes=["Buy detergent"]), {"tasks": [{"title": "Buy detergent", "done": True}]}, ()),
        (Reply(removes=["Buy detergent"]), {"no_tasks": [{"title": "Buy detergent"}]}, ()),
        (Reply(removes=["Buy detergent"]), {}, ('task "Buy detergent" 2026-11-22 15:30 (two bottles) was removed',)),
        (Reply(finishes=["Buy detergent"]), {}, ('task "Buy detergent" 2026-11-22 15:30 (two bottles) done was added or changed',)),
        (
            Reply(adds=[task("Dentist"), task("Dentist")]),
            {"tasks": [{"title": "Dentist"}]},
            ('task "Dentist" 2026-11-22 was added or changed',),
        ),
    ],
)
async def test_tasks_only_lets_no_other_row_be_touched(tmp_path: Path, reply: Reply, expect: dict[str, Any], why: tuple[str, ...]) -> None:
    result = await verdict(tmp_path, {"do": reply}, say="do", tasks=[DETERGENT], expect={**expect, "tasks_only": True})
    assert result.why == why


async def test_answers_are_read_one_by_one_and_together(tmp_path: Path) -> None:
    script = {"a": Reply(answer="In the キッチン it is 30 %."), "b": Reply(answer="Good night.")}
    right = await verdict(
        tmp_path,
        script,
        say=["a", "b"],
        expect={"answer": {"all": [30, "NIGHT"], "none": ["sorry"]}, "answers": [{"any": ["キッチン"]}, {}]},
    )
    assert right.verdict is Verdict.RIGHT
    wrong = await verdict(tmp_path, script, say=["a", "b"], expect={"answers": [{}, {"all": [30]}]})
    assert wrong.why == ('answer 2 lacks "30"',)


async def test_a_question_is_answered_by_the_next_text_and_counted(tmp_path: Path) -> None:
    script = {"off": Reply(asks="Which lamp?", then=Reply(answer="Off.", sets={LAMP: "off"}))}
    expect = {"state": {LAMP: "off"}, "answers": [{"any": ["which"]}, {"all": ["off"]}]}
    asked = await verdict(tmp_path, script, say=["off", "the big one"], expect=expect)
    assert asked.why == ("1 clarifying question, 0 allowed",)
    allowed = await verdict(tmp_path, script, say=["off", "the big one"], expect={**expect, "questions": 1})
    assert allowed.verdict is Verdict.RIGHT
    assert allowed.model_calls == 2


async def test_a_question_that_is_shown_a_moment_longer_is_not_asked_twice(tmp_path: Path) -> None:
    script = {"off": Reply(asks="Which lamp?", then=Reply(answer="Off.", sets={LAMP: "off"}, lag=3))}
    result = await verdict(tmp_path, script, say=["off", "the big one"], expect={"state": {LAMP: "off"}, "questions": 1})
    assert (result.verdict, result.answers) == (Verdict.RIGHT, ("Which lamp?", "Off."))


async def test_an_approval_is_no_question(tmp_path: Path) -> None:
    script = {"unlock": Reply(approval="Unlock the door", then=Reply(answer="Opened.", sets={DOOR: "open"}))}
    result = await verdict(
        tmp_path, script, say=["unlock", "yes"], expect={"state": {DOOR: "open"}, "answers": [{"all": ["unlock the door"]}]}
    )
    assert (result.verdict, result.questions) == (Verdict.RIGHT, 0)


@pytest.mark.parametrize(
    ("said", "expected", "why"),
    [
        ("unlock", 1, ()),
        ("unlock", 0, ("1 approval asked for, 0 expected",)),
        ("unlock", None, ()),
        ("hello", 1, ("0 approvals asked for, 1 expected",)),
    ],
)
async def test_approvals_are_counted_where_the_case_says_how_many(
    tmp_path: Path, said: str, expected: int | None, why: tuple[str, ...]
) -> None:
    script = {"unlock": Reply(approval="Unlock the door", then=Reply(sets={DOOR: "open"})), "hello": Reply(answer="Hello.")}
    result = await verdict(tmp_path, script, say=said, expect={} if expected is None else {"approvals": expected})
    assert result.why == why


async def test_an_approval_without_an_answer_stays_open(tmp_path: Path) -> None:
    script = {"unlock": Reply(approval="Unlock the door", then=Reply(sets={DOOR: "open"}))}
    result = await verdict(tmp_path, script, say="unlock", expect={"answer": {"all": ["unlock"]}})
    assert result.verdict is Verdict.RIGHT


async def test_agents_may_be_wanted_and_unwanted(tmp_path: Path) -> None:
    right = await verdict(tmp_path, OFF, say="off", expect={"state": {LAMP: "off"}, "agents": {"used": ["iot"], "unused": ["scheduler"]}})
    assert right.verdict is Verdict.RIGHT
    wrong = await verdict(tmp_path, OFF, say="off", expect={"state": {LAMP: "off"}, "agents": {"used": ["scheduler"], "unused": ["iot"]}})
    assert wrong.why == ("the agent scheduler was not used", "the agent iot was used")


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (Reply(ends="failed", answer="The model is silent."), "the turn failed: The model is silent."),
        (Reply(error=(422, "no such person", "person")), "the request was rejected: no such person"),
        (Reply(error=(500, "broken", "")), "HouseSilent: POST /turns answered 500"),
    ],
)
async def test_a_turn_that_fails_is_wrong_even_if_nothing_was_to_change(tmp_path: Path, reply: Reply, why: str) -> None:
    assert (await verdict(tmp_path, {"hm": reply}, say="hm")).why == (why,)


async def test_a_text_that_is_not_taken_is_answered_by_the_error(tmp_path: Path) -> None:
    script = {"": Reply(error=(422, "say something", "text"))}
    assert (await verdict(tmp_path, script, say="", expect={"answer": {"all": ["say something"]}})).verdict is Verdict.RIGHT


@pytest.mark.parametrize(
    ("case", "why"),
    [
        ({"routines": [{"title": "Stretching", "days": ["mon"], "time": "07:00"}]}, "this household has no routines yet"),
        ({"logs": [{"date": "2026-11-20", "text": "Rain."}]}, "this household has no logs yet"),
        ({"memories": ["2026-11-01: I like it dim"], "papers": {"a.md": "b"}}, "this household has no memories or papers yet"),
        ({"expect": {"logs": [{"date": "2026-11-21", "text": {"all": ["sunny"]}}]}}, "this household has no logs yet"),
        ({"expect": {"agents": {"used": ["browser"]}}}, "this household has no agent browser"),
    ],
)
async def test_what_the_household_lacks_is_not_run_and_not_counted(tmp_path: Path, case: dict[str, Any], why: str) -> None:
    result = await verdict(tmp_path, OFF, say="off", **case)
    assert (result.verdict, result.of, result.why) == (Verdict.NOT_RUN, 0.0, (why,))


async def test_an_outcome_that_cannot_be_judged_leaves_the_others(tmp_path: Path) -> None:
    result = await verdict(tmp_path, OFF, say="off", any_of=[{"agents": {"used": ["browser"]}}, {"state": {LAMP: "off"}}])
    assert result.verdict is Verdict.RIGHT
