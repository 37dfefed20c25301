import asyncio
import time
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import pytest
from tests.llm.fakes import FakeLaunch, Reply, provider

from yamori.domain.clock import SetClock
from yamori.domain.errors import InvalidRequest, Misconfigured, ModelFailed
from yamori.domain.values import Value
from yamori.llm.embedded import EmbeddedModel, Stage
from yamori.llm.ledger import open_ledger
from yamori.llm.names import ModelName
from yamori.llm.open import open_models
from yamori.llm.port import ChatModel, Prompt, Role, Usage
from yamori.llm.router import RoleModels
from yamori.llm.scripted import GARBAGE, ScriptedModel
from yamori.llm.settings import ModelSettings

CLOCK = SetClock(datetime.fromisoformat("2026-11-21T09:00:00+09:00"))
SCHEMA: Mapping[str, Value] = {"type": "object", "properties": {"tool": {"type": "string"}}, "required": ["tool"]}
PROMPT = Prompt(prefix="Control the home.", request="Lamp on", schema=SCHEMA)


async def ask(tmp_path: Path, settings: Mapping[str, object], *calls: Mapping[str, object]) -> list[str]:
    """Who answered each call, all models being scripted."""
    async with open_ledger(tmp_path / "m.sqlite", clock=CLOCK) as ledger:
        models = RoleModels(ModelSettings.model_validate(settings), ledger=ledger, make=_scripted)
        return [(await models.ask(Role.IOT, PROMPT, **call)).usage.model for call in calls]  # type: ignore[arg-type]


def _scripted(name: ModelName) -> ChatModel:
    return ScriptedModel(lambda _: {"tool": "x"}, name=str(name))


async def test_easy_work_goes_to_the_first_model_and_a_rejected_answer_to_the_stronger_one(tmp_path: Path) -> None:
    settings = {"roles": {"iot": {"model": "openai:small", "stronger": "openai:big"}}}
    assert await ask(tmp_path, settings, {}, {"stronger": True}, {"model": "groq:mine"}, {"model": "groq:mine", "stronger": True}) == [
        "openai:small",
        "openai:big",
        "groq:mine",
        "groq:mine",
    ]


async def test_without_a_stronger_model_the_first_is_asked(tmp_path: Path) -> None:
    assert await ask(tmp_path, {"default": "openai:only"}, {"stronger": True}) == ["openai:only"]


async def test_a_request_may_not_name_a_model_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest) as caught:
        await ask(tmp_path, {}, {"model": "opena:x"})
    assert caught.value.where == "model" and "openai" in caught.value.nearest
    with pytest.raises(InvalidRequest, match="provider:model"):
        await ask(tmp_path, {}, {"model": "gpt"})


async def test_a_role_can_be_given_another_model_while_running(tmp_path: Path) -> None:
    async with open_ledger(tmp_path / "m.sqlite", clock=CLOCK) as ledger:
        models = RoleModels(ModelSettings(), ledger=ledger, make=_scripted)
        models.assign(Role.IOT, "openai:new", stronger="openai:newer")
        assert (await models.ask(Role.IOT, PROMPT)).usage.model == "openai:new"
        assert (await models.ask(Role.IOT, PROMPT, stronger=True)).usage.model == "openai:newer"
        assert (await models.ask(Role.PLANNER, PROMPT)).usage.model == "embedded:default"
        with pytest.raises(InvalidRequest):
            models.assign(Role.IOT, "nobody:x")
        assert models.of(Role.IOT).model == "openai:new"


async def test_every_call_is_in_the_ledger_with_its_price_also_the_garbage(tmp_path: Path) -> None:
    settings = ModelSettings.model_validate({"default": "openai:m", "prices": {"openai:m": {"prompt": 1.0, "completion": 2.0}}})
    script = ScriptedModel([GARBAGE, {"tool": "x"}, {"tool": "y"}, ModelFailed("down")], name="openai:m")
    async with open_ledger(tmp_path / "m.sqlite", clock=CLOCK) as ledger:
        models = RoleModels(settings, ledger=ledger, make=lambda _: script)
        answer = await models.ask(Role.IOT, PROMPT, turn="t1")
        await models.ask(Role.PLANNER, PROMPT, turn="t1")
        with pytest.raises(ModelFailed, match="down"):
            await models.ask(Role.PLANNER, PROMPT, turn="t2")
        turn, roles = await ledger.totals(turn="t1"), await ledger.by_role(turn="t1")
        calls = await ledger.calls()
    assert (turn.calls, turn.failed) == (3, 1)
    assert turn.price is not None and answer.usage.price is not None and turn.price > answer.usage.price > 0
    assert roles[Role.IOT].calls == 2 and roles[Role.PLANNER].calls == 1
    assert [call.turn for call in calls] == ["t2", "t1", "t1", "t1"]
    assert calls[0].problem == "down" and calls[0].at == CLOCK.now()


