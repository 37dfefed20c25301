"""The schedule keeps what it acknowledged, does nothing twice, and tells bad input what would be right."""

from datetime import date, datetime, time, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.scheduler.rules.rows.entry import CustomTask, checked
from yamori.agents.scheduler.store import Did, NewTask, open_schedule
from yamori.domain.clock import SetClock
from yamori.domain.errors import InvalidRequest, Misconfigured

from .diary import NOW, PERSON


async def test_what_was_acknowledged_is_there_after_a_restart(tmp_path: Path) -> None:
    schedule = await open_schedule(tmp_path / "schedule.db", SetClock(NOW))
    new = NewTask(
        title="歯医者", date=date(2026, 11, 22), time=time(15, 30), duration=timedelta(minutes=45), place="駅前", memo="保険証\n診察券"
    )
    added = await schedule.tasks.create(new, person=PERSON, key="a")
    await schedule.close()

    reopened = await open_schedule(f"sqlite:///{tmp_path / 'schedule.db'}", SetClock(NOW))
    (task,) = await reopened.tasks.all(person=PERSON)
    assert task == added.after
    assert (task.title, task.date, task.time, task.duration) == ("歯医者", new.date, new.time, new.duration)
    assert task.created == NOW
    await reopened.close()


async def test_the_same_key_does_nothing_twice_and_gives_the_same_change(tmp_path: Path) -> None:
    schedule = await open_schedule(tmp_path / "schedule.db", SetClock(NOW))
    first = await schedule.tasks.create(NewTask(title="Milk"), person=PERSON, key="a")
    again = await schedule.tasks.create(NewTask(title="Something else"), person=PERSON, key="a")
    assert (again.did, again.task.title, again.task.id) == (Did.ADDED, "Milk", first.task.id)

    done = await schedule.tasks.set_done(first.task.id, True, person=PERSON, key="b")
    await schedule.tasks.set_done(first.task.id, False, person=PERSON, key="c")
    repeated = await schedule.tasks.set_done(first.task.id, True, person=PERSON, key="b")
    assert (done.did, repeated.did) == (Did.DONE, Did.DONE)
    assert (await schedule.tasks.get(first.task.id, person=PERSON)).done is False

    deleted = await schedule.tasks.delete(first.task.id, person=PERSON, key="d")
    assert (await schedule.tasks.delete(first.task.id, person=PERSON, key="d")).before == deleted.before
    assert len(await schedule.changes.of(PERSON)) == 4
    await schedule.close()


async def test_a_change_that_changes_nothing_says_so() -> None:
    schedule = await open_schedule(None, SetClock(NOW))
    milk = (await schedule.tasks.create(NewTask(title="Milk"), person=PERSON, key="a")).task
    assert (await schedule.tasks.create(NewTask(title="milk"), person=PERSON, key="b")).did is Did.UNCHANGED
    assert (await schedule.tasks.set_done(milk.id, False, person=PERSON, key="c")).did is Did.UNCHANGED
    assert (await schedule.tasks.rename(milk.id, "Milk", person=PERSON, key="d")).did is Did.UNCHANGED
    assert len(await schedule.tasks.all(person=PERSON)) == 1
    await schedule.close()


async def test_a_move_keeps_what_was_not_said() -> None:
    schedule = await open_schedule(None, SetClock(NOW))
    task = (await schedule.tasks.create(NewTask(title="Vet", date=date(2026, 11, 22), time=time(10)), person=PERSON, key="a")).task
    moved = (await schedule.tasks.reschedule(task.id, date=date(2026, 11, 25), person=PERSON, key="b")).task
    assert (moved.date, moved.time) == (date(2026, 11, 25), time(10))
    moved = (await schedule.tasks.reschedule(task.id, date=None, time=time(11), person=PERSON, key="c")).task
    assert (moved.date, moved.time) == (date(2026, 11, 25), time(11))
    await schedule.close()


async def test_a_task_of_somebody_else_does_not_exist() -> None:
    schedule = await open_schedule(None, SetClock(NOW))
    task = (await schedule.tasks.create(NewTask(title="Secret"), person="ken", key="a")).task
    assert await schedule.tasks.all(person=PERSON) == ()
    with pytest.raises(InvalidRequest, match=f"there is no task {task.id}"):
        await schedule.tasks.delete(task.id, person=PERSON, key="b")
    assert [t.title for t in await schedule.tasks.everything()] == ["Secret"]
    await schedule.close()


async def test_a_period_holds_its_first_and_last_day_in_order() -> None:
    schedule = await open_schedule(None, SetClock(NOW))
    for number, (day, clock) in enumerate([(24, None), (22, time(15)), (22, None), (21, time(9)), (25, time(0))]):
        await schedule.tasks.create(NewTask(title=f"T{number}", date=date(2026, 11, day), time=clock), person=PERSON, key=f"k{number}")
    await schedule.tasks.create(NewTask(title="some day"), person=PERSON, key="some")
    found = await schedule.tasks.between(date(2026, 11, 22), date(2026, 11, 24), person=PERSON)
    assert [t.title for t in found] == ["T2", "T1", "T0"]
    assert [t.title for t in await schedule.tasks.open(person=PERSON)] == ["T3", "T2", "T1", "T0", "T4", "some day"]
    await schedule.close()


async def test_a_loosely_spoken_title_finds_its_task_or_those_it_hesitates_between() -> None:
    schedule = await open_schedule(None, SetClock(NOW))
    for number, title in enumerate(["Buy detergent", "Dentist", "Return book to Ken", "Return book to Mia", "コーヒー豆"]):
        await schedule.tasks.create(NewTask(title=title), person=PERSON, key=f"k{number}")

    async def found(said: str) -> list[str]:
        match = await schedule.tasks.find(said, person=PERSON)
        return [match.found.title] if match.found else [t.title for t in match.candidates]

    assert await found("buying detergent") == ["Buy detergent"]
    assert await found("the dentist appointment") == ["Dentist"]
    assert await found("return book") == ["Return book to Ken", "Return book to Mia"]
    assert await found("こーひー豆") == ["コーヒー豆"]
    assert await found("car wash") == []
    await schedule.close()


