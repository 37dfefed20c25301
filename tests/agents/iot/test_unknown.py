"""What is said of values that devices have taken back: that they are not known, what they were last and when, and nothing as current."""

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.agents.iot.house import NOW, House, house

from yamori.domain.values import Value
from yamori.gateway.gate import HouseGate


async def put(manor: House, **values: Value) -> None:
    """Attributes by `device_attribute`."""
    assert isinstance(manor.gate, HouseGate)
    for name, value in values.items():
        device, _, attribute = name.partition("_")
        path = next(r.path for r in await manor.gate.snapshot(device) if r.attribute == attribute)
        await manor.gate.set(path, value)


async def asked(question: str, **values: Value) -> str:
    async with house() as manor:
        await put(manor, **values)
        outcome = await manor.say(question)
        assert not manor.model.prompts
        return outcome.text


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("How warm is it in the tower?", ["Barometer", "has not reported its temperature since 19:00", "11 °C"]),
        ("What's the temperature in the tower?", ["has not reported its temperature since 19:00; then it was 11 °C."]),
        ("塔は何度？", ["気圧計", "温度", "分かりません", "19:00", "11°C"]),
        ("How humid is it in the tower?", ["62"]),
    ],
)
async def test_a_measurement_that_was_taken_back_is_given_with_its_last_value_and_time(question: str, parts: list[str]) -> None:
    said = await asked(question, t3_temperature=None)
    assert all(part in said for part in parts), said


@pytest.mark.parametrize(
    ("question", "parts", "never"),
    [
        ("Is the gate locked?", ["don't know", "the gate", "locked", "since 19:00"], ["Yes", "No,"]),
        ("Is the gate unlocked?", ["don't know", "since 19:00; then it was locked"], ["Yes", "No,"]),
        ("門の鍵かかってる？", ["門", "施錠", "かどうか", "分かりません", "19:00"], ["はい", "いいえ"]),
    ],
)
async def test_whether_something_is_so_is_not_answered_without_knowing(question: str, parts: list[str], never: list[str]) -> None:
    said = await asked(question, g1_lock=None)
    assert all(part in said for part in parts) and not any(part in said for part in never), said


async def test_an_open_or_closed_position_that_is_not_known_is_neither() -> None:
    said = await asked("Is the right drape open?", p6_position=None)
    assert "don't know" in said and "40%" in said, said


@pytest.mark.parametrize(
    ("question", "values", "parts", "never"),
    [
        ("Are all the lamps upstairs off?", {"b1_switch": "off", "t1_switch": None}, ["Not known: Telescope lamp", "on at 19:00"], ["Yes"]),
        ("2階の電気は全部消えてる？", {"b1_switch": "off", "t1_switch": None}, ["分からないもの: 望遠鏡のランプ"], ["はい"]),
        ("Is everything off upstairs?", {"b2_switch": None}, ["No", "Ida's lamp", "Not known: Otto's lamp"], ["Yes"]),
        ("Which lights are on?", {"t1_switch": None}, ["chandelier", "Ida's lamp", "Not known: Telescope lamp"], ["Lamp, Telescope"]),
        ("How many lights are on upstairs?", {"t1_switch": None}, ["1 of 2", "Not known: Telescope lamp"], ["2 of"]),
        ("Is any light on in the tower?", {"t1_switch": None}, ["telescope lamp"], ["Yes", "No,"]),
        ("どの電気がついてる？", {"t1_switch": None}, ["シャンデリア", "分からないもの: 望遠鏡のランプ"], ["望遠鏡のランプが"]),
    ],
)
async def test_what_is_not_known_counts_neither_for_nor_against(
    question: str, values: dict[str, Value], parts: list[str], never: list[str]
) -> None:
    said = await asked(question, **values)
    assert all(part in said for part in parts) and not any(part in said for part in never), said


@pytest.mark.parametrize(
    ("question", "coldest", "unknown"),
    [("Where is it coldest?", "18.5", "Not known: Barometer"), ("一番寒い部屋はどこ？", "18.5", "分からないもの: 気圧計")],
)
async def test_a_superlative_is_of_those_that_are_known(question: str, coldest: str, unknown: str) -> None:
    said = await asked(question, t3_temperature=None)
    assert coldest in said and unknown in said, said


async def test_the_time_of_another_day_is_given_with_its_day() -> None:
    async with house() as manor:
        await put(manor, t3_temperature=None)
        later = replace(manor.task("How warm is it in the tower?"), now=NOW + timedelta(days=3))
        assert "since 2026-11-21 19:00" in (await manor.carry_out(later)).text


async def test_a_device_that_is_asked_for_altogether_says_what_it_knows_and_what_it_does_not() -> None:
    said = await asked("How is the barometer?", t3_temperature=None)
    assert "62" in said and "has not reported its temperature since 19:00" in said, said
