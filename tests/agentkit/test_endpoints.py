"""An agent's doors, through the streaming transport that the orchestrator uses."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import httpx
import pytest
from httpx_sse import aconnect_sse
from pydantic import TypeAdapter
from structlog.testing import capture_logs
from tests.agentkit.fakes import NOON, Yard, YardPolicy, client_of, endpoints, gate, task, which, yard_agent

from yamori.agentkit.agent import Agent, Decision
from yamori.agentkit.endpoints import add_endpoints
from yamori.agentkit.journal import Journal
from yamori.agentkit.task import Task
from yamori.domain.clock import SetClock
from yamori.domain.errors import InvalidRequest
from yamori.llm.scripted import ScriptedModels

BODY = {"key": "k", "request": "water the garden", "said": "water the garden", "person": "sora", "language": "en"}


def body(**more: object) -> dict[str, object]:
    return {**BODY, "now": "2026-05-01T12:00:00+09:00", **more}


async def test_the_card_introduces_the_agent_with_its_tools_and_whether_they_can_be_undone() -> None:
    async with endpoints(yard_agent()) as app, client_of(app) as client:
        card = (await client.get("/card")).json()
        assert (card["name"], card["irreversible"]) == ("garden", True)
        assert card["tools"] == ["look", "open_gate", "wait", "water"]
        assert (await client.get("/healthz")).json() == {"status": "ok", "agent": "garden"}


async def test_claims_are_answered_by_code() -> None:
    async with endpoints(yard_agent()) as app, client_of(app) as client:
        said = [(await client.post("/claim", json=body(request=r))).json()["strength"] for r in ("the garden is dry", "hello")]
        assert said == ["strong", "none"]


async def test_a_relayed_task_comes_as_its_outcome_or_as_events_and_is_done_once_for_both() -> None:
    yard = Yard()
    async with endpoints(yard_agent(yard=yard)) as app, client_of(app) as client:
        outcome = (await client.post("/relay", json=body())).json()
        assert (outcome["status"], outcome["proven"]) == ("done", True)
        streamed = await stream(client, "/relay", body())
        assert [name for name, _ in streamed] == ["Finished"]
        assert streamed[0][1]["outcome"] == outcome
        other = await stream(client, "/relay", body(key="k2"))
        assert [name for name, _ in other] == ["ToolCalled", "ToolReturned", "Finished"]
        assert len(yard.done) == 2


async def test_a_question_is_answered_by_relaying_the_same_task_with_the_answer() -> None:
    async with endpoints(yard_agent(which)) as app, client_of(app) as client:
        asked = (await client.post("/relay", json=body())).json()
        assert (asked["status"], asked["question"]["text"]) == ("asking", "Which bed?")
        done = (await client.post("/relay", json=body(answers={asked["question"]["id"]: "herbs"}))).json()
        assert done["runs"][0]["arguments"] == {"bed": "herbs"}


async def test_chat_remembers_within_a_conversation_what_was_spoken_of() -> None:
    agent = yard_agent()
    async with endpoints(agent) as app, client_of(app) as client:
        for conversation in ("a", "a", "b", ""):
            await client.post("/chat", json={"text": "water it", "conversation": conversation, "person": "sora"})
        assert [dict(t.focus) for t in tasks_of(agent)] == [{}, {"last": ["water"]}, {}, {}]
        assert len({t.key for t in tasks_of(agent)}) == 4
        events = await stream(client, "/chat", {"text": "もう一度"})
        assert [name for name, _ in events] == ["ToolCalled", "ToolReturned", "Finished"]
        assert tasks_of(agent)[-1].language.value == "ja"


async def test_what_the_person_must_not_eat_goes_with_a_chat_to_an_agent_that_can_check_it_and_no_other() -> None:
    def known(said: Sequence[str]) -> None:
        if wrong := [s for s in said if s != "egg"]:
            raise InvalidRequest(f"{wrong[0]!r} is none; there are egg", where="constraints", nearest=("egg",))

    agent = replace(yard_agent(), check_constraints=known)
    async with endpoints(agent) as app, client_of(app) as client:
        sent = [{"text": "water it", "constraints": c} for c in ([" egg "], [], ["gravel"], ["x" * 61], ["egg"] * 21)]
        replies = [await client.post("/chat", json=body) for body in sent]
        assert [r.status_code for r in replies] == [200, 200, 422, 422, 422]
        assert replies[2].json()["error"] == {"message": "'gravel' is none; there are egg", "where": "constraints", "nearest": ["egg"]}
        assert [t.constraints for t in tasks_of(agent)] == [("egg",), ()]
    async with endpoints(yard_agent()) as app, client_of(app) as client:
        refused = await client.post("/chat", json={"text": "water it", "constraints": ["egg"]})
    assert (refused.status_code, refused.json()["error"]["where"]) == (422, "constraints")
    assert "garden agent speaks of nothing to eat" in refused.json()["error"]["message"]


async def test_chat_forgets_the_oldest_conversations_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yamori.agentkit.endpoints.CONVERSATIONS", 2)
    agent = yard_agent()
    async with endpoints(agent) as app, client_of(app) as client:
        for conversation in ("a", "b", "c", "a", "c"):
            await client.post("/chat", json={"text": "water it", "conversation": conversation})
        assert [bool(t.focus) for t in tasks_of(agent)] == [False, False, False, False, True]


async def test_a_tool_over_rest_is_done_once_for_one_idempotency_key() -> None:
    yard = Yard()
    async with endpoints(yard_agent(yard=yard)) as app, client_of(app) as client:
        for key in ("one", "one", "two"):
            said = await client.post("/tools/water", json={"bed": "herbs"}, headers={"Idempotency-Key": key})
            assert said.json()["value"] == {"bed": "herbs", "litres": 5}
        await client.post("/tools/water", json={"bed": "roses"})
        assert len(yard.done) == 3
        assert (await client.post("/tools/look", json={})).json()["value"][0] == "herbs 5"


async def test_a_risky_tool_over_rest_shows_what_it_holds() -> None:
    async with endpoints(yard_agent(lambda t: gate())) as app, client_of(app) as client:
        held = (await client.post("/tools/open_gate", json={"pin": True})).json()
        assert held["approvals"][0]["shows"] == "Open the gate" and held["receipts"][0]["status"] == "held"


WRONG = [
    ("/relay", b"{not json", 422, "body", "no JSON"),
    ("/relay", b"\xff\xfe\x00", 400, "", "parsing the body"),
    ("/relay", b"[]", 422, "body", "body"),
    ("/relay", {**BODY}, 422, "body.now", "required"),
    ("/relay", body(now="2026-05-01T12:00:00"), 422, "body", "time zone"),
    ("/relay", body(key=""), 422, "body", "key"),
    ("/relay", body(language="french"), 422, "body.language", "'en' or 'ja'"),
    ("/relay", body(colour="red"), 422, "body.colour", "no such field"),
    ("/claim", body(colour="red"), 422, "body.colour", "no such field"),
    ("/chat", {"text": "x", "colour": "red"}, 422, "body.colour", "no such field"),
    ("/chat", {"text": ""}, 422, "text", "empty"),
    ("/chat", {"text": " \u200b\n"}, 422, "text", "empty"),
    ("/chat", {"text": "a" * 100_000}, 422, "text", "100,000 characters"),
    ("/chat", {"text": "a\x00b"}, 422, "text", "U+0000"),
    ("/chat", b'{"text": "\\ud800"}', 422, "text", "U+D800"),
    ("/relay", body(request=""), 422, "text", "empty"),
    ("/claim", body(request="a\x07"), 422, "text", "U+0007"),
    ("/tools/water", b'{"bed": "\\udfff"}', 422, "arguments", "no text"),
    ("/tools/flood", {}, 422, "tool", "there are look, open_gate, wait, water"),
    ("/tools/water", {"bed": "herbs", "litres": 21}, 422, "litres", "less than or equal to 20"),
    ("/tools/water", {"bed": "moon"}, 422, "bed", "there are roses, herbs"),
    ("/tools/water", {"bed": "herbs", "liters": 2}, 422, "liters", "there are bed, litres"),
    ("/nowhere", {}, 404, "", "Not Found"),
    ("/card", {}, 405, "", "Method Not Allowed"),
]


@pytest.mark.parametrize(("path", "sent", "status", "where", "says"), WRONG)
async def test_every_door_says_what_was_wrong_in_one_shape(path: str, sent: object, status: int, where: str, says: str) -> None:
    yard = Yard()
    async with endpoints(yard_agent(yard=yard)) as app, client_of(app) as client:
        content = sent if isinstance(sent, bytes) else json.dumps(sent).encode()
        reply = await client.post(path, content=content, headers={"content-type": "application/json"})
        assert reply.status_code == status
        assert set(reply.json()) == {"error"} and set(reply.json()["error"]) == {"message", "where", "nearest"}
        assert reply.json()["error"]["where"] == where
        assert says in reply.json()["error"]["message"]
        assert len(reply.content) < 1000 and yard.done == {}


async def test_a_mistake_of_our_own_is_said_in_the_same_shape() -> None:
    def decide(given: Task) -> Decision:
        raise KeyError("oops")

    async with endpoints(yard_agent(decide)) as app, client_of(app) as client:
        with capture_logs() as logs:
            reply = await client.post("/relay", json=body())
        assert reply.status_code == 500 and [log["path"] for log in logs] == ["/relay"]
        assert "KeyError" in reply.json()["error"]["message"] and "oops" not in reply.text


async def test_a_mistake_in_mid_stream_breaks_the_stream_off() -> None:
    def decide(given: Task) -> Decision:
        raise KeyError("oops")

    async with endpoints(yard_agent(decide)) as app, client_of(app) as client:
        with capture_logs(), pytest.raises(httpx.RemoteProtocolError, match="broke off"):
            await stream(client, "/relay", body())


def test_a_task_survives_the_way_through_json() -> None:
    adapter = TypeAdapter(Task)
    given = task("庭に水をやって", focus={"last": ["water"]}, answers={"a": "はい"}, turn="t", room="den")
    assert adapter.validate_json(adapter.dump_json(given)) == given
    assert datetime.fromisoformat(json.loads(adapter.dump_json(given))["now"]) == given.now


def tasks_of(agent: Agent) -> list[Task]:
    assert isinstance(agent.policy, YardPolicy)
    return agent.policy.tasks


async def stream(client: httpx.AsyncClient, path: str, sent: dict[str, object]) -> list[tuple[str, Any]]:
    async with aconnect_sse(client, "POST", path, json=sent) as source:
        return [(event.event, json.loads(event.data)) async for event in source.aiter_sse()]


@pytest.mark.parametrize("secret", ["", "another house's secret", "the yard's own secret "])
async def test_only_the_house_itself_hands_tasks_on_and_says_for_whom(secret: str) -> None:
    yard = Yard()
    async with endpoints(yard_agent(yard=yard)) as app, client_of(app, secret=secret) as client:
        for path in ("/relay", "/claim"):
            refused = await client.post(path, json=body())
            assert (refused.status_code, refused.json()["error"]["where"]) == (403, "Yamori-Agent-Secret")
        chosen = await client.post("/chat", json={"text": "water it", "person": "ren"})
        assert (chosen.status_code, chosen.json()["error"]["where"]) == (403, "person") and "POST /turns" in chosen.text
        assert yard.done == {}
        assert (await client.post("/chat", json={"text": "look around"})).status_code == 200
        assert (await client.post("/tools/look", json={})).status_code == 200


async def test_without_a_secret_of_its_own_an_agent_takes_nobody_for_the_house() -> None:
    journal = Journal(None)
    async with (
        add_endpoints(yard_agent(), models=ScriptedModels({}), journal=journal, clock=SetClock(NOON), person="sora") as app,
        client_of(app, secret="") as client,
    ):
        for headers in ({}, {"Yamori-Agent-Secret": ""}, {"Yamori-Agent-Secret": "x"}):
            assert (await client.post("/relay", json=body(), headers=headers)).status_code == 403
    journal.close()
