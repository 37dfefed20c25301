"""A household whose every model is a provider's, from `YAMORI_MODEL` to what is done: only the server is not the real one."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.apps.test_orders_in_papers import say
from tests.embedding.encoders import CountingEncoder
from tests.llm.providers.protocols import Anthropic, Body, Compatible, Google, Ollama, OpenAI, Plain, Protocol
from tests.llm.providers.server import serving

from yamori.agentkit.transport import StreamingTransport
from yamori.apps.household import run_household
from yamori.apps.papers import PaperOptions
from yamori.domain.clock import SetClock
from yamori.domain.receipt import ReceiptStatus
from yamori.gateway.homefile import load_home
from yamori.llm.open import open_models
from yamori.llm.settings import read_settings

NOW = datetime.fromisoformat("2026-11-21T09:00:00+09:00")
PAPERS = PaperOptions(encoder=CountingEncoder())
SAID = "Make it cosier in here, and I really must not forget the thing with the bicycle"


def thinks(protocol: Protocol, body: Body) -> str:
    """A model that plans for two agents, switches on the first device that is offered and adds a task, each in the form in which it was
    asked."""
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
        tasks = (("iot", SAID.partition(",")[0]), ("scheduler", "I really must not forget the thing with the bicycle"))
        answer = {"tasks": [{"agent": agent, "request": request} for agent, request in tasks]}  # type: ignore[dict-item]
    wrapped = list(schema.get("properties", ())) == ["answer"]
    return json.dumps({"answer": answer} if wrapped else answer)


def _forms(schema: Any) -> list[Any]:
    """The properties of every object within it."""
    parts = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    own = [schema["properties"]] if isinstance(schema, dict) and "properties" in schema else []
    return own + [found for part in parts for found in _forms(part)]


@pytest.mark.parametrize("protocol", [OpenAI(), Compatible(), Plain(), Anthropic(), Google(), Ollama()], ids=lambda p: type(p).__name__)
async def test_a_sentence_for_two_agents_is_planned_and_done_by_a_providers_model(
    protocol: Protocol, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(protocol, answers=lambda body: thinks(protocol, body)) as server:
        (tmp_path / "models.toml").write_text(f'[providers.{protocol.name}]\nbase_url = "{server.url}"\n', encoding="utf-8")
        monkeypatch.setenv("YAMORI_MODEL", f"{protocol.name}:m")
        for name in ("OPENAI", "ANTHROPIC", "GOOGLE"):
            monkeypatch.setenv(f"{name}_API_KEY", "k")
        clock, settings = SetClock(NOW), read_settings(tmp_path / "models.toml")
        async with (
            open_models(settings, models_dir=tmp_path, data_dir=tmp_path, clock=clock) as models,
            run_household(load_home("demo"), data=tmp_path, clock=clock, models=models, papers=PAPERS) as household,
            httpx.AsyncClient(transport=StreamingTransport(household.app), base_url="http://127.0.0.1", timeout=20.0) as client,
        ):
            told = await say(client, SAID)
            ledger = await household.gate.ledger()
            tasks = await household.schedule.tasks.near(NOW.date(), person="aiko", limit=9)
        assert told["status"] == "done", told
        assert len(ledger) == 1, told["answer"]
        (receipt,) = ledger
        assert receipt.command.name == "on" and receipt.status is ReceiptStatus.DONE
        assert [task.title for task in tasks] == ["thing with the bicycle"]
        assert "Turned on" in told["answer"] and "bicycle" in told["answer"]
        assert len(server.bodies) == 3 + 2 * isinstance(protocol, Plain), "the planner and two agents, each asked once"
