"""`yamori eval scheduler` end to end, without a language model: a real household, seeded, spoken to and judged by its rows."""

import json
from datetime import date, datetime, time
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from yamori.apps.eval import evaluate
from yamori.apps.eval_scheduler import HOME, Asked, opener
from yamori.apps.homes import named_home
from yamori.apps.settings import Settings
from yamori.domain.errors import InvalidRequest
from yamori.evaluation.diary.moments import Moment, read_moments
from yamori.evaluation.diary.run import evaluate_diary
from yamori.evaluation.diary.seed import read_seed
from yamori.evaluation.diary.tasks import read_tasks
from yamori.evaluation.rows import LogSeed, RoutineSeed, ScheduleSeed, Step, TaskSeed
from yamori.llm.scripted import ScriptedModels

SAID_PLAINLY = {"en": (1, 3, 4, 5), "ja": (1, 3, 4)}
"""Those that need nothing but tasks, which code alone reads."""
TOKYO = Moment(at=datetime(2026, 11, 21, 9, 0, tzinfo=ZoneInfo("Asia/Tokyo")), why="a test")


async def test_the_conversation_is_had_in_a_fresh_household_at_the_moment_and_in_its_zone(tmp_path: Path) -> None:
    tasks, seed = read_tasks(), read_seed()
    edge = next(moment for moment in read_moments() if moment.zone == "Europe/Berlin")
    opens = opener(ScriptedModels({}), named_home(HOME))
    summary = await evaluate_diary(tasks, seed, opens=opens, moments=[edge], answers="none", home=HOME, runs=1, out=tmp_path)
    assert len(summary.results.cases) == 20
    for language, numbers in SAID_PLAINLY.items():
        for number in numbers:
            (found,) = [case for case in summary.results.cases if case.id.startswith(f"scheduler-{number}-{language}-")]
            assert found.why == (), found.id
    trace = json.loads((tmp_path / "traces" / f"scheduler-5-en-{edge.label}-1.json").read_text(encoding="utf-8"))
    assert trace["now"] == "2026-03-28T23:34:00+01:00"
    added = [row for row in trace["schedule_after"]["tasks"] if row not in trace["schedule_before"]["tasks"]]
    assert [(row["title"], row["date"], row["time"]) for row in added] == [("dentist", "2026-03-29", "15:30:00")]
    assert len(trace["schedule_after"]["logs"]) == len(seed.diary)


async def test_a_seed_is_in_the_schedule_as_if_it_had_always_been_there() -> None:
    opens = opener(ScriptedModels({}), named_home(HOME))
    seed = ScheduleSeed(
        tasks=(TaskSeed(title="Buy detergent", date=date(2026, 11, 22), time=time(15, 30), memo="two", done=True),),
        routines=(RoutineSeed(title="Stretching", days=("thu", "mon"), time=time(7), steps=(Step(title="Squats", minutes=10),)),),
        logs=(LogSeed(date=date(2026, 11, 20), text="Rain."), LogSeed(date=date(2026, 11, 20), text="Then sun.")),
    )
    async with opens(TOKYO) as household:
        await household.seed_schedule(seed)
        rows = await household.schedule_rows()
        changes = await household.client.post("/agents/scheduler/tools/list_changes", json={})
    (task,), (routine,), (log,) = rows.tasks, rows.routines, rows.logs
    assert (task.title, task.date, task.time, task.memo, task.done) == ("Buy detergent", date(2026, 11, 22), time(15, 30), "two", True)
    assert (routine.days, routine.time, routine.steps) == (frozenset({"mon", "thu"}), time(7), (Step(title="Squats", minutes=10),))
    assert (log.date, log.text) == (date(2026, 11, 20), "Rain.\nThen sun.")
    assert changes.json()["value"] == {"changes": []}


async def test_moments_are_those_asked_for_in_the_homes_zone(tmp_path: Path) -> None:
    demo = named_home(HOME)
    assert [moment.at.isoformat() for moment in Asked().moments(demo)] == ["2025-12-09T09:00:00+09:00"]
    given = Asked(now=("2025-12-09T01:00:00+01:00", "2026-05-01T10:00")).moments(demo)
    assert [moment.at.isoformat() for moment in given] == ["2025-12-09T09:00:00+09:00", "2026-05-01T10:00:00+09:00"]
    assert len(Asked(dates=True).moments(demo)) == 11
    assert {moment.zone for moment in Asked(dates=True, home=HOME).moments(demo)} == {"Asia/Tokyo"}
    for wrong in (("yesterday",), ("2026-05-01T10:00", "2026-05-01T10:00:00+09:00")):
        with pytest.raises(InvalidRequest):
            Asked(now=wrong).moments(demo)


async def test_what_another_suite_takes_is_refused(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    with pytest.raises(InvalidRequest, match="no files"):
        await evaluate(settings, "scheduler", [tmp_path], model=None, runs=1, out=None, tags=[])
    with pytest.raises(InvalidRequest, match="no --tag"):
        await evaluate(settings, "scheduler", [], model=None, runs=1, out=None, tags=["task-1"])
    with pytest.raises(InvalidRequest, match="for `yamori eval scheduler` alone"):
        await evaluate(settings, "iot", [], model=None, runs=1, out=None, tags=[], asked=Asked(dates=True))
    with pytest.raises(InvalidRequest, match="no language 'fr'"):
        await evaluate(settings, "scheduler", [], model=None, runs=1, out=tmp_path / "out", tags=[], asked=Asked(language="fr"))
