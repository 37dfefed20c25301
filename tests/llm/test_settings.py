from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.domain.errors import InvalidRequest, Misconfigured
from yamori.llm.names import parse_name
from yamori.llm.port import Role
from yamori.llm.settings import Price, read_settings


def read(tmp_path: Path, text: str, **environment: str):  # type: ignore[no-untyped-def]
    file = tmp_path / "models.toml"
    file.write_text(text, encoding="utf-8")
    return read_settings(file, environment=environment)


def test_without_a_file_everything_is_embedded(tmp_path: Path) -> None:
    settings = read_settings(tmp_path / "models.toml", environment={})
    assert {settings.of(role).model for role in Role} == {"embedded:default"}
    assert settings.of(Role.PLANNER).stronger is None


def test_a_role_names_its_model_alone_or_with_a_stronger_one(tmp_path: Path) -> None:
    settings = read(tmp_path, '[roles]\nplanner = "openai:a"\niot = {model = "ollama:qwen3:4b", stronger = "anthropic:b"}\n')
    assert settings.of(Role.PLANNER).model == "openai:a"
    assert (settings.of(Role.IOT).model, settings.of(Role.IOT).stronger) == ("ollama:qwen3:4b", "anthropic:b")
    assert settings.of(Role.SPEAKER).model == "embedded:default"


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    text = 'default = "openai:a"\n[roles]\niot = {model = "groq:i", stronger = "groq:j"}\n'
    one = read(tmp_path, text, YAMORI_MODEL_IOT="google:g")
    assert (one.of(Role.IOT).model, one.of(Role.IOT).stronger, one.of(Role.SPEAKER).model) == ("google:g", "groq:j", "openai:a")
    none = read(tmp_path, text, YAMORI_MODEL_IOT_STRONGER="")
    assert (none.of(Role.IOT).model, none.of(Role.IOT).stronger) == ("groq:i", None)
    every = read(tmp_path, text, YAMORI_MODEL="embedded:light", YAMORI_MODEL_PLANNER="openai:p", YAMORI_MODEL_PLANNER_STRONGER="openai:q")
    assert (every.of(Role.IOT).model, every.of(Role.IOT).stronger) == ("embedded:light", None)
    assert (every.of(Role.PLANNER).model, every.of(Role.PLANNER).stronger) == ("openai:p", "openai:q")


def test_any_provider_with_an_address_is_a_server_of_ones_own(tmp_path: Path) -> None:
    settings = read(tmp_path, 'default = "shelf:llama"\n[providers.shelf]\nbase_url = "http://127.0.0.1:1/v1"\n')
    assert settings.checked_name("shelf:other", where="model").provider == "shelf"


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('default = "openai:a\n', "", "not valid TOML"),
        ('\ndefault = "gpt"\n', ":2", "provider:model"),
        ("[roles]\nplaner = 'openai:a'\n", ":2", "expected one of planner, checker"),
        ("[roles.iot]\n\nmodel = 'openai:a'\nstrong = 'x:y'\n", ":4", "expected one of model, stronger"),
        ("[providers.openai]\ntries = 0\n", ":2", "greater than or equal to 1"),
        ("[providers.openai]\ntries = 'many'\n", ":2", "integer"),
        ("[prices.'openai:a']\nprompt = 1\n", ":1", "completion"),
        ("[embedded]\nthread = 3\n", ":2", "expected one of threads"),
        ("defualt = 'openai:a'\n", ":1", "expected one of default"),
        ("[roles]\niot = 'opnai:a'\n", ":2", "unknown provider 'opnai'"),
        ("default = 'openai-compatible:a'\n", ":1", "has no address"),
    ],
)
def test_a_mistake_names_file_line_key_and_what_was_expected(tmp_path: Path, text: str, line: str, says: str) -> None:
    with pytest.raises(Misconfigured) as caught:
        read(tmp_path, text)
    assert f"{tmp_path / 'models.toml'}{line}" in str(caught.value)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        ("YAMORI_MODEL_PLANER", "openai:a", "YAMORI_MODEL_PLANNER"),
        ("YAMORI_MODEL", "gpt", "provider:model"),
        ("YAMORI_MODEL_IOT_STRONGER", "nobody:x", "unknown provider"),
    ],
)
def test_a_mistake_in_the_environment_names_the_variable(tmp_path: Path, variable: str, value: str, says: str) -> None:
    with pytest.raises(Misconfigured) as caught:
        read(tmp_path, "", **{variable: value})
    assert caught.value.where == variable
    assert says in str(caught.value) + caught.value.mend


def test_a_file_that_is_no_text_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / "models.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Misconfigured, match=r"models\.toml"):
        read_settings(tmp_path / "models.toml", environment={})


@given(st.text())
def test_a_name_is_provider_and_model_or_refused(text: str) -> None:
    try:
        name = parse_name(text, where="here")
    except InvalidRequest as wrong:
        assert wrong.where == "here"
    else:
        assert name.provider and name.model and str(name) == text.strip()


@given(st.integers(0, 10**7), st.integers(0, 10**7), st.integers(0, 10**7))
def test_a_price_never_counts_a_cached_token_twice(prompt: int, cached: int, completion: int) -> None:
    cached = min(cached, prompt)
    price = Price(prompt=2.0, cached=2.0, completion=8.0)
    assert price.of(prompt=prompt, cached=cached, completion=completion) == pytest.approx((prompt * 2 + completion * 8) / 1e6)
    cheaper = Price(prompt=2.0, cached=0.5, completion=8.0)
    assert cheaper.of(prompt=prompt, cached=cached, completion=completion) <= price.of(prompt=prompt, cached=cached, completion=completion)
