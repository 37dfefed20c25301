"""A model looks before it acts: by a form of its grammar, or by calling the tools itself; nothing is done twice, whatever happens."""

import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from tests.agentkit.fakes import Yard, events_of, modelled, outcome_of, task, watering, yard_agent

from yamori.agentkit.agent import Agent, Decision, ToolCall, Undecided
from yamori.agentkit.journal import Journal
from yamori.agentkit.loop import carry_out
from yamori.agentkit.task import AgentEvent, Finished, OutcomeStatus, Task, ToolCalled, ToolReturned
from yamori.domain.errors import ModelFailed, TryAgain
from yamori.domain.values import Value
from yamori.llm.answers import Refused, mismatch
from yamori.llm.port import Prompt, Usage
from yamori.llm.scripted import ConversingScript, Line, ScriptedModel, ScriptedModels

LOOK: Line = {"look": {"look": {}}}
HERBS: Line = {"tool": "water", "arguments": {"bed": "herbs"}}
SCHEMA: Mapping[str, Value] = {
    "type": "object",
    "properties": {"tool": {"enum": ["water", "none"]}, "arguments": {"type": "object"}},
    "required": ["tool", "arguments"],
}


def looking(task: Task) -> Decision:
    """Leaves it to a model that may look; what it changes must not be the roses."""
    undecided = modelled(task)

    def check(calls: Sequence[ToolCall]) -> None:
        if any(call.arguments.get("bed") == "roses" for call in calls):
            raise TryAgain("nobody spoke of the roses")

    return replace(undecided, prompt=replace(undecided.prompt, schema=SCHEMA), looks=("look",), check=check)


def agent_of(yard: Yard, decide: Callable[[Task], Decision] = looking) -> Agent:
    return replace(yard_agent(decide, yard=yard), looks=("look",))


def scripted(*lines: Line) -> ScriptedModels:
    return ScriptedModels(ScriptedModel(list(lines), seconds=0.01))


def tools(events: Sequence[AgentEvent]) -> list[str]:
    return [event.tool for event in events if isinstance(event, ToolCalled)]


async def test_a_model_looks_sees_below_its_request_what_there_is_and_then_acts() -> None:
    yard, models = Yard(done={"before": "roses 5"}), scripted(LOOK, HERBS)
    events = await events_of(agent_of(yard), task("the driest bed"), journal=Journal(None), models=models)
    assert tools(events) == ["look", "water"] and isinstance(events[-1], Finished)
    assert events[-1].outcome.proven and events[-1].outcome.text == "garden: water done." and events[-1].outcome.model_calls == 2
    first, second = (asked.prompt for asked in models.asked)
    assert second.request == first.request + '\nYou looked: look {} → ["roses 5"]'
    assert second.prefix == first.prefix


async def test_the_grammar_allows_three_looks_and_then_only_a_decision() -> None:
    yard, models = Yard(), scripted(LOOK, LOOK, LOOK, HERBS)
    assert (await outcome_of(agent_of(yard), task(), journal=Journal(None), models=models)).status is OutcomeStatus.DONE
    schemas = [cast(Any, asked.prompt.schema) for asked in models.asked]
    assert all(mismatch(cast(Value, LOOK), s) is None and mismatch(cast(Value, HERBS), s) is None for s in schemas[:3])
    assert schemas[3] == SCHEMA and list(yard.done.values()) == ["herbs 5"]


@pytest.mark.parametrize("line", [{"look": {"water": {"bed": "herbs"}}}, {"look": {"nothing_like_it": {}}}])
async def test_what_is_no_reading_tool_is_no_look(line: Line) -> None:
    yard = Yard()
    models = ScriptedModels(ScriptedModel([line, HERBS], strict=False))
    await outcome_of(agent_of(yard), task(), journal=Journal(None), models=models)
    assert "only reads" in models.asked[1].prompt.request and list(yard.done.values()) == ["herbs 5"]


async def test_a_policy_that_offers_no_look_asks_as_before() -> None:
    models = scripted(HERBS)
    await outcome_of(yard_agent(modelled), task(), journal=Journal(None), models=models)
    assert models.asked[0].prompt.schema == {}


async def test_a_kill_after_a_look_goes_on_with_it_and_asks_only_for_the_rest(tmp_path: Path) -> None:
    yard = Yard()
    journal = Journal(tmp_path / "agents.sqlite3")
    await cut_off(carry_out(agent_of(yard), task(), models=scripted(LOOK), journal=journal), after=ToolReturned)
    journal.close()
    reopened = Journal(tmp_path / "agents.sqlite3")
    models = scripted(HERBS)
    assert (await outcome_of(agent_of(yard), task(), journal=reopened, models=models)).status is OutcomeStatus.DONE
    assert len(models.asked) == 1 and "You looked" in models.asked[0].prompt.request
    assert list(yard.done.values()) == ["herbs 5"]


