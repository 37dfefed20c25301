"""Every role's real questions through every provider's own SDK, to a server that speaks the provider's protocol."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import pytest
from tests.llm.providers.protocols import EVERY, Anthropic, Compatible, Deaf, Google, Groq, Ollama, OnlyJson, OpenAI, Plain, Protocol
from tests.llm.providers.questions import questions, sample
from tests.llm.providers.server import Does, Provider, serving

from yamori.agents.browser.engine import Element, Observation
from yamori.agents.browser.operating.choices import request_text, schema_of
from yamori.agents.browser.operating.goal import goal_of
from yamori.domain.errors import Misconfigured, ModelFailed
from yamori.domain.language import Language
from yamori.domain.values import Value
from yamori.llm.answers import Garbage, Unusable, mismatch
from yamori.llm.names import ModelName
from yamori.llm.port import Exchange, Image, Prompt, Role
from yamori.llm.providers import ProviderModel
from yamori.llm.second_try import SecondTry
from yamori.llm.settings import ProviderSettings

KEYS = {f"{name}_API_KEY": "k" for name in ("OPENAI", "ANTHROPIC", "GOOGLE", "GROQ")}
CHOICE: Mapping[str, Value] = {
    "anyOf": [
        {"type": "object", "properties": {"reply": {"type": "string"}}, "required": ["reply"], "additionalProperties": False},
        {"type": "object", "properties": {"tasks": {"type": "integer"}}, "required": ["tasks"], "additionalProperties": False},
    ]
}
ASKED = Prompt(prefix="Plan.", examples=(Exchange(user="Hi", assistant='{"reply": "Hello"}'),), request="Say: hm", schema=CHOICE)
LIKE_OPENAI = (OpenAI(), Compatible(), Groq())
every = pytest.mark.parametrize("protocol", EVERY, ids=lambda p: p.name)


class Pauses:
    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def model(server: Provider, pauses: Pauses | None = None, **settings: object) -> ProviderModel:
    about = ProviderSettings.model_validate({"base_url": server.url, **settings})
    return ProviderModel(ModelName(provider=server.protocol.name, model="m"), about, environment=KEYS, pause=pauses or Pauses())


def as_written(protocol: Protocol, schema: Any) -> Any:
    """The schema that reached the provider, told in the words of ours: what its dialect changes is changed back here by rules of the test's
    own, and nothing else is."""
    if isinstance(protocol, Ollama):
        return schema
    if list(schema.get("properties", ())) == ["answer"] and schema["required"] == ["answer"]:
        assert schema["type"] == "object" and schema["additionalProperties"] is False
        schema = schema["properties"]["answer"]
    return _with_own_keys(schema) if isinstance(protocol, Anthropic) else schema


def _with_own_keys(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_with_own_keys(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: _with_own_keys(part) for name, part in schema.items()}
    if "properties" in found:
        names = {key: part["description"] for key, part in found["properties"].items() if key.startswith("key_")}
        found["properties"] = {
            names.get(key, key): {k: v for k, v in part.items() if k != "description"} if key in names else part
            for key, part in found["properties"].items()
        }
        found["required"] = [names.get(key, key) for key in found["required"]]
    return found


def plain(schema: Any) -> Any:
    """One spelling of what has several: `const` is an `enum` of one, and a type beside values says no more than they do."""
    if isinstance(schema, list):
        return [plain(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: plain(part) for name, part in schema.items()}
    if isinstance(found.get("enum"), list) and found.get("type") in ("string", "number"):
        assert all(isinstance(value, str if found["type"] == "string" else int | float) for value in found["enum"])
        del found["type"]
    if isinstance(found.get("enum"), list) and len(found["enum"]) == 1:
        found["const"] = found.pop("enum")[0]
    return found


async def test_every_role_that_asks_is_asked_for() -> None:
    """Where one is missing here, this suite proves nothing of it. `BROWSER` and `MEMORY` have no caller yet; the judge of the lifestyle
    agent wants no form."""
    assert {role for role, _ in await questions()} >= set(Role) - {Role.BROWSER, Role.MEMORY, Role.LIFESTYLE}
    schemas = [prompt.schema for _, prompt in await questions() if prompt.schema]
    assert any("anyOf" in schema for schema in schemas) and any(" " in key for s in schemas for key in s.get("properties", {}))  # type: ignore[union-attr]


@every
async def test_each_roles_schema_reaches_the_provider_whole_and_every_answer_that_it_allows_comes_back(protocol: Protocol) -> None:
    for role, prompt in await questions():
        async with serving(protocol) as server:
            if prompt.schema is None:
                assert (await model(server).answer(prompt, role=role)).text == "Good evening."
                assert server.schemas == [None]
                continue
            possible = list(sample(prompt.schema))
            asked = model(server)
            answers = [(await asked.answer(prompt, role=role)).data for _ in possible]
            assert len(server.bodies) == len(possible)
        assert all(mismatch(answer, prompt.schema) is None for answer in answers)
        assert sorted(map(json.dumps, answers)) == sorted(map(json.dumps, possible))
        for schema in server.schemas:
            assert schema is not None
            assert plain(as_written(protocol, schema)) == plain(prompt.schema), role
        assert protocol.limit(server.bodies[0]) >= prompt.max_tokens


@every
async def test_the_whole_prompt_reaches_the_model_with_its_examples_in_the_form_that_is_demanded(protocol: Protocol) -> None:
    async with serving(protocol) as server:
        answer = await model(server).answer(ASKED, role=Role.PLANNER)
    said = protocol.texts(server.bodies[0])
    assert "Plan." in said[0][1] and ("Say: hm" in said[-1][1])
    (shown,) = [text for role, text in said if role == "assistant"]
    (held,) = server.schemas
    assert mismatch(json.loads(shown), held or {}) is None
    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens) == (100, 7)
    assert answer.usage.cached_tokens == (0 if protocol.name == "ollama" else 70)


@every
async def test_a_picture_reaches_the_model(protocol: Protocol) -> None:
    (prompt,) = [prompt for role, prompt in await questions() if role is Role.VISION]
    async with serving(protocol) as server:
        await model(server).answer(prompt, role=Role.VISION)
    assert protocol.shown(server.bodies[0]) == ["data:image/png;base64,iVBORw=="]


@every
async def test_a_picture_of_a_page_is_shown_beside_the_choice_that_is_asked_for(protocol: Protocol) -> None:
    goal = goal_of("On https://kites.example.com press the blue one", datetime.fromisoformat("2026-11-27T10:00+09:00"), Language.ENGLISH)
    page = Observation(url="https://kites.example.com", title="Kites", text="", elements=(Element(index=0, role="button", name="Kite"),))
    schema = schema_of(goal, page, page.elements, (), can_go_back=False)
    request = request_text(goal, page, page.elements, (), open_words=("blue",), problem="")
    picture = Image(kind="image/jpeg", data=b"JPEG")
    async with serving(protocol) as server:
        answer = await model(server).answer(Prompt(prefix="Choose.", request=request, schema=schema, images=(picture,)), role=Role.VISION)
    assert mismatch(answer.data, schema) is None
    assert [shown.split(",")[1] for shown in protocol.shown(server.bodies[0])] == ["SlBFRw=="]
    assert "[0] button Kite" in str(server.bodies[0])


@pytest.mark.parametrize("protocol", [OnlyJson(), Plain(), Deaf()], ids=lambda p: type(p).__name__)
async def test_a_server_that_knows_no_schema_is_told_it_in_the_request(protocol: Protocol) -> None:
    for role, prompt in await questions():
        async with serving(protocol) as server:
            asked = model(server)
            for _ in range(3):
                answer = await SecondTry(asked).answer(prompt, role=role)
                assert prompt.schema is None or mismatch(answer.data, prompt.schema) is None
        refusals = {OnlyJson: 1, Plain: 2, Deaf: 1}[type(protocol)]
        assert len(server.bodies) == 3 + (refusals if prompt.schema else 0), "what is refused once is not tried again"


@every
async def test_a_wrong_answer_goes_back_once_with_what_was_wrong(protocol: Protocol) -> None:
    async with serving(protocol, ['{"sing": 3}']) as server:
        answer = await SecondTry(model(server)).answer(ASKED, role=Role.PLANNER)
    assert answer.data == {"reply": "ok"} and len(server.bodies) == 2
    second = protocol.texts(server.bodies[1])[-1][1]
    assert "It did not fit" in second and '{"type":"object","properties":{"reply"' in second


@every
async def test_a_model_that_stays_wrong_fails(protocol: Protocol) -> None:
    async with serving(protocol, ['{"sing": 3}', '{"sing": 3}']) as server:
        with pytest.raises(Garbage, match="does not fit"):
            await SecondTry(model(server)).answer(ASKED, role=Role.PLANNER)
    assert len(server.bodies) == 2


@every
@pytest.mark.parametrize("does", [Does.IS_EMPTY, Does.CHATS, Does.CUTS_OFF, Does.CALLS_A_TOOL])
async def test_what_is_no_answer_is_asked_for_once_more(protocol: Protocol, does: Does) -> None:
    async with serving(protocol, [does]) as server:
        answer = await SecondTry(model(server)).answer(ASKED, role=Role.PLANNER)
    assert answer.data in ({"reply": "ok"}, {"tasks": 1}) and len(server.bodies) == 2


@every
@pytest.mark.parametrize("does", [Does.IS_EMPTY, Does.CALLS_A_TOOL])
async def test_where_words_were_asked_for_anything_else_is_no_answer(protocol: Protocol, does: Does) -> None:
    prompt = Prompt(prefix="Be kind.", request="Hello")
    async with serving(protocol, [does]) as server:
        assert (await SecondTry(model(server)).answer(prompt, role=Role.SPEAKER)).text == "Good evening."
    assert len(server.bodies) == 2


@every
async def test_a_refusal_is_said_and_not_asked_again(protocol: Protocol) -> None:
    if isinstance(protocol, Ollama):
        pytest.skip("its protocol has no word for it")
    async with serving(protocol, [Does.REFUSES]) as server:
        with pytest.raises(Unusable, match="refused to answer") as caught:
            await SecondTry(model(server)).answer(ASKED, role=Role.PLANNER)
    assert not isinstance(caught.value, Garbage) and len(server.bodies) == 1


@every
@pytest.mark.parametrize("does", [Does.FAILS, Does.IS_BUSY, Does.BREAKS_OFF, Does.GARBLES])
async def test_what_passes_is_tried_again(protocol: Protocol, does: Does) -> None:
    pauses = Pauses()
    async with serving(protocol, [does]) as server:
        await model(server, pauses).answer(ASKED, role=Role.PLANNER)
    assert len(server.bodies) == 2
    assert pauses.seconds == ([3.0] if does is Does.IS_BUSY and protocol.name != "ollama" else [1.0]) or pauses.seconds == [3.0]


@every
@pytest.mark.parametrize(
    ("does", "says"), [(Does.FAILS, "busy"), (Does.BREAKS_OFF, "not to the end"), (Does.GARBLES, "not in its own protocol")]
)
async def test_what_does_not_pass_fails_with_the_provider_named(protocol: Protocol, does: Does, says: str) -> None:
    async with serving(protocol, [does] * 3) as server:
        with pytest.raises(ModelFailed, match=f"^{protocol.name}:m .*{says}"):
            await model(server).answer(ASKED, role=Role.PLANNER)
    assert len(server.bodies) == 3


@every
async def test_a_request_that_is_refused_however_it_is_asked_says_what_was_said_first(protocol: Protocol) -> None:
    async with serving(protocol, [Does.REJECTS] * 9) as server:
        with pytest.raises(ModelFailed, match=r"refused the request: .*no"):
            await model(server).answer(ASKED, role=Role.PLANNER)
        assert 1 < len(server.bodies) < 4


async def test_google_says_in_the_body_how_long_to_wait() -> None:
    class Waiting(Google):
        def wrong(self, status: int, why: str) -> Mapping[str, Any]:
            details = [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "4.5s"}]
            return {"error": {"code": status, "message": why, "status": "RESOURCE_EXHAUSTED", "details": details}}

    pauses = Pauses()
    async with serving(Waiting(), [Does.FAILS]) as server:
        await model(server, pauses).answer(ASKED, role=Role.PLANNER)
    assert pauses.seconds == [4.5]


async def test_groqs_word_for_an_answer_out_of_form_is_an_answer_out_of_form() -> None:
    class Particular(Groq):
        def wrong(self, status: int, why: str) -> Mapping[str, Any]:
            return {"error": {"message": "Failed to call a function.", "type": "invalid_request_error", "code": "tool_use_failed"}}

    async with serving(Particular(), [Does.REJECTS]) as server:
        assert (await SecondTry(model(server)).answer(ASKED, role=Role.PLANNER)).data == {"reply": "ok"}
    assert all("tools" in body for body in server.bodies)


async def test_an_error_in_the_body_of_a_success_is_read() -> None:
    class Router(Compatible):
        def refuses(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
            return {"error": {"message": "upstream is down", "code": 502}}

    async with serving(Router(), [Does.REFUSES]) as server:
        assert (await model(server).answer(ASKED, role=Role.PLANNER)).data == {"tasks": 1}
    assert len(server.bodies) == 2


async def test_a_stream_of_ollamas_that_ends_without_its_end_is_no_answer() -> None:
    class Ending(Ollama):
        def refuses(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
            return {"model": "m", "created_at": "2026-11-21T00:00:00Z", "message": {"role": "assistant", "content": '{"rep'}, "done": False}

    async with serving(Ending(), [Does.REFUSES]) as server:
        assert (await model(server).answer(ASKED, role=Role.PLANNER)).data == {"tasks": 1}
    assert len(server.bodies) == 2


@pytest.mark.parametrize(
    "text", ['<think>What now? {"no"}</think>{"reply": "ok"}', 'Gladly!\n```json\n{"reply": "ok"}\n```\nAnything else?']
)
async def test_json_is_found_in_what_a_plain_server_says_around_it(text: str) -> None:
    async with serving(Plain(), [Does.REJECTS, Does.REJECTS, text]) as server:
        assert (await model(server).answer(ASKED, role=Role.PLANNER)).data == {"reply": "ok"}


@pytest.mark.parametrize("protocol", LIKE_OPENAI, ids=lambda p: p.name)
@pytest.mark.parametrize("way", ["json_schema", "function_calling", "json_object", "prompt"])
async def test_an_operator_may_choose_how_the_form_is_demanded(protocol: Protocol, way: str) -> None:
    async with serving(protocol) as server:
        answer = await model(server, structured=way).answer(ASKED, role=Role.PLANNER)
    body = server.bodies[0]
    assert answer.data == {"reply": "ok"}
    assert body.get("response_format", {}).get("type") == (way if way.startswith("json") else None)
    assert bool(body.get("tools")) == (way == "function_calling")


async def test_a_way_that_a_provider_does_not_know_is_the_operators_to_mend() -> None:
    async with serving(Anthropic()) as server:
        with pytest.raises(Misconfigured, match=r"\[providers.anthropic\] structured") as caught:
            await model(server, structured="json_object").answer(ASKED, role=Role.PLANNER)
    assert "function_calling, prompt" in caught.value.mend and not server.bodies
