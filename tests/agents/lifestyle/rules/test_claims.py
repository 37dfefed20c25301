"""How surely a question is the papers' own."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agents.lifestyle.rules.found import hit

from yamori.agentkit.task import Strength
from yamori.agents.lifestyle.rules.asking import Asking
from yamori.agents.lifestyle.rules.claims import FITS, LIKELY, NEAR, NEAR_OWN, OBVIOUS, claimed, near
from yamori.agents.lifestyle.rules.paper import Hit

ORDER = [Strength.NONE, Strength.WEAK, Strength.STRONG, Strength.OWNING, Strength.WHOLE]
NAMING = (Asking.TOPICS, Asking.PAPERS, Asking.OUTRIGHT)
LITTLE = 1e-6
scores = st.floats(min_value=-1.0, max_value=2.0, allow_nan=False)


def hits(*scores: float) -> list[Hit]:
    """The best first."""
    found = sorted(scores, reverse=True)
    return [hit("x", s, number=n) for n, s in enumerate(found)]


@pytest.mark.parametrize("said", NAMING)
@given(score=scores)
def test_whoever_names_the_papers_means_them_whatever_they_hold(said: Asking, score: float) -> None:
    assert claimed(said, hits(score)).strength is Strength.OWNING
    assert claimed(said, []).strength is Strength.OWNING


@pytest.mark.parametrize("said", [a for a in Asking if a not in NAMING])
def test_what_no_passage_comes_near_is_not_theirs(said: Asking) -> None:
    assert claimed(said, []).strength is Strength.NONE
    assert claimed(said, [hit("x", NEAR - LITTLE, starter=True)]).strength is Strength.NONE
    assert claimed(said, hits(NEAR_OWN - LITTLE)).strength is Strength.NONE


@pytest.mark.parametrize("said", [Asking.MISHAP, Asking.HOWTO, Asking.KNOWLEDGE, Asking.ASKS])
def test_the_households_own_papers_may_answer_a_question_that_lies_further_off(said: Asking) -> None:
    assert claimed(said, hits(NEAR_OWN)).strength is Strength.WEAK
    assert claimed(said, [hit("x", NEAR_OWN, starter=True)]).strength is Strength.NONE


@pytest.mark.parametrize("said", list(Asking))
def test_while_papers_are_read_only_a_question_of_how_or_what_went_wrong_waits_for_them(said: Asking) -> None:
    waits = said in (Asking.HOWTO, Asking.MISHAP)
    assert claimed(said, [], reading=True).strength is (Strength.STRONG if waits else claimed(said, []).strength)
    assert claimed(said, hits(FITS), reading=True) == claimed(said, hits(FITS))


@pytest.mark.parametrize(
    ("said", "score", "strength"),
    [
        (Asking.HOWTO, FITS, Strength.OWNING),
        (Asking.HOWTO, FITS - LITTLE, Strength.STRONG),
        (Asking.HOWTO, NEAR, Strength.STRONG),
        (Asking.MISHAP, FITS, Strength.OWNING),
        (Asking.MISHAP, NEAR, Strength.STRONG),
        (Asking.KNOWLEDGE, 1.0, Strength.STRONG),
        (Asking.KNOWLEDGE, LIKELY, Strength.STRONG),
        (Asking.KNOWLEDGE, LIKELY - LITTLE, Strength.WEAK),
        (Asking.ASKS, OBVIOUS, Strength.STRONG),
        (Asking.ASKS, OBVIOUS - LITTLE, Strength.WEAK),
        (Asking.STATE, 1.0, Strength.WEAK),
        (Asking.TROUBLE, 1.0, Strength.WEAK),
        (Asking.NOTHING, 1.0, Strength.WEAK),
    ],
)
def test_the_better_a_paper_can_answer_this_kind_of_question_the_less_it_must_fit(said: Asking, score: float, strength: Strength) -> None:
    assert claimed(said, hits(score)).strength is strength


def test_words_of_the_other_language_make_no_sentence_a_question_to_the_papers() -> None:
    found = replace(hit("x", OBVIOUS), gained=0.3)
    assert claimed(Asking.ASKS, [found]).strength is Strength.NONE
    assert claimed(Asking.ASKS, [found, hit("y", OBVIOUS)]).strength is Strength.STRONG


@given(said=st.sampled_from(list(Asking)), one=scores, other=scores)
def test_a_better_passage_never_makes_a_weaker_claim(said: Asking, one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert ORDER.index(claimed(said, hits(low)).strength) <= ORDER.index(claimed(said, hits(high)).strength)


@given(said=st.sampled_from(list(Asking)), found=st.lists(scores, min_size=1, max_size=4))
def test_the_best_passage_alone_decides(said: Asking, found: list[float]) -> None:
    assert claimed(said, hits(*found)) == claimed(said, hits(max(found)))


def test_a_claim_says_how_well_the_nearest_passage_fits() -> None:
    assert claimed(Asking.HOWTO, hits(0.514, 0.2)).why == "the nearest passage fits by 0.51"
    assert claimed(Asking.OUTRIGHT, []).why == "it names the papers"


@given(score=scores, gained=st.floats(min_value=0.0, max_value=1.0))
def test_what_a_passage_is_near_is_looked_for_although_it_is_no_question(score: float, gained: float) -> None:
    assert near(hits(score)) is (score >= NEAR)
    assert near([replace(hit("x", score + gained), gained=gained)]) is (score + gained - gained >= NEAR)
    assert not near([])
