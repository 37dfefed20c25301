import hashlib
from pathlib import Path

import pytest

from yamori.apps.models import fetch_model, list_models, show_checks
from yamori.apps.settings import Settings
from yamori.domain.errors import InvalidRequest, Misconfigured


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A data folder and a models folder of the test's own."""
    monkeypatch.setenv("YAMORI_MODELS_DIR", str(tmp_path / "models"))
    for name in ("YAMORI_MODEL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    return Settings(data=tmp_path)


async def test_the_list_shows_what_each_role_uses_and_which_files_are_missing(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    (settings.data / "models.toml").write_text('[roles]\nplanner = {model = "embedded:light", stronger = "openai:big"}\n', encoding="utf-8")
    assert await list_models(settings) == 0
    lines = capsys.readouterr().out.splitlines()
    assert next(line for line in lines if line.startswith("planner")).split()[1:3] == ["embedded:light", "openai:big"]
    assert next(line for line in lines if line.startswith("iot")).split()[1] == "embedded:default"
    assert next(line for line in lines if line.startswith("embedded:default")).rstrip().endswith("no")


async def test_a_missing_model_is_found_by_the_check_with_the_command_that_brings_it(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await show_checks(settings) == 1
    assert "yamori models fetch default" in capsys.readouterr().out


async def test_a_file_of_ones_own_that_is_not_the_model_is_refused_with_its_checksum(settings: Settings, tmp_path: Path) -> None:
    own = tmp_path / "own.gguf"
    own.write_bytes(b"not a model")
    (settings.data / "models.toml").write_text(f'[embedded.files]\ndefault = "{own}"\n', encoding="utf-8")
    with pytest.raises(Misconfigured, match=r"own\.gguf"):
        await fetch_model(settings, "default")
    assert hashlib.sha256(own.read_bytes()).hexdigest() == hashlib.sha256(b"not a model").hexdigest()


async def test_a_model_that_does_not_exist_is_refused_with_those_that_do(settings: Settings) -> None:
    with pytest.raises(InvalidRequest) as refused:
        await fetch_model(settings, "defualt")
    assert "default" in refused.value.nearest


async def test_a_mistake_in_the_models_file_names_its_line(settings: Settings) -> None:
    (settings.data / "models.toml").write_text('default = "embedded:default"\n[roles]\nbutler = "embedded:light"\n', encoding="utf-8")
    with pytest.raises(Misconfigured, match=r"models\.toml:3"):
        await list_models(settings)


async def test_a_name_in_the_models_file_cannot_act_on_a_terminal(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    (settings.data / "models.toml").write_text('[roles]\nplanner = "openai:\\u001b[2Jbig\\u001b]0;x\\u0007\\u202e"\n', encoding="utf-8")
    await list_models(settings)
    await show_checks(settings)
    shown = capsys.readouterr().out
    assert "openai:big" in shown and not set(shown) & set("\x1b\x07\u202e")
