"""Values there and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.domain.capability import Attribute
from yamori.gateway.homeassistant.domains import Source
from yamori.gateway.homeassistant.forms import COLOURS, near_enough, ours, theirs

LEVEL = Attribute(name="level", type="integer", minimum=0, maximum=100)
WORD = Attribute(name="word", type="string")


@given(st.integers(0, 100))
def test_every_level_survives_the_way_to_home_assistant_and_back(level: int) -> None:
    source = Source(of="brightness", scale=(255, 100))
    assert ours(source, LEVEL, "on", {"brightness": theirs(source, level)}, simulated=False) == level


@pytest.mark.parametrize("colour", COLOURS)
def test_every_colour_is_the_one_nearest_to_itself(colour: str) -> None:
    source = Source(of="hs_color", form="color")
    assert ours(source, WORD, "on", {"hs_color": theirs(source, colour)}, simulated=False) == colour


def test_a_position_that_contradicts_the_state_is_not_believed() -> None:
    source = Source(of="current_position", ends={"closed": 0, "open": 100})
    assert ours(source, LEVEL, "open", {"current_position": 0}, simulated=True) == 100
    assert ours(source, LEVEL, "open", {"current_position": 30}, simulated=True) == 30
    assert ours(source, LEVEL, "closed", {}, simulated=True) == 0


def test_what_does_not_answer_says_nothing() -> None:
    for state in (None, "unknown", "unavailable"):
        assert ours(Source(of="state", words={"*": "on"}), WORD, state, {}, simulated=False) is None
    assert ours(Source(of="brightness"), LEVEL, "on", {"brightness": "bright"}, simulated=False) is None


def test_a_lamp_that_counts_in_mired_shows_what_was_wanted_as_near_as_it_can() -> None:
    kelvin = Source(of="color_temp_kelvin", form="kelvin")
    assert near_enough(3003, 3000, kelvin, {}) and not near_enough(3100, 3000, kelvin, {})
    stepped = Source(of="temperature", step="target_temp_step")
    assert near_enough(21.5, 21.3, stepped, {"target_temp_step": 0.5}) and not near_enough(22.5, 21.3, stepped, {"target_temp_step": 0.5})
