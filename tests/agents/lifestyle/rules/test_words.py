"""What a text is found by."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lengths import examples

from yamori.agents.lifestyle.rules.passages import Passage
from yamori.agents.lifestyle.rules.words import terms
from yamori.agents.lifestyle.store import Origin
from yamori.agents.lifestyle.store.topic import Topic


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cleaning the filters", "Clean a filter!"),
        ("ﾊﾟｿｺﾝ", "パソコン"),
        ("Ｅ２１", "e21"),
        ("the kettle's lid", "kettle lid"),
        ("kettle’s lid", "kettle lid"),
    ],
)
def test_writings_of_the_same_are_found_by_the_same(one: str, other: str) -> None:
    assert terms(one) == terms(other)


def test_japanese_is_found_by_pairs_and_a_single_character_by_itself() -> None:
    assert terms("洗濯機 水") == ["洗濯", "濯機", "水"]


def test_numbers_stay_whole() -> None:
    assert terms("1.5 V at 20:30") == ["1.5", "v", "20", "30"]


def test_a_question_of_grammar_alone_is_found_by_nothing() -> None:
    assert terms("what is it?") == []


@given(st.text())
def test_no_term_holds_a_space_or_is_empty(text: str) -> None:
    assert all(t and not any(c.isspace() for c in t) for t in terms(text))


@examples(60)
@given(st.text(min_size=1, max_size=60))
def test_whatever_a_text_is_found_by_finds_it_in_the_index(text: str) -> None:
    from datetime import UTC, datetime

    topic = Topic("t", None, encoder=None)
    paper = topic.begin(name="n", title="", kind="text", origin=Origin.ADDED, digest="d", now=datetime(2026, 1, 1, tzinfo=UTC))
    topic.append(paper.id, 0, [Passage(text=text.replace("\ud800", ""))], None, "")
    wanted = list(dict.fromkeys(terms(text)))
    assert topic.having(wanted) == dict.fromkeys(wanted, 1)
    assert topic.matches(dict.fromkeys(wanted, 1.0)).of([1]) == [float(len(wanted))]
    topic.close()
