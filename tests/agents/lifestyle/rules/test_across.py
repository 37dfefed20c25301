"""Words of a question that stand in a passage of the other language."""

from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.lifestyle.rules.across import USUAL, WEIGHT, Concept, Terms, gains
from yamori.agents.lifestyle.rules.words import terms

CHIMNEY = Concept("煙突", (("chimney",), ("smokestack",)))
SWEPT = Concept("掃除", (("clean",), ("sweep",)))
WORDS = st.lists(st.sampled_from(["chimney", "roof", "sweep", "clean", "moss"]), max_size=6)


def test_any_counterpart_stands_for_the_word() -> None:
    assert SWEPT.stands_in(Terms(terms("Sweeping is in May.")))
    assert not CHIMNEY.stands_in(Terms(terms("Sweeping the roof.")))


def test_a_counterpart_of_two_words_needs_both() -> None:
    heater = Concept("給湯器", (("water", "heater"),))
    assert heater.stands_in(Terms(terms("The heater's water is hard.")))
    assert not heater.stands_in(Terms(terms("Water the roses.")))


def test_a_lone_character_of_japanese_stands_in_a_longer_word() -> None:
    assert Concept("key", (("鍵",),)).stands_in(Terms(terms("合鍵を預ける")))
    assert not Concept("a", (("a",),)).stands_in(Terms(terms("cab")))


def test_the_passage_that_holds_more_and_rarer_words_gains_most() -> None:
    passages = [terms(t) for t in ("Sweeping the chimney.", "Sweeping the floor.", "Cleaning the stairs.", "Moss is grey.")]
    both, common, also, none = gains([CHIMNEY, SWEPT], passages)
    assert both > common == also > none
    assert both == WEIGHT * (1 - USUAL)
    assert none == -WEIGHT * USUAL


@given(st.lists(WORDS, max_size=5))
def test_what_is_gained_stays_within_its_bounds(passages: list[list[str]]) -> None:
    assert all(-WEIGHT * USUAL <= gain <= WEIGHT * (1 - USUAL) + 1e-9 for gain in gains([CHIMNEY, SWEPT], passages))
    assert gains([], passages) == [0.0] * len(passages)
