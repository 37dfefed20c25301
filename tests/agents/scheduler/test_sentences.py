"""Plain sentences are done by code alone: each of these would fail if a model were asked."""

from datetime import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yamori.agentkit.task import OutcomeStatus
from yamori.agents.scheduler.rules.entities.known import Known
from yamori.agents.scheduler.rules.resolving.claims import claimed
from yamori.agents.scheduler.rules.resolving.planning import Calls, plan
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.domain.language import language_of

from .diary import NOW, PERSON, diary

ADDED = [
    ('Add a "haircut" appointment at 4 p.m. next Friday', "haircut 2026-11-27 16:00"),
    ("Remind me at 11 to hang up the laundry", "Hang up the laundry 2026-11-21 11:00"),
    ("remind me to water the plants in the evening", "Water the plants 2026-11-21 (in the evening)"),
    ("Could you schedule a call with Ken for Monday from 2 to 3pm?", "Call with Ken 2026-11-23 14:00 60min"),
    ("Add milk to my shopping list", "Milk"),
    ("I need to send the parcel by Friday", "Send the parcel 2026-11-27"),
    ("Don't let me forget to renew the passport before the end of the month", "Renew the passport 2026-11-30"),
    ("タスクに電池を買うを追加して", "電池を買う"),
    ("明日の午後3時半に美容院の予約を入れて", "美容院の予約 2026-11-22 15:30"),
    ("来週の日曜日に引っ越しの手伝いを予定に入れてください", "引っ越しの手伝い 2026-11-29"),
    ("会議を金曜日の14時から16時まで入れて", "会議 2026-11-27 14:00 120min"),
    ("本を返すのをあさってリマインドして", "本を返す 2026-11-23"),
    ("買い物リストに牛乳を追加して", "牛乳"),
    ("タスク「筋トレ」を追加", "筋トレ"),
]


@pytest.mark.parametrize(("said", "row"), ADDED)
async def test_something_new_goes_into_the_diary(said: str, row: str) -> None:
    async with diary(rows=()) as it:
        outcome = await it.say(said)
        assert await it.rows() == [row]
        assert (outcome.status, outcome.proven, outcome.model_calls) == (OutcomeStatus.DONE, True, 0)
        assert it.models.asked == []


CHANGED = [
    ("I've finished the call to grandma", "Call grandma", "Call grandma done"),
    ("Cancel my dentist appointment", "Dentist 2026-11-24 15:30", None),
    ("Delete all tasks for tomorrow", "Buy detergent 2026-11-22", None),
    ("Move the dentist to Wednesday at 4", "Dentist 2026-11-24 15:30", "Dentist 2026-11-25 16:00"),
    ("Push the dentist back to 5pm", "Dentist 2026-11-24 15:30", "Dentist 2026-11-24 17:00"),
    ("Reschedule the team meeting from Friday to Monday", "Team meeting 2026-11-27 15:00", "Team meeting 2026-11-23 15:00"),
    ("move my 3 o'clock appointment on friday to 4", "Team meeting 2026-11-27 15:00", "Team meeting 2026-11-27 16:00"),
    ("洗剤を買うのは終わったよ", "洗剤を買う", "洗剤を買う done"),
    ("歯医者を木曜の11時にずらして", "歯医者 2026-11-25 10:00", "歯医者 2026-11-26 11:00"),
]


@pytest.mark.parametrize(("said", "before", "after"), CHANGED)
async def test_exactly_the_task_that_is_meant_changes(said: str, before: str, after: str | None) -> None:
    async with diary() as it:
        rows = await it.rows()
        outcome = await it.say(said)
        expected = sorted([r for r in rows if r != before] + ([after] if after else []))
        assert sorted(await it.rows()) == expected
        assert outcome.status is OutcomeStatus.DONE and outcome.proven
        assert it.models.asked == []


async def test_things_for_the_shopping_list_are_things_of_their_own() -> None:
    async with diary(rows=()) as it:
        await it.say("Add milk, eggs and butter to the shopping list")
        await it.say("買い物リストにパンとジャムを追加して")
        assert await it.rows() == ["Milk", "Eggs", "Butter", "パン", "ジャム"]


