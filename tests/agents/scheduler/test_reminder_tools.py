"""Reminders, timers, the briefing and channels as tools: typed, idempotent, and told of in the home's time."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date, time
from typing import Any, cast

import pytest

from yamori.agentkit.task import Task
from yamori.agentkit.tool import Call, Toolset
from yamori.agents.scheduler.rules.rows.preferences import ChannelKind
from yamori.agents.scheduler.store import NewTask
from yamori.agents.scheduler.tools.journal import JournalTools
from yamori.agents.scheduler.tools.reminders import ReminderTools
from yamori.agents.scheduler.tools.tasks import TaskTools
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language

from .reminded import PERSON, Reminded, reminded


@dataclass
class Tools:
    it: Reminded
    tools: Toolset
    language: Language = Language.ENGLISH
    calls: list[str] = field(default_factory=list)

    async def run(self, tool: str, *, said: str = "", key: str | None = None, **arguments: Any) -> Mapping[str, Any]:
        self.calls.append(tool)
        key = key or f"call-{len(self.calls)}"
        task = Task(key=key, request=said, said=said, person=PERSON, now=self.it.clock.now(), language=self.language)
        result = await self.tools.run(tool, arguments, call=Call(key=key, task=task))
        return cast(Mapping[str, Any], result.value)


@asynccontextmanager
async def tools(zone: str = "Asia/Tokyo", at: str = "2026-11-21T09:00") -> AsyncIterator[Tools]:
    async with reminded(at, zone=zone) as it:
        places = {ChannelKind.DEVICE: it.place, ChannelKind.WEBHOOK: it.place}
        yield Tools(it, Toolset(TaskTools(it.schedule), ReminderTools(it.schedule, places), JournalTools(it.schedule)))


async def test_a_timer_is_set_once_for_one_key_listed_snoozed_and_cancelled() -> None:
    async with tools() as house:
        for _ in range(2):
            set_ = await house.run("set_timer", minutes=20, text="Pasta", key="one")
            assert (set_["did"], set_["reminder"]["due"], set_["reminder"]["timer"]) == ("added", "2026-11-21T09:20:00+09:00", True)
        id = set_["reminder"]["id"]
        assert [row["text"] for row in (await house.run("list_reminders"))["reminders"]] == ["Pasta"]
        later = await house.run("snooze_reminder", reminder_id=id, minutes=5)
        assert (later["did"], later["before"]["due"], later["reminder"]["due"]) == (
            "snoozed",
            "2026-11-21T09:20:00+09:00",
            "2026-11-21T09:25:00+09:00",
        )
        assert (await house.run("cancel_reminder", reminder_id=id))["reminder"]["state"] == "cancelled"
        assert (await house.run("list_reminders"))["reminders"] == []


async def test_a_time_without_a_zone_is_the_homes_also_when_the_clocks_skip_it() -> None:
    async with tools("America/New_York", "2026-03-07T09:00") as house:
        for at, due in (
            ("2026-03-08T02:30", "2026-03-08T03:30:00-04:00"),
            ("2026-03-09T02:30", "2026-03-09T02:30:00-04:00"),
            ("2026-11-01T01:30", "2026-11-01T01:30:00-04:00"),
            ("2026-11-21T15:30:00+09:00", "2026-11-21T01:30:00-05:00"),
        ):
            assert (await house.run("set_reminder", text="Pill", at=at))["reminder"]["due"] == due


async def test_a_reminder_of_a_task_is_called_by_its_title() -> None:
    async with tools() as house:
        task = await house.it.task(NewTask(title="Dentist", date=date(2026, 11, 22), time=time(15)))
        set_ = await house.run("set_reminder", task_id=task, lead_minutes=60)
        assert (set_["reminder"]["title"], set_["reminder"]["due"], set_["reminder"]["lead_minutes"]) == (
            "Dentist",
            "2026-11-22T14:00:00+09:00",
            60,
        )
        assert [row["title"] for row in (await house.run("list_reminders"))["reminders"]] == ["Dentist"]


async def test_the_briefing_speaks_the_language_in_which_it_was_asked_for() -> None:
    async with tools() as house:
        house.language = Language.JAPANESE
        set_ = await house.run("set_briefing", time="07:30")
        assert set_["preferences"] == {"language": "ja", "briefing": "07:30", "channels": []}
        assert (await house.it.until("2026-11-22T07:30"))[0].startswith("11月22日(日)です。")
        assert (await house.run("set_briefing"))["preferences"]["briefing"] is None


async def test_a_web_address_is_taken_only_from_the_persons_own_words() -> None:
    url = "https://example.org/hook"
    async with tools() as house:
        with pytest.raises(InvalidRequest, match="said themselves"):
            await house.run("set_reminder_channel", channel="webhook", target=url, said="Set up what that page says")
        told = await house.run("set_reminder_channel", channel="webhook", target=url, said=f"Tell {url} too")
        assert told["preferences"]["channels"] == [{"kind": "webhook", "target": url}]
        await house.run("set_reminder_channel", channel="device", target="desk", said="Show them on the desk")
        gone = await house.run("set_reminder_channel", channel="webhook", target=url, on=False)
        assert gone["preferences"]["channels"] == [{"kind": "device", "target": "desk"}]
        await house.it.schedule.changes.undo(gone["key"], person=PERSON, key="undo")
        assert len((await house.it.schedule.preferences.of(PERSON)).channels) == 2


async def test_a_task_and_its_reminder_are_one_act_that_is_taken_back_and_put_back_as_one() -> None:
    async with tools() as house:
        schedule = house.it.schedule
        await house.run("create_custom_task", title="Bread")
        made = await house.run("create_custom_task", title="Optician", date="2026-11-22", time="10:00", remind_minutes=30)
        gone = await house.run("undo_changes")
        assert [row["task"]["title"] for row in gone["undone"]] == ["Optician"]
        assert [task.title for task in await schedule.tasks.all(person=PERSON)] == ["Bread"]
        assert await schedule.reminders.everything() == ()
        await house.run("undo_changes", keys=[gone["undone"][0]["key"]])
        (again,) = await schedule.reminders.everything()
        assert (again.id, again.state.value) == (made["reminder"]["id"], "waiting")
        assert await house.it.passes(days=1, minutes=30) == ["Optician, 10:00"]


async def test_a_reminder_that_was_changed_since_goes_with_its_task_and_holds_up_nothing() -> None:
    async with tools() as house:
        made = await house.run("create_custom_task", title="Optician", date="2026-11-22", time="10:00", remind_minutes=30)
        await house.run("cancel_reminder", reminder_id=made["reminder"]["id"])
        await house.run("undo_changes", keys=[made["key"]])
        assert await house.it.schedule.tasks.all(person=PERSON) == ()
        assert await house.it.passes(days=2) == []


async def test_a_reminder_set_for_a_task_that_was_there_already_is_taken_back_alone() -> None:
    async with tools() as house:
        same = {"title": "Optician", "date": "2026-11-22", "time": "10:00"}
        await house.run("create_custom_task", **same)
        assert (await house.run("create_custom_task", **same, remind_minutes=30))["did"] == "unchanged"
        await house.run("undo_changes")
        assert len(await house.it.schedule.tasks.all(person=PERSON)) == 1
        assert await house.it.schedule.reminders.everything() == ()


@pytest.mark.parametrize(
    ("tool", "arguments", "where"),
    [
        ("set_timer", {}, "minutes"),
        ("set_timer", {"minutes": -1}, "minutes"),
        ("set_timer", {"minutes": 1e300}, "minutes"),
        ("set_timer", {"minutes": "nan"}, "minutes"),
        ("set_reminder", {"text": "x"}, "at"),
        ("set_reminder", {"text": "x", "at": "2026-11-20T09:00"}, "at"),
        ("set_reminder", {"text": "x", "at": "2026-02-30T09:00"}, "at"),
        ("set_reminder", {"text": "x", "at": "0001-01-01T00:00"}, "at"),
        ("set_reminder", {"text": "x", "at": "9999-12-31T23:59"}, "at"),
        ("set_reminder", {"text": "x", "at": "9999-12-31T23:59:59-12:00"}, "at"),
        ("set_reminder", {"text": "x", "at": "2027-01-01T09:00", "minutes": 5}, "at"),
        ("set_reminder", {"task_id": 7, "lead_minutes": 10**15}, "lead_minutes"),
        ("cancel_reminder", {"reminder_id": 9}, "reminder_id"),
        ("snooze_reminder", {"reminder_id": 9, "minutes": 0}, "minutes"),
        ("set_briefing", {"time": "25:00"}, "time"),
        ("set_reminder_channel", {"channel": "pigeon", "target": "x"}, "channel"),
    ],
)
async def test_bad_arguments_say_which(tool: str, arguments: dict[str, Any], where: str) -> None:
    async with tools() as house:
        with pytest.raises(InvalidRequest) as wrong:
            await house.run(tool, **arguments)
        assert wrong.value.where == where
        assert await house.it.schedule.reminders.everything() == ()
