"""How surely a model says yes, and where the search put a passage, make the chance that it answers."""

from hypothesis import given
from hypothesis import strategies as st
from tests.agents.lifestyle.rules.found import hit

from yamori.agents.lifestyle.rules.judging import ANSWERS, SURELY, Curve, chance, leaning
from yamori.llm.port import Answer, Token, Usage

CURVE = Curve(model="tests:fitted", words={"Yes": 1.0, "No": -1.0, "Unknown": -2.0}, score=3.0, across=0.5, constant=-1.0)


def says(model: str = "tests:other", **chances: float) -> Answer:
    return Answer(text="Yes", tokens=(Token(text="Yes", chances=chances),), usage=Usage(model=model))


def test_odds_are_read_from_the_first_token_whatever_its_case_and_spaces() -> None:
    assert leaning(says(Yes=0.5, No=0.5)) == 0
    assert leaning(Answer(text="Yes", tokens=(Token(text="Yes", chances={" yes": 0.3, "Yes": 0.3, "No": 0.3}),))) > 0
    assert leaning(says(Yes=0.2, No=0.7)) < 0


def test_a_model_that_tells_no_odds_is_taken_at_its_word() -> None:
    assert chance(hit("Oil it.", 0.45), Answer(text="Yes."), CURVE, across=False) >= SURELY
    assert chance(hit("Oil it.", 0.45), Answer(text=" no"), CURVE, across=False) < ANSWERS


def test_a_model_that_a_curve_was_fitted_to_is_also_heard_in_what_it_would_rather_have_said() -> None:
    sure = chance(hit("Oil it.", 0.45), says("tests:fitted", Yes=0.6, No=0.3), CURVE, across=False)
    wavers = chance(hit("Oil it.", 0.45), says("tests:fitted", Yes=0.6, No=0.3, Unknown=0.05), CURVE, across=False)
    assert wavers < sure
    assert chance(hit("Oil it.", 0.45), says("tests:other", Yes=0.6, No=0.3, Unknown=0.05), CURVE, across=False) == chance(
        hit("Oil it.", 0.45), says("tests:other", Yes=0.6, No=0.3), CURVE, across=False
    )


chances = st.floats(0.001, 0.999)


@given(st.floats(0, 1), st.floats(0, 1), chances, chances, st.sampled_from(["tests:fitted", "tests:other"]), st.booleans())
def test_a_surer_yes_and_a_better_place_never_lower_the_chance(
    score: float, other: float, yes: float, more: float, model: str, across: bool
) -> None:
    less, much = min(yes, more), max(yes, more)
    low = chance(hit("Oil it.", min(score, other)), says(model, Yes=less, No=1 - less), CURVE, across=across)
    assert chance(hit("Oil it.", max(score, other)), says(model, Yes=much, No=1 - much), CURVE, across=across) >= low
    assert 0 <= low <= 1
