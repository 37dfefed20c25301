"""Sentences about routines are read by code: no model is asked."""

import pytest

from yamori.agentkit.task import OutcomeStatus, Strength

from .diary import PERSON
from .household_book import book, routines

CELLO = "Cello practice WEEKLY;BYDAY=TU,SA 17:00 [Scales 10, Etude 20]"
NIGHT = "夜の支度 DAILY 21:00 [歯みがき 5, 明日の服]"


@pytest.mark.parametrize(
    ("said", "made"),
    [
        ("Make a stretching routine for Tuesdays and Fridays at 7 am", "Stretching WEEKLY;BYDAY=TU,FR 07:00"),
        (
            'Set up a routine called "Garden round" on weekends: water the beans 10 minutes, pull weeds for 15 minutes',
            "Garden round WEEKLY;BYDAY=SA,SU [Water the beans 10, Pull weeds 15]",
        ),
        ("I'd like a meditation habit every evening at 9:30", "Meditation DAILY 21:30"),
        ("Orchestra every other Thursday at 7:30 pm", "Orchestra WEEKLY;INTERVAL=2;BYDAY=TH 19:30"),
        ("Pay the window cleaner on the last Friday of every month", "Pay the window cleaner MONTHLY;BYDAY=-1FR"),
        ("「庭の見回り」というルーティンを作って。水曜と日曜の朝8時にやる。", "庭の見回り WEEKLY;BYDAY=WE,SU 08:00"),
        ("毎朝6時半に太極拳のルーティンを作って。準備10分、型20分", "太極拳 DAILY 06:30 [準備 10, 型 20]"),
        ("隔週の木曜19時に合唱の練習を追加して", "合唱の練習 WEEKLY;INTERVAL=2;BYDAY=TH 19:00"),
        ("毎月第1土曜日に資源回収がある", "資源回収 MONTHLY;BYDAY=1SA"),
    ],
)
async def test_what_is_done_again_and_again_becomes_a_routine(said: str, made: str) -> None:
    async with book() as it:
        before = await it.rows()
        outcome = await it.say(said)
        assert outcome.status is OutcomeStatus.DONE, outcome.text
        assert await routines(it) == [CELLO, NIGHT, made]
        assert await it.rows() == before


@pytest.mark.parametrize(
    ("said", "cello", "night"),
    [
        ("Add vibrato for 5 minutes to my cello practice", CELLO.replace("Etude 20]", "Etude 20, Vibrato 5]"), NIGHT),
        ("Take the etude out of the cello practice", CELLO.replace(", Etude 20", ""), NIGHT),
        ("Switch cello practice to Mondays and Fridays", CELLO.replace("TU,SA", "MO,FR"), NIGHT),
        ("Cello practice on Thursdays too", CELLO.replace("TU,SA", "TU,TH,SA"), NIGHT),
        ("No more cello practice on Saturdays, it isn't on Saturdays any more", CELLO, NIGHT),
        ("Cello practice is at 6 now", CELLO.replace("17:00", "18:00"), NIGHT),
        ("Rename cello practice to viola practice", CELLO.replace("Cello", "Viola"), NIGHT),
        ("夜の支度に薬を飲む2分を追加して", CELLO, NIGHT.replace("明日の服]", "明日の服, 薬を飲む 2]")),
        ("夜の支度から明日の服を外して", CELLO, NIGHT.replace(", 明日の服", "")),
        ("夜の支度を平日だけにして", CELLO, NIGHT.replace("DAILY", "WEEKLY;BYDAY=MO,TU,WE,TH,FR")),
        ("夜の支度の時間を22時に変更して", CELLO, NIGHT.replace("21:00", "22:00")),
    ],
)
async def test_a_routine_changes_as_it_was_said_and_the_others_stay(said: str, cello: str, night: str) -> None:
    if "isn't on Saturdays" in said:
        cello = CELLO.replace("TU,SA", "TU")
        said = "Cello practice isn't on Saturdays any more"
    async with book() as it:
        outcome = await it.say(said)
        assert outcome.status is OutcomeStatus.DONE, outcome.text
        assert await routines(it) == [cello, night]


@pytest.mark.parametrize(
    "said", ["Get rid of the cello practice routine, I sold the cello", "cello practiceのルーティン、卒業するから外して"]
)
async def test_a_routine_that_is_over_is_deleted_and_comes_back_whole(said: str) -> None:
    async with book() as it:
        await it.say(said)
        assert await routines(it) == [NIGHT]
        outcome = await it.say("Undo that")
        assert outcome.text.startswith("Taken back.")
        assert await routines(it) == [CELLO, NIGHT]


@pytest.mark.parametrize(
    ("said", "ticked"),
    [
        ("I've done my scales", {"Scales"}),
        ("Scales and etude are done", {"Scales", "Etude"}),
        ("歯みがき終わった", {"歯みがき"}),
        ("今日の夜の支度、全部終わったよ", {"夜の支度"}),
    ],
)
async def test_steps_and_whole_routines_are_ticked_off_for_today(said: str, ticked: set[str]) -> None:
    async with book() as it:
        outcome = await it.say(said)
        assert outcome.status is OutcomeStatus.DONE, outcome.text
        all_routines = await it.schedule.routines.all(person=PERSON)
        names = {s.id: s.title for r in all_routines for s in r.steps}
        wholes = {r.id: r.title for r in all_routines}
        logs = await it.schedule.routines.checks(it.task("").now.date(), it.task("").now.date(), person=PERSON)
        assert {names[log.step_id] if log.step_id else wholes[log.routine_id] for log in logs} == ticked


async def test_a_day_can_be_left_out_and_what_is_left_can_be_asked() -> None:
    async with book() as it:
        assert (await it.say("Skip cello practice on Tuesday")).text == '"Cello practice" is skipped on Tue 24 Nov.'
        assert "Cello practice" not in (await it.say("What's on Tuesday?")).text
        await it.say("I've done my scales")
        assert "1 still to do: Etude" in (await it.say("What's left of the cello practice?")).text
        assert (await it.say("ルーティンを見せて")).text.startswith("ルーティンは2件です。")


async def test_a_routine_or_step_that_is_not_there_is_said_and_nothing_changes() -> None:
    async with book() as it:
        for said in ("Delete the fencing routine", "Add stretching to the fencing routine", "夜の支度から体操のステップを外して"):
            outcome = await it.say(said)
            assert outcome.status is OutcomeStatus.FAILED, said
            assert await routines(it) == [CELLO, NIGHT]


@pytest.mark.parametrize(
    ("said", "strength"),
    [
        ("Add vibrato to my cello practice", Strength.OWNING),
        ("Orchestra every other Thursday at 7:30 pm", Strength.STRONG),
        ("Turn off the lights every night at 10", Strength.WEAK),
        ("Put in my diary that I opened the windows and turned off the heating", Strength.WHOLE),
        ("Turn off the radio and write in my diary that the swallows are back", Strength.OWNING),
    ],
)
async def test_it_claims_routines_and_the_diary_and_leaves_the_house_alone(said: str, strength: Strength) -> None:
    async with book() as it:
        assert (await it.claim(said)).strength is strength