async def test_the_last_change_can_be_taken_back() -> None:
    async with diary() as it:
        rows = await it.rows()
        for said in ("Cancel the dentist", "洗剤を買うを完了にして", "Move the team meeting to Monday", "Add eggs to my list"):
            await it.say(said)
            assert await it.rows() != rows
            await it.say("undo that")
            assert sorted(await it.rows()) == sorted(rows)


READ = [
    ("What's on my calendar tomorrow?", "1 task tomorrow, Sun 22 Nov:\n- Buy detergent"),
    ("When is my dentist appointment?", "Tue 24 Nov, 15:30 Dentist."),
    ("What's left for tomorrow?", "1 task tomorrow, Sun 22 Nov:\n- Buy detergent"),
    ("What does Thursday evening look like?", "Nothing is planned on Thu 26 Nov."),
    ("今日はもう何もない？", "今日、11月21日(土)の予定はありません。"),
    ("明日の予定は?", "明日、11月22日(日)の予定は1件です。\n- Buy detergent"),
    ("木曜日は何か予定ある?", "11月26日(木)の予定はありません。"),
]


@pytest.mark.parametrize(("said", "answer"), READ)
async def test_a_question_is_answered_and_writes_nothing(said: str, answer: str) -> None:
    async with diary() as it:
        rows = await it.rows()
        outcome = await it.say(said)
        assert outcome.text == answer
        assert await it.rows() == rows
        assert [run.tool for run in outcome.runs] == ["list_tasks_in_period"]


async def test_of_two_alike_the_day_that_is_said_decides() -> None:
    async with diary(rows=()) as it:
        await it.say("Add swimming to my calendar on Monday at 5pm")
        await it.say("Add swimming to my calendar on Thursday at 5pm")
        await it.say("Cancel swimming on Thursday")
        assert await it.rows() == ["Swimming 2026-11-23 17:00"]


async def test_an_impossible_date_changes_nothing_and_says_why() -> None:
    async with diary(rows=()) as it:
        outcome = await it.say("Add the optician to my calendar on Feb 30")
        assert (outcome.status, outcome.text) == (
            OutcomeStatus.FAILED,
            "Sorry, that does not work. 30 February does not exist: that month has 29 days at most.",
        )
        outcome = await it.say("25時に美容院を予定に入れて")
        assert outcome.text == "すみません、25時0分という時刻はありません(0:00から24:00まで)。"
        assert await it.rows() == []


async def test_what_comes_again_becomes_a_routine() -> None:
    async with diary(rows=()) as it:
        outcome = await it.say("Remind me every Monday at 7 to take out the bins")
        added = 'Added the routine "Take out the bins": every Mon at 07:00.'
        assert outcome.text == f"{added} I will remind you each time, first on Mon 23 Nov, 07:00."
        (routine,) = await it.schedule.routines.all(person=PERSON)
        assert (routine.title, routine.recurrence, routine.time) == ("Take out the bins", "FREQ=WEEKLY;BYDAY=MO", time(7))
        assert await it.rows() == []


async def test_the_same_task_sent_again_is_done_once() -> None:
    async with diary(rows=()) as it:
        task = it.task("Add eggs to my shopping list", key="once")
        first = await it.again(task)
        assert await it.again(task) == first
        assert await it.rows() == ["Eggs"]


