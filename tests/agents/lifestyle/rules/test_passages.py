"""From parts to passages: nothing of a paper is lost, and what belongs together stays together."""

from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.lifestyle.rules.passages import FULL, LONGEST, Cutter, Part, passages
from yamori.agents.lifestyle.rules.sentences import sentences, width

WORDS = [
    "The filter",
    "is cleaned",
    "once a month.",
    "Never",
    "use soap!",
    "1.5 V",
    "e.g.",
    "フィルターは",
    "月に一度",
    "洗います。",
    "注意！",
    "\n",
    "Mr. A",
]
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=80).map(" ".join) | st.text(max_size=1500)
parts = st.builds(
    Part,
    text=texts,
    headings=st.sampled_from([(), ("A",), ("A", "B"), ("C",)]),
    page=st.sampled_from([None, 1, 2]),
    question=st.sampled_from([None, None, "How?"]),
)


def letters(text: str) -> str:
    return "".join(text.split())


@given(st.lists(parts, max_size=12))
def test_cutting_loses_no_text_and_keeps_its_order(given_parts: list[Part]) -> None:
    assert letters("".join(p.text for p in passages(given_parts))) == letters("".join(p.text for p in given_parts))


@given(st.lists(parts, max_size=12))
def test_no_passage_is_longer_than_it_may_be_unless_it_is_one_sentence_or_an_answer(given_parts: list[Part]) -> None:
    for passage in passages(given_parts):
        glue = passage.text.count("\n") + passage.text.count(" ")
        assert passage.question or width(passage.text) <= FULL + glue or len(sentences(passage.text)) == 1
        assert passage.question or width(passage.text) <= LONGEST + glue


@given(st.lists(parts, max_size=12))
def test_a_passage_stays_under_one_heading_on_one_page(given_parts: list[Part]) -> None:
    places = {(p.headings, p.page, p.question) for p in given_parts}
    assert all((p.headings, p.page, p.question) in places for p in passages(given_parts))


@given(st.lists(parts, max_size=12))
def test_it_is_the_same_whether_the_paper_comes_at_once_or_in_pieces(given_parts: list[Part]) -> None:
    cutter = Cutter()
    found = [passage for part in given_parts for passage in cutter.add(part)]
    assert [*found, *cutter.end()] == list(passages(given_parts))
    assert cutter.end() == []


def test_an_entry_of_questions_and_answers_is_one_passage_however_long() -> None:
    answer = "It is cleaned once a month. " * 40
    (found,) = passages([Part(text=answer, question="How often?")])
    assert (found.text, found.question) == (answer.strip(), "How often?")


def test_short_paragraphs_under_one_heading_become_one_passage() -> None:
    found = list(passages([Part(text=t, headings=h) for t, h in (("One.", ("A",)), ("Two.", ("A",)), ("Three.", ("B",)))]))
    assert [p.text for p in found] == ["One.\nTwo.", "Three."]


def test_what_has_no_room_in_one_passage_is_shared_out_evenly() -> None:
    rows = [Part(text=f"Kind: {kind}; fee: " + "9" * 100, headings=("Fees",)) for kind in "ABCDE"]
    assert [p.text.count("Kind") for p in passages(rows)] == [3, 2]


@given(st.integers(min_value=1, max_value=60), st.integers(min_value=10, max_value=FULL))
def test_evenness_costs_no_passage(rows: int, columns: int) -> None:
    found = list(passages([Part(text="x" * columns) for _ in range(rows)]))
    assert len(found) == -(-rows // (FULL // columns))


def test_what_a_passage_is_found_by_names_what_it_is_about() -> None:
    (found,) = passages([Part(text="Once a month.", headings=("Care", "Filter"))])
    assert found.searched("Washer") == "Washer - Care - Filter\nOnce a month."
