"""How surely a model says yes, and where the search put a passage, make the chance that it answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agents.lifestyle.rules.found import hit

from yamori.agents.lifestyle.rules.judging import ALONE, ANSWERS, SURELY, ahead_of, chance, to_give, worth_a_look
from yamori.llm.port import Answer, Token
from yamori.understanding.judging.judge import leaning, short_request


def says(*, trained: bool = False, **chances: float) -> Answer:
    return Answer(text="Yes", tokens=(Token(text="Yes", chances=chances),), trained=trained)


def test_odds_are_read_from_the_first_token_whatever_its_case_and_spaces() -> None:
    assert leaning(says(Yes=0.5, No=0.5)) == 0
    assert leaning(Answer(text="Yes", tokens=(Token(text="Yes", chances={" yes": 0.3, "Yes": 0.3, "No": 0.3}),))) > 0
    assert leaning(says(Yes=0.2, No=0.7)) < 0


def test_a_model_that_tells_no_odds_is_taken_at_its_word() -> None:
    assert chance("How is it oiled?", hit("Oil it.", 0.45), Answer(text="Yes.")) >= SURELY
    assert chance("How is it oiled?", hit("Oil it.", 0.45), Answer(text=" no")) < ANSWERS


@pytest.mark.parametrize("trained", [True, False])
def test_who_is_sure_is_believed_trained_or_not(trained: bool) -> None:
    assert chance("How is it oiled?", hit("Oil it.", 0.45), says(trained=trained, Yes=0.9999, No=0.0001)) >= SURELY
    assert chance("How is it oiled?", hit("Oil it.", 0.45), says(trained=trained, Yes=0.01, No=0.99)) < ANSWERS


chances = st.floats(0.001, 0.999)


@given(st.floats(0, 1), st.floats(0, 1), chances, chances, st.booleans())
def test_a_surer_yes_and_a_better_place_never_lower_the_chance(score: float, other: float, yes: float, more: float, trained: bool) -> None:
    less, much = min(yes, more), max(yes, more)
    low = chance("How is it oiled?", hit("Oil it.", min(score, other)), says(trained=trained, Yes=less, No=1 - less))
    assert chance("How is it oiled?", hit("Oil it.", max(score, other)), says(trained=trained, Yes=much, No=1 - much)) >= low
    assert 0 <= low <= 1


def test_what_stands_out_is_likelier_to_answer_than_what_has_neighbours() -> None:
    found, near, far = hit("Oil it.", 0.5, number=1), hit("Wax it.", 0.48, number=2), hit("Dust it.", 0.3, number=3)
    assert ahead_of(found, [found, far]) > ahead_of(found, [found, near, far]) > 0 > ahead_of(near, [found, near, far])
    assert ahead_of(found, [found]) == ALONE
    unsure = says(trained=True, Yes=0.2, No=0.8)
    assert chance("How is it oiled?", found, unsure, among=[found, far]) > chance(
        "How is it oiled?", found, unsure, among=[found, near, far]
    )


def test_an_entry_of_the_library_is_likelier_to_answer_where_nothing_comes_near() -> None:
    entry, other = hit("Looms are oiled monthly.", 0.5, number=1, starter=True), hit("Looms are dusted.", 0.48, number=2, starter=True)
    near, far = hit("Our loom: oil twice a year.", 0.55, number=3), hit("Our boat: wax it.", 0.2, number=4)
    unsure, asked = says(trained=True, Yes=0.4, No=0.6), "How often is a loom oiled?"
    behind, beside, alone = (chance(asked, entry, unsure, among=among) for among in ([near, entry], [entry, other], [entry, far]))
    assert behind < beside < alone


def test_the_passage_with_the_code_of_the_display_is_looked_at_first() -> None:
    near, coded = hit("Switch the loom off before you open it.", 0.5, number=1), hit("E41: thread lost.", 0.2, number=2)
    assert worth_a_look("The loom says 41, what is it?", [near, coded]) == [coded, near]


def test_a_passage_with_the_code_of_the_display_is_likelier_to_answer() -> None:
    unsure, coded = says(trained=True, Yes=0.2, No=0.8), hit("E41: thread lost.", 0.2)
    assert chance("The loom shows E41, why?", coded, unsure) > chance("When was the thread lost?", coded, unsure)


def test_a_passage_about_another_model_than_the_one_that_is_named_is_less_likely_to_answer() -> None:
    unsure, asked = says(trained=True, Yes=0.5, No=0.5), "How often is the LM-30 oiled?"
    named, other = hit("ＬＭ３０: oil it twice a year.", 0.5, number=1), hit("LM-45: oil it every month.", 0.5, number=2)
    assert chance(asked, other, unsure, among=[named, other]) < chance(asked, named, unsure, among=[named, other])
    assert chance(asked, other, unsure, among=[other]) == chance("How often is it oiled?", other, unsure, among=[other])


def test_a_row_that_explains_the_code_comes_before_a_note_that_mentions_it() -> None:
    row, note = (
        hit("Code: E41; Meaning: thread lost\nCode: E42; Meaning: lid open", 0.3, number=1),
        hit("If E41 comes back, call us.", 0.4, number=2),
    )
    unsure, asked = says(trained=True, Yes=0.5, No=0.5), "The loom shows E41, why?"
    assert worth_a_look(asked, [note, row]) == [row, note]
    assert chance(asked, row, unsure, among=[row, note]) > chance(asked, note, unsure, among=[row, note])
    assert chance(asked, note, unsure, among=[note]) > chance(asked, note, unsure, among=[row, note])


def test_where_nothing_comes_near_nothing_is_looked_at() -> None:
    assert worth_a_look("How is it wiped?", [hit("Oil it.", 0.05)]) == []
    assert worth_a_look("How is it wiped?", []) == []


@pytest.mark.parametrize(
    ("chances", "places"),
    [
        ([], ()),
        ([0.05, 0.1], ()),
        ([0.05, 0.4, 0.1], (1,)),
        ([0.3, 0.4, 0.35], (1, 2)),
        ([0.17, 0.05, 0.12], (0, 2)),
        ([0.5, 0.9], (1,)),
        ([0.55, 0.65], (1, 0)),
        ([0.55, 0.85], (1,)),
    ],
)
def test_another_passage_is_given_beside_the_best_where_it_is_nearly_as_likely_and_none_is_sure(
    chances: list[float], places: tuple[int, ...]
) -> None:
    assert to_give(chances) == places


@given(st.lists(st.floats(0, 1), max_size=6))
def test_what_is_given_is_the_likeliest_first(chances: list[float]) -> None:
    shown = [chances[n] for n in to_give(chances)]
    assert shown == sorted(chances, reverse=True)[: len(shown)] and len(shown) <= 2


def test_a_name_is_shown_to_the_model_without_its_quotation_marks() -> None:
    assert short_request('Is there a "spring" or “autumn discount”?', "Prices").endswith("Question: Is there a spring or autumn discount?")
