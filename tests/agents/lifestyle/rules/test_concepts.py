"""Concepts of a question that stand in a passage of either language."""

from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.lifestyle.rules.concepts import (
    USUAL_ACROSS,
    USUAL_OWN,
    WEIGHT_ACROSS,
    WEIGHT_NAMED,
    WEIGHT_OWN,
    Alternatives,
    Concept,
    Terms,
    gains_across,
    gains_named,
    gains_own,
)
from yamori.agents.lifestyle.rules.words import terms

HEDGE = Concept(("垣根",), counterparts=(("hedg",), ("fenc",)))
CUT = Concept(("刈る",), counterparts=(("cut",), ("mow",)))
TRIM = Concept(("trim",), synonyms=(("cut",), ("mow",)))
LAWN = Concept(("lawn",), synonyms=(("grass",),))
WORDS = st.lists(st.sampled_from(["hedg", "fenc", "cut", "mow", "moss", "trim", "grass"]), max_size=6)


def passages(*texts: str) -> list[Terms]:
    return [Terms(terms(text)) for text in texts]


def test_a_counterpart_of_two_words_needs_both() -> None:
    heater = Alternatives([("water", "heater")])
    hot, cold = passages("The heater's water is hard.", "Water the roses.")
    assert hot.hold(heater)
    assert not cold.hold(heater)


def test_a_lone_character_of_japanese_stands_in_a_longer_word() -> None:
    spare, cab = passages("合鍵を預ける", "cab")
    assert spare.hold(Alternatives([("鍵",)]))
    assert not cab.hold(Alternatives([("a",)]))


def test_the_passage_that_holds_more_and_rarer_words_gains_most() -> None:
    both, common, also, none = gains_across(
        [HEDGE, CUT], passages("Mowing below the hedge.", "Mowing the lawn.", "Cutting the grass.", "Moss is grey.")
    )
    assert both > common == also > none
    assert both == WEIGHT_ACROSS * (1 - USUAL_ACROSS)
    assert none == -WEIGHT_ACROSS * USUAL_ACROSS


def test_what_is_said_in_another_word_gains_more_than_what_the_score_counts_already() -> None:
    other, same, none = gains_own([TRIM, LAWN], passages("Mow the grass.", "Trim the lawn.", "Moss is grey."))
    assert other > same > none
    assert none == -WEIGHT_OWN * USUAL_OWN


def test_a_code_of_the_question_tells_its_passage_unless_most_hold_it() -> None:
    faults = passages("E14: water in the base.", "E15: arm blocked.", "Close the tap.", "Clean the holes.")
    assert gains_named(terms("It shows E15!"), faults) == [0.0, WEIGHT_NAMED, 0.0, 0.0]
    assert gains_named(terms("リモコンに562と出た"), passages("562 断水", "632 水位")) == [WEIGHT_NAMED, 0.0]
    assert gains_named(terms("What of the DW620?"), passages(*["DW620"] * 3)) == [0.0] * 3
    assert gains_named(terms("Both 2 or 15?"), passages("15 minutes", "2 hours")) == [0.0] * 2


@given(st.lists(WORDS, max_size=5))
def test_what_is_gained_stays_within_its_bounds(found: list[list[str]]) -> None:
    known = [Terms(f) for f in found]
    assert all(-WEIGHT_ACROSS * USUAL_ACROSS <= g <= WEIGHT_ACROSS * (1 - USUAL_ACROSS) + 1e-9 for g in gains_across([HEDGE, CUT], known))
    assert all(-WEIGHT_OWN * USUAL_OWN <= g <= WEIGHT_OWN * (1 - USUAL_OWN) + 1e-9 for g in gains_own([TRIM, LAWN], known))
    assert gains_across([TRIM], known) == gains_own([], known) == gains_named([], known) == [0.0] * len(known)
