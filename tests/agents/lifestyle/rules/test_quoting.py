"""Which sentences are quoted: whole, in their order, never changed."""

from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.lifestyle.rules.passages import Passage
from yamori.agents.lifestyle.rules.quoting import chosen, pieces


@given(st.lists(st.sampled_from(["Rinse it well.", "注意：水に濡らさない。", "- a screw", "Parts:", "Use 1.5 V. " * 9]), max_size=20))
def test_what_is_quoted_stands_in_the_passage_in_its_order(rows: list[str]) -> None:
    passage = Passage(text="\n".join(rows))
    found = pieces(passage)
    kept = chosen(passage, [float(len(p) % 7) for p in found])
    assert kept == sorted(set(kept))
    assert all(found[i] in passage.text for i in kept)
    assert bool(kept) == bool(found)


def test_a_passage_of_a_usual_length_is_quoted_whole() -> None:
    passage = Passage(text="Rinse the felt. " * 12 + "Dry it flat for nine hours.")
    assert len(chosen(passage, [0.5] * 12 + [0.0])) == 13


def test_the_number_of_a_list_is_no_sentence() -> None:
    assert pieces(Passage(text="1. Rinse it. 2. Dry it.\n12. Iron it.")) == ["1. Rinse it.", "2. Dry it.", "12. Iron it."]


def test_a_warning_beside_the_answer_is_quoted_with_it() -> None:
    rows = [
        "Fill it to the line with fresh water. " * 4,
        "Descale it with 50 ml of acid.",
        "Wait for an hour. " * 5,
        "Never inhale the steam.",
    ]
    passage = Passage(text="\n".join(rows))
    found = pieces(passage)
    best = found.index("Descale it with 50 ml of acid.")
    kept = chosen(passage, [1.0 if i == best else 0.1 for i in range(len(found))])
    assert best in kept


def test_a_list_is_quoted_whole_with_the_line_that_introduces_it() -> None:
    rows = [
        "Some words come first, and they are many, so that the passage is a long one. " * 10,
        "You need:",
        "- a screw",
        "- a nut",
        "- a bolt",
    ]
    passage = Passage(text="\n".join(rows))
    found = pieces(passage)
    kept = chosen(passage, [1.0 if p == "- a nut" else 0.0 for p in found])
    assert [found[i] for i in kept] == ["You need:", "- a screw", "- a nut", "- a bolt"]
