"""Plans of a model whose steps use each other: what is handed on, what is left undone, and what is said; nothing is done on no result."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.agentkit.fakes import Yard, YardPolicy, waiting, watering, yard_agent
from tests.orchestrator.fakes import House, household, planner, said

from yamori.agentkit.agent import Agent, Decided, Decision, Declined, ToolCall
from yamori.agentkit.finding import FoundValue, Verdict
from yamori.agentkit.task import Outcome, OutcomeStatus, Task, ToolRun
from yamori.domain.events import Planned, Reviewed, TaskEnded
from yamori.domain.values import Value
from yamori.llm.port import Role
from yamori.llm.scripted import ScriptedModels

LOOK = Decided(calls=(ToolCall(tool="look", arguments={}),))


class Well(YardPolicy):
    """Reads, and says what it found, or how a question is answered."""

    found: tuple[FoundValue, ...] = ()
    answer: Verdict | None = None

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        return replace(super().report(task, runs), text="The well is deep.", found=self.found, answer=self.answer)


def well(*found: str, answer: Verdict | None = None, decide: Decision = LOOK) -> Agent:
    policy = Well("well", Yard(), lambda task: decide, "")
    policy.found = tuple(FoundValue(text=text, source="well") for text in found)
    policy.answer = answer
    return replace(yard_agent(name="well"), policy=policy)


def tasks_of(agent: Agent) -> list[Task]:
    assert isinstance(agent.policy, YardPolicy)
    return agent.policy.tasks


def plans(*steps: Mapping[str, Value]) -> ScriptedModels:
    return planner({"tasks": list(steps)})


ASK: Mapping[str, Value] = {"agent": "well", "request": "how deep is it?"}
USE: Mapping[str, Value] = {"agent": "garden", "request": "write it down", "uses": [0]}


def only_if(holds: str, task: int = 0) -> Mapping[str, Value]:
    return {"agent": "garden", "request": "fetch some", "only_if": {"task": task, "holds": holds}}


async def test_what_a_task_found_is_handed_to_the_one_that_uses_it_as_data() -> None:
    garden = yard_agent()
    async with household(well("nine metres", "or ten"), garden, models=plans(ASK, USE)) as house:
        text = said(await house.say("Hmm"))
    (task,) = tasks_of(garden)
    (finding,) = task.findings
    assert (finding.agent, finding.request, [v.text for v in finding.values]) == ("well", "how deep is it?", ["nine metres", "or ten"])
    assert task.request == "write it down" and text == "garden: water done.", "what only served another task is not told"


async def test_a_task_that_uses_nothing_is_handed_nothing() -> None:
    garden = yard_agent()
    async with household(well("nine metres"), garden, models=plans(ASK, {"agent": "garden", "request": "water it"})) as house:
        assert said(await house.say("Hmm")) == "The well is deep. garden: water done."
    assert tasks_of(garden)[0].findings == ()


@pytest.mark.parametrize("agent", [well(), well("nine", decide=Declined(text="The well is shut."))], ids=["found nothing", "failed"])
async def test_what_uses_a_result_that_there_is_none_of_is_not_done_and_that_is_said(agent: Agent) -> None:
    yard = Yard()
    async with household(agent, yard_agent(yard=yard), models=plans(ASK, USE)) as house:
        text = said(await house.say("Hmm"))
    assert yard.done == {} and text.endswith("So I did nothing about “write it down”.") and text.startswith("The well is")


@pytest.mark.parametrize(
    ("answer", "holds", "done"),
    [
        (Verdict.YES, "yes", True),
        (Verdict.NO, "yes", False),
        (Verdict.NO, "no", True),
        (Verdict.YES, "no", False),
        (Verdict.UNKNOWN, "yes", False),
        (Verdict.UNKNOWN, "no", False),
        (None, "yes", False),
        (None, "no", False),
    ],
)
async def test_what_depends_on_an_answer_is_done_only_on_that_answer(answer: Verdict | None, holds: str, done: bool) -> None:
    yard = Yard()
    async with household(well("nine", answer=answer), yard_agent(yard=yard), models=plans(ASK, only_if(holds))) as house:
        text = said(await house.say("Hmm"))
    assert bool(yard.done) is done
    assert text == ("garden: water done." if done else "The well is deep. So I did nothing about “fetch some”.")


@pytest.mark.parametrize("wrong", [{**USE, "uses": [1]}, {**USE, "uses": [2]}, only_if("yes", task=1), only_if("no", task=2)])
async def test_a_step_that_refers_to_itself_or_to_what_comes_after_ends_honestly_and_the_others_go_on(wrong: Mapping[str, Value]) -> None:
    yard = Yard()
    after: Mapping[str, Value] = {"agent": "garden", "request": "water it"}
    async with household(well("nine", answer=Verdict.YES), yard_agent(yard=yard), models=plans(ASK, wrong, after)) as house:
        text = said(await house.say("Hmm"))
    assert "There is nothing yet that I could go by, so I did nothing about" in text
    assert len(yard.done) == 1 and text.endswith("garden: water done.")


async def test_a_chain_breaks_where_it_breaks_and_says_so_once() -> None:
    steps = (ASK, {"agent": "garden", "request": "fetch some", "uses": [0]}, {"agent": "garden", "request": "boil it", "uses": [1]})
    yard = Yard()
    async with household(well(), yard_agent(yard=yard), models=plans(*steps)) as house:
        text = said(await house.say("Hmm"))
    assert yard.done == {} and text.count("fetch some") == 1 and text.count("boil it") == 1


async def test_after_a_failure_planning_goes_on_and_what_used_the_failed_result_uses_the_new_one() -> None:
    """The well makes nothing of it; the model sees that and sends the question elsewhere."""
    pond = well("four metres")
    pond = replace(pond, card=replace(pond.card, name="pond", does="The pond."))
    assert isinstance(pond.policy, Well)
    pond.policy._weak = "deep"
    garden = yard_agent()
    shut = well(decide=Declined(text="The well is shut.", certain=False))
    again = {"tasks": [{"agent": "pond", "request": "how deep is the pond?"}]}
    models = planner({"tasks": [ASK, USE]}, again)  # type: ignore[dict-item]
    async with household(shut, pond, garden, models=models) as house:
        events = await house.say("Hmm")
    assert [e.verdict for e in events if isinstance(e, Reviewed)] == ["replan", "finish", "finish"]
    (_, anew) = (asked.prompt.request for asked in models.asked if asked.role is Role.PLANNER)
    assert "The well agent was tried and said: The well is shut." in anew
    assert [v.text for v in tasks_of(garden)[0].findings[0].values] == ["four metres"]
    assert said(events) == "garden: water done."


async def test_a_condition_of_which_the_question_fails_leaves_all_that_depends_on_it() -> None:
    yard = Yard()
    steps = (ASK, only_if("yes"), only_if("yes") | {"request": "boil it"})
    async with household(well(decide=Declined(text="The well is shut.")), yard_agent(yard=yard), models=plans(*steps)) as house:
        events = await house.say("Hmm")
    assert yard.done == {} and "“fetch some” and “boil it”" in said(events)
    assert [e.status for e in events if isinstance(e, TaskEnded)] == [OutcomeStatus.FAILED] * 3


async def test_a_turn_that_was_killed_between_two_steps_goes_on_with_what_the_first_found(tmp_path: Path) -> None:
    yard = Yard()
    held = yard_agent(lambda task: waiting() if task.findings else watering(), yard=yard)
    async with household(well("nine metres"), held, models=plans(ASK, USE), data=tmp_path) as house:
        turn = await house.turns.start("Hmm", person="sora", conversation="c")
        await yard.begun.wait()
    yard.go.set()
    after = yard_agent(lambda task: waiting() if task.findings else watering(), yard=yard)
    read = well("something else")
    async with household(read, after, models=planner(), data=tmp_path) as house:
        assert said(await house.heard(turn.id)) == "garden: wait done."
    assert len(yard.done) == 1 and tasks_of(read) == [], "what was read before is not read again"


async def test_the_planners_grammar_offers_both_and_its_beginning_stays_the_same() -> None:
    models = planner({"reply": "Hm."}, {"reply": "Hm."})
    async with household(well(), yard_agent(), models=models) as house:
        await house.say("Hmm")
        await house.say("Hmm again")
    first, second = (asked.prompt for asked in models.asked if asked.role is Role.PLANNER)
    assert first.prefix == second.prefix and '"uses"' in first.prefix and '"only_if"' in first.prefix
    forms: Any = first.schema
    properties = forms["anyOf"][0]["properties"]["tasks"]["items"]["properties"]
    assert set(properties) == {"agent", "request", "uses", "only_if"} and properties["only_if"]["properties"]["holds"] == {
        "enum": ["yes", "no"]
    }


async def test_the_plan_that_is_shown_lists_every_step() -> None:
    async with household(well("nine"), yard_agent(), models=plans(ASK, USE)) as house:
        events = await house.say("Hmm")
    (planned,) = (e for e in events if isinstance(e, Planned))
    assert [t.agent for t in planned.tasks] == ["well", "garden"] and isinstance(house, House)
