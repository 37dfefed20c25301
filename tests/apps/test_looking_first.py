"""Sentences whose second half is about what the first found out, in the demo home and without a model: what is done, to what, and what is
left with a word."""

from typing import Any

import pytest
from tests.apps.test_building_on import switch
from tests.apps.test_household import heard, living, say

from yamori.domain.receipt import Cause, Command
from yamori.understanding.tagging.trained import trained_reader

CLOSE = Command(device="living-room-blinds", capability="windowShadeLevel", name="close")


async def changes(
    text: str, *, planner: tuple[Any, ...] = (), before: tuple[Command, ...] = ()
) -> tuple[str, set[tuple[str, str]], list[str]]:
    """The answer, the commands that were given for the sentence, and the titles on the schedule."""
    async with living(planner=planner) as (household, client):
        for n, command in enumerate(before):
            await household.gate.execute(command, Cause(key=f"before-{n}", person="aiko", words="before"))
        turn = await say(client, text)
        given = [r for r in await household.gate.ledger(limit=50) if not r.cause.key.startswith("before")]
        titles = [task.title for task in await household.schedule.tasks.everything()]
    said = turn["answer"] or (turn["waiting"] or {}).get("question", "")
    return said, {(r.command.device, r.command.name) for r in given}, titles


ON = {("living-room-ceiling-light", "off"), ("kitchen-light", "off"), ("bedside-lamp", "off"), ("kids-room-light", "off")}


@pytest.mark.parametrize("text", ["Check which lights are on and turn them off", "どの照明がついているか調べて、消して"])
async def test_only_what_the_question_selected_is_switched(text: str) -> None:
    said, given, titles = await changes(text)
    assert given == ON and titles == [], said


@pytest.mark.parametrize(
    "text", ["Find the warmest room and open the blinds there", "いちばん暖かい部屋を調べて、そこのブラインドを開けて"]
)
async def test_there_is_the_room_that_was_found(text: str) -> None:
    said, given, _ = await changes(text, before=(CLOSE,))
    assert given == {("living-room-blinds", "open")}, said


@pytest.mark.parametrize("text", ["Find out which TVs are on and mute them", "どのテレビがついているか調べて、ミュートして"])
async def test_where_nothing_was_found_nothing_is_done_and_that_is_said(text: str) -> None:
    said, given, titles = await changes(text)
    assert given == set() and titles == [] and ("did nothing about" in said or "行っていません" in said), said


@pytest.mark.parametrize("text", ["Find out how loud the TVs are and mute it", "テレビの音量を調べて、それをミュートして"])
async def test_of_several_that_were_found_none_is_taken_for_the_one_that_was_meant(text: str) -> None:
    said, given, _ = await changes(text)
    assert given == set() and ("Tell me which one" in said or "どれか教えて" in said), said


async def test_all_that_was_found_is_meant_by_them() -> None:
    said, given, _ = await changes("Find out how loud the TVs are and mute them")
    assert given == {("living-room-tv", "mute"), ("bedroom-tv", "mute")}, said


@pytest.mark.parametrize(
    ("text", "request_", "which", "device"),
    [
        ("Find out how loud the TVs are and mute the louder one", "mute it", "most", "living-room-tv"),
        ("Find out how loud the TVs are and mute the quieter one", "mute it", "least", "bedroom-tv"),
        ("テレビの音量を比べて、大きいほうをミュートして", "それをミュートして", "most", "living-room-tv"),
    ],
)
async def test_a_model_says_what_was_meant_and_code_finds_it_among_the_results(text: str, request_: str, which: str, device: str) -> None:
    answer = {"tasks": [{"agent": "iot", "request": request_, "which": which}]}
    said, given, _ = await changes(text, planner=(answer,))
    assert given == {(device, "mute")}, said


@pytest.mark.parametrize(
    "text", ["Find out which of the two TVs is louder and mute that one", "どちらのテレビの音が大きいか調べて、それをミュートして"]
)
async def test_where_the_question_compares_code_knows_which_one_it_is(text: str) -> None:
    said, given, _ = await changes(text)
    assert given == {("living-room-tv", "mute")}, said


async def test_a_model_that_takes_the_other_one_is_not_believed() -> None:
    answer = {"tasks": [{"agent": "iot", "request": "mute it", "which": "least"}]}
    said, given, _ = await changes("Find out how loud the TVs are and mute the louder one", planner=(answer,))
    assert given == set() and "Tell me which one" in said, said


@pytest.mark.parametrize("which", ["most", "least", "all"])
async def test_a_model_that_answers_with_what_nobody_asked_for_changes_nothing_else(which: str) -> None:
    answer = {"tasks": [{"agent": "iot", "request": "unlock the front door", "which": which}]}
    said, given, _ = await changes("Find out how loud the TVs are and mute the louder one", planner=(answer, answer))
    assert given == set() and "Tell me which one" in said, said


async def test_what_is_done_to_what_was_found_is_done_to_nothing_else() -> None:
    """`Low` is a setting of the air conditioner, and nothing that was found."""
    answer = {"tasks": [{"agent": "iot", "request": "lower it", "which": "most"}]}
    said, given, _ = await changes("Find out how loud the TVs are and lower the louder one", planner=(answer,))
    assert {device for device, _ in given} <= {"living-room-tv"}, said


@pytest.mark.parametrize(
    "text", ["Look up which bin goes out tomorrow and remind me at seven", "明日のごみの種類を調べて、7時にリマインドして"]
)
async def test_what_nobody_can_look_up_reminds_of_nothing(text: str) -> None:
    said, given, titles = await changes(text)
    assert given == set() and titles == [] and ("did nothing about" in said or "行っていません" in said), said


REMIND = {"agent": "scheduler", "request": "remind me an hour before"}


async def test_what_was_found_on_the_schedule_is_what_one_is_reminded_of() -> None:
    steps = ({"agent": "scheduler", "request": "When is the choir rehearsal on my calendar?"}, {**REMIND, "uses": [0]})
    async with living(planner=({"tasks": list(steps)},), reader=trained_reader()) as (household, client):
        await say(client, "Add choir rehearsal tomorrow at 5 pm to my calendar")
        turn = await say(client, "Hmm, so an hour before that")
        tasks = await household.schedule.tasks.everything()
        (reminder,) = await household.schedule.reminders.waiting(person="aiko")
    assert len(tasks) == 1, turn["answer"]
    assert reminder.task_id == tasks[0].id and "16:00" in turn["answer"], turn["answer"]


@pytest.mark.parametrize(
    "text",
    [
        "Turn the desk lamp on and the bathroom light too",
        "Can you turn the desk lamp on, and the bathroom light too?",
        "Is the desk lamp on?",
    ],
)
async def test_a_plain_sentence_asks_no_model_and_has_one_plan(text: str) -> None:
    async with living() as (_, client):
        turn = await say(client, text)
        plans = [name for _, name in await heard(client, turn["turn"]) if name == "planned"]
    assert len(plans) == 1 and not turn["usage"].get("model_calls"), turn


async def test_a_step_that_stands_by_itself_is_done_whatever_the_first_found() -> None:
    said, given, _ = await changes("Find out which TVs are on and mute them, and turn on the desk lamp")
    assert given == {("desk-lamp", "on")} and "did nothing about" in said, said


async def test_undone_devices_stay_as_they_are() -> None:
    said, given, _ = await changes("Check which lights are on and turn the gramophone off", before=(switch("desk-lamp", "on"),))
    assert given == set(), said
