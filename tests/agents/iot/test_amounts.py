"""Amounts are given to the command whose unit they are in; what no command can take is not done."""

from pathlib import Path

import pytest
from tests.agents.iot.frames.homes import context_of
from tests.agents.iot.house import house

from yamori.agents.iot.rules.intent import understand
from yamori.agents.iot.rules.words import numbers
from yamori.domain.values import Value

CHANDLERY = Path(__file__).parent / "houses" / "chandlery.home.yaml"


@pytest.mark.parametrize(
    ("sentence", "changes"),
    [
        ("Start the candle vat, 75 degrees for ten minutes with a gentle swirl.", {"heat": 75, "dipMinutes": 10, "swirl": "gentle"}),
        ("Put the candle vat at 80 degrees and fill it to 40 percent", {"heat": 80, "fill": 40}),
        ("Put the candle vat at 80 degrees, but don't begin yet.", {"heat": 80}),
        ("ろうそくの槽を65度まで上げて", {"heat": 65}),
        ("Switch the candle vat on and open the sieve halfway", {"switch": "on", "sieve": "half"}),
        ("ろうそくの槽を七分づきにして", {"grade": "sevenTenths"}),
    ],
)
async def test_each_amount_goes_where_its_unit_belongs(sentence: str, changes: dict[str, Value]) -> None:
    async with house(home=CHANDLERY) as chandlery:
        await chandlery.say(sentence)
        assert not chandlery.model.prompts
        assert await chandlery.changed() == {f"vat.{name}": value for name, value in changes.items()}


async def test_what_is_measured_is_answered_before_what_was_set() -> None:
    async with house(home=CHANDLERY) as chandlery:
        assert "71" in (await chandlery.say("How hot is the candle vat?")).text
        assert "60" in (await chandlery.say("What temperature is the candle vat set to?")).text


@pytest.mark.parametrize("sentence", ["Raise the glow of the candle vat to 7500.", "ろうそくの槽の香りを7500にして"])
async def test_what_no_command_can_be_set_to_is_not_something_else_that_is_done(sentence: str) -> None:
    async with house(home=CHANDLERY) as chandlery:
        await chandlery.say(sentence)
        assert not chandlery.model.prompts and not await chandlery.changed()


async def test_a_number_that_a_model_leaves_out_is_asked_for_once_more() -> None:
    swirled = {"calls": [{"command": "waxing.setSwirl", "target": "Candle vat (Loft)", "strength": "brisk"}]}
    both = {"calls": [*swirled["calls"], {"command": "waxing.setFill", "target": "Candle vat (Loft)", "percent": 55}]}
    async with house([swirled, both], home=CHANDLERY, covered=False) as chandlery:
        await chandlery.say("Whip the candle vat up lustily and top it to 55")
        assert await chandlery.changed() == {"vat.swirl": "brisk", "vat.fill": 55}


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("to one eighty", 180),
        ("to two hundred", 200),
        ("to two hundred and forty five degrees", 245),
        ("to three twenty five", 325),
        ("by twenty five percent", 25),
        ("to ninety", 90),
    ],
)
def test_numbers_in_words_are_read_with_their_hundreds(said: str, value: float) -> None:
    assert [n.value for n in numbers(said)] == [value]


@pytest.mark.parametrize(
    "sentence", ["Is this juice warm? Lower the fridge by 3 degrees", "このジュースぬるくない？ 冷蔵庫あと3度下げてよ"]
)
def test_a_difference_is_never_set_as_the_new_value(sentence: str) -> None:
    orders = understand(sentence, context_of("demo")).orders
    assert not any(order.arguments.get("setpoint") == 3 for order in orders)
