"""Every part of a sentence has its outcome in the answer, whoever is uncertain, silent, missing or out of a model."""

import asyncio
from dataclasses import replace

import pytest
from fastapi import FastAPI
from fastapi.responses import Response
from tests.agentkit.fakes import Decide, Yard, YardPolicy, watering, yard_agent
from tests.orchestrator.fakes import household, planner, said

from yamori.agentkit.agent import Agent, Decision, Declined
from yamori.agentkit.task import Claim, Strength, Task
from yamori.domain.events import Planned
from yamori.llm.scripted import SILENCE, ScriptedModels
from yamori.orchestrator.clauses import shared_out
from yamori.orchestrator.state import TASKS


def uncertain(task: Task) -> Decision:
    """As after a model that chose nothing."""
    return Declined(text=f"Nothing here for: {task.request}.", certain=False)


def requests(agent: Agent) -> list[str]:
    assert isinstance(agent.policy, YardPolicy)
    return [task.request for task in agent.policy.tasks]


@pytest.mark.parametrize("model", [{"reply": "I am sorry, I cannot do that."}, {"tasks": [{"agent": "shed", "request": "it"}]}, SILENCE])
@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Fill the pond and water the garden", "Nothing here for: Fill the pond. garden: water done."),
        ("Water the garden and fill the pond", "garden: water done. Nothing here for: fill the pond."),
        ("Open the shed, fill the pond and water the garden", "shed: water done. Nothing here for: fill the pond. garden: water done."),
        ("pondを満たして、gardenに水をやって", "Nothing here for: pondを満たして.garden: water done."),
        ("gardenに水をやって、pondを満たして、shedを開けて", "garden: water done.Nothing here for: pondを満たして.shed: water done."),
    ],
)
async def test_an_agent_that_is_only_uncertain_of_its_part_is_heard_beside_the_others(text: str, answer: str, model: object) -> None:
    agents = yard_agent(uncertain, name="pond"), yard_agent(), yard_agent(name="shed")
    async with household(*agents, models=planner(*[model] * 4)) as house:  # type: ignore[list-item]  # a script's line
        assert said(await house.say(text)) == answer


async def test_when_no_agent_can_do_its_part_each_is_heard_and_no_model_speaks_for_both() -> None:
    agents = yard_agent(uncertain, name="pond"), yard_agent(uncertain), yard_agent(uncertain, name="shed", weak="lilies")
    async with household(*agents, models=planner(*[{"reply": "Sorry, no."}] * 4)) as house:
        text = said(await house.say("Fill the pond and water the garden lilies"))
        assert text == "Nothing here for: Fill the pond. Nothing here for: water the garden lilies."


async def test_another_agent_that_takes_over_a_part_is_given_that_part_and_not_the_whole_sentence() -> None:
    shed = yard_agent(name="shed", weak="lilies")
    models = planner({"tasks": [{"agent": "shed", "request": "whatever"}]})
    async with household(yard_agent(uncertain), yard_agent(name="pond"), shed, models=models) as house:
        assert said(await house.say("Water the garden lilies and fill the pond")) == "shed: water done. pond: water done."
        assert requests(shed) == ["Water the garden lilies"]


def silent_agent(name: str) -> FastAPI:
    """It introduces itself and works, but says nothing when asked whether a sentence is its own."""
    app = FastAPI()

    @app.get("/card")
    async def card() -> dict[str, str]:
        return {"name": name, "title": name, "title_ja": name, "does": f"The {name}.", "does_ja": name}

    @app.post("/claim")
    async def claim() -> None:
        await asyncio.Event().wait()

    @app.post("/relay")
    async def relay() -> Response:
        finished = f'{{"agent": "{name}", "outcome": {{"status": "failed", "text": "There is no such {name}.", "final": true}}}}'
        return Response(f"event: Finished\r\ndata: {finished}\r\n\r\n", media_type="text/event-stream")

    return app


@pytest.mark.parametrize(
    ("text", "lost", "answer"),
    [
        ("Fill the round basin and water the garden", "Fill the round basin", "There is no such pond. garden: water done."),
        ("Water the garden and fill the round basin", "fill the round basin", "There is no such pond. garden: water done."),
        ("丸い池を満たして、gardenに水をやって", "丸い池を満たして", "There is no such pond.garden: water done."),
    ],
)
async def test_what_may_be_for_an_agent_that_was_too_slow_to_claim_it_is_planned_by_a_model(
    monkeypatch: pytest.MonkeyPatch, text: str, lost: str, answer: str
) -> None:
    monkeypatch.setattr("yamori.orchestrator.directory.CLAIM_LIMIT", 0.05)
    garden = yard_agent()
    models = planner({"tasks": [{"agent": "pond", "request": "some of it"}]})
    async with household(garden, apps={"pond": silent_agent("pond")}, models=models) as house:
        events = await house.say(text)
        (planned,) = (e for e in events if isinstance(e, Planned))
        assert [t.request for t in planned.tasks if t.agent == "pond"] == [lost]
        assert said(events) == answer


@pytest.mark.parametrize(
    ("text", "kept", "answer"),
    [
        (
            "Wax the wooden skis and water the garden",
            "water the garden",
            "garden: water done. I could not work out what to do about “Wax the wooden skis”, so I did nothing there.",
        ),
        (
            "スキーにワックスをかけて、gardenに水をやって",
            "gardenに水をやって",
            "garden: water done.「スキーにワックスをかけて」はどうすればよいか分からなかったので、何もしていません。",
        ),
    ],
)
async def test_without_a_model_the_part_that_is_sure_is_done_and_the_other_is_named(
    monkeypatch: pytest.MonkeyPatch, text: str, kept: str, answer: str
) -> None:
    monkeypatch.setattr("yamori.orchestrator.directory.CLAIM_LIMIT", 0.05)
    garden = yard_agent()
    async with household(garden, apps={"pond": silent_agent("pond")}) as house:
        assert said(await house.say(text)) == answer
        assert requests(garden) == [kept]


