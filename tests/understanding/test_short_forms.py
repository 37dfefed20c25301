"""Short forms of typed messages are written out where they are words, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lengths import examples

from yamori.understanding.short_forms import written_out


@pytest.mark.parametrize(
    ("typed", "full"),
    [
        ("lamp on n blinds down pls", "lamp on and blinds down please"),
        ("Whats left", "What's left"),
        ("is it locked? n turn the fan off", "is it locked? and turn the fan off"),
        ("a call w/ Ken in the living rm", "a call with Ken in the living room"),
        ("dont wake her", "don't wake her"),
    ],
)
def test_a_short_form_is_written_out(typed: str, full: str) -> None:
    assert written_out(typed) == full


@pytest.mark.parametrize(
    "text",
    [
        "route n",
        "a 60 w bulb",
        "N",
        'write "u n me" on the list',
        "see example.com/w/u",
        "mail u@example.com",
        "電気消して n",
        "the n-th one",
        "turn the lamp on",
    ],
)
def test_what_is_none_stays_as_it_is(text: str) -> None:
    assert written_out(text) == text


@given(text=st.text(max_size=60))
@examples(100)
def test_writing_out_twice_changes_nothing_more(text: str) -> None:
    once = written_out(text)
    assert written_out(once) == once
