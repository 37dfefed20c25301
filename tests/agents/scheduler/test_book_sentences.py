"""Sentences about the diary, days as a whole, reminders and timers are read by code: no model is asked."""

import pytest

from yamori.agentkit.task import OutcomeStatus, Strength

from .diary import PERSON
from .household_book import PAGES, book, pages

KEPT = {day.isoformat(): text for day, text in PAGES.items()}


@pytest.mark.parametrize(
    ("said", "day", "text"),
    [
        ("Write in my diary that the tulips are out", "2026-11-21", "The tulips are out"),
        ("The heron came back, put that in my diary", "2026-11-21", "The heron came back"),
        ("Put in yesterday's diary: walked to the lighthouse", "2026-11-20", "Baked a quiche.\nWalked to the lighthouse"),
        ("Dear diary, I slept badly and switched on every lamp", "2026-11-21", "I slept badly and switched on every lamp"),
        ("Change yesterday's diary entry to: did nothing at all", "2026-11-20", "Did nothing at all"),
        ("今日の日記に、柿をもらったと書いて", "2026-11-21", "柿をもらった"),
        ("昨日の日記に「電車が遅れた」と追加して", "2026-11-20", "Baked a quiche.\n電車が遅れた"),
        ("昨日の日記を「熱が出て寝ていた」に書き換えて", "2026-11-20", "熱が出て寝ていた"),
    ],
)
async def test_words_go_into_the_diary_of_their_day(said: str, day: str, text: str) -> None:
    async with book() as it:
        outcome = await it.say(said)
        assert outcome.status is OutcomeStatus.DONE, outcome.text
        assert await pages(it) == KEPT | {day: text}


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("What does my diary say of the 15th?", "金木犀が終わった。"),
        ("Show me the diary of last Friday", "Leaves in the gutter."),
        ("先週の金曜日の日報を見せて", "Leaves in the gutter."),
        ("20日の日記を読んで", "Baked a quiche."),
        ("What happened last Friday?", "Pay rent"),
        ("先週の金曜日は何をした？", "Leaves in the gutter."),
        ("Show my diary of the 3rd", "The diary holds nothing"),
    ],
)
async def test_a_day_is_looked_up_where_it_was(said: str, answer: str) -> None:
    async with book() as it:
        assert answer in (await it.say(said)).text
        assert await pages(it) == KEPT


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("When am I free on Tuesday afternoon?", "12:00–15:30"),
        ("火曜の午後、いつ空いてる？", "12:00〜15:30"),
        ("Does anything clash next week?", "Nothing clashes"),
        ("来週かぶってる予定ある？", "重なっている予定はありません"),
        ("Is anything overdue?", "Nothing is overdue"),
        ("Sum up my day", "17:00 Cello practice"),
        ("今日のまとめを教えて", "17:00 Cello practice"),
        ("Which day next week is the emptiest?", "Mon 23 Nov; Thu 26 Nov; Sun 29 Nov (1 entry, 5 min)"),
        ("The week after next, Tuesday to Thursday, which day is the busiest?", "from Tue 1 Dec to Thu 3 Dec"),
        ("When am I most busy next week?", "The busiest day from Mon 23 Nov to Sun 29 Nov: Tue 24 Nov (3 entries, 1 h 35 min)"),
        ("来週いちばん時間に余裕がある日はいつ？", "11月23日(月)、11月26日(木)、11月29日(日)です(予定1件、5分)"),
        ("来週一番忙しいのは何曜日？", "11月24日(火)です(予定3件、1時間35分)"),
        ("When do I play cello practice next?", "Next: today, Sat 21 Nov."),
        ("次のCello practiceはいつ？", "次は11月21日(土)です。"),
    ],
)
async def test_questions_about_days_are_computed(said: str, answer: str) -> None:
    async with book() as it:
        assert answer in (await it.say(said)).text


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("Set a timer for 7 minutes for the rice", 'Started the timer "Rice": 7 min, until 09:07.'),
        ("45 second timer", "Started the timer: 45 s, until 09:00:45."),
        ("お茶のタイマーを4分で", "「お茶」のタイマーを開始しました(4分、09:04まで)。"),
        ("Remind me an hour before the dentist", 'I will remind you of "Dentist" on Tue 24 Nov, 14:30.'),
        ("歯医者の45分前に知らせて", "11月25日(水)09:15に「歯医者」をお知らせします。"),
        ("Give me a briefing every morning at 7", "I will sum up the day for you every day at 07:00."),
        ("毎朝7時に今日の予定を教えて", "毎日07:00に一日のまとめをお知らせします。"),
    ],
)
async def test_timers_reminders_and_the_briefing_are_set(said: str, answer: str) -> None:
    async with book() as it:
        assert (await it.say(said)).text == answer


async def test_a_reminder_of_something_new_is_a_task_that_reminds_and_moves_with_it() -> None:
    async with book() as it:
        outcome = await it.say("Remind me at 4 pm to ring the bell tower")
        assert outcome.text.endswith("I will remind you at 16:00.")
        await it.say("Make it 6 pm")
        (reminder,) = await it.schedule.reminders.waiting(person=PERSON)
        assert reminder.due is not None and reminder.due.astimezone(it.task("").now.tzinfo).hour == 18


