"""When something is to be done, and what is not to be done at all."""

import pytest
from tests.agents.iot.house import after, answered


@pytest.mark.parametrize(
    "sentence",
    [
        "Turn on the kettle at 8",
        "Turn on the kettle tomorrow morning",
        "Turn off the chandelier in 10 minutes",
        "Turn the kettle on for 20 minutes",
        "Turn on the piano lamp when it gets dark",
        "If it rains close the drapes",
        "8時にやかんをつけて",
        "あとでやかんをつけて",
        "10分後にシャンデリアを消して",
        "暗くなったらピアノのランプをつけて",
        "毎朝カーテンを開けて",
    ],
)
async def test_what_is_for_later_is_not_done_now(sentence: str) -> None:
    said = await answered(sentence)
    assert "do it now" in said or "今すぐ" in said


@pytest.mark.parametrize("sentence", ["Turn on the kettle now", "Kettle on right now please", "今すぐやかんをつけて", "いまやかんをつけて"])
async def test_now_is_not_later(sentence: str) -> None:
    assert await after(sentence) == {"s5.switch": "on"}


async def test_a_time_in_a_reason_is_not_when_it_is_to_be_done() -> None:
    assert await after("Guests tonight, so the radiator in the parlour should be at 22") == {"p4.temperatureSetpoint": 22}


@pytest.mark.parametrize("sentence", ["Don't turn off the chandelier", "Please do not touch the chandelier", "シャンデリアは消さないで"])
async def test_what_is_not_wanted_is_not_done(sentence: str) -> None:
    await answered(sentence)


async def test_a_level_is_not_an_hour() -> None:
    assert await after("chandelier at 8 %") == {"p1.level": 8}


@pytest.mark.parametrize(
    "sentence",
    [
        "The chandelier's on again. Turn it off",
        "シャンデリアつけっぱなしじゃん。消しといて",
        "さーて寝るか。シャンデリア消して",
    ],
)
async def test_what_only_tells_how_something_is_asks_for_nothing(sentence: str) -> None:
    assert await after(sentence) == {"p1.switch": "off"}
