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
        ("Guitar lesson on Thursday - make it 20 minutes later", "Guitar lesson 2026-11-26 17:50"),
        ("guitar lesson: push it half an hour earlier", "Guitar lesson 2026-11-26 17:00"),
        (
            "Guitar lesson on the 26th: put the same in for the 3rd of December as well.",
            "Guitar lesson 2026-12-03 17:30",
        ),
        ("木曜の合唱の練習、12月3日にも同じ時間でコピーしといて。木曜のもやります。", "合唱の練習 2026-12-03 19:00"),
        ("I ticked off the drill too early, please untick it", "Return the drill 2026-11-20 12:00"),
        ("灯籠まだ返してなかった。未完了に戻しといて", "灯籠を返す 2026-11-20"),
        (
            "I was wondering if you could put the roof check in for next Monday? They'll come at two in the afternoon.",
            "Roof check 2026-11-23 14:00",
        ),
        ("Would it be possible to put the choir party down for December 5th at 7pm?", "Choir party 2026-12-05 19:00"),
        ("Block out two hours for the pottery on Wednesday at 3pm", "Pottery 2026-11-25 15:00 120min"),
        (
            "お世話になります。12月4日の午後3時に理事会がございますので、予定に入れておいていただけますでしょうか。",
            "理事会 2026-12-04 15:00",
        ),
        ("今月の最終日、10時に棚卸しで予定とって", "棚卸し 2026-11-30 10:00"),
        ("花屋にメモ。切り花を受け取る", "花屋 2026-11-28 13:00 (切り花を受け取る)"),
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


async def test_both_of_a_days_things_go_and_what_is_to_stay_stays() -> None:
    async with diary(rows=SEED) as it:
        await it.say("Oh no, the car is broken. Cancel both of Saturday's things, the tutor and the plumber. Keep Thursday.")
        left = await it.rows()
        assert not any("Talk" in row for row in left)
        assert len(left) == len(SEED) - 2


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


async def test_a_move_in_the_middle_of_three_parts_is_a_move() -> None:
    async with diary(rows=SEED) as it:
        await it.say("Tick off the tutor, move the guitar lesson to 4pm on Friday, and note in my diary: I slept badly.")
        after = await it.rows()
        assert "Talk with the tutor 2026-11-28 11:00 done" in after
        assert "Guitar lesson 2026-11-27 16:00" in after


@pytest.mark.parametrize(
    ("first", "then", "end"),
    [
        ("Block out an hour and a half for the tiles on Sunday at 2pm", "and when does that finish?", "15:30"),
        ("明日の14時から2時間半、窓の掃除で予定とって", "それって何時に終わるんだっけ？", "16:30"),
    ],
)
async def test_when_something_ends_is_told(first: str, then: str, end: str) -> None:
    async with diary(rows=()) as it:
        await it.say(first)
        assert end in (await it.say(then)).text


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("swap my saturday swimming for sundays; wednesdays remain", "every Wed and Sun at 18:00"),
        ("move swimming from Saturdays to Fridays", "every Wed and Fri at 18:00"),
        ("囲碁、金曜もやることにしたから増やしといて", "毎週火・金曜20:00"),
        ('tack "stretch the arms" on the end of my swimming, 4 mins', 'Added the step "stretch the arms" (4 min) to "Swimming"'),
        ("Create a routine Morning stretch, weekdays at half past six", "at 06:30"),
        ("Make me a routine called Bedtime reading, every day at ten", "at 22:00"),
        ("On which days do I go swimming?", "every Wed and Sat at 18:00"),
        ("Backstroke: done!", 'Marked "Backstroke" of "Swimming" as done'),
        ("Correct the diary of yesterday: it was 17 jars, not 14.", "Sold 17 jars at the market"),
        ("今日の日記なんですが、「鎌倉」ではなく「益子」でした。直していただけると助かります。", "益子で陶芸をした"),
        ("今日の日記、なんて書いてあった？", "鎌倉で陶芸をした"),
        ("Monday to Friday next week, when am I free all day?", "Free from Mon 23 Nov to Fri 27 Nov"),
    ],
)
async def test_routines_and_the_diary_are_spoken_of_freely(said: str, told: str) -> None:
    async with diary(rows=()) as it:
        await _with_routines(it)
        assert told in (await it.say(said)).text


async def test_more_of_the_same_and_only_the_last_is_taken_back() -> None:
    async with diary(rows=()) as it:
        await it.say("明日の9時に苗の植え替え、予定に追加")
        await it.say("あと明日の11時に雨樋の点検も")
        assert await it.rows() == ["苗の植え替え 2026-11-22 09:00", "雨樋の点検 2026-11-22 11:00"]
        await it.say("やっぱり最後に追加したやつだけ取り消して！")
        assert await it.rows() == ["苗の植え替え 2026-11-22 09:00"]
