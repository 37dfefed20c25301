"""What is said right after: corrections, the same again, taking back, and pointing into a list."""

import pytest

from .diary import diary

ENGLISH = "Put skittles in for Tuesday at 8pm"
JAPANESE = "火曜の20時に卓球を入れて"

CORRECTED = [
    (ENGLISH, "No wait, the day after", "Skittles 2026-11-25 20:00"),
    (ENGLISH, "sorry, I meant nine", "Skittles 2026-11-24 21:00"),
    (ENGLISH, "not Tuesday, Thursday", "Skittles 2026-11-26 20:00"),
    (ENGLISH, "half an hour earlier please", "Skittles 2026-11-24 19:30"),
    (ENGLISH, "hmm, the Sunday after", "Skittles 2026-11-29 20:00"),
    (ENGLISH, "make it half past", "Skittles 2026-11-24 20:30"),
    (ENGLISH, "call it bowling", "Bowling 2026-11-24 20:00"),
    (ENGLISH, "add a note: bring the flat shoes", "Skittles 2026-11-24 20:00 (Bring the flat shoes)"),
    (JAPANESE, "ごめん、あさってに変更", "卓球 2026-11-23 20:00"),
    (JAPANESE, "その次の日にして", "卓球 2026-11-25 20:00"),
    (JAPANESE, "すまん、木曜だった", "卓球 2026-11-26 20:00"),
    (JAPANESE, "1時間後ろにずらして", "卓球 2026-11-24 21:00"),
    (JAPANESE, "火曜じゃなくて水曜ね", "卓球 2026-11-25 20:00"),
    (JAPANESE, "名前はバドミントンにして", "バドミントン 2026-11-24 20:00"),
    (JAPANESE, "ラケット持参ってメモもつけて", "卓球 2026-11-24 20:00 (ラケット持参)"),
]


@pytest.mark.parametrize(("first", "then", "row"), CORRECTED)
async def test_a_correction_changes_what_was_just_added(first: str, then: str, row: str) -> None:
    async with diary(rows=()) as it:
        await it.say(first)
        assert (await it.claim(then)).strength.value in ("strong", "owning")
        await it.say(then)
        assert await it.rows() == [row]


@pytest.mark.parametrize(
    ("first", "then"),
    [(ENGLISH, "scratch that"), (ENGLISH, "never mind, delete it"), (JAPANESE, "やっぱりやめた"), (JAPANESE, "やっぱなしで")],
)
async def test_what_was_just_added_can_be_dropped_without_its_name(first: str, then: str) -> None:
    async with diary() as it:
        rows = await it.rows()
        await it.say(first)
        await it.say(then)
        assert await it.rows() == rows


async def test_what_was_just_deleted_can_be_kept_after_all() -> None:
    async with diary() as it:
        rows = await it.rows()
        await it.say("Cancel the team meeting")
        await it.say("wait, no, keep it")
        await it.say("歯医者を消して")
        await it.say("やっぱり戻して")
        assert sorted(await it.rows()) == sorted(rows)


async def test_the_same_goes_for_something_else_too() -> None:
    async with diary() as it:
        await it.say("Delete the dentist")
        await it.say("and the team meeting")
        await it.say("洗剤を買うを完了にして")
        await it.say("歯医者も")
        rows = await it.rows()
        assert not any("Dentist" in r or "Team meeting" in r for r in rows)
        assert "洗剤を買う done" in rows and "歯医者 2026-11-25 10:00 done" in rows


async def test_the_same_on_another_day_keeps_its_time() -> None:
    async with diary(rows=()) as it:
        await it.say(ENGLISH)
        await it.say("oh, and the same on Friday")
        assert await it.rows() == ["Skittles 2026-11-24 20:00", "Skittles 2026-11-27 20:00"]


async def test_a_place_in_the_list_just_shown_names_a_task() -> None:
    async with diary(rows=()) as it:
        await it.say("Add judo on Monday at 5pm")
        await it.say("Add chess on Monday at 7pm")
        await it.say("What have I got on Monday?")
        await it.say("delete the second one")
        assert await it.rows() == ["Judo 2026-11-23 17:00"]
        await it.say("月曜は何が入ってる?")
        await it.say("最初のをキャンセルして")
        assert await it.rows() == []


async def test_it_means_one_task_and_of_several_it_asks_which() -> None:
    async with diary() as it:
        rows = await it.rows()
        await it.say("What's on next week?")
        asking = await it.say("delete it")
        assert asking.question is not None and await it.rows() == rows


async def test_of_nothing_said_before_nothing_is_written_down() -> None:
    async with diary(rows=()) as it:
        assert (await it.say("write that down please")).text == "I do not know which task you mean."
        assert (await it.say("予定に入れておいて")).text == "どの予定のことか分かりません。"
        assert await it.rows() == []
