import socket
from pathlib import Path

import aiomqtt
import pytest
from tests.embedding.served import embedding_server
from tests.gateway.mqtt.mosquitto import devices_on, needs_mosquitto, running

from yamori.apps import doctor
from yamori.apps.doctor import Health
from yamori.apps.settings import Settings, read_settings


async def test_a_data_folder_that_is_not_there_yet_is_well_if_it_can_be_made_and_is_not_made(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    found = await doctor.data_folder(Settings(data=folder))
    assert [finding.health for finding in found] == [Health.WELL, Health.WELL]
    assert not folder.exists()


async def test_a_port_in_use_by_another_program_is_broken_with_a_way_out(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        [finding] = await doctor.port(Settings(data=tmp_path, port=taken.getsockname()[1]))
    assert finding.health is Health.BROKEN
    assert "--port" in finding.mend


async def test_the_demo_home_is_well_and_a_home_with_a_mistake_is_not(tmp_path: Path) -> None:
    [demo] = await doctor.home_file(Settings(data=tmp_path))
    [wrong] = await doctor.home_file(Settings(data=tmp_path, home="no-such-home"))
    assert (demo.health, wrong.health) == (Health.WELL, Health.BROKEN)
    assert wrong.mend


async def test_every_model_of_every_role_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YAMORI_MODELS_DIR", str(tmp_path / "models"))
    monkeypatch.delenv("YAMORI_MODEL", raising=False)
    (tmp_path / "models.toml").write_text('[roles]\nplanner = "embedded:light"\n', encoding="utf-8")
    found = await doctor.models(Settings(data=tmp_path))
    assert {finding.about for finding in found} == {"model embedded:default", "model embedded:light"}
    assert all(finding.health is Health.BROKEN and "yamori models fetch" in finding.mend for finding in found)


async def test_a_backend_that_is_set_is_looked_at_and_nothing_is_left_behind(tmp_path: Path) -> None:
    assert await doctor.backends(Settings(data=tmp_path)) == []
    secret = tmp_path / "secret"
    secret.write_text("sesame")
    secret.chmod(0o644)
    settings = read_settings(
        data=tmp_path / "data",
        homeassistant={"url": "http://127.0.0.1:9", "token": "sesame"},
        mqtt={"host": "127.0.0.1", "port": 9},
        smartthings={"token_file": secret},
    )
    found = await doctor.backends(settings)
    assert [finding.about for finding in found] == ["Home Assistant", "MQTT", "SmartThings"]
    assert [finding.health for finding in found] == [Health.POORLY, Health.POORLY, Health.BROKEN]
    assert all(finding.mend for finding in found)
    assert "sesame" not in str(found)
    assert not (tmp_path / "data").exists()


@needs_mosquitto
async def test_looking_at_a_broker_counts_its_devices_and_says_nothing_to_them(tmp_path: Path) -> None:
    async with running(tmp_path / "broker") as broker, devices_on(broker) as devices:
        await devices.announce("switch/kettle", {"name": "Kettle", "unique_id": "kettle", "command_topic": "kettle/set"})
        [finding] = await doctor.backends(read_settings(data=tmp_path / "data", mqtt={"host": "127.0.0.1", "port": broker.port}))
        assert (finding.health, finding.says) == (Health.WELL, "it answers; devices: 1, rooms: 0")
        assert not devices.asked.is_set()
        async with aiomqtt.Client("127.0.0.1", broker.port) as client:
            await client.subscribe("#")
            await client.publish("end", "", qos=1)
            retained = []
            async for message in client.messages:
                if message.topic.value == "end":
                    break
                retained.append(message.topic.value)
        assert retained == ["homeassistant/switch/kettle/config"]


async def test_what_finds_papers_is_said_and_an_encoder_that_is_none_is_broken(tmp_path: Path) -> None:
    words, _ = await doctor.papers(Settings(data=tmp_path, encoder="none"))
    wrong, *_ = await doctor.papers(Settings(data=tmp_path, encoder="no-such"))
    assert (words.health, wrong.health) == (Health.WELL, Health.BROKEN)
    assert "words alone" in words.says and wrong.mend


async def test_an_encoder_that_does_not_answer_is_told_from_one_that_there_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("langchain_openai")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with embedding_server() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
        well, _ = await doctor.papers(Settings(data=tmp_path, encoder="openai:m"))
        server.broken = "down"
        away, _ = await doctor.papers(Settings(data=tmp_path, encoder="openai:m"))
    assert (well.health, away.health) == (Health.WELL, Health.POORLY)
    assert "words alone" in away.says and away.mend


async def test_without_an_ocr_program_it_is_said_how_to_get_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "engine", lambda: None)
    _, ocr = await doctor.papers(Settings(data=tmp_path))
    assert ocr.health is Health.POORLY and "tesseract-ocr-jpn" in ocr.mend


@pytest.fixture
def exposed(tmp_path: Path) -> Path:
    """A data folder as an earlier version left it, with a link to it beside."""
    (tmp_path / "data").mkdir(mode=0o755)
    (tmp_path / "data" / "turns.sqlite3").write_text("", encoding="utf-8")
    (tmp_path / "data" / "turns.sqlite3").chmod(0o644)
    (tmp_path / "link").symlink_to(tmp_path / "data")
    return tmp_path / "data"


async def test_a_data_folder_that_other_users_may_open_is_said_and_not_changed(exposed: Path) -> None:
    folder, _ = await doctor.data_folder(Settings(data=exposed))
    assert folder.health is Health.POORLY and "2 files" in folder.says and "chmod" in folder.mend
    assert (exposed / "turns.sqlite3").stat().st_mode & 0o777 == 0o644
    [link] = await doctor.data_folder(Settings(data=exposed.parent / "link"))
    assert link.health is Health.BROKEN and link.mend
