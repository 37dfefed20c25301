"""How surely a model says yes, and where the search put a passage, make the chance that it answers."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.lifestyle.rules.judging import ANSWERS, SURELY, chance, leaning
from yamori.agents.lifestyle.rules.paper import Hit, Origin, Paper, State
from yamori.agents.lifestyle.rules.passages import Passage
from yamori.llm.port import Answer, Token

PAPER = Paper(
    id=1,
    topic="household",
    name="loom.md",
    title="Loom",
    kind="markdown",
    origin=Origin.ADDED,
    hash="0",
    added=datetime(2026, 1, 2, tzinfo=UTC),
    state=State.READY,
)


def hit(score: float) -> Hit:
    return Hit(paper=PAPER, id=1, number=0, passage=Passage(text="Oil it."), score=score, words=0.3, nearness=0.4)


def says(**chances: float) -> Answer:
    return Answer(text="Yes", tokens=(Token(text="Yes", chances=chances),))


def test_odds_are_read_from_the_first_token_whatever_its_case_and_spaces() -> None:
    assert leaning(says(Yes=0.5, No=0.5)) == 0
    assert leaning(Answer(text="Yes", tokens=(Token(text="Yes", chances={" yes": 0.3, "Yes": 0.3, "No": 0.3}),))) > 0
    assert leaning(says(Yes=0.2, No=0.7)) < 0


def test_a_model_that_tells_no_odds_is_taken_at_its_word() -> None:
    assert chance(hit(0.45), leaning(Answer(text="Yes.")), across=False) >= ANSWERS
    assert chance(hit(0.45), leaning(Answer(text=" no")), across=False) < ANSWERS


def test_a_sure_yes_to_a_passage_that_the_search_put_far_ahead_ends_the_looking() -> None:
    assert chance(hit(0.6), leaning(says(Yes=0.999, No=0.001)), across=False) >= SURELY


@given(st.floats(0, 1), st.floats(0, 1), st.floats(-9, 9), st.floats(-9, 9), st.booleans())
def test_a_surer_yes_and_a_better_place_never_lower_the_chance(score: float, other: float, lean: float, more: float, across: bool) -> None:
    assert chance(hit(max(score, other)), max(lean, more), across=across) >= chance(hit(score), lean, across=across)
