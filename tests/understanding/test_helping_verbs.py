"""A verb that only helps another one is no clause of its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.understanding.splitting import split_clauses


@pytest.mark.parametrize(
    ("said", "clauses"),
    [
        ("勝手口、閉まってるか見てきて", ["勝手口、閉まってるか見てきて"]),
        ("窓を閉めて電気を消してきて", ["窓を閉めて", "電気を消してきて"]),
        ("エアコンを消して、照明もつけて", ["エアコンを消して", "照明もつけて"]),
        ("go and see whether the back door is locked", ["go and see whether the back door is locked"]),
        ("go and check the oven, and close the blinds", ["go and check the oven", "close the blinds"]),
        ("turn on the lamp and turn it off", ["turn on the lamp", "turn it off"]),
    ],
)
def test_a_helping_verb_stays_with_the_verb_that_it_helps(said: str, clauses: list[str]) -> None:
    assert split_clauses(said) == clauses


_CLAUSES = st.lists(st.sampled_from(["go", "come", "close the blinds", "turn it off", "see if it is cold"]), min_size=1, max_size=5)


@given(_CLAUSES)
def test_no_word_is_lost_and_no_helper_but_a_last_one_stands_alone(clauses: list[str]) -> None:
    pieces = split_clauses(" and ".join(clauses))
    assert " and ".join(pieces) == " and ".join(clauses)
    assert not any(piece in ("go", "come") for piece in pieces[:-1])
