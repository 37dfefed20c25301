"""Decide, run, report from the log; once for one key, whatever happens in between."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from tests.agentkit.fakes import PIN, Yard, events_of, gate, modelled, outcome_of, task, waiting, watering, which, yard_agent

from yamori.agentkit.agent import Decided, Declined, ToolCall
from yamori.agentkit.journal import Journal
from yamori.agentkit.loop import carry_out
from yamori.agentkit.task import AgentEvent, Finished, OutcomeStatus, Task, ToolCalled, ToolReturned
from yamori.domain.errors import InvalidRequest, Misconfigured
from yamori.domain.receipt import ReceiptStatus
from yamori.llm.scripted import GARBAGE, HALF, SILENCE, UNKNOWN_TOOL, Line, ScriptedModel, ScriptedModels

HERBS: Line = {"tool": "water", "arguments": {"bed": "herbs"}}
MOON: Line = {"tool": "water", "arguments": {"bed": "moon"}}


def scripted(*lines: Line) -> ScriptedModels:
    return ScriptedModels(ScriptedModel(list(lines), seconds=0.01))


async def test_what_code_decides_is_run_and_reported_in_order_without_a_model() -> None:
    yard = Yard()
    events = await events_of(yard_agent(yard=yard), task(), journal=Journal(None))
    assert [type(e) for e in events] == [ToolCalled, ToolReturned, Finished]
    assert isinstance(events[-1], Finished) and events[-1].outcome.proven and events[-1].outcome.model_calls == 0
    assert yard.done == {"t/0/0/0/0": "roses 5"}


async def test_the_outcome_says_who_read_the_request() -> None:
    by_code = await outcome_of(yard_agent(), task(), journal=Journal(None))
    by_model = await outcome_of(yard_agent(modelled), task(), journal=Journal(None), models=scripted(HERBS))
    found = Decided(calls=(ToolCall(tool="water", arguments={"bed": "herbs"}),), by="reader")
    by_reader = await outcome_of(yard_agent(lambda t: found), task(), journal=Journal(None))
    declined = await outcome_of(yard_agent(lambda t: Declined(text="No.")), task(), journal=Journal(None))
    read = [outcome.reading for outcome in (by_code, by_model, by_reader, declined)]
    assert read == ["rules: water", "model: water", "reader: water", "rules: declines"]


async def test_a_task_sent_twice_is_done_once_and_gives_the_same_outcome() -> None:
    yard, journal = Yard(), Journal(None)
    agent = yard_agent(yard=yard)
    first = await outcome_of(agent, task(), journal=journal)
    again = await events_of(agent, task(), journal=journal)
    assert again == [Finished(agent="garden", outcome=first)]
    assert len(yard.asked) == 1


async def test_the_same_task_sent_while_it_runs_waits_for_what_comes_of_it() -> None:
    yard, journal = Yard(), Journal(None)
    agent = yard_agent(lambda t: waiting(), yard=yard)
    first, second = (asyncio.create_task(events_of(agent, task(), journal=journal)) for _ in range(2))
    await yard.begun.wait()
    yard.go.set()
    assert (len(await first), len(await second)) == (3, 1)
    assert len(yard.done) == 1


async def test_a_kill_between_deciding_and_the_end_goes_on_with_the_decision_that_was_made(tmp_path: Path) -> None:
    """The second process would decide otherwise: what was written down counts."""
    yard = Yard()
    journal = Journal(tmp_path / "agents.sqlite3")
    await cut_off_after_the_tool(carry_out(yard_agent(modelled, yard=yard), task(), models=scripted(HERBS), journal=journal))
    journal.close()
    reopened = Journal(tmp_path / "agents.sqlite3")
    outcome = await outcome_of(yard_agent(modelled, yard=yard), task(), journal=reopened, models=scripted())
    assert outcome.status is OutcomeStatus.DONE
    assert yard.done == {"t/0/0/0/0": "herbs 5"} and len(yard.asked) == 2
    reopened.close()


async def test_a_kill_in_the_second_try_does_not_make_the_first_one_again() -> None:
    yard, journal = Yard(), Journal(None)
    agent = yard_agent(modelled, yard=yard)
    no_tool: Line = {"tool": "none", "arguments": {}}
    await cut_off_after_the_tool(carry_out(agent, task(), models=scripted(no_tool, HERBS), journal=journal))
    roses: Line = {"tool": "water", "arguments": {"bed": "roses"}}
    await outcome_of(agent, task(), journal=journal, models=scripted(roses))
    assert list(yard.done.values()) == ["herbs 5"]


async def test_a_rejected_call_is_decided_once_more_with_precisely_what_was_wrong() -> None:
    yard, models = Yard(), scripted(MOON, HERBS)
    outcome = await outcome_of(yard_agent(modelled, yard=yard), task(), journal=Journal(None), models=models)
    assert outcome.status is OutcomeStatus.DONE and outcome.model_calls == 2
    assert "there is no bed 'moon'; there are roses, herbs" in models.asked[1].prompt.request
    assert (models.asked[0].stronger, models.asked[1].stronger) == (False, True)
    assert list(yard.done.values()) == ["herbs 5"]


async def test_what_is_wrong_twice_is_reported_as_wrong() -> None:
    outcome = await outcome_of(yard_agent(modelled), task(), journal=Journal(None), models=scripted(MOON, MOON))
    assert (outcome.status, outcome.proven) == (OutcomeStatus.FAILED, False)
    assert "there is no bed 'moon'" in outcome.text


@pytest.mark.parametrize("trouble", [SILENCE, GARBAGE, HALF])
async def test_a_model_that_gives_nothing_usable_changes_nothing_and_says_so(trouble: Line) -> None:
    yard = Yard()
    outcome = await outcome_of(yard_agent(modelled, yard=yard), task(), journal=Journal(None), models=scripted(trouble, trouble))
    assert (outcome.status, outcome.final, yard.asked) == (OutcomeStatus.FAILED, True, [])
    assert "everything stays as it is" in outcome.text and "scripted" not in outcome.text


async def test_a_model_that_is_silent_is_said_in_the_language_of_the_sentence() -> None:
    outcome = await outcome_of(yard_agent(modelled), task("庭に水をやって"), journal=Journal(None), models=scripted(SILENCE))
    assert "何も変更していません" in outcome.text


async def test_a_setting_that_must_be_mended_is_told_of_and_named_in_the_log_alone() -> None:
    models = scripted(Misconfigured("no key for it", where="OPENAI_API_KEY", mend="set it"))
    with capture_logs() as logs:
        outcome = await outcome_of(yard_agent(modelled), task(), journal=Journal(None), models=models)
    assert outcome.status is OutcomeStatus.FAILED and "setup" in outcome.text and "OPENAI_API_KEY" not in outcome.text
    assert "OPENAI_API_KEY" in logs[0]["why"]


async def test_a_tool_that_does_not_exist_is_tried_once_more_and_then_given_up() -> None:
    yard = Yard()
    outcome = await outcome_of(yard_agent(modelled, yard=yard), task(), journal=Journal(None), models=scripted(UNKNOWN_TOOL, UNKNOWN_TOOL))
    assert outcome.status is OutcomeStatus.FAILED and "there is no tool 'no_such_tool'" in outcome.text
    assert yard.done == {}


async def test_an_answer_that_cannot_be_read_twice_ends_without_an_action() -> None:
    none: Line = {"tool": "none", "arguments": {}}
    models = scripted(none, none)
    outcome = await outcome_of(yard_agent(modelled), task(), journal=Journal(None), models=models)
    assert "could not work out" in outcome.text and not outcome.final
    assert "`none` is no tool" in models.asked[1].prompt.request


async def test_a_question_is_asked_and_its_answer_goes_on_with_the_same_task() -> None:
    yard, journal = Yard(), Journal(None)
    agent = yard_agent(which, yard=yard)
    asked = await outcome_of(agent, task(), journal=journal)
    assert asked.status is OutcomeStatus.ASKING and asked.question is not None and asked.question.options == ("roses", "herbs")
    unclear = await outcome_of(agent, task(answers={asked.question.id: "the blue one"}), journal=journal)
    assert unclear.status is OutcomeStatus.ASKING
    done = await outcome_of(agent, task(answers={asked.question.id: "herbs"}), journal=journal)
    assert done.status is OutcomeStatus.DONE and list(yard.done.values()) == ["herbs 5"]
    assert await outcome_of(agent, task(answers={asked.question.id: "roses"}), journal=journal) == done


async def test_what_is_held_is_done_with_the_right_pin_only_and_only_once() -> None:
    yard, journal = Yard(), Journal(None)
    agent = yard_agent(lambda t: gate(pin=True), yard=yard)
    said = "open the garden gate, you will ask for my pin"
    held = await outcome_of(agent, task(said), journal=journal)
    (approval,) = held.approvals
    assert held.status is OutcomeStatus.HELD and approval.pin and yard.open == set()
    for answer, says in (("yes", "The PIN, please."), ("0000", "That PIN is wrong.")):
        still = await outcome_of(agent, task(said, answers={approval.id: answer}), journal=journal)
        assert (still.status, still.text, still.approvals) == (OutcomeStatus.HELD, says, (approval,))
    done = await outcome_of(agent, task(said, answers={approval.id: PIN}), journal=journal)
    assert done.status is OutcomeStatus.DONE and done.final
    assert [r.status for run in done.runs for r in run.receipts] == [ReceiptStatus.DONE]
    assert await outcome_of(agent, task(said, answers={approval.id: "no"}), journal=journal) == done


async def test_of_two_things_held_the_answered_one_is_settled_and_the_other_stays() -> None:
    yard, journal = Yard(), Journal(None)
    agent = yard_agent(lambda t: Decided(calls=(*gate(pin=True).calls, *gate(pin=True).calls)), yard=yard)
    said = "both gates, with the pin"
    first, second = (await outcome_of(agent, task(said), journal=journal)).approvals
    half = await outcome_of(agent, task(said, answers={first.id: PIN, second.id: "0000"}), journal=journal)
    assert (half.status, half.approvals, half.proven) == (OutcomeStatus.HELD, (second,), False)
    assert [r.status for run in half.runs for r in run.receipts] == [ReceiptStatus.DONE, ReceiptStatus.HELD]


async def test_a_refusal_is_final_so_that_nobody_asks_again() -> None:
    journal = Journal(None)
    agent = yard_agent(lambda t: gate())
    held = await outcome_of(agent, task(), journal=journal)
    refused = await outcome_of(agent, task(answers={held.approvals[0].id: "no"}), journal=journal)
    assert (refused.status, refused.final, refused.proven) == (OutcomeStatus.FAILED, True, False)


async def test_a_mind_that_finds_the_request_wrong_is_not_a_broken_agent() -> None:
    def decide(given: Task) -> Decided:
        raise InvalidRequest("the yard has no map")

    outcome = await outcome_of(yard_agent(decide), task(), journal=Journal(None))
    assert outcome.status is OutcomeStatus.FAILED and "could not work out" in outcome.text


async def test_nothing_to_do_says_why_and_keeps_what_was_spoken_of() -> None:
    agent = yard_agent(lambda t: Declined(text="There is no pond here."))
    outcome = await outcome_of(agent, task(focus={"last": ["water"]}), journal=Journal(None))
    assert (outcome.text, outcome.final, outcome.focus) == ("There is no pond here.", True, {"last": ["water"]})


async def test_of_two_calls_one_that_works_is_reported_as_part_of_it() -> None:
    agent = yard_agent(lambda t: Decided(calls=(*watering("roses").calls, *watering("moon").calls)))
    outcome = await outcome_of(agent, task(), journal=Journal(None))
    assert outcome.status is OutcomeStatus.PARTLY and [r.ok for r in outcome.runs] == [True, False]


async def test_a_caller_that_goes_away_leaves_the_task_to_be_taken_up_by_the_next() -> None:
    yard, journal = Yard(), Journal(None)
    agent = yard_agent(lambda t: waiting(), yard=yard)
    gone = asyncio.create_task(events_of(agent, task(), journal=journal))
    await yard.begun.wait()
    gone.cancel()
    with suppress(asyncio.CancelledError):
        await gone
    yard.go.set()
    assert (await outcome_of(agent, task(), journal=journal)).status is OutcomeStatus.DONE
    assert len(yard.done) == 1


async def test_a_journal_that_cannot_be_opened_says_which_file_and_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match=r"nowhere.*agents\.sqlite3"):
        Journal(tmp_path / "nowhere" / "agents.sqlite3")


async def cut_off_after_the_tool(events: AsyncGenerator[AgentEvent, None]) -> None:
    """Stands for a kill after the tool did its work and before anything was written about it."""
    async for event in events:
        if isinstance(event, ToolReturned):
            break
    await events.aclose()
