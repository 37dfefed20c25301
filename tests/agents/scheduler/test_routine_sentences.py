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
        ("Orchestra every other Thursday at 7:30 pm", "Orchestra WEEKLY;INTERVAL=2;BYDAY=TH 19:30"),
        ("Pay the window cleaner on the last Friday of every month", "Pay the window cleaner MONTHLY;BYDAY=-1FR"),
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
        ("Cello practice is at 6 now", CELLO.replace("17:00", "18:00"), NIGHT),
        ("Rename cello practice to viola practice", CELLO.replace("Cello", "Viola"), NIGHT),
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
    ("said", "ticked"),
    [
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


@pytest.mark.parametrize(
    ("said", "strength"),
    [
        ("Add vibrato to my cello practice", Strength.STRONG),
        ("Orchestra every other Thursday at 7:30 pm", Strength.OWNING),
        ("Turn off the lights every night at 10", Strength.WEAK),
        ("Put in my diary that I opened the windows and turned off the heating", Strength.WHOLE),
        ("Turn off the radio and write in my diary that the swallows are back", Strength.OWNING),
    ],
)
async def test_it_claims_routines_and_the_diary_and_leaves_the_house_alone(said: str, strength: Strength) -> None:
    async with book() as it:
        assert (await it.claim(said)).strength is strength
