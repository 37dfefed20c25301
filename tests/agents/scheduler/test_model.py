"""What code cannot tell a model decides, within real titles and found times; what it gets wrong is caught and tried again."""

import json
from collections.abc import Mapping
from datetime import date
from typing import Any, cast

import pytest

from yamori.agentkit.task import OutcomeStatus
from yamori.agents.scheduler.store import NewTask
from yamori.domain.values import Value
from yamori.llm.scripted import GARBAGE

from .diary import diary


async def test_a_model_chooses_among_real_titles_and_found_times_only() -> None:
    chosen: Value = {"calls": [{"do": "done", "task": "Call grandma"}]}
    async with diary(script=[chosen, chosen]) as it:
        outcome = await it.say("granny and I had a good long chat last night")
        assert outcome.status is OutcomeStatus.FAILED and "Call grandma" not in outcome.text  # nobody said that it is done
        prompt = it.models.asked[0].prompt
        written = json.dumps(prompt.schema, ensure_ascii=False)
        assert all(title in written for title in ("Dentist", "歯医者", "Call grandma"))
        assert '"last night"' in written
        assert "2026" not in written


async def test_dates_come_from_code_whatever_the_model_says() -> None:
    script: list[Value] = [
        {
            "calls": [
                {"do": "add", "title": "milk", "when": "tomorrow"},
                {"do": "add", "title": "hear from mom", "when": "on Monday at 5pm"},
            ]
        }
    ]

    said = "tomorrow there is the milk, and Monday at 5pm it would be good to hear from mom"

    def times(schema: Mapping[str, Any]) -> list[str]:
        forms = schema["properties"]["calls"]["items"]["anyOf"]
        return cast(list[str], forms[0]["properties"]["when"]["enum"])

    async with diary(rows=()) as probe:
        await probe.say(said)
        labels = times(cast(Mapping[str, Any], probe.models.asked[0].prompt.schema))
    assert labels == ["tomorrow", "Monday 5pm", "no time"]
    cast(Any, script[0])["calls"][1]["when"] = "Monday 5pm"
    async with diary(rows=(), script=script) as it:
        await it.say(said)
        assert await it.rows() == ["milk 2026-11-22", "hear from mom 2026-11-23 17:00"]


async def test_an_action_that_produced_no_call_is_tried_again_and_then_said() -> None:
    nothing: Value = {"calls": [{"none": "not about the schedule"}]}
    async with diary(script=[nothing, nothing]) as it:
        rows = await it.rows()
        outcome = await it.say("that thing with grandma, my calendar should know about last night")
        assert (outcome.status, outcome.model_calls) == (OutcomeStatus.FAILED, 2)
        assert await it.rows() == rows


@pytest.mark.parametrize(
    ("said", "chosen"),
    [
        ("granny, sorry, make that now", {"do": "done", "task": "Call grandma"}),
        ("grandma is asleep already, so the dentist", {"do": "delete", "task": "Dentist"}),
        ("the dentist and the boiler is humming", {"do": "delete", "task": "Dentist"}),
        ("ねえ、歯医者なんだけど", {"do": "delete", "task": "歯医者"}),
        ("歯医者のことだけど、お願い", {"do": "done", "task": "歯医者"}),
    ],
)
async def test_what_a_model_chose_and_no_word_asks_for_is_not_done(said: str, chosen: Value) -> None:
    decision: Value = {"calls": [chosen]}
    async with diary(script=[decision, decision]) as it:
        rows = await it.rows()
        outcome = await it.say(said)
        assert await it.rows() == rows
        assert outcome.status in (OutcomeStatus.ASKING, OutcomeStatus.FAILED), outcome


async def test_what_a_model_chose_and_a_word_asks_for_is_done() -> None:
    async with diary(script=[{"calls": [{"do": "done", "task": "Call grandma"}]}]) as it:
        outcome = await it.say("granny, that's sorted")
        assert outcome.text == 'Marked "Call grandma" as done.', outcome