@pytest.mark.parametrize(
    ("reply", "heard"),
    [
        ("I am sorry, I cannot wax anything.", "I am sorry, I cannot wax anything."),
        ("I have added that for you.", "I could not work out what to do about “Wax the wooden skis”, so I did nothing there."),
    ],
)
async def test_a_model_that_only_replies_does_not_talk_away_the_part_that_is_sure(reply: str, heard: str) -> None:
    yard = Yard()
    async with household(yard_agent(yard=yard), models=planner({"reply": reply})) as house:
        assert said(await house.say("Wax the wooden skis and water the garden")) == f"garden: water done. {heard}"
        assert len(yard.done) == 1


async def test_a_task_for_an_agent_that_is_not_there_does_not_stop_the_ones_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yamori.orchestrator.directory.CLAIM_LIMIT", 0.05)
    models = planner({"tasks": [{"agent": "well", "request": "draw some"}, {"agent": "garden", "request": "water it"}]})
    async with household(yard_agent(), apps={"other": silent_agent("well")}, models=models) as house:
        text = said(await house.say("It is dry"))
        assert text.startswith("Sorry, that did not work.") and text.endswith("garden: water done.")


async def test_what_is_more_than_one_turn_may_start_is_named() -> None:
    beds = [f"bed{n}" for n in range(TASKS + 1)]
    async with household(*(yard_agent(lambda t: watering(), name=name) for name in beds), models=ScriptedModels({})) as house:
        text = said(await house.say(" and ".join(f"water the {bed}" for bed in beds)))
        assert text.endswith(
            f"bed{TASKS - 1}: water done. I could not work out what to do about “water the bed{TASKS}”, so I did nothing there."
        )


async def test_who_was_too_slow_for_the_whole_sentence_is_asked_again_of_its_parts() -> None:
    whole = {"garden": Strength.STRONG}

    async def claim(piece: str) -> dict[str, Strength]:
        return {
            "pond": Strength.WEAK if "pond" in piece else Strength.NONE,
            "garden": Strength.STRONG if "garden" in piece else Strength.NONE,
        }

    shares = await shared_out("Fill the pond now and water the garden", whole, claim, silent=True)
    assert shares is not None and [(s.agent, s.request) for s in shares] == [("pond", "Fill the pond now"), ("garden", "water the garden")]


async def test_a_clause_of_nobody_is_not_handed_to_who_owns_the_rest_because_a_third_finds_something_in_that() -> None:
    models = planner({"reply": "I am sorry, I cannot wax anything."})
    async with household(yard_agent(), yard_agent(name="pond", weak="hose"), models=models) as house:
        text = said(await house.say("Wax the wooden skis and water the garden by hose"))
        assert text == "garden: water done. I am sorry, I cannot wax anything."


class Short(YardPolicy):
    """Sure of a clause, but not of a sentence that has several."""

    async def claim(self, task: Task) -> Claim:
        found = await super().claim(task)
        return Claim(strength=Strength.WEAK) if found.strength is Strength.STRONG and " and " in task.request else found


def short(decide: Decide = lambda task: watering(), *, name: str = "garden", weak: str = "") -> Agent:
    return replace(yard_agent(), card=yard_agent(name=name).card, policy=Short(name, Yard(), decide, weak))


async def test_a_sentence_of_which_only_one_agent_is_sure_is_its_own_where_it_finds_something_in_every_clause() -> None:
    garden = short(weak="lilies")
    async with household(garden, yard_agent(name="pond", weak="lilies"), models=ScriptedModels({})) as house:
        assert said(await house.say("Water the garden and spare the lilies")) == "garden: water done."
        assert requests(garden) == ["Water the garden and spare the lilies"]


@pytest.mark.parametrize("rest", ["wax the wooden skis", "fill the pond"])
async def test_a_model_plans_where_a_clause_is_nobodys_or_another_is_sure_of_it(rest: str) -> None:
    garden = short(weak="lilies")
    models = planner({"tasks": [{"agent": "garden", "request": "a"}, {"agent": "pond", "request": "b"}]})
    async with household(garden, short(name="pond"), models=models) as house:
        events = await house.say(f"Water the garden and {rest}")
        (planned,) = (e for e in events if isinstance(e, Planned))
        assert planned.by != "code"


async def test_a_clause_that_a_model_gave_to_the_wrong_agent_goes_to_the_one_that_is_sure_of_it() -> None:
    garden, pond, shed = yard_agent(), yard_agent(name="pond", weak="hose"), yard_agent(name="shed")
    steps = [("shed", "wax the wooden skis"), ("pond", "Water the garden by the hose")]
    models = planner({"tasks": [{"agent": a, "request": r} for a, r in steps]})
    async with household(garden, pond, shed, models=models) as house:
        assert said(await house.say("Wax the wooden skis and water the garden by hose")) == "shed: water done. garden: water done."
        assert (requests(garden), requests(pond)) == (["Water the garden by the hose"], [])


async def test_what_a_model_makes_of_a_part_that_nobody_is_sure_of_stays_with_its_agent() -> None:
    garden, pond = yard_agent(), yard_agent(name="pond", weak="hose")
    steps = [("garden", "wax the wooden skis"), ("pond", "store the hose")]
    models = planner({"tasks": [{"agent": a, "request": r} for a, r in steps]})
    async with household(garden, pond, models=models) as house:
        await house.say("Wax the wooden skis and water the garden by hose")
        assert (requests(garden), requests(pond)) == (["wax the wooden skis"], ["store the hose"])
