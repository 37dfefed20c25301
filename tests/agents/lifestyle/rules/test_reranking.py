"""What the slower encoder finds close goes up, each language by its own measure."""

from tests.agents.lifestyle.rules.found import hit

from yamori.agents.lifestyle.rules.paper import Hit
from yamori.agents.lifestyle.rules.reranking import ACROSS, CANDIDATES, SEARCHED, candidates, reranked
from yamori.domain.language import Language


def order(hits: list[Hit], closeness: list[float]) -> list[str]:
    return [h.passage.text for h in reranked(Language.ENGLISH, hits, closeness)]


def test_a_passage_that_is_closer_overtakes_one_that_had_a_little_more() -> None:
    assert order([hit("Oil it.", 0.45), hit("Wax it.", 0.42)], [0.80, 0.88]) == ["Wax it.", "Oil it."]


def test_a_passage_of_another_language_is_not_set_back_for_lying_further() -> None:
    assert order([hit("Oil it.", 0.40), hit("油をさします。", 0.39)], [0.82, 0.80]) == ["油をさします。", "Oil it."]


def test_an_entry_is_no_closer_only_for_being_a_question_too() -> None:
    assert order([hit("Oil it.", 0.40, question="How is it oiled?"), hit("Wax it.", 0.38)], [0.84, 0.84]) == ["Wax it.", "Oil it."]


def test_the_best_of_another_language_are_read_closer_however_far_behind_words_set_them() -> None:
    hits = [hit(f"Part {n}.", 0.9 - n / 100, number=n) for n in range(SEARCHED - 20)]
    hits += [hit(f"部品{n}です。", 0.2 - n / 200, number=100 + n) for n in range(20)]
    read = candidates(Language.ENGLISH, hits)
    assert [h.number for h in read] == [*range(CANDIDATES), *range(100, 100 + ACROSS)]