CLAIMS = [
    ("Put the vet on my calendar", "owning"),
    ("remind me to call Ken", "owning"),
    ("What do I have planned on Friday?", "owning"),
    ("明日の予定は?", "owning"),
    ("Rename buying detergent to softener", "owning"),
    ("Add lunch with Ken on Friday at noon", "owning"),
    ("What is the weather tomorrow?", "weak"),
    ("Turn off the lights at 10pm", "weak"),
    ("Turn off the bedside lamp", "none"),
    ("Dim the kitchen to 30 %", "none"),
    ("寝室の電気を消して", "none"),
    ("エアコンを22度にして", "none"),
    ("Good morning!", "none"),
    ("Oboe on Friday at six, write that down", "owning"),
    ("洗剤買ったから完了にしといて", "owning"),
    ("Will it snow on Tuesday?", "weak"),
    ("What's on TV tonight?", "weak"),
    ("明日の天気は?", "weak"),
    ("今日は何曜日?", "weak"),
    ("What day is it today?", "weak"),
    ("I was so cold yesterday", "weak"),
    ("Turn on the heating at 8", "weak"),
    ("How far is the moon?", "none"),
    ("The felt shrank to half its size, what did I do wrong?", "none"),
    ("My knots keep slipping. What am I doing wrong?", "none"),
    ("毛糸が縮んでしまった。どこを間違えたの？", "none"),
    ("What did I get done yesterday?", "owning"),
    ("Is anything on in the kitchen?", "none"),
]


@pytest.mark.parametrize(("said", "strength"), CLAIMS)
async def test_it_claims_what_is_its_own_and_leaves_the_rest(said: str, strength: str) -> None:
    async with diary() as it:
        assert (await it.claim(said)).strength.value == strength


_LINE = (
    "add delete move rename mark done dentist it all to the my calendar tomorrow at 3 and what when is ? note saying don't "
    "歯医者 を に 消して 追加して 明日 の 予定 全部 いつ 完了 にして 「 」 \" '"
)
_WORDS = st.sampled_from(_LINE.split())
_TASKS = [
    CustomTask(id=i, person=PERSON, title=title, created=NOW, updated=NOW) for i, title in enumerate(["Dentist", "歯医者", "Call grandma"])
]


@settings(deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(_WORDS, max_size=10).map(" ".join), st.lists(_WORDS, max_size=10).map("".join)))
def test_no_text_is_too_strange_and_a_question_never_writes(text: str) -> None:
    known = Known(tasks=_TASKS, now=NOW, language=language_of(text), focus=(1,))
    found = plan(text, known)
    claimed(text, known)
    ordered = text.lower().startswith(("can", "add", "delete", "move", "rename", "mark"))  # `add milk?` asks whether one would, please
    if isinstance(found, Calls) and text.rstrip().endswith("?") and language_of(text).value == "en" and not ordered:
        assert {call.tool for call in found.calls} <= {"list_tasks_in_period"}
    if isinstance(found, Calls):
        assert all(call.arguments.get("task_id", 0) in (0, 1, 2) for call in found.calls)


@pytest.mark.parametrize("said", ["Book us a cab for Monday at nine", "Book me a room on Friday", "金曜の夜にお寿司屋さんを予約しといて"])
async def test_a_booking_is_somebody_elses_and_no_task(said: str) -> None:
    async with diary() as it:
        before = await it.rows()
        assert (await it.say(said)).status is OutcomeStatus.FAILED
        assert await it.rows() == before


async def test_that_without_anything_said_before_is_no_title() -> None:
    async with diary(rows=(), script=[{"calls": [{"none": "no such task"}]}]) as it:
        await it.say("Actually make that Thursday")
        assert await it.rows() == []


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("じゃがいもを買い物リストに入れて", "じゃがいも"),
        ("いちごも予定に追加して", "いちご"),
        ("さつまいもをタスクに追加して", "さつまいも"),
    ],
)
async def test_no_particle_is_cut_out_of_a_word(said: str, title: str) -> None:
    async with diary(rows=()) as it:
        assert f"「{title}」" in (await it.say(said)).text


@pytest.mark.parametrize("said", ["put then on my tasks", "add that to my list", "put in ten minutes on my tasks"])
async def test_what_only_points_at_something_is_not_entered(said: str) -> None:
    async with diary(rows=()) as it:
        await it.say(said)
        assert await it.rows() == []


@pytest.mark.parametrize("said", ["買い物リストに足しといてくれない?", "買い物リストに入れておいて", "Add to my shopping list"])
async def test_where_it_is_only_said_where_to_put_something_nothing_is_put_there(said: str) -> None:
    async with diary(rows=()) as it:
        await it.say(said)
        assert await it.rows() == []
