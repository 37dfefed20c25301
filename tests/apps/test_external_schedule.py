"""Lists and calendars of the house's other systems, used by name like the schedule's own: sentences end to end, without a model."""

from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.apps.test_household import heard, living, say

from yamori.apps.household import Household
from yamori.gateway.homefile import load_home
from yamori.understanding.tagging.trained import trained_reader

HOME = """
home: lists
place: {name: Nara, country: JP, latitude: 34.68, longitude: 135.8, timezone: Asia/Tokyo}
rooms: [{id: hall, name: Hall}]
people: [{id: aiko, name: Aiko, role: adult}]
devices:
  - id: shopping
    name: Shopping List
    components:
      main: {todoList: {open: 2, items: {entries: [{summary: Eggs}, {summary: Rye bread}, {summary: Soap, status: completed}]}}}
  - {id: chores, name: Weekend Chores, components: {main: {todoList: {open: 0}}}}
  - id: family
    name: Family
    components:
      main:
        calendarEvents:
          ongoing: "off"
          events:
            entries:
              - {summary: Choir, start: "2026-11-21T19:00:00+09:00", end: "2026-11-21T21:00:00+09:00", location: Town hall}
              - {summary: Autumn fair, start: "2026-11-22", end: "2026-11-24"}
  - {id: lamp, name: Hall lamp, room: hall, components: {main: {switch: {switch: "off"}}}}
"""


class House:
    def __init__(self, household: Household, client: httpx.AsyncClient) -> None:
        self.household = household
        self.client = client

    async def say(self, text: str) -> str:
        shown = await say(self.client, text)
        self.turn = shown["turn"]
        self.status = shown["status"]
        return str(shown.get("answer") or "")

    async def answer(self, text: str) -> str:
        last, _ = (await heard(self.client, self.turn))[-1]
        assert (await self.client.post(f"/turns/{self.turn}/answer", json={"text": text})).is_success
        await heard(self.client, self.turn, after=last)
        shown = (await self.client.get(f"/turns/{self.turn}")).json()
        self.status = shown["status"]
        return str(shown.get("answer") or "")

    async def items(self, list_id: str) -> list[str]:
        return [item.summary for item in await self.household.gate.items(list_id)]

    async def own_tasks(self) -> Sequence[str]:
        found, _ = await self.household.schedule.tasks.listed(person="aiko", limit=100)
        return [task.title for task in found]


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    file = tmp_path / "lists.home.yaml"
    file.write_text(HOME, encoding="utf-8")
    async with living(load_home(str(file)), reader=trained_reader()) as (household, client):
        yield House(household, client)


@pytest.mark.parametrize(
    ("said", "added"),
    [
        ("Add milk and butter to the shopping list", ["Milk", "Butter"]),
        ("Put oat milk on my shopping list", ["Oat milk"]),
        ("買い物リストに豆腐を追加して", ["豆腐"]),
        ("Shopping Listに牛乳を入れて", ["牛乳"]),
    ],
)
async def test_what_is_put_on_a_named_list_goes_there_and_not_into_the_schedule(house: House, said: str, added: Sequence[str]) -> None:
    answer = await house.say(said)
    assert await house.items("shopping") == ["Eggs", "Rye bread", *added]
    assert await house.own_tasks() == [] and "Shopping List" in answer


async def test_a_list_is_told_with_its_open_entries_only(house: House) -> None:
    for said in ("What's on the shopping list?", "買い物リストには何がある？"):
        answer = await house.say(said)
        assert "Eggs" in answer and "Rye bread" in answer and "Soap" not in answer
    assert "空です" in await house.say("Weekend Choresリストには何がある？")


async def test_an_entry_is_ticked_off_and_for_one_that_is_not_there_nothing_changes(house: House) -> None:
    assert "Ticked" in await house.say("The rye bread is bought, tick it off the shopping list")
    assert await house.items("shopping") == ["Eggs"]
    assert "did not work" in await house.say("Tick pasta off the shopping list")
    assert await house.items("shopping") == ["Eggs"]


