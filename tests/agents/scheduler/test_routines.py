"""Routines and the diary are kept, changed once per key, and put back exactly as they were."""

from datetime import date, datetime, time, timedelta
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from dateutil.rrule import rrulestr

import yamori.agents.scheduler as scheduler
from yamori.agents.scheduler.rules.rows.occurrences import days_of, next_occurrence, occurrences, past_occurrences, rule_of
from yamori.agents.scheduler.store import Did, NewTask, open_schedule
from yamori.agents.scheduler.store.routines import NewRoutine, NewStep
from yamori.domain.clock import SetClock
from yamori.domain.errors import InvalidRequest

from .diary import NOW, PERSON

TRAINING = NewRoutine(title="Training", recurrence="FREQ=WEEKLY;BYDAY=TH,MO", time=time(7), steps=(NewStep(title="Squats", minutes=10),))


async def test_a_routine_is_there_after_a_restart_with_its_steps_and_ticks(tmp_path: Path) -> None:
    schedule = await open_schedule(tmp_path / "schedule.db", SetClock(NOW))
    added = (await schedule.routines.add(TRAINING, person=PERSON, key="a")).routine
    changed = (await schedule.routines.add_step(added.id, NewStep(title="Plank"), person=PERSON, key="b")).routine
    await schedule.routines.check(added.id, date(2026, 11, 23), step_id=added.steps[0].id, person=PERSON, key="c")
    await schedule.logs.append(date(2026, 11, 20), "Rain.", person=PERSON, key="d")
    await schedule.close()

    reopened = await open_schedule(tmp_path / "schedule.db", SetClock(NOW))
    (routine,) = await reopened.routines.all(person=PERSON)
    assert routine == changed
    assert (routine.recurrence, routine.days, [s.title for s in routine.steps]) == (
        "FREQ=WEEKLY;BYDAY=MO,TH",
        ("mon", "thu"),
        ["Squats", "Plank"],
    )
    assert [c.step_id for c in await reopened.routines.checks(date(2026, 11, 1), date(2026, 11, 30), person=PERSON)] == [added.steps[0].id]
    assert [log.text for log in await reopened.logs.between(date(2026, 11, 1), date(2026, 11, 30), person=PERSON)] == ["Rain."]
    await reopened.close()


async def test_all_routines_are_as_they_are_now_whoever_changed_them(tmp_path: Path) -> None:
    one, other = [await open_schedule(tmp_path / "schedule.db", SetClock(NOW)) for _ in range(2)]

    async def same() -> list[str]:
        found = await one.routines.all(person=PERSON)
        assert found == await other.routines.all(person=PERSON) == await one.routines.everything()
        return [routine.title for routine in found]

    first = (await one.routines.add(TRAINING, person=PERSON, key="a")).routine
    await one.routines.add(NewRoutine(title="Piano", recurrence="FREQ=DAILY"), person=PERSON, key="b")
    assert await same() == ["Training", "Piano"]
    await other.routines.add_step(first.id, NewStep(title="Plank"), person=PERSON, key="c")
    assert await same() == ["Training", "Piano"]
    await other.routines.delete(first.id, person=PERSON, key="d")
    assert await same() == ["Piano"]
    await one.changes.undo("d", person=PERSON, key="e")
    await other.changes.undo("c", person=PERSON, key="f")
    assert await same() == ["Training", "Piano"]
    assert [step.title for step in (await one.routines.all(person=PERSON))[0].steps] == ["Squats"]
    assert await one.routines.all(person="somebody else") == ()
    await one.close()
    await other.close()


async def test_every_kind_of_change_can_be_taken_back_and_only_while_it_is_the_last() -> None:
    schedule = await open_schedule(None, SetClock(NOW))
    day = date(2026, 11, 23)
    routine = (await schedule.routines.add(TRAINING, person=PERSON, key="add")).routine
    step = routine.steps[0].id
    await schedule.routines.check(routine.id, day, step_id=step, person=PERSON, key="tick")
    await schedule.routines.delete(routine.id, person=PERSON, key="delete")
    assert await schedule.routines.all(person=PERSON) == ()

    back = await schedule.changes.undo("delete", person=PERSON, key="u1")
    assert (back.did, [s.id for s in back.routine.steps]) == (Did.RESTORED, [step])
    assert (await schedule.changes.undo("tick", person=PERSON, key="u2")).did is Did.DELETED
    assert await schedule.routines.checks(day, day, person=PERSON) == ()

    await schedule.logs.append(day, "One.", person=PERSON, key="one")
    await schedule.logs.append(day, "Two.", person=PERSON, key="two")
    with pytest.raises(InvalidRequest, match="changed again since"):
        await schedule.changes.undo("one", person=PERSON, key="u3")
    await schedule.changes.undo("two", person=PERSON, key="u4")
    assert [log.text for log in await schedule.logs.everything()] == ["One."]

    task = (await schedule.tasks.create(NewTask(title="Vet"), person=PERSON, key="vet")).task
    await schedule.tasks.delete(task.id, person=PERSON, key="gone")
    assert [c.key for c in await schedule.changes.last(person=PERSON)] == ["gone"]
    await schedule.changes.undo("gone", person=PERSON, key="u5")
    assert [c.key for c in await schedule.changes.last(person=PERSON)] == ["vet"]
    assert (await schedule.tasks.get(task.id, person=PERSON)).title == "Vet"
    await schedule.close()


