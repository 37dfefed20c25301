"""Sentences as people write them: long politeness, a thing and then what to do with it, remarks behind, a part in the middle."""

from datetime import date, time

import pytest

from yamori.agents.scheduler.store import NewTask
from yamori.agents.scheduler.store.routines import NewRoutine, NewStep

from .diary import PERSON, Diary, diary

SEED = (
    NewTask(title="Guitar lesson", date=date(2026, 11, 26), time=time(17, 30)),
    NewTask(title="Talk with the tutor", date=date(2026, 11, 28), time=time(11)),
    NewTask(title="Talk with the plumber", date=date(2026, 11, 28), time=time(16)),
    NewTask(title="Return the drill", date=date(2026, 11, 20), time=time(12), done=True),
    NewTask(title="合唱の練習", date=date(2026, 11, 26), time=time(19)),
    NewTask(title="花屋", date=date(2026, 11, 28), time=time(13)),
    NewTask(title="灯籠を返す", date=date(2026, 11, 20), done=True),
)


async def _with_routines(it: Diary) -> None:
    swim = NewRoutine(
        title="Swimming",
        recurrence="FREQ=WEEKLY;BYDAY=WE,SA",
        time=time(18),
        steps=(NewStep(title="Crawl", minutes=20), NewStep(title="Backstroke", minutes=10)),
    )
    await it.schedule.routines.add(swim, person=PERSON, key="r1")
    go = NewRoutine(title="囲碁", recurrence="FREQ=WEEKLY;BYDAY=TU", time=time(20), steps=(NewStep(title="詰碁", minutes=15),))
    await it.schedule.routines.add(go, person=PERSON, key="r2")
    await it.schedule.logs.append(date(2026, 11, 20), "Sold 14 jars at the market.", person=PERSON, key="l1")
    await it.schedule.logs.append(date(2026, 11, 21), "鎌倉で陶芸をした。", person=PERSON, key="l2")


@pytest.mark.parametrize(
    ("said", "row"),
    [
        ("Would it be possible to put the choir party down for December 5th at 7pm?", "Choir party 2026-12-05 19:00"),
        ("Block out two hours for the pottery on Wednesday at 3pm", "Pottery 2026-11-25 15:00 120min"),
        (
            "お世話になります。12月4日の午後3時に理事会がございますので、予定に入れておいていただけますでしょうか。",
            "理事会 2026-12-04 15:00",
        ),
        ("今月の最終日、10時に棚卸しで予定とって", "棚卸し 2026-11-30 10:00"),
        (
            "Could you move the guitar lesson to Friday? They're painting the hall over the weekend. Same time.",
            "Guitar lesson 2026-11-27 17:30",
        ),
    ],
)
async def test_what_is_wanted_is_read_out_of_all_that_is_said(said: str, row: str) -> None:
    async with diary(rows=SEED) as it:
        before = await it.rows()
        await it.say(said)
        after = await it.rows()
        assert row in after, after
        assert len(set(after) - set(before)) == 1


async def test_one_goes_and_the_other_is_said_to_stay() -> None:
    async with diary(rows=SEED) as it:
        await it.say("土曜の花屋なくなったので消してください。合唱の方は残してくださいね")
        assert [row for row in await it.rows() if "花屋" in row or "合唱" in row] == ["合唱の練習 2026-11-26 19:00"]


async def test_a_word_that_ends_in_all_is_one_thing_of_two() -> None:
    async with diary(rows=(NewTask(title="Call with Mo"), NewTask(title="Call with Jun"))) as it:
        outcome = await it.say("cancel the call")
        assert outcome.question is not None
        await it.say("cancel the call", answers={outcome.question.id: "the one with Jun"})
        assert await it.rows() == ["Call with Mo"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Create a routine Morning stretch, weekdays at half past six", "at 06:30"),
        ("Make me a routine called Bedtime reading, every day at ten", "at 22:00"),
        ("今日の日記、なんて書いてあった？", "鎌倉で陶芸をした"),
        ("Monday to Friday next week, when am I free all day?", "Free from Mon 23 Nov to Fri 27 Nov"),
    ],
)
async def test_routines_and_the_diary_are_spoken_of_freely(said: str, told: str) -> None:
    async with diary(rows=()) as it:
        await _with_routines(it)
        assert told in (await it.say(said)).text
