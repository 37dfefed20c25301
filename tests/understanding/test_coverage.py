"""Nothing is done on half a sentence: what a decision does not explain is found."""

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.understanding.coverage import Evidence, coverage_of
from yamori.understanding.span import Span
from yamori.understanding.utterance import utterance_of
from yamori.understanding.vocabulary import MarkerKind

NOW = datetime(2026, 11, 21, 9, tzinfo=timezone(timedelta(hours=9)))


def evidence(text: str, explained: Sequence[str], honours: Sequence[MarkerKind] = ()) -> Evidence:
    normal = utterance_of(text, NOW).normal.text
    return Evidence(spans=tuple(Span(normal.index(e), normal.index(e) + len(e)) for e in explained), honours=frozenset(honours))


@pytest.mark.parametrize(
    ("text", "explained"),
    [("Turn the kiln on, please", ["kiln"]), ("窯をつけてくれる？", ["窯", "つけ"]), ("dim the kiln, my eyes hurt", ["kiln", "dim"])],
)
def test_a_sentence_whose_words_are_all_explained_is_covered(text: str, explained: Sequence[str]) -> None:
    assert coverage_of(utterance_of(text, NOW), evidence(text, explained)).complete


@pytest.mark.parametrize(
    ("text", "explained", "left"),
    [
        ("turn the towel rail on", ["towel"], ["rail"]),
        ("play some jazz on the lamp", ["lamp", "play"], ["jazz"]),
        ("タオルウォーマーつけて", ["つけ"], ["タオル", "ウォーマー"]),
    ],
)
def test_a_word_beside_explained_ones_is_left_over(text: str, explained: Sequence[str], left: Sequence[str]) -> None:
    coverage = coverage_of(utterance_of(text, NOW), evidence(text, explained))
    assert not coverage.certain
    assert [w.text for w in coverage.words] == left


def test_a_clause_of_its_own_is_left_out_and_leaves_the_others_certain() -> None:
    text = "open the gate and sharpen the knives"
    coverage = coverage_of(utterance_of(text, NOW), evidence(text, ["open the gate"]))
    assert coverage.certain
    assert [c.text for c in coverage.left_out] == ["sharpen the knives"]


@pytest.mark.parametrize("text", ["put some jazz on", "okay, sharpen the knives", "I could do with some jazz", "包丁を研いで"])
def test_a_sentence_of_which_nothing_is_explained_is_never_certain(text: str) -> None:
    coverage = coverage_of(utterance_of(text, NOW), evidence(text, []))
    assert not coverage.certain and not coverage.left_out


@pytest.mark.parametrize(
    ("text", "explained"),
    [("turn the kiln to ninety, no, sorry, seventy", ["kiln", "ninety"]), ("窯を800度、ごめん、750度", ["窯", "800", "度"])],
)
def test_a_bare_amount_in_a_clause_of_its_own_corrects_another_and_is_never_left_out(text: str, explained: Sequence[str]) -> None:
    coverage = coverage_of(utterance_of(text, NOW), evidence(text, explained))
    assert not coverage.certain and not coverage.left_out


def test_a_reason_that_is_explained_in_part_needs_no_more_beside_an_order() -> None:
    text = "dim the kiln, because the workshop is sweltering"
    assert coverage_of(utterance_of(text, NOW), evidence(text, ["kiln", "dim", "workshop"])).complete


@pytest.mark.parametrize(
    "text", ["skip yoga just this once", "close the gate unless it rains", "close the gate, if it rains", "雨なら門を閉めて"]
)
def test_a_marker_that_nobody_honours_leaves_nothing_certain(text: str) -> None:
    found = utterance_of(text, NOW)
    explained = [w.text for w in found.words if not any(w.span.overlaps(m.span) for m in found.markers) and w.text != "rains"]
    assert not coverage_of(found, evidence(text, explained)).certain


def test_a_marker_that_is_carried_out_needs_nothing_more() -> None:
    text = "skip yoga just this once"
    assert coverage_of(utterance_of(text, NOW), evidence(text, ["skip yoga"], [MarkerKind.ONCE])).complete


KNOWN = ["open the gate", "turn off the kiln", "門を開けて", "add soap to the list"]
ENGLISH = ["and polish the samovar", "with extra varnish", "unless the vicar objects", "except the gazebo", "for the falconer"]


@given(st.sampled_from([k for k in KNOWN if k.isascii()]), st.sampled_from(ENGLISH))
def test_an_unknown_clause_behind_what_was_read_is_never_passed_over(known: str, more: str) -> None:
    text = f"{known} {more}"
    assert not coverage_of(utterance_of(text, NOW), evidence(text, [known])).complete
