"""The household itself plays a set, by its rules alone: from the inventory's file to the verdict."""

from pathlib import Path

import pytest

from yamori.apps.eval import evaluate
from yamori.apps.eval_homeassistant import opener
from yamori.apps.settings import Settings
from yamori.domain.errors import InvalidRequest
from yamori.evaluation.homeassistant.run import evaluate_home_assistant
from yamori.llm.scripted import ScriptedModels

HOME = """
areas: [{name: Veranda, id: veranda, aliases: [ベランダ]}, {name: 書斎, id: shosai}]
devices: [{name: Nordlicht, id: nord, area: veranda}, {name: Zephyr, id: zephyr, area: shosai}, {name: Tor, id: tor, area: veranda}]
entities:
  - name: Nordlicht
    id: light.nord
    device: nord
    state: "off"
    attributes: {supported_color_modes: [brightness], color_mode: brightness, brightness: 80}
  - {name: Zephyr, id: fan.zephyr, device: zephyr, state: "on", attributes: {percentage: 50, supported_features: 1}}
  - {name: Tor, id: cover.tor, device: tor, state: closed, attributes: {device_class: gate, supported_features: 3}}
"""
TESTS = """
category: mixed
tests:
  - sentences: [switch Nordlicht on, turn on the light on the veranda, ベランダの電気をつけて]
    expect_changes: {light.nord: {state: "on"}}
  - sentences: [turn on the light]
    context_device: nord
    expect_changes: {light.nord: {state: "on"}}
  - sentences: [set Zephyr to 80 %, "書斎の扇風機を80%にして"]
    expect_changes: {fan.zephyr: {attributes: {percentage: 80}}}
  - sentences: [open the gate]
    expect_changes: {cover.tor: {state: open}}
  - sentences: [is the gate open]
    expect_response: [closed]
"""


async def test_a_set_is_played_in_a_copy_of_its_home(tmp_path: Path) -> None:
    (tmp_path / "_fixtures.yaml").write_text(HOME, encoding="utf-8")
    (tmp_path / "tests.yaml").write_text(TESTS, encoding="utf-8")
    opens = opener(ScriptedModels({}), answers="none")
    summary = await evaluate_home_assistant(tmp_path, opens=opens, answers="none", out=tmp_path / "out")
    assert {result.said[0]: result.why for result in summary.results.cases if result.why} == {}
    assert summary.right == 8


async def test_the_suite_needs_one_folder(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    for files in ([], [tmp_path / "nowhere"], [tmp_path, tmp_path]):
        with pytest.raises(InvalidRequest, match="one folder"):
            await evaluate(settings, "home-assistant", files, model=None, runs=1, out=None, tags=[])
