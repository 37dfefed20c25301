"""What people say instead of giving an order: a statement alone, or a statement and what to do with it."""

from datetime import date, time

import pytest

from yamori.agentkit.task import OutcomeStatus
from yamori.agents.scheduler.store import NewTask

from .diary import diary

ROWS = (
    NewTask(title="Return ladder to Jo", date=date(2026, 11, 23)),
    NewTask(title="Feed the tortoise"),
    NewTask(title="Singing lesson", date=date(2026, 11, 26), time=time(17, 30)),
    NewTask(title="Lunch with Ada", date=date(2026, 11, 25), time=time(12)),
    NewTask(title="Renew the bus pass", date=date(2026, 11, 14), done=True),
    NewTask(title="手紙を出す", date=date(2026, 11, 24)),
    NewTask(title="メダカにえさをやる"),
    NewTask(title="料理教室", date=date(2026, 11, 27), time=time(18)),
    NewTask(title="林さんと昼食", date=date(2026, 11, 25), time=time(12)),
)

NEW = [
    ("Cello rehearsal on Wednesday at seven in the evening, jot it down", "Cello rehearsal 2026-11-25 19:00"),
    ("We're out of matches, stick them on the shopping list", "Matches"),
    ("physio Dec 3 9am", "Physio 2026-12-03 09:00"),
    ("土曜に川へ釣りに行くって予定に入れて", "川へ釣りに行く 2026-11-28"),
    ("整体 12月3日 9時", "整体 2026-12-03 09:00"),
]


@pytest.mark.parametrize(("said", "row"), NEW)
async def test_something_to_come_is_written_down_once(said: str, row: str) -> None:
    async with diary(rows=()) as it:
        await it.say(said)
        assert await it.rows() == [row]


CHANGED = [
    ("The tortoise has been fed", "Feed the tortoise", "Feed the tortoise done"),
    ("Ada can't make it, drop the lunch", "Lunch with Ada 2026-11-25 12:00", None),
    ("The singing lesson got cancelled", "Singing lesson 2026-11-26 17:30", None),
    ("Could we do the singing lesson an hour later?", "Singing lesson 2026-11-26 17:30", "Singing lesson 2026-11-26 18:30"),
    ("Put lunch with Ada off by a week", "Lunch with Ada 2026-11-25 12:00", "Lunch with Ada 2026-12-02 12:00"),
    ("Push lunch with Ada to next week", "Lunch with Ada 2026-11-25 12:00", "Lunch with Ada 2026-11-25 12:00"),
    ("手紙出してきたよ、完了にしといて", "手紙を出す 2026-11-24", "手紙を出す 2026-11-24 done"),
    ("料理教室は中止になりました", "料理教室 2026-11-27 18:00", None),
    ("料理教室、行けなくなったから外しておいて", "料理教室 2026-11-27 18:00", None),
    ("料理教室は18時じゃなくて19時からだった", "料理教室 2026-11-27 18:00", "料理教室 2026-11-27 19:00"),
    ("林さんとの昼食を1時間遅らせて", "林さんと昼食 2026-11-25 12:00", "林さんと昼食 2026-11-25 13:00"),
    ("料理教室を一週間後ろにずらして", "料理教室 2026-11-27 18:00", "料理教室 2026-12-04 18:00"),
    ("料理教室、本当は陶芸教室なんだ。名前を変えてくれる?", "料理教室 2026-11-27 18:00", "陶芸教室 2026-11-27 18:00"),
]
NOTED = "Lunch with Ada 2026-11-25 12:00 (Ada wants me to bring the photos)"


@pytest.mark.parametrize(("said", "before", "after"), CHANGED)
async def test_the_task_that_the_remark_speaks_of_changes_and_no_other(said: str, before: str, after: str | None) -> None:
    async with diary(rows=ROWS) as it:
        rows = await it.rows()
        outcome = await it.say(said)
        after = NOTED if said.endswith("as a note") else after
        assert sorted(await it.rows()) == sorted([r for r in rows if r != before] + ([after] if after else []))
        assert outcome.status is OutcomeStatus.DONE


NOT_THERE = [
    "Move the regatta to Sunday",
    "遠足を日曜に変更して",
]


@pytest.mark.parametrize("said", NOT_THERE)
async def test_what_is_not_there_is_said_so_by_code(said: str) -> None:
    async with diary(rows=ROWS) as it:
        rows = await it.rows()
        outcome = await it.say(said)
        assert (outcome.status, outcome.model_calls) == (OutcomeStatus.FAILED, 0)
        assert "I can't find" in outcome.text or "見つかりません" in outcome.text
        assert await it.rows() == rows


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("I bought the eggs on the shopping list", ["Oat milk"]),
        ("Bought the oat milk on my shopping list", ["eggs"]),
        ("The oat milk is bought, tick it off the shopping list", ["eggs"]),
        ("He bought the eggs on the to-do list", ["Oat milk"]),
        ("買い物リストの豆腐を買った", ["eggs", "Oat milk"]),
        ("I bought the bread on the shopping list", ["eggs", "Oat milk"]),
    ],
)
async def test_what_is_told_of_an_entry_of_the_list_adds_none(said: str, left: list[str]) -> None:
    async with diary(rows=(NewTask(title="eggs"), NewTask(title="Oat milk"))) as it:
        outcome = await it.say(said)
        assert [row for row in await it.rows() if not row.endswith("done")] == left, outcome.text
        assert "Added" not in outcome.text and "追加" not in outcome.text


@pytest.mark.parametrize(
    ("said", "added"),
    [
        ("Boiled eggs on the shopping list", "Boiled eggs"),
        ("Smoked salmon to the grocery list", "Smoked salmon"),
        ("I need bananas on the shopping list", "Bananas"),
        ("I want chocolate on the shopping list", "Chocolate"),
        ("Add whole oat milk to the shopping list", "Whole oat milk"),
    ],
)
async def test_what_is_wanted_on_the_list_is_added_though_it_sounds_like_something_done(said: str, added: str) -> None:
    async with diary(rows=(NewTask(title="eggs"), NewTask(title="Oat milk"))) as it:
        await it.say(said)
        assert await it.rows() == ["eggs", "Oat milk", added]
