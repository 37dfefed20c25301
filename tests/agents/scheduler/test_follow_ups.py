"""What is said right after: corrections, the same again, taking back, and pointing into a list."""

import pytest

from .diary import diary

ENGLISH = "Put skittles in for Tuesday at 8pm"
JAPANESE = "火曜の20時に卓球を入れて"

CORRECTED = [
    (ENGLISH, "make it half past", "Skittles 2026-11-24 20:30"),
    (JAPANESE, "ごめん、あさってに変更", "卓球 2026-11-23 20:00"),
    (JAPANESE, "その次の日にして", "卓球 2026-11-25 20:00"),
    (JAPANESE, "1時間後ろにずらして", "卓球 2026-11-24 21:00"),
]


@pytest.mark.parametrize(("first", "then", "row"), CORRECTED)
async def test_a_correction_changes_what_was_just_added(first: str, then: str, row: str) -> None:
    async with diary(rows=()) as it:
        await it.say(first)
        assert (await it.claim(then)).strength.value in ("strong", "owning", "whole")
        await it.say(then)
        assert await it.rows() == [row]


@pytest.mark.parametrize(
    ("first", "then"),
    [(ENGLISH, "never mind, delete it")],
)
async def test_what_was_just_added_can_be_dropped_without_its_name(first: str, then: str) -> None:
    async with diary() as it:
        rows = await it.rows()
        await it.say(first)
        await it.say(then)
        assert await it.rows() == rows


async def test_it_means_one_task_and_of_several_it_asks_which() -> None:
    async with diary() as it:
        rows = await it.rows()
        await it.say("What's on next week?")
        asking = await it.say("delete it")
        assert asking.question is not None and await it.rows() == rows
