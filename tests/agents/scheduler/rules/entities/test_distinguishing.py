"""Words that were said, against titles: what means a task, and what only looks like it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.scheduler.rules.entities.distinguishing import shared
from yamori.agents.scheduler.rules.entities.titles import FOREIGN, SURE, score
from yamori.agents.scheduler.rules.reading.shifts import shifted

MEANT = [
    ("the ladder thing", "Return ladder to Jo"),
    ("Max's check-up", "Check-up for Max"),
    ("watered the roses", "Water the roses"),
    ("our bicycles", "Fix the bike"),
    ("singing", "Singing lesson"),
    ("the Müller thing", "Call Frau Müller"),
    ("花の水やり", "花に水をやる"),
    ("税金の支払い", "税金を払う"),
    ("手紙出してきた", "手紙を出す"),
    ("保険更新した", "火災保険を更新する"),
]
FOREIGN_WORDS = [
    ("lunch with Ben", "Lunch with Ada"),
    ("the violin maker", "Violin"),
    ("drawing class", "Singing class"),
    ("the tennis match", "Buy tennis balls"),
    ("leave the oven", "Clean the oven"),
    ("山中さんに連絡", "田中さんに連絡"),
    ("ピアノの調律", "ピアノ"),
    ("薬を買った", "本を買う"),
]


@pytest.mark.parametrize(("said", "title"), MEANT)
def test_the_same_thing_in_other_words_is_meant(said: str, title: str) -> None:
    assert score(said, title) >= SURE


@pytest.mark.parametrize(("said", "title"), FOREIGN_WORDS)
def test_something_else_is_not_meant_however_alike_it_looks(said: str, title: str) -> None:
    assert score(said, title) <= FOREIGN


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_two_texts_can_be_compared(said: str, title: str) -> None:
    assert 0 <= score(said, title) <= 100
    assert 0 <= shared(said, title).share <= 1


@given(st.text(max_size=80))
def test_a_shift_is_cut_out_of_any_text(text: str) -> None:
    found = shifted(text)
    assert found is None or len(found[1]) <= len(text) + 1
