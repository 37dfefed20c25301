"""Words of a question that stand in a passage of the other language."""

from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.lifestyle.rules.across import USUAL, WEIGHT, Concept, Terms, gains
from yamori.agents.lifestyle.rules.words import terms

HEDGE = Concept("垣根", (("hedg",), ("fenc",)))
CUT = Concept("刈る", (("cut",), ("mow",)))
WORDS = st.lists(st.sampled_from(["hedg", "fenc", "cut", "mow", "moss"]), max_size=6)


def test_any_counterpart_stands_for_the_word() -> None:
    assert CUT.stands_in(Terms(terms("Mowing is in May.")))
    assert not HEDGE.stands_in(Terms(terms("Mowing the lawn.")))


def test_a_counterpart_of_two_words_needs_both() -> None:
    heater = Concept("給湯器", (("water", "heater"),))
    assert heater.stands_in(Terms(terms("The heater's water is hard.")))
    assert not heater.stands_in(Terms(terms("Water the roses.")))


def test_a_lone_character_of_japanese_stands_in_a_longer_word() -> None:
    assert Concept("key", (("鍵",),)).stands_in(Terms(terms("合鍵を預ける")))
    assert not Concept("a", (("a",),)).stands_in(Terms(terms("cab")))


def test_the_passage_that_holds_more_and_rarer_words_gains_most() -> None:
    passages = [terms(t) for t in ("Mowing below the hedge.", "Mowing the lawn.", "Cutting the grass.", "Moss is grey.")]
    both, common, also, none = gains([HEDGE, CUT], passages)
    assert both > common == also > none
    assert both == WEIGHT * (1 - USUAL)
    assert none == -WEIGHT * USUAL


@given(st.lists(WORDS, max_size=5))
def test_what_is_gained_stays_within_its_bounds(passages: list[list[str]]) -> None:
    assert all(-WEIGHT * USUAL <= gain <= WEIGHT * (1 - USUAL) + 1e-9 for gain in gains([HEDGE, CUT], passages))
    assert gains([], passages) == [0.0] * len(passages)
