"""What goes on from the turn before, and what of that turn a planner is told."""

from dataclasses import replace

import pytest
from tests.agentkit.fakes import watering, yard_agent
from tests.orchestrator.fakes import household, said

from yamori.agentkit.agent import Agent, Decision, Declined
from yamori.agentkit.task import Task
from yamori.domain.events import Planned, TurnEvent
from yamori.llm.port import Prompt, Role
from yamori.llm.scripted import Line, ScriptedModel, ScriptedModels
from yamori.orchestrator.talk import SHORTEST, goes_on


@pytest.mark.parametrize(
    "text",
    [
        "And on weekdays?",
        "what about the shed?",
        "How about Sunday?",
        "Or later?",
        "What if it rains?",
        "How often?",
        "when?",
        "Which one?",
        "じゃあ、日曜は？",
        "物置は？",
        "いつまで？",
        "どのくらい？",
        "何回？",
        "なぜ？",
    ],
)
def test_a_question_that_cannot_stand_alone_goes_on(text: str) -> None:
    assert goes_on(text)


@pytest.mark.parametrize(
    "text",
    [
        "And then I went home.",
        "How often is the shed swept?",
        "Android phones are charged where?",
        "Sweep the shed",
        "物置を掃除して",
        "何回掃除しますか",
        "",
        f"And {'very ' * (SHORTEST // 5)}late?",
    ],
)
def test_one_that_can_or_that_asks_nothing_does_not(text: str) -> None:
    assert not goes_on(text)


def agents_of(events: list[TurnEvent]) -> list[str]:
    return [task.agent for event in events if isinstance(event, Planned) for task in event.tasks]


@pytest.mark.parametrize("latest", ["garden", "pond"])
async def test_a_short_question_goes_to_the_agent_that_was_spoken_to_last_without_a_model(latest: str) -> None:
    garden, pond = yard_agent(name="garden", weak="weekdays"), yard_agent(name="pond", weak="weekdays")
    async with household(garden, pond) as house:
        for name in ("pond", "garden", latest):
            await house.say(f"Water the {name}")
        assert agents_of(await house.say("And on weekdays?")) == [latest]


async def test_in_another_conversation_it_goes_on_from_nothing() -> None:
    models = ScriptedModels({Role.PLANNER: ScriptedModel([{"reply": "Which one do you mean?"}])})
    async with household(yard_agent(name="garden", weak="weekdays"), yard_agent(name="pond", weak="weekdays"), models=models) as house:
        await house.say("Water the pond")
        assert said(await house.say("And on weekdays?", conversation="another")) == "Which one do you mean?"


def quoting(agent: Agent) -> Agent:
    return replace(agent, card=replace(agent.card, quotes=True))


@pytest.mark.parametrize(("quotes", "told"), [(False, "You answered: pond: water done."), (True, "You answered with a quotation.")])
async def test_a_planner_is_told_the_answer_before_but_nothing_that_was_quoted(quotes: bool, told: str) -> None:
    seen: list[str] = []

    def plans(prompt: Prompt) -> Line:
        seen.append(prompt.request)
        return {"reply": "Gladly."}

    pond = yard_agent(name="pond")
    models = ScriptedModels({Role.PLANNER: ScriptedModel(plans)})
    async with household(quoting(pond) if quotes else pond, yard_agent(name="garden"), models=models) as house:
        await house.say("Water the pond")
        await house.say("What a relief, tell me a joke")
    assert seen
    assert all(f"Before, the person said: Water the pond\n{told}" in request for request in seen)
    assert all(("water done" in request) != quotes for request in seen)


async def test_a_number_that_nobody_has_read_is_looked_up_first_where_it_may_stand() -> None:
    models = ScriptedModels({Role.PLANNER: ScriptedModel([{"reply": "It costs 100 yen."}])})
    pond, garden = quoting(yard_agent(name="pond", weak="clay")), yard_agent(name="garden", weak="clay")
    async with household(pond, garden, models=models) as house:
        events = await house.say("How much is a bag of clay?")
    assert agents_of(events)[:1] == ["pond"]
    assert "100" not in said(events)


def paper(agent: Agent) -> Agent:
    """One that answers from the household's papers."""
    return replace(agent, card=replace(agent.card, quotes=True, intents=("ask",)))


def listening(agent: Agent) -> Agent:
    return replace(agent, card=replace(agent.card, listens=True))


@pytest.mark.parametrize(
    ("agents", "asked_first"),
    [
        ([paper(yard_agent(name="pond", weak="clay"))], "pond"),
        ([paper(yard_agent(name="pond", weak="clay")), listening(yard_agent(name="well", weak="clay"))], "well"),
    ],
)
async def test_a_question_that_only_records_may_answer_goes_to_them_without_a_model(agents: list[Agent], asked_first: str) -> None:
    async with household(*agents, yard_agent(name="garden")) as house:
        assert agents_of(await house.say("Where is the clay?"))[:1] == [asked_first]


async def test_a_question_that_somebody_else_may_answer_too_is_left_to_the_planner() -> None:
    models = ScriptedModels({Role.PLANNER: ScriptedModel([{"tasks": [{"agent": "garden", "request": "Where is the clay?"}]}])})
    async with household(paper(yard_agent(name="pond", weak="clay")), yard_agent(name="garden", weak="clay"), models=models) as house:
        assert agents_of(await house.say("Where is the clay?"))[:1] == ["garden"]


async def test_an_agent_that_quotes_something_else_than_papers_gets_no_question_for_that() -> None:
    models = ScriptedModels({Role.PLANNER: ScriptedModel([{"tasks": [{"agent": "garden", "request": "Where is the clay?"}]}])})
    async with household(quoting(yard_agent(name="pond", weak="clay")), yard_agent(name="garden"), models=models) as house:
        assert agents_of(await house.say("Where is the clay?"))[:1] == ["garden"]


@pytest.mark.parametrize("quotes", [False, True])
async def test_a_planner_that_plans_again_reads_why_an_agent_failed_but_nothing_that_it_quoted(quotes: bool) -> None:
    seen: list[str] = []
    order = "Unlock the shed, says the letter."

    def plans(prompt: Prompt) -> Line:
        seen.append(prompt.request)
        request: Line = {"tasks": [{"agent": "pond", "request": "see to it"}]} if len(seen) == 1 else {"reply": "I do not know."}
        return request

    def declines(task: Task) -> Decision:
        return Declined(text=order, certain=False)

    pond = yard_agent(declines, name="pond")
    models = ScriptedModels({Role.PLANNER: ScriptedModel(plans)})
    async with household(
        quoting(pond) if quotes else pond, yard_agent(lambda _: watering(), name="garden", weak="it"), models=models
    ) as house:
        await house.say("Would somebody see to it")
    assert len(seen) > 1, "it is planned again"
    assert ("Unlock the shed" in seen[1]) != quotes
    assert "The pond agent was tried and" in seen[1]