async def test_a_model_that_calls_tools_itself_looks_acts_and_stops() -> None:
    yard = Yard(done={"before": "roses 5"})
    models = ConversingScript([[("look", {})], [("water", {"bed": "herbs", "litres": 7})], "Done!"])
    events = await events_of(agent_of(yard), task("the driest bed"), journal=Journal(None), models=models)
    assert tools(events) == ["look", "water"] and isinstance(events[-1], Finished)
    assert (events[-1].outcome.text, events[-1].outcome.proven) == ("garden: water done.", True)
    assert events[-1].outcome.model_calls == 3 and models.asked == []
    (first, second, last) = models.conversations
    assert {t.name for t in first.tools} == {"look", "water", "open_gate", "wait"} and "the driest bed" in first.request
    assert second.rounds[0].results == ('["roses 5"]',) and json.loads(last.rounds[1].results[0]) == {"bed": "herbs", "litres": 7}
    assert yard.done["t/0/0/0/turn-1/0"] == "herbs 7"


async def test_the_same_checks_hold_for_calls_that_a_model_makes_itself() -> None:
    yard = Yard()
    turns = [
        [("water", {"bed": "roses"})],
        [("water", {"bed": "herbs", "litres": 99})],
        [("fly", {})],
        [("water", {"bed": "herbs"})],
        "Done",
    ]
    models = ConversingScript(turns)
    outcome = await outcome_of(agent_of(yard), task(), journal=Journal(None), models=models)
    heard = [r for asked in models.conversations[-1].rounds for r in asked.results]
    assert [text in told for text, told in zip(("of the roses", "litres", "no tool 'fly'", "herbs"), heard, strict=True)] == [True] * 4
    assert list(yard.done.values()) == ["herbs 5"] and outcome.text == "garden: water done."


async def test_a_conversation_waits_for_the_person_as_soon_as_anything_is_held() -> None:
    models = ConversingScript([[("open_gate", {})], [("water", {"bed": "herbs"})]])
    outcome = await outcome_of(agent_of(Yard()), task(), journal=Journal(None), models=models)
    assert outcome.status is OutcomeStatus.HELD and len(models.conversations) == 1


async def test_a_conversation_ends_at_a_limit() -> None:
    models = ConversingScript([[("look", {})]] * 99)
    await outcome_of(agent_of(Yard()), task(), journal=Journal(None), models=models)
    assert len(models.conversations) == 8


@pytest.mark.parametrize("end", ["I am sorry.", ModelFailed("it is away")])
async def test_where_nothing_was_called_nothing_is_claimed(end: str | Exception) -> None:
    outcome = await outcome_of(agent_of(Yard()), task(), journal=Journal(None), models=ConversingScript([end, end]))
    assert outcome.status is OutcomeStatus.FAILED and "sorry" not in outcome.text and not outcome.runs


async def test_what_was_done_before_a_model_fell_silent_is_told_with_that_it_fell_silent() -> None:
    models = ConversingScript([[("water", {"bed": "herbs"})], ModelFailed("it is away")])
    outcome = await outcome_of(agent_of(Yard()), task(), journal=Journal(None), models=models)
    assert outcome.status is OutcomeStatus.PARTLY and not outcome.proven
    assert outcome.text.startswith("garden: water done. Then I got stuck") and "away" not in outcome.text


async def test_a_server_that_takes_no_tools_is_asked_for_json() -> None:
    class Both(ConversingScript):
        async def ask(self, *given: Any, **more: Any) -> Any:
            return await scripted(HERBS).ask(*given, **more)

    yard = Yard()
    models = Both([Refused("tools are not supported", usage=Usage(model="a:b"))])
    assert (await outcome_of(agent_of(yard), task(), journal=Journal(None), models=models)).proven
    assert list(yard.done.values()) == ["herbs 5"]


@pytest.mark.parametrize("decide", [looking, lambda _: watering("roses")])
async def test_a_kill_in_a_conversation_repeats_no_call_although_the_policy_would_decide_otherwise_by_then(
    tmp_path: Path, decide: Callable[[Task], Decision]
) -> None:
    yard = Yard()
    journal = Journal(tmp_path / "agents.sqlite3")
    killed = ConversingScript([[("water", {"bed": "herbs"})]])
    await cut_off(carry_out(agent_of(yard), task(), models=killed, journal=journal), after=ToolReturned)
    journal.close()
    reopened = Journal(tmp_path / "agents.sqlite3")
    models = ConversingScript(["Done"])
    outcome = await outcome_of(agent_of(yard, decide), task(), journal=reopened, models=models)
    assert outcome.text == "garden: water done." and list(yard.done.values()) == ["herbs 5"]
    assert yard.asked == ["t/0/0/0/turn-0/0"] * 2, "the same key, so that it is done once"


async def cut_off(events: AsyncGenerator[AgentEvent, None], *, after: type[AgentEvent]) -> None:
    """The process ends once the first event of this kind is there."""
    async for event in events:
        if isinstance(event, after):
            break
    await events.aclose()


def test_a_prompt_of_free_text_offers_no_look() -> None:
    from yamori.agentkit.looking import with_looks

    prompt = Prompt(prefix="p", request="r")
    assert with_looks(prompt, ("look",), yard_agent().tools, (), left=3) == prompt
    assert isinstance(looking(task()), Undecided)
