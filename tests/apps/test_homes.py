"""The homes that `--home` takes."""

from pathlib import Path

import pytest

from yamori.apps.homes import named_home
from yamori.domain.errors import Misconfigured

INVENTORY = """\
areas:
  - {name: Larder, id: larder}
devices:
  - {name: Larder Lamp, id: larder_lamp, area: larder}
entities:
  - name: Larder Lamp
    id: light.larder_lamp
    area: larder
    device: larder_lamp
    state: "off"
    attributes: {supported_color_modes: [onoff]}
"""


def test_an_inventory_of_home_assistant_is_a_home_to_try_things_on(tmp_path: Path) -> None:
    (tmp_path / "_fixtures.yaml").write_text(INVENTORY)
    for source in (tmp_path, tmp_path / "_fixtures.yaml"):
        loaded = named_home(str(source))
        assert [r.name for r in loaded.home.rooms] == ["Larder"]
        assert [d.name for d in loaded.home.devices] == ["Larder Lamp"]


def test_a_name_is_one_of_the_products_homes_and_nowhere_is_said() -> None:
    assert named_home("demo").home.devices
    with pytest.raises(Misconfigured):
        named_home("nowhere/at/all.home.yaml")
