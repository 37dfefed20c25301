"""A person's schedule on Saturday 2026-11-21 at nine, and what marked sentences come to over it, for the tests beside this file."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.external import Action, Collection, CollectionKind
from yamori.agents.scheduler.frames import resolve
from yamori.agents.scheduler.rules.entities.known import Known
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.reminder import Reminder
from yamori.agents.scheduler.rules.rows.routine import Routine, Step
from yamori.domain.agenda import ListItem
from yamori.domain.language import language_of
from yamori.understanding.marked import marked
from yamori.understanding.resolution import Resolution
from yamori.understanding.utterance import utterance_of

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=ZoneInfo("Asia/Tokyo"))


def a_task(id: int, title: str, day: date | None = None, at: time | None = None, **more: Any) -> CustomTask:
    return CustomTask(id=id, person="aiko", title=title, date=day, time=at, created=NOW, updated=NOW, **more)


def a_routine(id: int, title: str, rule: str, at: time | None = None, *steps: str) -> Routine:
    made = tuple(Step(id=10 * id + n, title=step) for n, step in enumerate(steps))
    return Routine(
        id=id, person="aiko", title=title, recurrence=rule, starts=date(2026, 1, 1), time=at, steps=made, created=NOW, updated=NOW
    )


def a_reminder(id: int, due: datetime, **more: Any) -> Reminder:
    return Reminder(id=id, person="aiko", due=due, created=NOW, updated=NOW, **more)


def at(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 11, day, hour, minute, tzinfo=NOW.tzinfo)


TASKS = (
    a_task(1, "Buy detergent", date(2026, 11, 22)),
    a_task(2, "Dentist", date(2026, 11, 24), time(15, 30)),
    a_task(3, "Call grandma"),
    a_task(4, "Team meeting", date(2026, 11, 27), time(15), duration=timedelta(hours=1), memo="Room 2"),
    a_task(5, "Pay rent", date(2026, 11, 13), done=True),
    a_task(6, "歯医者", date(2026, 11, 25), time(10)),
    a_task(7, "洗剤を買う"),
    a_task(8, "Lunch with Tom", date(2026, 11, 23), time(12)),
    a_task(9, "Lunch with Paul", date(2026, 11, 26), time(12)),
)
ROUTINES = (
    a_routine(1, "Cello practice", "FREQ=WEEKLY;BYDAY=TU,SA", time(17), "Scales", "Etude"),
    a_routine(2, "夜の支度", "FREQ=DAILY", time(21), "歯みがき", "明日の服"),
    a_routine(3, "Yoga", "FREQ=WEEKLY;BYDAY=TH", time(18)),
)
REMINDERS = (
    a_reminder(1, at(21, 9, 8), text="Pasta", moment=at(21, 9, 8), timer=True),
    a_reminder(2, at(22, 7), text="Alarm", moment=at(22, 7)),
    a_reminder(3, at(24, 14, 30), task_id=2, lead=timedelta(hours=1)),
)
COLLECTIONS = (
    Collection(id="todo.groceries", name="Groceries", kind=CollectionKind.LIST, actions=frozenset(Action)),
    Collection(id="calendar.family", name="Family", kind=CollectionKind.CALENDAR, actions=frozenset((Action.ADD,))),
)
ITEMS: Mapping[str, Sequence[ListItem]] = {"todo.groceries": (ListItem(summary="Milk"), ListItem(summary="Rye bread"))}


def resolved(line: str, **known: Any) -> Resolution:
    """What the frames of a marked sentence come to; `known` says what is otherwise than above."""
    sentence = marked(line)
    held: dict[str, Any] = {"tasks": TASKS, "routines": ROUTINES, "reminders": REMINDERS}
    there = Known(now=NOW, language=language_of(sentence.text), **(held | known))
    return resolve(sentence.frames, utterance_of(sentence.text, NOW), there)


def calls(line: str, **known: Any) -> list[str]:
    """The calls in short: `set_timer minutes=5`. Fails where a frame is not resolved."""
    found = resolved(line, **known)
    assert not found.unresolved, f"unresolved: {found.unresolved[0].slot}, {found.unresolved[0].options}"
    return [in_short(call) for call in found.calls]


def in_short(call: ToolCall) -> str:
    return " ".join([call.tool, *(f"{name}={value}" for name, value in call.arguments.items())])


def lost(line: str, **known: Any) -> tuple[str | None, tuple[str, ...]]:
    """The slot for which a sentence's one frame is not resolved, and the options. Fails where anything is called."""
    found = resolved(line, **known)
    assert not found.calls, f"called: {[in_short(call) for call in found.calls]}"
    (unresolved,) = found.unresolved
    return unresolved.slot.name.value if unresolved.slot is not None else None, unresolved.options
