"""Agents that are silent, break off, answer garbage or are not there at all: the turn ends, and says what it knows."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
from fastapi import FastAPI
from fastapi.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.types import ASGIApp
from structlog.testing import capture_logs
from tests.agentkit.fakes import Yard, yard_agent
from tests.orchestrator.fakes import household, names, planner, said

from yamori.orchestrator.store import TurnStatus

CARD = {"name": "well", "title": "Well", "title_ja": "井戸", "does": "The well.", "does_ja": "井戸"}
CALLED = {"agent": "well", "tool": "draw", "arguments": {}}
RETURNED = {"agent": "well", "run": {"tool": "draw", "arguments": {}, "ok": True}}
FINISHED = {"agent": "well", "outcome": {"status": "done", "text": "Drawn.", "runs": [RETURNED["run"]], "proven": True}}


def sse(event: str, data: object) -> bytes:
    return f"event: {event}\r\ndata: {json.dumps(data)}\r\n\r\n".encode()


class Broken:
    """An agent that claims every well, and whose relays are played from a list of chunks; None never comes, an exception breaks off."""

    def __init__(self, *relays: list[bytes | Exception | None] | Response) -> None:
        self.relays = list(relays)
        self.keys: list[str] = []
        self.app = FastAPI()

        @self.app.get("/card")
        async def card() -> dict[str, str]:
            return CARD

        @self.app.post("/claim")
        async def claim(task: dict[str, object]) -> dict[str, str]:
            return {"strength": "strong" if "well" in str(task["request"]) else "none"}

        @self.app.post("/relay")
        async def relay(task: dict[str, object]) -> Response:
            self.keys.append(str(task["key"]))
            played = self.relays.pop(0)
            return played if isinstance(played, Response) else StreamingResponse(self._play(played), media_type="text/event-stream")

    async def _play(self, chunks: list[bytes | Exception | None]) -> AsyncIterator[bytes]:
        for chunk in chunks:
            if isinstance(chunk, Exception):
                raise chunk
            if chunk is None:
                await asyncio.Event().wait()
            else:
                yield chunk


async def heard(broken: Broken) -> tuple[str, list[str]]:
    async with household(yard_agent(), apps={"well": broken.app}) as house:
        events = await house.say("Draw from the well")
        assert house.now().status is TurnStatus.DONE
        return said(events), names(events)


@pytest.mark.parametrize(
    ("relay", "says"),
    [
        (PlainTextResponse("boom", status_code=500), "the well agent answered 500: boom"),
        (JSONResponse({"status": "done"}), "did not answer"),
        ([], "ended without an answer"),
        ([sse("Chatter", {})], "ended without an answer"),
        ([sse("Finished", {"agent": "well"})], "something that is no event"),
        ([sse("Finished", {"agent": "well"})[:30]], "ended without an answer"),
        ([b": ping\r\n\r\n", OSError("cable")], "broke off"),
    ],
)
async def test_an_agent_that_fails_before_it_did_anything_is_named_in_the_log_alone_and_not_asked_again(
    relay: Response | list[bytes | Exception | None], says: str
) -> None:
    broken = Broken(relay)
    with capture_logs() as logs:
        text, _ = await heard(broken)
    assert text.startswith("Sorry, that did not work.") and "agent" not in text
    assert any("the well agent" in str(log.get("why")) and says in str(log.get("why")) for log in logs)
    assert len(broken.keys) == 1


async def test_an_agent_that_breaks_off_in_the_middle_is_asked_once_more_what_came_of_the_same_task() -> None:
    broken = Broken([sse("ToolCalled", CALLED), sse("ToolReturned", RETURNED)], [sse("Finished", FINISHED)])
    text, events = await heard(broken)
    assert text == "Drawn."
    assert len(broken.keys) == 2 and len(set(broken.keys)) == 1
    assert events.count("ToolStarted") == events.count("ToolEnded") == 1


async def test_what_an_agent_reported_before_it_was_lost_for_good_is_not_denied() -> None:
    half: list[bytes | Exception | None] = [sse("ToolCalled", CALLED), sse("ToolReturned", RETURNED)]
    text, events = await heard(Broken(half, list(half)))
    assert text.startswith("That broke off on the way: the first step is done")
    assert events.count("ToolEnded") == 1


async def test_an_agent_that_says_nothing_is_given_up_although_its_connection_is_kept_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yamori.orchestrator.directory.TASK_LIMIT", 0.02)
    with capture_logs() as logs:
        text, _ = await heard(Broken([b": ping\r\n\r\n", None]))
    assert "did not work" in text and "0.02" not in text
    assert logs[-1]["why"] == "the well agent has said nothing for 0.02 s"


async def test_silent_and_senseless_agents_are_left_out_of_claims_and_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yamori.orchestrator.directory.CLAIM_LIMIT", 0.02)
    yard = Yard()
    apps = {"never": talking(None), "garbage": talking("{{{"), "wrong": talking('{"strength": "huge"}'), "failing": talking("", status=500)}
    async with household(yard_agent(yard=yard), apps=apps) as house:
        assert said(await house.say("Water the garden")) == "garden: water done."
        assert [card.name for card in await house.turns.agents.cards()] == ["garden"]


async def test_without_any_agent_that_answers_the_turn_says_so() -> None:
    async with household(apps={"failing": talking("", status=500)}, models=planner()) as house:
        assert "everything stays as it is" in said(await house.say("Water the garden"))


async def test_a_plan_for_an_agent_that_is_not_there_says_so_and_keeps_what_was_done() -> None:
    yard = Yard()
    models = planner({"tasks": [{"agent": "garden", "request": "water it"}, {"agent": "well", "request": "draw some"}]})
    async with household(yard_agent(yard=yard), apps={"other": Broken().app}, models=models) as house:
        # Its card says `well`, but it was wired as `other`.
        text = said(await house.say("It is dry"))
        assert text.startswith("garden: water done. Sorry, that did not work.")


def talking(text: str | None, *, status: int = 200) -> ASGIApp:
    """Answers everything so, or nothing ever."""
    app = FastAPI()

    @app.api_route("/{path:path}", methods=["GET", "POST"])
    async def anything(path: str) -> Response:
        if text is None:
            await asyncio.Event().wait()
        return PlainTextResponse(text, status_code=status)

    return app
