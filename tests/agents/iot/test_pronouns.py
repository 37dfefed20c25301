"""What a pronoun stands for where something said with it tells: a value that only one device takes chooses that device."""

from dataclasses import replace

import pytest
from tests.agents.iot.frames.homes import calls_of, context_of, resolved

from yamori.agents.iot.rules.intent import understand
from yamori.agents.iot.rules.meaning import Focus
from yamori.agents.iot.rules.names import Part

LIGHT = Focus(parts=(Part("bathroom-light"),), kind="light", predicate="turn on □")
"""The bathroom's light was spoken of before."""


@pytest.mark.parametrize(
    ("sentence", "orders"),
    [
        ("put it on wool", ["setWasherMode washing-machine"]),
        ("the towels are in, can you put it on towels and start it", ["setWasherMode washing-machine", "start washing-machine"]),
        ("それをウールにして、始めて", ["setWasherMode washing-machine", "start washing-machine"]),
        ("put it on cool", ["setAirConditionerMode air-conditioner"]),
        ("put it on", ["on bathroom-light"]),
        ("put it on and close the blinds", ["on bathroom-light", "close living-room-blinds", "close bedroom-blinds"]),
    ],
)
def test_a_value_of_one_device_alone_chooses_it(sentence: str, orders: list[str]) -> None:
    meaning = understand(sentence, replace(context_of("demo"), focus=LIGHT))
    assert [f"{o.command} {o.device}" for o in meaning.orders] == orders


@pytest.mark.parametrize(
    ("line", "calls"),
    [
        ("set: put [device|it] on [value|wool]", ["setWasherMode(mode=wool) washing-machine"]),
        ("start: start [device|it] on [value|towels]", ["setWasherMode(mode=towels) washing-machine", "start() washing-machine"]),
        ("set: put [device|it] on [value|30 %]", ["setLevel(level=30) bathroom-light"]),
    ],
)
def test_so_it_does_where_a_reader_read_it(line: str, calls: list[str]) -> None:
    assert calls_of(resolved(line, focus=LIGHT)) == calls
