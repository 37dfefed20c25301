"""A word for something that a device could be set to is no mere asking: it is set, or asked about."""

from tests.agents.iot.frames.homes import NOW, context_of

from yamori.agents.iot.rules.commands import Order
from yamori.agents.iot.rules.unset_values import unset_values
from yamori.domain.values import Value
from yamori.understanding.utterance import utterance_of


def left(text: str, capability: str, command: str, **arguments: Value) -> list[str]:
    context = context_of("demo")
    order = Order("washing-machine", "main", capability, command, arguments)
    flat = utterance_of(text, NOW).normal.text
    return [flat[s.start : s.end] for s in unset_values(flat, [order], context.index, context.lexicon)]


def test_a_programme_that_no_order_sets_is_left() -> None:
    assert left("set the washer going on quick", "washerOperatingState", "start") == ["quick"]


def test_a_programme_that_is_set_is_not_left() -> None:
    assert left("put the washer on quick", "washerMode", "setWasherMode", mode="quick") == []


def test_the_word_that_asks_is_not_left() -> None:
    assert left("run the washing machine", "washerOperatingState", "start") == []
