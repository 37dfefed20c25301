"""What a person must not eat: from the door of a turn to the agent's task, and after a restart."""

import sqlite3
from pathlib import Path

import pytest
from fastapi import FastAPI
from pydantic import ValidationError
from tests.agentkit.fakes import client_of, watering, yard_agent
from tests.orchestrator.fakes import household

from yamori.agentkit.agent import Decision
from yamori.agentkit.task import Task
from yamori.orchestrator.routes import TurnRequest, turn_router
from yamori.orchestrator.store import TurnStore


async def test_constraints_of_a_turn_reach_the_agent() -> None:
    seen: list[tuple[str, ...]] = []

    def decide(task: Task) -> Decision:
        seen.append(task.constraints)
        return watering()

    async with household(yard_agent(decide)) as house:
        app = FastAPI()
        app.include_router(turn_router(house.turns, people=frozenset({"sora"}), rooms=lambda: ()))
        async with client_of(app) as client:
            body = {"text": "Water the garden", "person": "sora", "constraints": [" egg ", "減塩"]}
            answer = await client.post("/turns", json=body)
            await house.heard(answer.json()["turn"])
    assert seen and set(seen) == {("egg", "減塩")}


@pytest.mark.parametrize("wrong", [["egg"] * 21, ["x" * 61], [""], ["  "], "egg", [1]])
def test_constraints_that_are_none_are_refused(wrong: object) -> None:
    with pytest.raises(ValidationError):
        TurnRequest.model_validate({"text": "hello", "person": "sora", "constraints": wrong})


def test_turns_written_before_there_were_constraints_are_read(tmp_path: Path) -> None:
    path = tmp_path / "turns.sqlite3"
    with sqlite3.connect(path) as old:
        old.execute(
            "CREATE TABLE turns (id TEXT PRIMARY KEY, conversation TEXT NOT NULL, person TEXT NOT NULL, room TEXT, text TEXT NOT NULL,"
            " model TEXT, at TEXT NOT NULL, status TEXT NOT NULL, answer TEXT NOT NULL DEFAULT '', waiting TEXT, summary TEXT)"
        )
        old.execute(
            "INSERT INTO turns VALUES ('t', 'c', 'sora', NULL, 'hello', NULL, '2026-05-01T12:00:00+09:00', 'done', 'hi', NULL, NULL)"
        )
    store = TurnStore(path)
    turn = store.turn("t")
    store.close()
    assert turn is not None and turn.constraints == ()