async def test_the_only_timer_is_stopped_and_of_several_it_asks_which() -> None:
    async with book() as it:
        await it.say("Set a timer for 7 minutes for the rice")
        await it.say("Set a timer for 9 minutes for the beans")
        assert (await it.say("Stop the timer")).status is OutcomeStatus.ASKING
        assert (await it.say("Cancel the beans timer")).text == 'Cancelled the timer "Beans".'
        assert (await it.say("タイマーを止めて")).text == "「Rice」のタイマーを取り消しました。"


@pytest.mark.parametrize(
    ("said", "rows"),
    [
        (
            "Optician on Monday at 10, and note that I bring the old glasses",
            ["Optician 2026-11-23 10:00 (I bring the old glasses)"],
        ),
        ("For Monday: tailor at 9 am, locksmith at 11 am", ["Tailor 2026-11-23 09:00", "Locksmith 2026-11-23 11:00"]),
        ("月曜は9時に銀行、11時に床屋", ["銀行 2026-11-23 09:00", "床屋 2026-11-23 11:00"]),
        ("Tailor on Friday at 3, put that in my diary", ["Tailor 2026-11-27 15:00"]),
        ("Copy the dentist to Friday", ["Dentist 2026-11-27 15:30"]),
        ("歯医者を来週の木曜にコピーして", ["歯医者 2026-11-26 10:00"]),
    ],
)
async def test_more_that_people_say_of_tasks(said: str, rows: list[str]) -> None:
    async with book() as it:
        before = await it.rows()
        outcome = await it.say(said)
        assert outcome.status is OutcomeStatus.DONE, outcome.text
        assert sorted(set(await it.rows()) - set(before)) == sorted(rows)


async def test_the_last_changes_are_told_in_five_lines_with_the_words_that_were_written() -> None:
    async with book() as it:
        for text in ("Snails everywhere", "The tap drips"):
            await it.say(f"Write in my diary: {text}")
        await it.say("Write in my diary: The tap drips")  # stands there already
        told = (await it.say("What did you just change?")).text.split("\n")
        assert told[:2] == [
            'Wrote in the diary today, Sat 21 Nov: "The tap drips".',
            'Wrote in the diary today, Sat 21 Nov: "Snails everywhere".',
        ]
        assert len(told) == 5 and not any('""' in line for line in told)


@pytest.mark.parametrize(
    ("first", "then", "day", "text"),
    [
        ("Write in my diary that we saw a heron by the weir", "I meant egret, not heron", "2026-11-21", "We saw an egret by the weir"),
        ("", "I meant flan, not quiche", "2026-11-20", "Baked a flan."),
        ("", "In yesterday's diary, change quiche to flan", "2026-11-20", "Baked a flan."),
        ("", "My diary of yesterday is wrong: it was flan, not quiche.", "2026-11-20", "Baked a flan."),
        ("Show me the diary of last Friday", "No, it was moss, not leaves", "2026-11-13", "Moss in the gutter."),
        (
            "Show me the diary of last Friday",
            "Also write that the ladder slipped",
            "2026-11-13",
            "Leaves in the gutter.\nThe ladder slipped",
        ),
        (
            "Dear diary, the kettle broke and we drank juice. Kim called.",
            "Cross out the bit about the kettle",
            "2026-11-21",
            "We drank juice. Kim called",
        ),
        ("Dear diary, the kettle broke. Kim called.", "Take the part about Kim out of my diary", "2026-11-21", "The kettle broke."),
        ("今日の日記に「夕方に霧が出た。鴨を見た。」と書いて", "霧じゃなくて霜だった", "2026-11-21", "夕方に霜が出た。鴨を見た"),
        ("今日の日記に「夕方に霧が出た。鴨を見た。」と書いて", "鴨のところは消して", "2026-11-21", "夕方に霧が出た。"),
        ("", "15日の日記の金木犀を山茶花に直して", "2026-11-15", "山茶花が終わった。"),
    ],
)
async def test_words_of_the_diary_are_mended_where_they_stand(first: str, then: str, day: str, text: str) -> None:
    async with book() as it:
        if first:
            await it.say(first)
        assert (await it.claim(then)).strength is Strength.WHOLE
        outcome = await it.say(then)
        assert outcome.status is OutcomeStatus.DONE, outcome.text
        assert (await pages(it))[day] == text


async def test_a_part_that_was_all_of_a_day_takes_the_day_with_it() -> None:
    async with book() as it:
        await it.say("Take out the line about the quiche in yesterday's diary")
        assert await pages(it) == {day: text for day, text in KEPT.items() if day != "2026-11-20"}


@pytest.mark.parametrize(
    ("first", "then"), [("Put bake a quiche in for Tuesday at 8pm", "I meant flan, not quiche"), ("", "I meant the fern, not the cactus")]
)
async def test_words_that_are_not_the_diarys_leave_it_as_it_is(first: str, then: str) -> None:
    async with book() as it:
        if first:
            await it.say(first)
        assert (await it.claim(then)).strength is not Strength.WHOLE
        assert await pages(it) == KEPT
