"""Whatever a person does with a task, and whenever the loop looks, its reminder comes once for each time that came up."""

from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta

from hypothesis import given
from hypothesis import strategies as st
from tests.lengths import examples

from yamori.agents.scheduler.rules.rows.instants import instant
from yamori.agents.scheduler.store import Did, NewTask
from yamori.agents.scheduler.store.reminders import NewReminder
from yamori.domain.errors import InvalidRequest

from .reminded import PERSON, TOKYO, Reminded, reminded

LEAD = timedelta(hours=1)
Acts = st.one_of(
    st.tuples(st.just("move"), st.integers(-30, 60)),
    st.tuples(st.just("wait"), st.integers(1, 20)),
    st.tuples(st.just("undo"), st.just(0)),
    st.tuples(st.just("done"), st.booleans()),
    st.tuples(st.just("delete"), st.just(0)),
    st.tuples(st.just("someday"), st.just(0)),
)


@dataclass
class Expected:
    """What ought to be told, reckoned from what the task looked like at each look."""

    told: list[datetime] = field(default_factory=list)
    waiting: datetime | None = None

    def changed(self, start: datetime | None, now: datetime) -> None:
        """The task begins then; None: it is done, gone or without a day."""
        due = start - LEAD if start is not None else None
        if due != self.waiting:
            self.waiting = due if start is not None and start >= now and due not in self.told else None

    def look(self, now: datetime) -> None:
        if self.waiting is not None and self.waiting <= now:
            self.told.append(self.waiting)
            self.waiting = None


async def start_of(it: Reminded, id: int) -> datetime | None:
    try:
        task = await it.schedule.tasks.get(id, person=PERSON)
    except InvalidRequest:
        return None
    return instant(task.date, task.time, TOKYO) if task.date is not None and not task.done else None


async def act(it: Reminded, id: int, what: str, how: int) -> None:
    tasks = it.schedule.tasks
    at = it.clock.now() + timedelta(hours=how)
    match what:
        case "move":
            await tasks.edit(id, Did.MOVED, lambda t: replace(t, date=at.date(), time=at.time()), person=PERSON, key=it.key)
        case "someday":
            await tasks.edit(id, Did.MOVED, lambda t: replace(t, date=None, time=None), person=PERSON, key=it.key)
        case "done":
            await tasks.set_done(id, bool(how), person=PERSON, key=it.key)
        case "delete":
            await tasks.delete(id, person=PERSON, key=it.key)
        case "undo":
            for last in await it.schedule.changes.last(person=PERSON):
                if last.key != "reminder":
                    await it.schedule.changes.undo(last.key, person=PERSON, key=it.key)


@examples(25)
@given(st.lists(Acts, min_size=1, max_size=25))
async def test_a_reminder_comes_once_for_each_time_that_came_up_while_its_task_was_open(acts: list[tuple[str, int]]) -> None:
    async with reminded() as it:
        id = await it.task(NewTask(title="x", date=date(2026, 11, 21), time=time(21)))
        await it.schedule.reminders.set(NewReminder(task_id=id, lead=LEAD), person=PERSON, key="reminder")
        expected = Expected()
        expected.changed(await start_of(it, id), it.clock.now())
        for what, how in acts:
            if what == "wait":
                await it.passes(hours=how)
                expected.look(it.clock.now())
                continue
            try:
                await act(it, id, what, how)
            except InvalidRequest:
                continue  # it is gone, or was changed since: nothing happens
            expected.changed(await start_of(it, id), it.clock.now())
        told = [notice.due for notice in await it.schedule.notices.after(person=PERSON)]
        assert told == expected.told
