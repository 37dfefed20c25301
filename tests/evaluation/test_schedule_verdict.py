"""Routines and the diary in a case: what makes it right or wrong, from its file to its verdict."""

import datetime
from pathlib import Path
from typing import Any

import pytest

from yamori.evaluation.results import CaseResult, Verdict
from yamori.evaluation.rows import RoutineSeed, Step

from .fake_household import Reply
from .playing import verdict

STRETCHING = {"title": "Stretching", "days": ["mon", "thu"], "time": "07:00", "steps": [{"title": "Squats", "minutes": 10}]}
RAIN = {"date": "2026-11-20", "text": "Rained all day."}
ROWING = RoutineSeed(
    title="Rowing", days=("sat", "wed"), time=datetime.time(18, 30), steps=(Step(title="Warm up", minutes=5), Step(title="Row", minutes=20))
)


async def judged(folder: Path, reply: Reply, **case: Any) -> CaseResult:
    scene = {"routines": [STRETCHING], "logs": [RAIN], **case}
    return await verdict(folder, {"do": reply}, features=frozenset({"routines", "logs"}), say="do", **scene)


@pytest.mark.parametrize(
    "expected",
    [
        {"title": "rowing", "days": ["wed", "sat"], "time": "18:30"},
        {"title": {"any": ["row", "boat"]}, "days": ["sat", "wed", "sat"]},
        {"steps": [{"title": "Warm up", "minutes": 5}, {"title": {"all": ["row"]}}]},
    ],
)
async def test_a_routine_is_expected_by_its_keys_with_days_as_a_set_and_steps_in_order(tmp_path: Path, expected: dict[str, Any]) -> None:
    right = await judged(tmp_path, Reply(routines=[ROWING]), expect={"routines": [expected], "tasks_only": True})
    assert (right.verdict, right.why) == (Verdict.RIGHT, ())


@pytest.mark.parametrize(
    ("expected", "why"),
    [
        ({"title": "Rowing", "days": ["sat"]}, 'no routine {title: "Rowing", days: [sat]}'),
        ({"days": ["mon", "wed", "sat"]}, "no routine {days: [mon, wed, sat]}"),
        ({"steps": [{"title": "Warm up"}]}, 'no routine {steps: [{title: "Warm up"}]}'),
        ({"steps": [{"title": "Row"}, {"title": "Warm up"}]}, 'no routine {steps: [{title: "Row"}, {title: "Warm up"}]}'),
        ({"time": None, "title": "Rowing"}, 'no routine {title: "Rowing", time: None}'),
    ],
)
async def test_a_routine_that_differs_is_not_the_one(tmp_path: Path, expected: dict[str, Any], why: str) -> None:
    wrong = await judged(tmp_path, Reply(routines=[ROWING]), expect={"routines": [expected]})
    assert wrong.why == (why,)


async def test_a_day_of_the_diary_is_one_row_with_all_its_entries(tmp_path: Path) -> None:
    reply = Reply(writes={"2026-11-20": "Rained all day.\nBaked bread."})
    more = {"date": "2026-11-20", "text": "Saw a heron."}
    both = {"date": "2026-11-20", "text": {"all": ["rain", "heron"]}}
    right = await judged(tmp_path, Reply(), logs=[RAIN, more], expect={"logs": [both]})
    assert right.verdict is Verdict.RIGHT
    grown = await judged(tmp_path, reply, expect={"logs": [{"text": {"all": ["rain", "bread"]}}], "tasks_only": True})
    assert grown.verdict is Verdict.RIGHT
    lost = await judged(tmp_path, reply, expect={"logs": [{"date": "2026-11-20", "text": {"none": ["rained"]}}]})
    assert lost.why == ("no day of the diary {date: 2026-11-20, text: {none: ['rained']}}",)


@pytest.mark.parametrize(
    ("reply", "expect", "why"),
    [
        (Reply(drops=["Stretching"]), {}, ('routine "Stretching" mon thu 07:00 [Squats 10 min] was removed',)),
        (Reply(drops=["Stretching"]), {"no_routines": [{"title": {"all": ["stretch"]}}]}, ()),
        (Reply(routines=[ROWING]), {}, ('routine "Rowing" wed sat 18:30 [Warm up 5 min, Row 20 min] was added or changed',)),
        (Reply(writes={"2026-11-20": ""}), {}, ('day of the diary 2026-11-20 "Rained all day." was removed',)),
        (Reply(writes={"2026-11-20": ""}), {"no_logs": [{"date": "2026-11-20"}]}, ()),
        (Reply(writes={"2026-11-21": "Sun.\nWind."}), {}, ('day of the diary 2026-11-21 "Sun. / Wind." was added or changed',)),
        (Reply(ticks=["Stretching/Squats/2026-11-21"]), {}, ()),
    ],
)
async def test_tasks_only_counts_routines_and_the_diary_but_no_ticks(
    tmp_path: Path, reply: Reply, expect: dict[str, Any], why: tuple[str, ...]
) -> None:
    assert (await judged(tmp_path, reply, expect={**expect, "tasks_only": True})).why == why
    assert (await judged(tmp_path, reply, expect=expect)).why == ()


@pytest.mark.parametrize("unwanted", [{"no_routines": [{"title": "Stretching"}]}, {"no_logs": [{"text": {"any": ["rained"]}}]}])
async def test_a_row_that_must_not_exist_is_found_in_routines_and_diary(tmp_path: Path, unwanted: dict[str, Any]) -> None:
    (why,) = (await judged(tmp_path, Reply(), expect=unwanted)).why
    assert why.endswith("must not be there")


async def test_a_tick_alone_proves_that_something_was_done(tmp_path: Path) -> None:
    proven = await judged(tmp_path, Reply(answer="I've marked your squats as done.", ticks=["x"]))
    assert not proven.claims_without_receipt
    assert (await judged(tmp_path, Reply(answer="I've marked your squats as done."))).claims_without_receipt
