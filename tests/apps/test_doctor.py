import socket
from pathlib import Path

import pytest

from yamori.apps import doctor
from yamori.apps.doctor import Health
from yamori.apps.settings import Settings


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
