"""A household whose every model is a provider's, from `YAMORI_MODEL` to what is done: only the server is not the real one."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.apps.test_household import heard
from tests.apps.test_orders_in_papers import say
from tests.embedding.encoders import CountingEncoder
from tests.llm.providers.protocols import Body, Compatible, Ollama, Plain, Protocol
from tests.llm.providers.server import serving
from tests.llm.providers.tool_protocols import (
    Call,
    CallingAnthropic,
    CallingCompatible,
    CallingGoogle,
    CallingOpenAI,
    CallingProtocol,
    is_conversation,
    written,
)

from yamori.agentkit.transport import StreamingTransport
from yamori.apps.household import run_household
from yamori.apps.papers import PaperOptions
from yamori.domain.clock import SetClock
from yamori.domain.receipt import ReceiptStatus
from yamori.gateway.homefile import load_home
from yamori.llm.open import open_models
from yamori.llm.settings import read_settings

NOW = datetime.fromisoformat("2026-11-21T09:00:00+09:00")
RECORDINGS = Path(__file__).parents[1] / "llm" / "providers" / "recordings"
PAPERS = PaperOptions(encoder=CountingEncoder())
SAID = "Make it cosier in here, and I really must do the thing with the bicycle"

READ: dict[str, Any] = {"devices": ["floor-lamp"], "attributes": ["switch.switch"]}
ON: dict[str, Any] = {"devices": ["floor-lamp"], "capability": "switch", "command": "on"}
TURNS = (
    written(Call("find_devices", {"query": "lamp", "room": "living-room"})),
    written(Call("read_devices", READ)),
    written(Call("control_devices", ON)),
    "It is cosier now.",
)


def thinks(protocol: Protocol, body: Body) -> str:
    """A model that plans for two agents, switches on the first device that is offered and adds a task, each in the form in which it was
    asked. Where it may call tools itself, it looks first."""
    if is_conversation(protocol, body):
        assert isinstance(protocol, CallingProtocol)
        return TURNS[len(protocol.results(body))]
    request = protocol.texts(body)[-1][1]
    schema = protocol.sees(body)
    if schema is None:
        schema = json.loads(request.partition("JSON schema:\n")[2])
    if '"do"' in json.dumps(schema):
        answer = {"calls": [{"do": "add", "title": "thing with the bicycle", "when": "no time"}]}
    elif '"command"' in json.dumps(schema):
        (target,) = (form for form in _forms(schema) if '"switch.on"' in json.dumps(form.get("command")))
        answer = {"calls": [{"command": "switch.on", "target": target["target"]["enum"][0]}]}
    else:
        tasks = (("iot", SAID.partition(",")[0]), ("scheduler", "I really must do the thing with the bicycle"))
        answer = {"tasks": [{"agent": agent, "request": request} for agent, request in tasks]}  # type: ignore[dict-item]
    wrapped = list(schema.get("properties", ())) == ["answer"]
    return json.dumps({"answer": answer} if wrapped else answer)


def _forms(schema: Any) -> list[Any]:
    """The properties of every object within it."""
    parts = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    own = [schema["properties"]] if isinstance(schema, dict) and "properties" in schema else []
    return own + [found for part in parts for found in _forms(part)]


@asynccontextmanager
async def house_of(protocol: Protocol, tmp_path: Path, *, answers: Any, tools: str = "") -> AsyncIterator[tuple[Any, Any, Any]]:
    """The demo home, every role of it at a server that speaks this protocol; `tools` is that setting as it stands in the file."""
    keys = {f"{name}_API_KEY": "k" for name in ("OPENAI", "ANTHROPIC", "GOOGLE")} | {"YAMORI_MODEL": f"{protocol.name}:m"}
    async with serving(protocol, answers=answers) as server:
        (tmp_path / "models.toml").write_text(f'[providers.{protocol.name}]\nbase_url = "{server.url}"\n{tools}', encoding="utf-8")
        clock, settings = SetClock(NOW), read_settings(tmp_path / "models.toml", environment=keys)
        async with (
            open_models(settings, models_dir=tmp_path, data_dir=tmp_path, clock=clock, environment=keys) as models,
            run_household(load_home("demo"), data=tmp_path, clock=clock, models=models, papers=PAPERS) as household,
            httpx.AsyncClient(transport=StreamingTransport(household.app), base_url="http://127.0.0.1", timeout=20.0) as client,
        ):
            yield server, household, client


@pytest.mark.parametrize(
    "protocol",
    [CallingOpenAI(), CallingAnthropic(), CallingGoogle(), CallingCompatible(), Compatible(), Plain(), Ollama()],
    ids=lambda p: type(p).__name__,
)
async def test_a_sentence_for_two_agents_is_planned_and_done_by_a_providers_model(protocol: Protocol, tmp_path: Path) -> None:
    tools = "tools = true\n" if isinstance(protocol, CallingCompatible) else ""
    async with house_of(protocol, tmp_path, answers=lambda body: thinks(protocol, body), tools=tools) as (server, household, client):
        told = await say(client, SAID)
        ledger = await household.gate.ledger()
        tasks = await household.schedule.tasks.near(NOW.date(), person="aiko", limit=9)
    assert told["status"] == "done", told
    assert len(ledger) == 1, told["answer"]
    (receipt,) = ledger
    assert receipt.command.name == "on" and receipt.status is ReceiptStatus.DONE
    assert [task.title for task in tasks] == ["thing with the bicycle"]
    assert "is on now" in told["answer"] and "bicycle" in told["answer"] and "cosier now" not in told["answer"]
    turns = 3 if isinstance(protocol, CallingProtocol) else 0
    assert len(server.bodies) == 3 + turns + 2 * isinstance(protocol, Plain), "the planner and two agents, each asked once, or in turns"


@pytest.mark.parametrize("protocol", [CallingOpenAI(), CallingAnthropic(), CallingGoogle()], ids=lambda p: type(p).__name__)
async def test_a_recorded_conversation_of_a_look_and_an_act_goes_over_the_wire_as_it_did(protocol: CallingProtocol, tmp_path: Path) -> None:
    """What was sent and what came back, message by message, in each provider's own words: `recordings/`."""
    recorded = json.loads((RECORDINGS / f"{protocol.name}.json").read_text(encoding="utf-8"))
    replayed = Replayed(protocol, [turn["answered"] for turn in recorded["turns"]])
    async with house_of(replayed, tmp_path, answers=lambda body: thinks(protocol, body)) as (server, household, client):  # type: ignore[arg-type]
        told = await say(client, recorded["said"])
        ledger = await household.gate.ledger()
    sent = [protocol.spoken(body) for body in server.bodies if is_conversation(protocol, body)]
    assert sent == [turn["sent"] for turn in recorded["turns"]]
    assert [(r.command.device, r.command.name) for r in ledger] == [("floor-lamp", "on")] and "is on now" in told["answer"]