async def test_an_entry_is_taken_off_only_once_that_is_approved(house: House) -> None:
    await house.say("Take the eggs off the shopping list")
    assert house.status == "waiting" and await house.items("shopping") == ["Eggs", "Rye bread"]
    assert "stays" in await house.answer("no")
    assert await house.items("shopping") == ["Eggs", "Rye bread"]
    await house.say("Take the eggs off the shopping list")
    assert "Took" in await house.answer("yes") and await house.items("shopping") == ["Rye bread"]


async def test_a_list_that_takes_no_dates_is_given_none(house: House) -> None:
    assert "I can only" in await house.say("Add napkins to the shopping list for Friday")
    assert await house.items("shopping") == ["Eggs", "Rye bread"] and await house.own_tasks() == []


async def test_what_is_told_of_an_entry_is_no_new_one(house: House) -> None:
    assert "Eggs" in await house.say("I bought the eggs on the shopping list")
    assert await house.items("shopping") == ["Rye bread"]
    assert "Added" not in await house.say("I bought the butter on the shopping list")
    assert await house.items("shopping") == ["Rye bread"]
    await house.say("Add whole rye bread to the shopping list")  # a further one, though its name holds that of another
    assert await house.items("shopping") == ["Rye bread", "Whole rye bread"]


async def test_without_a_name_the_schedule_is_meant(house: House) -> None:
    await house.say("Add sweep the stairs to my to-do list")
    assert await house.own_tasks() == ["Sweep the stairs"] and await house.items("chores") == []


async def test_another_clause_of_the_sentence_is_done_too(house: House) -> None:
    await house.say("Turn on the hall lamp and add salt to the shopping list")
    state = {reading.path: reading.value for reading in await house.household.gate.snapshot("lamp")}
    assert state["lamp.main.switch.switch"] == "on" and (await house.items("shopping"))[-1] == "Salt"


@pytest.mark.parametrize(
    ("said", "all_of", "none_of"),
    [
        ("What is on today?", ["19:00 Choir", "Town hall", "Family"], ["fair"]),
        ("明日の予定は？", ["Autumn fair", "Family"], ["Choir"]),
        ("What's on the family calendar tomorrow?", ["Autumn fair"], ["Choir"]),
        ("What's on the family calendar next Friday?", ["Nothing"], ["Choir", "fair"]),
        ("When am I free tonight?", ["18:00–19:00", "21:00"], []),
    ],
)
async def test_days_are_told_with_what_other_calendars_hold(house: House, said: str, all_of: Sequence[str], none_of: Sequence[str]) -> None:
    answer = await house.say(said)
    assert all(part in answer for part in all_of) and not any(part in answer for part in none_of), answer


@pytest.mark.parametrize(
    ("said", "event"),
    [
        ("Put the dentist on the family calendar on Tuesday at 3", ("Dentist", "2026-11-24T15:00:00+09:00")),
        ("家族カレンダーに来週の月曜10時から運動会を入れて", ("運動会", "2026-11-23T10:00:00+09:00")),
        ("Add a day trip to the family calendar on Friday", ("Day trip", "2026-11-27")),
    ],
)
async def test_an_event_goes_into_the_calendar_that_is_named(house: House, said: str, event: tuple[str, str]) -> None:
    await house.say(said)
    readings = {reading.path: reading.value for reading in await house.household.gate.snapshot("family")}
    entries: Mapping[str, Any] = readings["family.main.calendarEvents.events"]
    last = entries["entries"][-1]
    assert (last["summary"], last["start"]) == event
    assert await house.own_tasks() == []


async def test_every_change_of_another_systems_list_stands_in_the_ledger(house: House) -> None:
    await house.say("Add flour to the shopping list")
    (receipt, *_) = await house.household.gate.ledger()
    assert (receipt.command.name, receipt.cause.agent, receipt.cause.person) == ("addItem", "scheduler", "aiko")
