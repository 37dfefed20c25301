"""A reading that was proven is recalled with other numbers, in its room, until it is taken back."""

import sqlite3
from datetime import datetime
from pathlib import Path

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


def test_no_byte_stays_of_what_was_said_in_a_turn_that_is_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "readings.sqlite3"
    readings = RecalledReadings(file, "iot")
    readings.keep(said("let the kiln breathe for Zwetschge"), None, [call()], turn="one")
    readings.keep(said("wake the kiln"), None, [call(level=1)], turn="two")
    readings.forget_words(["one"])
    assert all(b"zwetschge" not in path.read_bytes() for path in tmp_path.iterdir())
    assert readings.find(said("let the kiln breathe for Zwetschge"), None) is None
    assert readings.find(said("wake the kiln"), None) == (call(level=1),)
    readings.close()


def test_readings_of_a_file_from_before_turns_were_noted_are_used_and_go_with_the_first_that_is_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "readings.sqlite3"
    database = sqlite3.connect(file)
    database.execute(
        "CREATE TABLE readings (number INTEGER PRIMARY KEY AUTOINCREMENT, agent TEXT, said TEXT, room TEXT, numbers TEXT, calls TEXT,"
        " UNIQUE (agent, said, room, numbers))"
    )
    row = ("iot", "wake the kiln", "", "[]", '[{"tool": "control", "arguments": {"devices": ["kiln"], "arguments": {}}}]')
    database.execute("INSERT INTO readings (agent, said, room, numbers, calls) VALUES (?, ?, ?, ?, ?)", row)
    database.commit()
    database.close()
    readings = RecalledReadings(file, "iot")
    assert readings.find(said("wake the kiln"), None) == (call(),)
    readings.forget_words(["any"])
    assert readings.find(said("wake the kiln"), None) is None
    readings.close()
