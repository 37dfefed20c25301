"""The tools of the agent, as its doors call them."""

from typing import Any, cast

import pytest
from tests.agents.iot.house import NOW, house

from yamori.agentkit.task import Task
from yamori.agentkit.tool import Call
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language


def _call() -> Call:
    task = Task(key="t", request="", said="", person="ida", now=NOW, language=Language.ENGLISH)
    return Call(key="t/0", task=task)


async def test_devices_are_found_by_name_alias_and_room() -> None:
    async with house() as manor:
        found = await manor.agent.tools.run("find_devices", {"query": "piano"}, call=_call())
        assert [d["id"] for d in cast(Any, found.value)] == ["p2"]
        inside = await manor.agent.tools.run("find_devices", {"room": "tower"}, call=_call())
        assert [d["id"] for d in cast(Any, inside.value)] == ["t1", "t2", "t3"]


async def test_a_device_is_described_by_its_files_and_an_unknown_one_by_its_neighbours() -> None:
    async with house() as manor:
        described = await manor.agent.tools.run("describe_device", {"device": "s2"}, call=_call())
        assert "dispense(scoops 1..5)" in str(described.value)
        with pytest.raises(InvalidRequest, match="no device"):
            await manor.agent.tools.run("describe_device", {"device": "s99"}, call=_call())


async def test_one_bad_device_does_not_undo_what_the_others_did() -> None:
    async with house() as manor:
        done = await manor.agent.tools.run(
            "control_devices", {"devices": ["p1", "nowhere"], "capability": "switch", "command": "off"}, call=_call()
        )
        assert len(done.receipts) == 1 and "problems" in str(done.value)
        assert await manor.changed() == {"p1.switch": "off"}


async def test_reading_with_a_wanted_value_names_those_that_match() -> None:
    async with house() as manor:
        read = await manor.agent.tools.run("read_devices", {"devices": ["p5", "p6"], "equals": "open"}, call=_call())
        assert cast(Any, read.value)["matching"] == ["p5", "p6"]
