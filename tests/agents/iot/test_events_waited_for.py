"""Who wants to be told when something happens is not told how it is now."""

import pytest
from tests.agents.iot.house import house
from tests.understanding.test_framed import MarkedReader


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("tell me when the parlour lamp goes off", "get: tell me when [device|the parlour lamp] goes off"),
        ("let me know when the parlour lamp is on", "get: let me know when [device|the parlour lamp] is on"),
    ],
)
async def test_a_reading_of_now_is_no_answer_to_when_something_happens(said: str, line: str) -> None:
    async with house([{"calls": []}, {"calls": []}], reader=MarkedReader(line), prepared=False) as manor:
        outcome = await manor.say(said)
        assert not outcome.runs and "parlour lamp:" not in outcome.text.lower()


async def test_whether_something_is_so_is_still_answered() -> None:
    async with house() as manor:
        assert (await manor.say("tell me if the parlour lamp is on")).runs
