from pathlib import Path

import pytest

from yamori.apps.settings import read_settings
from yamori.domain.errors import Misconfigured


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own, and no setting of the machine's."""
    for name in ("HOST", "PORT", "HOME", "MODELS_TOML", "PERSON", "LANGUAGE", "LOG", "LOG_FORMAT"):
        monkeypatch.delenv(f"YAMORI_{name}", raising=False)
    monkeypatch.setenv("YAMORI_DATA", str(tmp_path))
    return tmp_path


def test_with_nothing_set_yamori_listens_on_this_machine_only_and_runs_the_demo_home() -> None:
    settings = read_settings()
    assert (settings.url, settings.home) == ("http://127.0.0.1:8765", "demo")


def test_the_command_line_wins_over_the_environment_and_that_over_the_file(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (data / "yamori.toml").write_text('port = 9001\nperson = "ken"\nlog = "debug"\n', encoding="utf-8")
    monkeypatch.setenv("YAMORI_PERSON", "aiko")
    settings = read_settings(log="error")
    assert (settings.port, settings.person, settings.log) == (9001, "aiko", "error")


def test_the_file_is_read_from_the_data_folder_that_the_command_line_names(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "yamori.toml").write_text("port = 9002\n", encoding="utf-8")
    assert read_settings(data=other).port == 9002


def test_a_value_that_does_not_fit_is_refused_with_the_setting_and_what_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YAMORI_PORT", "http")
    with pytest.raises(Misconfigured, match=r"YAMORI_PORT.*integer.*'http'"):
        read_settings()


def test_a_setting_that_does_not_exist_is_refused_with_those_that_do(data: Path) -> None:
    (data / "yamori.toml").write_text("prot = 9001\n", encoding="utf-8")
    with pytest.raises(Misconfigured, match="prot") as refused:
        read_settings()
    assert "port" in refused.value.mend


def test_a_file_that_is_not_toml_is_named(data: Path) -> None:
    (data / "yamori.toml").write_text("port 9001\n", encoding="utf-8")
    with pytest.raises(Misconfigured, match=r"yamori\.toml"):
        read_settings()


@pytest.mark.parametrize(
    ("host", "url"), [("0.0.0.0", "http://127.0.0.1:8765"), ("::1", "http://[::1]:8765"), ("10.0.0.5", "http://10.0.0.5:8765")]
)
def test_a_program_on_this_machine_knows_where_to_reach_it(host: str, url: str) -> None:
    assert read_settings(host=host).url == url
