"""How surely a model says yes, and where the search put a passage, make the chance that it answers."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agents.lifestyle.rules.found import hit

from yamori.agents.lifestyle.rules.judging import ANSWERS, SURELY, chance, entry_asked_for, leaning, rivals
from yamori.agents.lifestyle.rules.paper import Origin
from yamori.llm.port import Answer, Token


def says(*, trained: bool = False, **chances: float) -> Answer:
    return Answer(text="Yes", tokens=(Token(text="Yes", chances=chances),), trained=trained)


def test_odds_are_read_from_the_first_token_whatever_its_case_and_spaces() -> None:
    assert leaning(says(Yes=0.5, No=0.5)) == 0
    assert leaning(Answer(text="Yes", tokens=(Token(text="Yes", chances={" yes": 0.3, "Yes": 0.3, "No": 0.3}),))) > 0
    assert leaning(says(Yes=0.2, No=0.7)) < 0


def test_a_model_that_tells_no_odds_is_taken_at_its_word() -> None:
    assert chance(hit("Oil it.", 0.45), Answer(text="Yes."), across=False) >= SURELY
    assert chance(hit("Oil it.", 0.45), Answer(text=" no"), across=False) < ANSWERS


@pytest.mark.parametrize("trained", [True, False])
def test_who_is_sure_is_believed_trained_or_not(trained: bool) -> None:
    assert chance(hit("Oil it.", 0.45), says(trained=trained, Yes=0.99, No=0.01), across=False) >= SURELY
    assert chance(hit("Oil it.", 0.45), says(trained=trained, Yes=0.01, No=0.99), across=False) < ANSWERS


chances = st.floats(0.001, 0.999)


@given(st.floats(0, 1), st.floats(0, 1), chances, chances, st.booleans(), st.booleans())
def test_a_surer_yes_and_a_better_place_never_lower_the_chance(
    score: float, other: float, yes: float, more: float, trained: bool, across: bool
) -> None:
    less, much = min(yes, more), max(yes, more)
    low = chance(hit("Oil it.", min(score, other)), says(trained=trained, Yes=less, No=1 - less), across=across)
    assert chance(hit("Oil it.", max(score, other)), says(trained=trained, Yes=much, No=1 - much), across=across) >= low
    assert 0 <= low <= 1


def test_the_entry_that_asks_the_same_is_the_best_before_a_dictionary_gave_anything() -> None:
    entry = replace(hit("Wipe it.", 0.5, question="How is it wiped?"), nearness=0.8)
    other = replace(hit("拭きます。", 0.6, number=1), gained=0.2)
    assert entry_asked_for([other, entry]) is entry
    assert entry_asked_for([replace(other, gained=0.0), entry]) is None
    assert entry_asked_for([replace(entry, nearness=0.3)]) is None
    assert entry_asked_for([]) is None


def test_only_the_households_own_passages_next_to_an_entry_are_its_rivals() -> None:
    entry = replace(hit("Wipe it.", 0.5, question="How is it wiped?"), nearness=0.8)
    near, far = hit("Oil it.", 0.45, number=1), hit("Wax it.", 0.2, number=2)
    library = replace(near, paper=replace(near.paper, origin=Origin.STARTER), number=3)
    assert rivals("How is it wiped?", entry, [entry, near, library, far]) == [near]
