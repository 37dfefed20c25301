"""Every tool does what it says to the schedule, and what a day looks like is computed, not guessed."""

from datetime import date, datetime, time, timedelta
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from yamori.agentkit.tool import Call
from yamori.agents.scheduler.rules.rows.days import Engagement, clashes, free_times
from yamori.agents.scheduler.rules.rows.occurrences import occurrences
from yamori.agents.scheduler.store import NewTask
from yamori.domain.values import Value

from .diary import PERSON, Diary, diary

MONDAY = date(2026, 11, 23)


async def run(someone: Diary, name: str, **arguments: Value) -> dict[str, Any]:
    someone.said += 1
    call = Call(key=f"call-{someone.said}", task=someone.task("", key=f"call-{someone.said}"))
    result = await someone.agent.tools.run(name, arguments, call=call)
    return cast(dict[str, Any], result.value)


async def test_a_routine_is_made_changed_ticked_and_taken_back() -> None:
    async with diary() as aiko:
        made = await run(aiko, "add_routine", title="Training", days=["thu", "mon"], time="07:00")
        number = made["routine"]["id"]
        await run(aiko, "add_step", routine_id=number, title="Squats", minutes=10)
        changed = await run(aiko, "update_routine", routine_id=number, add_days=["sat"])
        assert (changed["routine"]["days"], changed["before"]["days"]) == (["mon", "thu", "sat"], ["mon", "thu"])

        step = changed["routine"]["steps"][0]["id"]
        ticked = await run(aiko, "toggle_step", routine_id=number, step_id=step, date="2026-11-23")
        assert (ticked["did"], ticked["step"], ticked["day"]["done"]) == ("done", "Squats", True)
        listed = await run(aiko, "list_tasks_in_period", start="2026-11-23", end="2026-11-26")
        assert [(r["title"], r["date"], r["done"]) for r in listed["routines"]] == [
            ("Training", "2026-11-23", True),
            ("Training", "2026-11-26", False),
        ]
        await run(aiko, "undo_changes", keys=[ticked["key"], changed["key"]])
        (routine,) = (await run(aiko, "list_routines", date="2026-11-23"))["routine_list"]
        assert (routine["days"], routine["day"]["done"], routine["streak"]) == (["mon", "thu"], False, 0)


async def test_a_streak_counts_the_due_days_without_a_gap_and_today_once_it_is_done() -> None:
    async with diary() as aiko:
        number = (await run(aiko, "add_routine", title="Run", recurrence="FREQ=DAILY", starts="2026-11-01"))["routine"]["id"]
        for day in (16, 18, 19, 20):
            await run(aiko, "toggle_step", routine_id=number, date=f"2026-11-{day}")
        assert (await run(aiko, "list_routines"))["routine_list"][0]["streak"] == 3
        await run(aiko, "toggle_step", routine_id=number)
        assert (await run(aiko, "list_routines"))["routine_list"][0]["streak"] == 4


async def test_a_long_streak_is_followed_to_its_beginning_and_no_new_step_breaks_it() -> None:
    async with diary() as aiko:
        steps = [{"title": "Squats"}, {"title": "Plank"}]
        for title, days in (("Run", ["mon", "thu"]), ("Walk", ["mon", "thu"])):
            await run(aiko, "add_routine", title=title, days=days, starts="2026-01-01", steps=steps)
        run_, walk = await aiko.schedule.routines.all(person=PERSON)
        due = occurrences(run_.recurrence, run_.starts, run_.starts, date(2026, 11, 20))
        for day in due[-60:]:
            for step in run_.steps:
                await aiko.schedule.routines.check(run_.id, day, step_id=step.id, person=PERSON, key=f"{day}/{step.id}")
        for day in due:
            await aiko.schedule.routines.check(walk.id, day, person=PERSON, key=f"walk/{day}")
        await aiko.schedule.routines.check(run_.id, due[-63], person=PERSON, key="long ago")
        assert [r["streak"] for r in (await run(aiko, "list_routines"))["routine_list"]] == [60, len(due)]
        await run(aiko, "delete_step", routine_id=run_.id, step_id=run_.steps[1].id)
        assert (await run(aiko, "list_routines", routine_id=run_.id))["routine_list"][0]["streak"] == 60
        await run(aiko, "add_step", routine_id=run_.id, title="Rest")
        assert (await run(aiko, "list_routines", routine_id=run_.id))["routine_list"][0]["streak"] == 60
        rest = (await aiko.schedule.routines.get(run_.id, person=PERSON)).steps[-1]
        await aiko.schedule.routines.check(run_.id, due[-3], step_id=rest.id, person=PERSON, key="rest")
        assert (await run(aiko, "list_routines", routine_id=run_.id))["routine_list"][0]["streak"] == 0, "it was a step by then"
        await run(aiko, "update_routine", routine_id=walk.id, recurrence="FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20261112")
        assert (await run(aiko, "list_routines", routine_id=walk.id))["routine_list"][0]["streak"] == len(due) - 2
        await run(aiko, "update_routine", routine_id=walk.id, recurrence="FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20261001")
        assert (await run(aiko, "list_routines", routine_id=walk.id))["routine_list"][0]["streak"] == 0


