"""The order of what was found."""

from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.lifestyle.rules.ranking import Statistics, fused, with_neighbours, word_score

KNOWN = Statistics(passages=1000, having={"lamp": 400, "citric": 2}, length=20.0)
words = st.lists(st.sampled_from(["lamp", "citric", "water", "洗濯"]), max_size=8)


@given(words, words)
def test_words_count_between_nothing_and_all(question: list[str], passage: list[str]) -> None:
    assert 0.0 <= word_score(question, passage, KNOWN) <= 1.0


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    asked = ["lamp", "citric"]
    assert word_score(asked, ["citric", "acid"], KNOWN) > word_score(asked, ["lamp", "shade"], KNOWN) > 0


def test_a_word_of_every_passage_still_counts_a_little() -> None:
    everywhere = Statistics(passages=3, having={"lamp": 3}, length=2.0)
    assert everywhere.rarity("lamp") > 0


def test_words_and_meaning_together_are_at_most_whole_and_neighbours_only_add() -> None:
    assert abs(fused(1.0, 1.0) - 1.0) < 1e-9
    assert with_neighbours(0.5, []) == 0.5 < with_neighbours(0.5, [0.2, 0.4])
