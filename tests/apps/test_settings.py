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


def test_a_backends_table_comes_from_the_file_and_its_secret_from_the_environment(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (data / "yamori.toml").write_text('[homeassistant]\nurl = "http://house:8123"\n[mqtt]\nhost = "broker"\ntls = true\n', encoding="utf-8")
    monkeypatch.setenv("YAMORI_HOMEASSISTANT__TOKEN", "sesame")
    settings = read_settings()
    assert settings.homeassistant is not None and settings.mqtt is not None and settings.smartthings is None
    assert (settings.homeassistant.url, settings.mqtt.host, settings.mqtt.tls, settings.mqtt.prefix) == (
        "http://house:8123",
        "broker",
        True,
        "homeassistant",
    )
    assert settings.homeassistant.token is not None and settings.homeassistant.token.get_secret_value() == "sesame"
    assert "sesame" not in f"{settings!r} {settings}"


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ('[homeassistant]\nurl = "u"\n', "one of token and token_file"),
        ('[homeassistant]\nurl = "u"\ntoken = "sesame"\ntoken_file = "f"\n', "one of token and token_file"),
        ('[homeassistant]\ntoken = "sesame"\n', "YAMORI_HOMEASSISTANT__URL"),
        ('[homeassistant]\nurl = "u"\ntoken = ["sesame"]\n', "HOMEASSISTANT__TOKEN"),
        ('[homeassistant]\nurl = "u"\ntoken = "sesame"\ntokn = "sesame"\n', "no such setting"),
        ('[mqtt]\nhost = "b"\npassword = "sesame"\n', "needs a username"),
        ('[mqtt]\nhost = "b"\nport = "sesame"\nusername = "u"\npassword = "sesame"\n', "MQTT__PORT"),
        ('[mqtt]\nhost = "b"\nusername = "u"\npassword = "sesame"\npassword_file = "f"\n', "one of password"),
        ('[smartthings]\nclient_id = "c"\nclient_secret = "sesame"\n', "all of client_id"),
        ('[smartthings]\ntoken = "sesame"\nrefresh_token = "sesame"\n', "set token"),
        ('smartthings = "sesame"\n', "smartthings"),
        ('jobs = ["sesame"]\n', "jobs"),
    ],
)
def test_a_table_with_a_mistake_names_it_and_shows_no_secret(toml: str, said: str, data: Path) -> None:
    (data / "yamori.toml").write_text(toml, encoding="utf-8")
    with pytest.raises(Misconfigured, match=said) as refused:
        read_settings()
    assert refused.value.mend
    assert refused.value.__cause__ is None
    assert "sesame" not in f"{refused.value} {refused.value.mend}".replace("but it is 'sesame'" if "port =" in toml else "", "")


def test_a_table_in_one_variable_that_is_no_json_is_refused_without_being_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YAMORI_MQTT", '{"password": "sesame"')
    with pytest.raises(Misconfigured) as refused:
        read_settings()
    assert "sesame" not in str(refused.value)


def test_a_name_in_the_file_cannot_act_on_a_terminal(data: Path) -> None:
    (data / "yamori.toml").write_text('person = "ai\\u001b[2Jko\\u202e"\nhost = "127.0.0.1\\u001b]0;x\\u0007"\n', encoding="utf-8")
    settings = read_settings()
    assert (settings.person, settings.host) == ("aiko", "127.0.0.1")


def test_further_names_of_the_house_are_listed_in_the_file_or_in_a_variable(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (data / "yamori.toml").write_text('allowed_hosts = ["Yamori.lan.", "fd00::5"]\n', encoding="utf-8")
    assert read_settings().allowed_hosts == ("yamori.lan", "fd00::5")
    for written in ("yamori.lan, 192.168.1.5", '["yamori.lan", "192.168.1.5"]', "yamori.lan 192.168.1.5"):
        monkeypatch.setenv("YAMORI_ALLOWED_HOSTS", written)
        assert read_settings().allowed_hosts == ("yamori.lan", "192.168.1.5")
    for wrong in ("*", "http://yamori.lan", "0.0.0.0"):
        monkeypatch.setenv("YAMORI_ALLOWED_HOSTS", wrong)
        with pytest.raises(Misconfigured, match="YAMORI_ALLOWED_HOSTS"):
            read_settings()


def test_how_long_readings_are_kept_is_a_table_and_can_be_switched_off(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_settings().history.limits is not None
    (data / "yamori.toml").write_text("[history]\nkept_days = 90\nsize_mb = 50\n", encoding="utf-8")
    limits = read_settings().history.limits
    assert limits is not None and (limits.kept_days, limits.size_mb, limits.full_days) == (90, 50, 10)
    monkeypatch.setenv("YAMORI_HISTORY__KEEP", "false")
    assert read_settings().history.limits is None
    monkeypatch.setenv("YAMORI_HISTORY__FULL_DAYS", "100")
    with pytest.raises(Misconfigured, match="longer"):
        read_settings()