async def test_a_summary_holds_the_tasks_the_routines_and_the_diary_of_that_day_alone() -> None:
    async with diary() as aiko:
        await run(aiko, "add_routine", title="Run", days=["tue"])
        await run(aiko, "append_day_log", text="Rain.", date="2026-11-24")
        await run(aiko, "append_day_log", text="Sun.", date="2026-11-23")
        summary = await run(aiko, "get_daily_summary", date="2026-11-24")
        assert [t["title"] for t in summary["day_tasks"]] == ["Dentist"]
        assert [r["title"] for r in summary["day_routines"]] == ["Run"]
        assert summary["log"]["text"] == "Rain."


async def test_free_time_lies_between_what_is_planned_and_never_in_the_past() -> None:
    rows = (
        NewTask(title="Piano", date=MONDAY, time=time(10), duration=timedelta(minutes=90)),
        NewTask(title="Choir", date=MONDAY, time=time(11)),
        NewTask(title="Milk", date=MONDAY),
    )
    async with diary(rows) as aiko:
        found = await run(aiko, "find_free_time", start="2026-11-23", begins="09:00", ends="18:00", minutes=60)
        assert [(f["start"][11:], f["end"][11:]) for f in found["free"]] == [("09:00", "10:00"), ("12:00", "18:00")]
        clash = await run(aiko, "find_conflicts", start="2026-11-23")
        assert [[e["title"] for e in pair] for pair in clash["clashes"]] == [["Piano", "Choir"]]
        today = await run(aiko, "find_free_time", start="2026-11-21", begins="08:00", ends="10:00")
        assert today["free"] == [{"start": "2026-11-21T09:00", "end": "2026-11-21T10:00"}]


async def test_what_is_late_and_where_something_stands() -> None:
    async with diary(
        (NewTask(title="Tax form", date=date(2026, 11, 20)), NewTask(title="Vet", date=date(2026, 11, 20), done=True))
    ) as aiko:
        await run(aiko, "append_day_log", text="The vet was kind.", date="2026-11-20")
        assert [t["title"] for t in (await run(aiko, "list_overdue"))["overdue"]] == ["Tax form"]
        found = await run(aiko, "search_schedule", words="vet")
        assert ([t["title"] for t in found["found_tasks"]], [log["date"] for log in found["found_logs"]]) == (["Vet"], ["2026-11-20"])


async def test_a_copy_is_a_row_of_its_own() -> None:
    async with diary((NewTask(title="Swim", date=MONDAY, time=time(16), memo="cap", done=True),)) as aiko:
        (task,) = await aiko.schedule.tasks.all(person=PERSON)
        await run(aiko, "copy_custom_task", task_id=task.id, date="2026-11-30")
        assert await aiko.rows() == ["Swim 2026-11-23 16:00 (cap) done", "Swim 2026-11-30 16:00 (cap)"]


def moments() -> st.SearchStrategy[datetime]:
    return st.integers(0, 48 * 60).map(lambda minutes: datetime(2026, 11, 23) + timedelta(minutes=minutes))


@given(st.lists(st.tuples(moments(), st.integers(1, 600))), moments(), st.integers(1, 24 * 60))
def test_free_times_are_apart_from_everything_planned_and_fill_the_rest(
    planned: list[tuple[datetime, int]], begin: datetime, length: int
) -> None:
    busy = [Engagement(title=str(i), start=s, end=s + timedelta(minutes=m)) for i, (s, m) in enumerate(planned)]
    end = begin + timedelta(minutes=length)
    free = free_times(busy, begin, end, timedelta(minutes=1))
    for minute in range(length):
        at = begin + timedelta(minutes=minute)
        taken = any(e.start <= at < e.end for e in busy)
        assert any(a <= at < b for a, b in free) is not taken
    assert all(one.start < other.end and other.start < one.end for one, other in clashes(busy))