async def test_an_edit_of_a_version_that_is_gone_is_refused() -> None:
    schedule = await open_schedule(None, SetClock(NOW))
    day = date(2026, 11, 23)
    await schedule.logs.overwrite(day, "One.", person=PERSON, key="a")
    await schedule.logs.overwrite(day, "Two.", person=PERSON, key="b", version=1)
    with pytest.raises(InvalidRequest, match="changed by somebody else"):
        await schedule.logs.overwrite(day, "Three.", person=PERSON, key="c", version=1)
    await schedule.close()


async def test_the_first_schedules_come_along_with_their_journal(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'schedule.db'}"
    engine = sa.create_engine(url)
    config = Config()
    config.set_main_option("script_location", str(Path(scheduler.__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "v0001")
        row = {"id": 1, "title": "Vet", "minutes": 45, "done": False, "person": PERSON, "updated": NOW.isoformat()}
        connection.execute(
            sa.text(
                "INSERT INTO custom_tasks (id, person, title, seconds, done, created, updated)"
                " VALUES (1, :person, 'Vet', 2700, 0, :at, :at)"
            ),
            {"person": PERSON, "at": NOW.isoformat()},
        )
        journal = sa.table("task_changes", *(sa.column(c) for c in ("key", "person", "did", "task_id", "at")), sa.column("after", sa.JSON))
        connection.execute(journal.insert().values(key="a", person=PERSON, did="added", task_id=1, after=row, at=NOW.isoformat()))
    engine.dispose()

    schedule = await open_schedule(url, SetClock(NOW))
    (change,) = await schedule.changes.of(PERSON)
    assert change.task == (await schedule.tasks.get(1, person=PERSON))
    assert change.task.duration == timedelta(minutes=45)
    assert [t.title for t in await schedule.tasks.search("VET", person=PERSON)] == ["Vet"]
    await schedule.close()


@pytest.mark.parametrize(
    ("rule", "same"),
    [
        ("FREQ=WEEKLY;BYDAY=TH,MO", "FREQ=WEEKLY;BYDAY=MO,TH"),
        ("RRULE:freq=weekly;interval=2;byday=FR", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"),
        ("FREQ=DAILY;INTERVAL=1;UNTIL=20261231T235959Z", "FREQ=DAILY;UNTIL=20261231"),
        ("FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYDAY=-1FR"),
    ],
)
def test_a_rule_has_one_spelling(rule: str, same: str) -> None:
    assert rule_of(rule) == same


@pytest.mark.parametrize(
    "rule", ["", "FREQ=HOURLY", "every friday", "FREQ=WEEKLY;BYDAY=XX", "FREQ=DAILY;COUNT=0;COUNT=1", "FREQ=DAILY;X=1", "A" * 400]
)
def test_what_is_no_rule_is_refused(rule: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        rule_of(rule)
    assert refused.value.where == "recurrence"


def test_a_rule_comes_round_on_its_days_and_never_before_it_starts() -> None:
    rule, starts = "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", date(2026, 11, 20)
    assert occurrences(rule, starts, date(2026, 11, 1), date(2026, 12, 31)) == (date(2026, 11, 20), date(2026, 12, 4), date(2026, 12, 18))
    skipped = (date(2026, 12, 4),)
    assert next_occurrence(rule, starts, date(2026, 11, 20), skipped=skipped) == date(2026, 12, 18)
    assert list(past_occurrences(rule, starts, date(2026, 12, 17), skipped=skipped)) == [date(2026, 11, 20)]
    assert days_of("FREQ=DAILY") == ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
    assert days_of(rule) == ()


def _even_rule(chance: Random) -> str:
    """A rule of days or weeks, such as are reckoned without `dateutil`, and a few that are not."""
    parts = [f"FREQ={chance.choice(('DAILY', 'WEEKLY'))}", f"INTERVAL={chance.randint(1, 5)}"]
    if chance.random() < 0.7:
        parts.append("BYDAY=" + ",".join(chance.sample(("MO", "TU", "WE", "TH", "FR", "SA", "SU"), chance.randint(1, 7))))
    if chance.random() < 0.3:
        parts.append(f"WKST={chance.choice(('MO', 'WE', 'SU'))}")
    if chance.random() < 0.4:
        parts.append(chance.choice(("UNTIL=20261105", "UNTIL=20270301", "COUNT=9")))
    return rule_of(";".join(parts))


@pytest.mark.parametrize("seed", range(60))
def test_a_rule_that_is_reckoned_comes_round_as_dateutil_says(seed: int) -> None:
    chance = Random(seed)
    rule, starts = _even_rule(chance), date(2026, 9, 1) + timedelta(days=chance.randint(0, 40))
    first = starts + timedelta(days=chance.randint(-20, 200))
    last = first + timedelta(days=chance.randint(-2, 60))
    walked = [at.date() for at in rrulestr(rule, dtstart=datetime.combine(starts, time()))[:400]]
    assert occurrences(rule, starts, first, last) == tuple(day for day in walked if first <= day <= last)
    assert next_occurrence(rule, starts, first) == next((day for day in walked if day > first), None)
    assert next(past_occurrences(rule, starts, last), None) == next((day for day in reversed(walked) if day <= last), None)


def test_rules_reach_both_ends_of_the_calendar() -> None:
    for rule in ("FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=3", "FREQ=WEEKLY;BYDAY=MO,SU;WKST=SU", "FREQ=MONTHLY"):
        for end in (date.min, date.max):
            assert occurrences(rule, end, end, end) in ((end,), ())
        assert next_occurrence(rule, date.min, date.max) is None
        assert list(past_occurrences(rule, date.max, date.min)) == []
