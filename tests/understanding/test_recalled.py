"""A reading that was proven is recalled with other numbers, in its room, until it is taken back."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.agentkit.agent import ToolCall
from yamori.domain.values import Value
from yamori.understanding.recalled import RecalledReadings
from yamori.understanding.utterance import Utterance, utterance_of

NOW = datetime.fromisoformat("2026-03-05T18:00:00+09:00")


def said(text: str) -> Utterance:
    return utterance_of(text, NOW)


def call(**arguments: Value) -> ToolCall:
    return ToolCall(tool="control", arguments={"devices": ["kiln"], "arguments": arguments})


def test_the_same_words_are_recalled_whatever_their_marks_letters_and_courtesies() -> None:
    readings = RecalledReadings(None, "iot")
    readings.keep(said("Let the kiln breathe"), None, [call()])
    assert readings.find(said("let the kiln breathe, please!"), None) == (call(),)
    assert readings.find(said("let the kiln rest"), None) is None


def test_a_number_that_the_call_holds_may_be_another_and_one_that_it_does_not_may_not() -> None:
    readings = RecalledReadings(None, "iot")
    readings.keep(said("bring kiln 2 up to 800"), None, [call(level=800)])
    assert readings.find(said("bring kiln 2 up to 650"), None) == (call(level=650),)
    assert readings.find(said("bring kiln 3 up to 650"), None) is None


def test_numbers_that_are_the_same_stay_as_they_are() -> None:
    readings = RecalledReadings(None, "iot")
    readings.keep(said("kiln 5 to 5"), None, [call(level=5)])
    assert readings.find(said("kiln 5 to 5"), None) == (call(level=5),)
    assert readings.find(said("kiln 5 to 6"), None) is None


def test_it_is_recalled_in_its_room_and_by_its_agent_alone() -> None:
    readings = RecalledReadings(None, "iot")
    readings.keep(said("窯を休ませて"), "workshop", [call()])
    assert readings.find(said("窯を休ませて"), "workshop") == (call(),)
    assert readings.find(said("窯を休ませて"), "kitchen") is None and readings.find(said("窯を休ませて"), None) is None


@pytest.mark.parametrize("again", [False, True])
def test_what_was_taken_back_is_forgotten_also_after_it_was_recalled(again: bool) -> None:
    readings = RecalledReadings(None, "iot")
    readings.keep(said("let the kiln breathe"), None, [call()])
    readings.keep(said("wake the kiln"), None, [call(level=1)])
    if again:
        readings.used(said("let the kiln breathe"), None)
    readings.forget_last()
    assert (readings.find(said("let the kiln breathe"), None) is None) is again
    assert (readings.find(said("wake the kiln"), None) is None) is not again


@given(st.integers(0, 900), st.integers(0, 900))
def test_the_number_said_is_always_the_number_used(first: int, second: int) -> None:
    readings = RecalledReadings(None, "iot")
    readings.keep(said(f"kiln up to {first}"), None, [call(level=first)])
    found = readings.find(said(f"kiln up to {second}"), None)
    assert found == (call(level=second),)