COMPARED = "Find out how loud the TVs are and mute the louder one"
RESULTS = """\
The person speaks English.
Say: Find out how loud the TVs are and mute the louder one
Done: how loud the TVs are? (iot)
[0] Living room TV: volume 20%
[1] Bedroom TV: volume 12%
Left: mute the louder one (iot)"""
"""What a provider is sent when the first task has ended, word for word."""


def goes_on(protocol: Protocol, body: Body) -> str:
    """A model that goes on planning with what the first task found."""
    request = protocol.texts(body)[-1][1]
    schema = protocol.sees(body)
    if schema is None:
        schema = json.loads(request.partition("JSON schema:\n")[2])
    answer = {"tasks": [{"agent": "iot", "request": "mute it", "which": "most"}]}
    return json.dumps({"answer": answer} if list(schema.get("properties", ())) == ["answer"] else answer)


@pytest.mark.parametrize(
    "protocol",
    [CallingOpenAI(), CallingAnthropic(), CallingGoogle(), Compatible(), Plain(), Ollama()],
    ids=lambda p: type(p).__name__,
)
async def test_a_second_step_that_depends_on_what_the_first_found_is_planned_with_its_results(protocol: Protocol, tmp_path: Path) -> None:
    async with house_of(protocol, tmp_path, answers=lambda body: goes_on(protocol, body)) as (server, household, client):
        told = await say(client, COMPARED)
        ledger = await household.gate.ledger()
        plans = [name for _, name in await heard(client, told["turn"]) if name == "planned"]
    assert [(r.command.device, r.command.name) for r in ledger] == [("living-room-tv", "mute")], told
    assert "living room TV is muted" in told["answer"] and len(plans) == 2
    assert RESULTS in protocol.texts(server.bodies[-1])[-1][1]
    assert len(server.bodies) == 1 + 2 * isinstance(protocol, Plain), (
        "the first step and the second are code's; only the choice is a model's"
    )


class Replayed:
    """A protocol whose model answers a conversation word for word as it once did."""

    def __init__(self, protocol: CallingProtocol, answers: list[Body]) -> None:
        self._protocol, self._answers = protocol, list(answers)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._protocol, name)

    def says(self, body: Body, text: str) -> Body:
        return self._answers.pop(0) if is_conversation(self._protocol, body) else self._protocol.says(body, text)