@pytest.mark.parametrize(
    ("new", "where"),
    [
        (NewTask(title="  "), "title"),
        (NewTask(title="x" * 301), "title"),
        (NewTask(title="two\nlines"), "title"),
        (NewTask(title="bell\x07"), "title"),
        (NewTask(title="Milk", memo="x" * 4001), "memo"),
        (NewTask(title="Milk", memo="nul\x00"), "memo"),
        (NewTask(title="Milk", place="x" * 301), "place"),
        (NewTask(title="Milk", duration=timedelta(0)), "minutes"),
    ],
)
async def test_bad_input_names_the_field_and_writes_nothing(new: NewTask, where: str) -> None:
    schedule = await open_schedule(None, SetClock(NOW))
    with pytest.raises(InvalidRequest) as error:
        await schedule.tasks.create(new, person=PERSON, key="a")
    assert error.value.where == where
    assert await schedule.tasks.everything() == ()
    assert await schedule.changes.of(PERSON) == ()
    await schedule.close()


async def test_a_file_that_is_no_database_is_reported_with_how_to_mend_it(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database, and long enough to be read as one " * 100)
    with pytest.raises(Misconfigured) as error:
        await open_schedule(tmp_path / "notes.txt", SetClock(NOW))
    assert "notes.txt" in error.value.where and error.value.mend


async def test_a_place_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured):
        await open_schedule(tmp_path / "no" / "such" / "folder" / "schedule.db", SetClock(NOW))


@given(st.text(max_size=400), st.text(max_size=50) | st.none())
def test_a_checked_title_is_plain_and_short(title: str, memo: str | None) -> None:
    task = CustomTask(id=1, person=PERSON, title=title, memo=memo, created=NOW, updated=NOW)
    try:
        kept = checked(task)
    except InvalidRequest:
        return
    assert 0 < len(kept.title) <= 300
    assert kept.title == kept.title.strip()
    assert checked(kept) == kept


@given(st.dates(), st.times().map(lambda t: t.replace(second=0, microsecond=0)))
def test_a_view_tells_the_whole_row(day: date, clock: time) -> None:
    task = CustomTask(id=1, person=PERSON, title="T", date=day, time=clock, created=NOW, updated=NOW)
    row = task.view()
    assert (row["date"], row["time"], row["done"]) == (day.isoformat(), clock.strftime("%H:%M"), False)
    assert datetime.fromisoformat(f"{row['date']}T{row['time']}") == datetime.combine(day, clock)


async def test_a_long_list_shows_its_beginning_and_counts_the_rest() -> None:
    schedule = await open_schedule(None, SetClock(NOW))
    days = [date(2026, 11, day) for day in (25, 21, 23, 22, 24)]
    for number, day in enumerate((*days, None, None)):
        at = time(9) if number % 2 else None
        task = (await schedule.tasks.create(NewTask(title=f"T{number}", date=day, time=at), person=PERSON, key=f"k{number}")).task
        await schedule.tasks.set_done(task.id, number in (1, 6), person=PERSON, key=f"d{number}")
    first, last = date(2026, 11, 22), date(2026, 11, 24)
    for done in (None, True, False):
        whole = [t for t in await schedule.tasks.all(person=PERSON) if done in (None, t.done)]
        period = await schedule.tasks.between(first, last, person=PERSON, done=done)
        for limit in range(1, 9):
            shown, more = await schedule.tasks.listed(person=PERSON, done=done, limit=limit)
            assert (list(shown), more) == (whole[:limit], max(0, len(whole) - limit))
            shown, more = await schedule.tasks.listed(person=PERSON, first=first, last=last, done=done, limit=limit)
            assert (shown, more) == (period[:limit], max(0, len(period) - limit))
    await schedule.close()


async def test_a_search_finds_the_newest_and_keeps_to_its_period() -> None:
    schedule = await open_schedule(None, SetClock(NOW))
    for day in (20, 22, 21):
        await schedule.tasks.create(NewTask(title=f"Water the ferns {day}", date=date(2026, 11, day)), person=PERSON, key=f"k{day}")
    await schedule.tasks.create(NewTask(title="Ferns"), person=PERSON, key="k")
    assert [t.title[-2:] for t in await schedule.tasks.search("FERNS", person=PERSON)] == ["22", "21", "20", "ns"]
    assert [t.title[-2:] for t in await schedule.tasks.search("ferns", person=PERSON, limit=2)] == ["22", "21"]
    assert [t.title[-2:] for t in await schedule.tasks.search("ferns", person=PERSON, last=date(2026, 11, 21))] == ["21", "20"]
    assert await schedule.tasks.search("  ", person=PERSON) == ()
    await schedule.close()


async def test_a_search_finds_words_of_one_and_two_characters_and_takes_signs_as_they_are() -> None:
    schedule = await open_schedule(None, SetClock(NOW))
    for number, title in enumerate(("歯医者に電話", "銀行 50%", "Tea", "銀行 500")):
        await schedule.tasks.create(NewTask(title=title), person=PERSON, key=f"k{number}")
    for words, found in (("歯", ["歯医者に電話"]), ("銀行", ["銀行 50%", "銀行 500"]), ("50% 行", ["銀行 50%"]), ("e", ["Tea"])):
        assert [task.title for task in await schedule.tasks.search(words, person=PERSON)] == found
    await schedule.close()
