from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.edge.robots import bench

from yamori.domain.errors import Misconfigured
from yamori.edge.arguments import KEYWORDS
from yamori.edge.gguf import LIGHT
from yamori.edge.groups import read_step
from yamori.edge.profile import profiles, read_profile
from yamori.edge.thinking import command_names
from yamori.gateway.attributes import fit
from yamori.gateway.capabilityfile import PRODUCT_CAPABILITIES, read_capability
from yamori.llm.manifest import read_manifest

OURS = Path("src/yamori/edge/capabilities").resolve()
NAMES = [file.name for file in sorted(OURS.glob("*.capability.yaml"))]
PROFILES = ["pi4", "jetson"]


def test_there_is_a_pi_and_a_jetson() -> None:
    assert set(PROFILES) <= set(profiles())


@pytest.mark.parametrize("name", NAMES)
def test_the_house_understands_every_capability_of_the_edge(name: str) -> None:
    read = read_capability(OURS / name).capability
    assert len(read.says.split()) <= 12 and all(len(command.says.split()) <= 14 for command in read.commands.values())


@pytest.mark.parametrize("name", NAMES)
def test_a_capability_that_the_house_has_too_is_the_same_file(name: str) -> None:
    if (product := PRODUCT_CAPABILITIES / name).exists():
        assert (OURS / name).read_bytes() == product.read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_the_device_can_check_all_that_its_schemas_say(name: str) -> None:
    for command in (yaml.safe_load((OURS / name).read_text(encoding="utf-8")).get("commands") or {}).values():
        arguments = command.get("arguments") or {}
        assert set(arguments) <= {"type", "properties", "required"}
        for schema in (arguments.get("properties") or {}).values():
            assert set(schema) <= KEYWORDS


@pytest.mark.parametrize("name", PROFILES)
async def test_the_parts_have_what_the_profile_says_and_nothing_else(tmp_path: Path, name: str) -> None:
    with bench(name, tmp_path) as robot:
        profile = robot.robot.profile
        for component, part in robot.robot.parts.items():
            capabilities = profile.components[component].capabilities
            commands = {f"{c}.{command}" for c in capabilities for command in profile.capabilities[c].get("commands") or {}}
            attributes = {f"{c}.{attribute}" for c in capabilities for attribute in profile.capabilities[c]["attributes"]}
            assert (set(part.handlers()), set(part.read())) == (commands, attributes)
            for capability in capabilities:
                read = read_capability(OURS / f"{capability}.capability.yaml").capability
                for attribute, value in robot.robot.components()[component][capability].items():  # type: ignore[call-overload,index,union-attr]
                    assert value is None or fit(read.attributes[attribute], value) == value


@pytest.mark.parametrize("name", PROFILES)
async def test_the_worked_examples_are_plans_that_the_robot_could_do(tmp_path: Path, name: str) -> None:
    with bench(name, tmp_path) as robot:
        names = command_names(robot.robot.profile)
        for example in robot.robot.profile.examples:
            for stage in example.plan:
                for said in stage:
                    component, capability, command = names[str(said["do"])]
                    arguments = {key: value for key, value in said.items() if key != "do"}
                    read_step(
                        {"command": {"component": component, "capability": capability, "name": command, "arguments": arguments}},
                        robot.robot,
                    )


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"profile": None}, "'profile' is missing"),
        ({"components": {"arm": {"capabilities": {}}}}, "'driver' is missing"),
        ({"components": {"arm": {"driver": "servo", "capabilities": {"lifting": {}}}}}, "no capability 'lifting'"),
        ({"components": [1]}, "is not understood"),
    ],
)
def test_a_profile_with_a_mistake_names_it(tmp_path: Path, change: dict[str, Any], says: str) -> None:
    held = {"profile": "own", "id": "own", "name": "Own", "components": {}, **change}
    (tmp_path / "own.profile.yaml").write_text(yaml.safe_dump({key: value for key, value in held.items() if value is not None}))
    with pytest.raises(Misconfigured, match=says):
        read_profile(str(tmp_path / "own.profile.yaml"))


async def test_a_profile_of_ones_own_brings_its_own_capabilities(tmp_path: Path) -> None:
    (tmp_path / "capabilities").mkdir()
    (tmp_path / "capabilities" / "switch.capability.yaml").write_text("capability: switch\nsays: Mine.\nattributes: {}\n")
    (tmp_path / "own.profile.yaml").write_text(
        "{profile: own, id: own, name: Own, components: {one: {driver: led, capabilities: {switch: {}}, settings: {pin: 4}}}}"
    )
    assert read_profile(str(tmp_path / "own.profile.yaml")).capabilities["switch"]["says"] == "Mine."


def test_an_unknown_profile_names_those_that_exist() -> None:
    with pytest.raises(Misconfigured) as raised:
        read_profile("pi5")
    assert "jetson" in raised.value.mend


async def test_a_part_that_cannot_be_opened_is_told_with_its_component(tmp_path: Path) -> None:
    (tmp_path / "own.profile.yaml").write_text(
        "{profile: own, id: own, name: Own, components: {one: {driver: led, capabilities: {switch: {}}, settings: {pin: 99}}}}"
    )
    with pytest.raises(Misconfigured, match=r"own\.one.*99"), bench(str(tmp_path / "own.profile.yaml"), tmp_path):
        pass


def test_the_default_model_is_the_light_one_of_the_manifest() -> None:
    assert read_manifest()["light"].file == LIGHT
