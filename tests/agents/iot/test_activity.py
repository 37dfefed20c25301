"""Whether a thing is doing something is told by what it does, and never by what it is set to."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.agents.iot.house import house

from yamori.domain.values import Value
from yamori.gateway.gate import HouseGate

ANNEX = Path(__file__).parent / "houses" / "annex.home.yaml"


async def asked(question: str, values: Mapping[str, Value] | None = None) -> str:
    async with house(home=ANNEX) as annex:
        assert isinstance(annex.gate, HouseGate)
        for path, value in (values or {}).items():
            await annex.gate.set(path, value)
        outcome = await annex.say(question)
        assert not annex.model.prompts
        return outcome.text


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("Is the studio radiator heating?", ["No", "idle"]),
        ("Is the studio radiator still heating up?", ["No", "idle"]),
        ("Is the loft air conditioner cooling?", ["Yes", "cooling"]),
        ("Is the loft air conditioner heating?", ["No", "cooling"]),
        ("Is the loft air conditioner running?", ["Yes", "cooling"]),
        ("Is the humidifier humidifying?", ["No", "idle"]),
        ("Is the loft fan running?", ["Yes", "on"]),
        ("Is the washing machine running?", ["No", "stopped"]),
        ("Is the washing machine washing?", ["No", "stopped"]),
        ("Is the tumble dryer running?", ["Yes", "running"]),
        ("Is the tumble dryer drying?", ["Yes", "running"]),
        ("Is the oven heating?", ["No", "ready"]),
        ("Is the robot vacuum cleaning?", ["No", "docked"]),
        ("アトリエのヒーターは暖房してる？", ["いいえ", "待機中"]),
        ("アトリエのヒーター、暖房中？", ["いいえ", "待機中"]),
        ("ロフトのエアコン冷房してる？", ["はい", "冷房中"]),
        ("加湿器は加湿してる？", ["いいえ", "待機中"]),
        ("洗濯機動いてる？", ["いいえ", "停止"]),
        ("乾燥機動いてる？", ["はい", "運転中"]),
        ("ロフトの扇風機回ってる？", ["はい", "オン"]),
        ("オーブンは加熱してる？", ["いいえ"]),
    ],
)
async def test_an_activity_is_answered_by_what_reports_it(question: str, parts: list[str]) -> None:
    said = await asked(question)
    assert all(part in said for part in parts), said


@pytest.mark.parametrize(
    ("question", "values", "answer"),
    [
        ("Is the loft thermostat heating?", {}, "The loft thermostat is set to heat; whether it is heating now is not reported."),
        (
            "Is the studio air conditioner cooling?",
            {"a1.main.airConditionerMode.airConditionerMode": "auto"},
            "The studio air conditioner is set to auto; whether it is cooling now is not reported.",
        ),
        ("Is the studio air conditioner heating?", {}, "No, the studio air conditioner is set to cool."),
        ("Is the studio air conditioner cooling?", {"a1.main.switch.switch": "off"}, "No, the studio air conditioner is off."),
        ("Is the loft thermostat heating?", {"h2.main.thermostatMode.thermostatMode": "off"}, "No, the loft thermostat is off."),
        (
            "ロフトのサーモスタットは暖房してる？",
            {},
            "ロフトのサーモスタットは暖房に設定されています。今暖房中かどうかは報告されていません。",
        ),
        ("アトリエのエアコンは冷房してる？", {"a1.main.switch.switch": "off"}, "いいえ、アトリエのエアコンはオフです。"),
    ],
)
async def test_where_only_the_mode_is_known_the_answer_says_so(question: str, values: dict[str, Value], answer: str) -> None:
    assert await asked(question, values) == answer


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("Is the studio radiator set to heat?", ["Yes", "set to heat"]),
        ("Is the studio radiator in heat mode?", ["Yes", "set to heat"]),
        ("Is the studio radiator off?", ["No", "set to heat"]),
        ("アトリエのエアコンは冷房モードになってる？", ["はい", "冷房"]),
        ("What mode is the studio radiator in?", ["heat"]),
        ("Is the washing machine on?", ["Yes", "on"]),
        ("What is the studio radiator doing?", ["idle"]),
    ],
)
async def test_a_question_about_what_was_set_is_answered_by_that(question: str, parts: list[str]) -> None:
    said = await asked(question)
    assert all(part in said for part in parts), said


async def test_of_several_each_is_answered_by_what_it_reports() -> None:
    said = await asked("Is anything heating?")
    assert (
        "the studio radiator is idle" in said and "The loft thermostat is set to heat; whether it is heating now is not reported." in said
    )


async def test_an_activity_that_was_taken_back_is_not_known() -> None:
    said = await asked("Is the studio radiator heating?", {"h1.main.heaterActivity.action": None})
    assert said == "I don't know whether the studio radiator is heating: it has not reported that since 19:00; then it was idle."