async def test_the_ledger_survives_a_restart_and_costs_little(tmp_path: Path) -> None:
    usage = Usage(model="embedded:default", prompt_tokens=900, cached_tokens=800, completion_tokens=20, seconds=1.5, price=0.0)
    async with open_ledger(tmp_path / "m.sqlite", clock=CLOCK) as ledger:
        started = time.process_time()  # other processes' work does not count
        for _ in range(50):
            await ledger.record(usage, role=Role.IOT, turn="t")
        each = (time.process_time() - started) / 50
    async with open_ledger(tmp_path / "m.sqlite", clock=CLOCK) as ledger:
        totals = await ledger.totals(turn="t")
        assert (totals.calls, totals.prompt_tokens, totals.cached_tokens, totals.completion_tokens) == (50, 45_000, 40_000, 1_000)
        assert totals.seconds == pytest.approx(75.0) and totals.price == 0.0
        assert (await ledger.totals(turn="other")).calls == 0
        assert (await ledger.by_model())["embedded:default"].calls == 50
    assert each < 0.05, "measured apart: 0.5 ms on the development machine"


async def test_two_garbage_answers_are_a_failed_model(tmp_path: Path) -> None:
    async with provider(Reply(text="Sure!")) as server:
        settings = ModelSettings.model_validate({"default": "shelf:m", "providers": {"shelf": {"base_url": server.url + "/v1"}}})
        async with open_models(settings, models_dir=tmp_path, data_dir=tmp_path, clock=CLOCK, environment={}) as models:
            with pytest.raises(ModelFailed, match="shelf:m did not answer in JSON"):
                await models.ask(Role.IOT, PROMPT, turn="t")
            totals = await models.ledger.totals(turn="t")
        assert len(server.seen) == totals.calls == totals.failed == 2
        assert totals.prompt_tokens == 200


async def test_opening_takes_no_time_and_a_model_that_was_not_fetched_says_how_to_fetch_it(tmp_path: Path) -> None:
    async with open_models(ModelSettings(), models_dir=tmp_path / "models", data_dir=tmp_path, clock=CLOCK, environment={}) as models:
        assert models.progress()["embedded:default"].stage in (Stage.RESTING, Stage.PROVING)
        with pytest.raises(Misconfigured) as caught:
            await models.ask(Role.IOT, PROMPT)
        assert "yamori models fetch default" in caught.value.mend
        assert models.progress()["embedded:default"].stage is Stage.FAILED
        with pytest.raises(InvalidRequest, match="no embedded model is called 'defualt'"):
            models.check("embedded:defualt")
        with pytest.raises(InvalidRequest):
            models.check("embedded:/etc/passwd.gguf")


async def test_a_setting_that_names_no_embedded_model_is_said_at_the_start(tmp_path: Path) -> None:
    settings = ModelSettings.model_validate({"roles": {"iot": "embedded:huge"}})
    with pytest.raises(Misconfigured, match=r"roles\.iot.*huge") as caught:
        async with open_models(settings, models_dir=tmp_path, data_dir=tmp_path, clock=CLOCK, environment={}):
            pass
    assert "embedded:light" in caught.value.mend


async def test_warming_returns_at_once_and_follows_a_role_to_its_new_model(tmp_path: Path) -> None:
    launches = {"embedded:default": FakeLaunch(gate=asyncio.Event()), "embedded:light": FakeLaunch()}
    (tmp_path / "m.gguf").touch()

    def make(name: ModelName) -> ChatModel:
        states = tmp_path / name.model
        return EmbeddedModel(tmp_path / "m.gguf", roles=(Role.IOT,), states=states, name=str(name), launch=launches[str(name)])

    async with open_ledger(tmp_path / "m.sqlite", clock=CLOCK) as ledger:
        models = RoleModels(ModelSettings(), ledger=ledger, make=make)
        models.start()
        models.warm(Role.IOT, Prompt(prefix="x" * 200, request=""))
        for role in Role:
            models.assign(role, "embedded:light")
        launches["embedded:default"]._gate.set()  # type: ignore[union-attr]
        await models.warmed()
        assert len(list((tmp_path / "light").glob("*.state"))) == 1
        assert launches["embedded:default"].started[0].closed, "nobody uses it any more"
        assert not launches["embedded:light"].started[0].closed
        await models.close()
        assert launches["embedded:light"].started[0].closed