async def test_a_question_gives_the_model_nothing_to_write_with() -> None:
    async with diary(script=[{"calls": [{"none": "not about the schedule"}]}]) as it:
        rows = await it.rows()
        outcome = await it.say("Is the moon full?")
        forms = json.dumps(it.models.asked[0].prompt.schema)
        assert '"list"' in forms and '"add"' not in forms and '"delete"' not in forms
        assert outcome.text == "I could not work out what to do there. Could you say it another way?"
        assert await it.rows() == rows


async def test_a_task_that_does_not_exist_is_said_not_to() -> None:
    async with diary(script=[{"calls": [{"none": "no such task"}]}]) as it:
        outcome = await it.say("キャンプの話はなくなった")
        assert outcome.text == "その予定は見つかりませんでした。"


async def test_a_model_that_answers_garbage_changes_nothing() -> None:
    async with diary(script=cast(list[Value], [GARBAGE] * 4)) as it:
        rows = await it.rows()
        try:
            outcome = await it.say("granny and I have a plan")
            assert outcome.status is OutcomeStatus.FAILED
        except Exception as error:  # the loop may hand the model's failure on: its own test says which
            assert type(error).__name__ == "ModelFailed"
        assert await it.rows() == rows


async def test_the_prompt_stays_small_with_a_thousand_tasks() -> None:
    async with diary(rows=(), script=[{"calls": [{"none": "no such task"}]}]) as it:
        from yamori.agents.scheduler.store import NewTask

        for number in range(1000):
            await it.schedule.tasks.create(NewTask(title=f"Errand number {number}"), person="aiko", key=f"many-{number}")
        await it.say("that errand is all settled, the one with the three sevens: 777")
        prompt = it.models.asked[0].prompt
        assert "Errand number 777" in prompt.request
        assert len(prompt.request) < 1000
        assert len(json.dumps(prompt.schema)) < 8000


async def test_a_task_that_nothing_said_speaks_of_is_not_deleted() -> None:
    script: list[Value] = [{"calls": [{"do": "delete", "task": "Dentist"}]}, {"calls": [{"none": "no such task"}]}]
    async with diary(script=script) as it:
        rows = await it.rows()
        await it.say("the camping, well, that fell through")
        assert await it.rows() == rows
        assert "nothing that was said means" in it.models.asked[1].prompt.request


@pytest.mark.parametrize(
    ("said", "call"),
    [
        ("note down one and a half hours of piano", {"do": "memo", "task": "Dentist", "memo": "one and a half hours of piano"}),
        ("the piano for an hour and a quarter, tick", {"do": "done", "task": "Dentist"}),
        ("push the piano lesson to tomorrow somehow", {"do": "move", "task": "Dentist", "when": "tomorrow"}),
    ],
)
async def test_a_row_just_spoken_of_is_changed_only_where_the_sentence_points_at_it(said: str, call: dict[str, Value]) -> None:
    script: list[Value] = [{"calls": [call]}, {"calls": [{"none": "no such task"}]}]
    async with diary(rows=(NewTask(title="Dentist", date=date(2026, 11, 23)),), script=script) as it:
        await it.say("when is the dentist?")
        await it.say(said)
        assert (await it.rows())[0] == "Dentist 2026-11-23"


KEYWORDS = frozenset(
    ["type", "properties", "required", "additionalProperties", "items", "anyOf", "enum", "minItems", "maxItems", "minLength", "maxLength"]
)
"""What the embedded model's grammar holds to; one that it does not know would be left out of it."""


def _keywords(schema: Any) -> set[str]:
    below = [*schema.get("properties", {}).values(), *schema.get("anyOf", ()), *([schema["items"]] if "items" in schema else ())]
    return set(schema).union(*map(_keywords, below))


async def test_every_choice_is_one_that_the_grammar_can_hold_the_model_to() -> None:
    async with diary(script=[GARBAGE]) as it:
        await it.say('Create a routine called "Stretching" every Monday: hips 5 minutes')
        await it.say("stretching feels like a chore these days, livelier ought to be in there")
        assert _keywords(it.models.asked[-1].prompt.schema) <= KEYWORDS
        assert "routine days" in json.dumps(it.models.asked[-1].prompt.schema)
