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
        ("来週かぶってる予定ある？", "重なっている予定はありません"),
        ("今日のまとめを教えて", "17:00 Cello practice"),
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
        ("45 second timer", "Started the timer: 45 s, until 09:00:45."),
        ("Set a timer for the porridge, 7 minutes", 'Started the timer "Porridge": 7 min, until 09:07.'),
        ("お茶のタイマーを4分で", "「お茶」のタイマーを開始しました(4分、09:04まで)。"),
        ("Remind me an hour before the dentist", 'I will remind you of "Dentist" on Tue 24 Nov, 14:30.'),
        ("歯医者の45分前に知らせて", "11月25日(水)09:15に「歯医者」をお知らせします。"),
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


@pytest.mark.parametrize(
    ("said", "rows"),
    [
        ("Tailor on Friday at 3, put that in my diary", ["Tailor 2026-11-27 15:00"]),
    ],
)
async def test_more_that_people_say_of_tasks(said: str, rows: list[str]) -> None:
    async with book() as it:
        before = await it.rows()
        outcome = await it.say(said)
        assert outcome.status is OutcomeStatus.DONE, outcome.text
        assert sorted(set(await it.rows()) - set(before)) == sorted(rows)


@pytest.mark.parametrize(
    ("first", "then"), [("Put bake a quiche in for Tuesday at 8pm", "I meant flan, not quiche"), ("", "I meant the fern, not the cactus")]
)
async def test_words_that_are_not_the_diarys_leave_it_as_it_is(first: str, then: str) -> None:
    async with book() as it:
        if first:
            await it.say(first)
        assert (await it.claim(then)).strength is not Strength.WHOLE
        assert await pages(it) == KEPT
