"""What an agent would do, without doing it, and exactly that done at another time."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.agentkit.fakes import Yard, client_of, endpoints, gate, modelled, watering, which, yard_agent

from yamori.agentkit.agent import Agent, Decided, Declined, Described, ToolCall
from yamori.agentkit.task import Task
from yamori.domain.capability import Risk
from yamori.llm.port import Role
from yamori.llm.scripted import ScriptedModel, ScriptedModels

BODY = {"request": "water the garden", "said": "water the garden", "person": "sora", "language": "en", "now": "2026-05-01T12:00:00+09:00"}


class YardDescriber:
    """Names the tool and what it is given."""

    async def describe(self, task: Task, calls: Sequence[ToolCall]) -> Sequence[Described]:
        risks = {"open_gate": Risk.CONFIRM}
        return [
            Described(shows=" ".join((call.tool, *map(str, call.arguments.values()))), risk=risks.get(call.tool, Risk.SAFE))
            for call in calls
        ]

    def left_out(self, task: Task, calls: Sequence[ToolCall]) -> Sequence[str]:
        return [part for part in task.request.split(", ")[1:] if "herbs" in part]


def described(agent: Agent) -> Agent:
    return replace(agent, describer=YardDescriber())


def body(key: str = "k") -> dict[str, object]:
    return {**BODY, "key": key}


def performing(key: str, *calls: dict[str, object]) -> dict[str, object]:
    return {"task": body(key), "calls": list(calls)}


WATERING: dict[str, object] = {"tool": "water", "arguments": {"bed": "roses"}}


async def test_a_proposal_shows_the_calls_and_makes_none() -> None:
    yard = Yard()
    async with endpoints(described(yard_agent(yard=yard))) as app, client_of(app) as client:
        proposal = (await client.post("/propose", json=body())).json()
        shown = {"shows": "water roses", "risk": "safe", "forbidden": False, "never_late": False, "reads": False}
        assert proposal == {"calls": [{**WATERING, **shown}], "left_out": [], "text": "", "question": None}
        assert not yard.asked and not yard.done


async def test_a_proposal_tells_what_a_person_would_have_to_agree_to_and_what_only_reads() -> None:
    both = Decided(calls=(*gate().calls, ToolCall(tool="look", arguments={})))
    async with endpoints(described(yard_agent(lambda task: both))) as app, client_of(app) as client:
        calls = (await client.post("/propose", json=body())).json()["calls"]
        assert [(call["risk"], call["reads"]) for call in calls] == [("confirm", False), ("safe", True)]


async def test_what_would_be_declined_or_asked_is_said_in_place_of_calls() -> None:
    async with endpoints(described(yard_agent(lambda task: Declined(text="There is no hedge.")))) as app, client_of(app) as client:
        assert (await client.post("/propose", json=body())).json()["text"] == "There is no hedge."
    async with endpoints(described(yard_agent(which))) as app, client_of(app) as client:
        assert (await client.post("/propose", json=body())).json()["question"]["text"] == "Which bed?"


async def test_a_proposal_names_the_part_of_the_request_about_which_nothing_would_be_done() -> None:
    async with endpoints(described(yard_agent())) as app, client_of(app) as client:
        proposal = (await client.post("/propose", json={**body(), "request": "water the garden, cut the herbs"})).json()
        assert proposal["left_out"] == ["cut the herbs"]


async def test_a_model_decides_where_code_does_not_and_is_told_what_was_wrong() -> None:
    yard = Yard()
    model = ScriptedModel([{"tool": "none"}, WATERING])
    models = ScriptedModels({Role.IOT: model})
    async with endpoints(described(yard_agent(modelled, yard=yard)), models=models) as app, client_of(app) as client:
        assert (await client.post("/propose", json=body())).json()["calls"][0]["shows"] == "water roses"
        assert not yard.asked


async def test_an_agent_that_cannot_describe_its_calls_proposes_nothing() -> None:
    async with endpoints(yard_agent()) as app, client_of(app) as client:
        response = await client.post("/propose", json=body())
        assert response.status_code == 422 and "cannot" not in response.json() and "kept for later" in response.text


async def test_exactly_the_calls_are_carried_out_once_for_a_key_whatever_would_be_decided_now() -> None:
    yard = Yard()
    async with endpoints(described(yard_agent(lambda task: watering("herbs"), yard=yard))) as app, client_of(app) as client:
        first = (await client.post("/perform", json=performing("a/1", WATERING))).json()
        again = (await client.post("/perform", json=performing("a/1", WATERING))).json()
        assert first == again and first["status"] == "done" and first["model_calls"] == 0
        await client.post("/perform", json=performing("a/2", WATERING))
        assert sorted(yard.done.values()) == ["roses 5", "roses 5"]


async def test_calls_that_are_turned_down_by_then_fail_and_nothing_else_is_done() -> None:
    yard = Yard()
    async with endpoints(described(yard_agent(yard=yard))) as app, client_of(app) as client:
        gone: dict[str, object] = {"tool": "water", "arguments": {"bed": "moon"}}
        outcome = (await client.post("/perform", json=performing("a/1", gone))).json()
        assert outcome["status"] == "failed" and "moon" in outcome["text"] and not yard.done


@pytest.mark.parametrize(
    ("calls", "said"), [([], "1 to 16"), ([WATERING] * 17, "17 calls"), ([{"tool": "wotar", "arguments": {}}], "no tool 'wotar'")]
)
async def test_calls_that_no_proposal_can_have_held_are_refused(calls: list[dict[str, object]], said: str) -> None:
    async with endpoints(described(yard_agent())) as app, client_of(app) as client:
        response = await client.post("/perform", json=performing("a/1", *calls))
        assert response.status_code == 422 and said in response.text


async def test_calls_that_somebody_else_chose_are_described_too() -> None:
    async with endpoints(described(yard_agent())) as app, client_of(app) as client:
        (call,) = (await client.post("/describe", json=performing("a/1", {"tool": "water", "arguments": {"bed": "herbs"}}))).json()
        assert call["shows"] == "water herbs"


async def test_only_the_house_itself_may_propose_and_perform() -> None:
    yard = Yard()
    async with endpoints(described(yard_agent(yard=yard))) as app, client_of(app, secret="") as outside:
        assert (await outside.post("/propose", json=body())).status_code == 403
        for path in ("/perform", "/describe"):
            assert (await outside.post(path, json=performing("a/1", WATERING))).status_code == 403
        assert not yard.asked
