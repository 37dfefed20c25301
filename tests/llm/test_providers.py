import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.llm.fakes import Provider, Reply, provider

from yamori.domain.errors import Misconfigured, ModelFailed
from yamori.domain.values import Value
from yamori.llm.answers import Garbage
from yamori.llm.names import ModelName
from yamori.llm.port import Exchange, Prompt, Role
from yamori.llm.providers import ProviderModel
from yamori.llm.settings import ProviderSettings

KEY = "sk-very-secret-0123456789"
SCHEMA: Mapping[str, Value] = {
    "type": "object",
    "properties": {"tool": {"type": "string"}},
    "required": ["tool"],
    "additionalProperties": False,
}
PROMPT = Prompt(prefix="Control.", examples=(Exchange(user="a", assistant='{"tool":"b"}'),), request="Lamp on", schema=SCHEMA)
PACKAGES = {"anthropic": "langchain_anthropic", "google": "langchain_google_genai", "groq": "langchain_groq", "ollama": "langchain_ollama"}


class Pauses:
    """Stands for `asyncio.sleep`, and remembers."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def model(server: Provider, name: str = "openai", *, pause: Pauses | None = None, path: str = "/v1", **settings: object) -> ProviderModel:
    about = ProviderSettings.model_validate({"base_url": server.url + path, **settings})
    keys = {"OPENAI_API_KEY": KEY, "ANTHROPIC_API_KEY": KEY, "GOOGLE_API_KEY": KEY, "GROQ_API_KEY": KEY}
    return ProviderModel(ModelName(provider=name, model="m"), about, environment=keys, pause=pause or Pauses())


@pytest.mark.parametrize(
    ("name", "path", "has_key"),
    [
        ("openai", "/v1", True),
        ("shelf", "/v1", False),
        ("anthropic", "", True),
        ("google", "", True),
        ("groq", "", True),
        ("ollama", "", False),
    ],
)
async def test_each_provider_answers_in_the_form_that_was_asked_for_and_says_what_it_cost(name: str, path: str, has_key: bool) -> None:
    if name in PACKAGES:
        pytest.importorskip(PACKAGES[name])
    async with provider() as server:
        answer = await model(server, name, path=path).answer(PROMPT, role=Role.IOT)
        sent = server.seen[0]
    assert answer.data == {"tool": "turn_on"}
    assert answer.usage.model == f"{name}:m"
    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens) == (100, 7)
    assert answer.usage.cached_tokens == (0 if name == "ollama" else 70)
    assert "additionalProperties" in str(sent.body) or name == "google"
    assert "tool" in str(sent.body) and "Lamp on" in str(sent.body)
    assert any(KEY in value for value in sent.headers.values()) == has_key


async def test_text_is_asked_for_without_a_form() -> None:
    async with provider(Reply(text="Good evening")) as server:
        answer = await model(server).answer(Prompt(prefix="Be kind.", request="Hello"), role=Role.SPEAKER)
    assert (answer.text, answer.data) == ("Good evening", None)
    assert "response_format" not in server.seen[0].body


async def test_a_busy_provider_is_asked_again_after_as_long_as_it_says() -> None:
    pauses = Pauses()
    async with provider(Reply(status=429, headers={"retry-after": "7"}), Reply(status=503), Reply()) as server:
        answer = await model(server, pause=pauses).answer(PROMPT, role=Role.IOT)
    assert answer.data == {"tool": "turn_on"}
    assert pauses.seconds == [7.0, 2.0]


async def test_a_provider_that_stays_busy_fails_and_names_the_setting() -> None:
    async with provider(Reply(status=500)) as server:
        with pytest.raises(ModelFailed, match=r"busy.*`tries` in \[providers.openai\]"):
            await model(server, tries=2).answer(PROMPT, role=Role.IOT)
        assert len(server.seen) == 2


async def test_a_provider_that_asks_for_an_hour_is_not_waited_for() -> None:
    pauses = Pauses()
    async with provider(Reply(status=429, headers={"retry-after": "3600"})) as server:
        with pytest.raises(ModelFailed, match="wait 3600 s"):
            await model(server, pause=pauses).answer(PROMPT, role=Role.IOT)
    assert pauses.seconds == []


async def test_a_silent_provider_fails_within_its_limit() -> None:
    async with provider(Reply(silent=True)) as server:
        with pytest.raises(ModelFailed, match=r"did not answer within 0.3 s, 2 times.*`seconds`"):
            await model(server, seconds=0.3, tries=2).answer(PROMPT, role=Role.IOT)


async def test_nobody_at_the_address_is_said_with_the_address() -> None:
    about = ProviderSettings(base_url="http://127.0.0.1:9/v1", tries=1)
    with pytest.raises(ModelFailed, match=r"nobody answers for shelf:m at http://127.0.0.1:9/v1 \(`base_url` in \[providers.shelf\]\)"):
        await ProviderModel(ModelName(provider="shelf", model="m"), about, environment={}).answer(PROMPT, role=Role.IOT)


@pytest.mark.parametrize("name", ["openai", "anthropic"])
async def test_a_refused_key_is_the_operators_to_mend_and_is_shown_nowhere(name: str) -> None:
    if name in PACKAGES:
        pytest.importorskip(PACKAGES[name])
    async with provider(Reply(status=401)) as server:
        with pytest.raises(Misconfigured, match="refused the key") as caught:
            await model(server, name, path="/v1" if name == "openai" else "").answer(PROMPT, role=Role.IOT)
    assert "API_KEY" in caught.value.mend
    assert KEY not in str(caught.value) + caught.value.mend + repr(caught.value)


async def test_a_key_that_a_provider_quotes_is_cut_out_of_the_error() -> None:
    async with provider(Reply(status=400)) as server:
        asked = model(server)
        asked._environment = {"OPENAI_API_KEY": "pretended"}  # a word of the error's own text, as if it quoted the key
        with pytest.raises(ModelFailed) as caught:
            await asked.answer(PROMPT, role=Role.IOT)
    assert "pretended" not in str(caught.value)
    assert "… trouble" in str(caught.value)


async def test_an_unknown_model_is_the_operators_to_mend() -> None:
    async with provider(Reply(status=404)) as server:
        with pytest.raises(Misconfigured, match="there is no 'm' at"):
            await model(server).answer(PROMPT, role=Role.IOT)


async def test_a_missing_key_says_which_variable_to_set() -> None:
    asked = ProviderModel(ModelName(provider="openai", model="m"), ProviderSettings(), environment={})
    with pytest.raises(Misconfigured) as caught:
        await asked.answer(PROMPT, role=Role.IOT)
    assert "OPENAI_API_KEY" in caught.value.mend


async def test_a_key_file_is_used(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.touch(mode=0o600)
    file.write_text("from-a-file\n")
    async with provider() as server:
        await model(server, key_file=file).answer(PROMPT, role=Role.IOT)
    assert server.seen[0].headers["authorization"] == "Bearer from-a-file"


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
async def test_a_key_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("k")
    file.chmod(0o644)
    async with provider() as server:
        with pytest.raises(Misconfigured, match="others can read the key file") as caught:
            await model(server, key_file=file).answer(PROMPT, role=Role.IOT)
        assert server.seen == []
    assert caught.value.mend == f"chmod 600 {file}"


@pytest.mark.parametrize("text", ["no JSON", '{"tool": 3}', '{"other": "x"}', '{"tool": "half'])
async def test_an_answer_that_does_not_fit_is_garbage_and_still_costs(text: str) -> None:
    async with provider(Reply(text=text)) as server:
        with pytest.raises(Garbage) as caught:
            await model(server).answer(PROMPT, role=Role.IOT)
    assert caught.value.usage.prompt_tokens == 100


async def test_an_answer_that_was_cut_off_is_garbage_even_if_it_parses() -> None:
    async with provider(Reply(finish="length")) as server:
        with pytest.raises(Garbage, match="cut off"):
            await model(server).answer(PROMPT, role=Role.IOT)


async def test_a_missing_package_says_which_extra_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "langchain_groq", None)
    from langchain.chat_models import base

    base._get_chat_model_creator.cache_clear()
    asked = ProviderModel(ModelName(provider="groq", model="m"), ProviderSettings(), environment={"GROQ_API_KEY": KEY})
    with pytest.raises(Misconfigured) as caught:
        await asked.answer(PROMPT, role=Role.IOT)
    assert "yamori[groq]" in caught.value.mend
