"""Words of another kind than what is asked are no answer."""

import pytest

from yamori.understanding.judging.fitting import can_answer, designated, explains_the_code, has_the_code


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How much does a new belt cost?", "1,200 yen"),
        ("替えのベルトはいくらですか", "1,200円"),
        ("替えのベルトはいくらですか", "12ドル"),
        ("What is the phone number of the harbour office?", "0120-000-111"),
        ("How often is the belt oiled?", "every winter"),
        ("How long does it soak?", "overnight"),
        ("How tall may the wall be?", "高さ120cmまで"),
        ("How heavy is the bench?", "重量は18kgです"),
        ("棚には何キロまで載せられますか", "Up to 15 kg a board."),
        ("ポンプまで何キロありますか", "It is 3 km away."),
        ("How many litres does the tub hold?", "容量は40L"),
        ("How loud is the pump?", "運転音 48dB"),
        ("At what time does the ferry leave?", "The boat goes at 7:40."),
        ("What colour is the spare rope?", "黄色い綱"),
        ("What would a new belt set us back?", "1,200 yen"),
        ("How far in advance is the hall booked?", "two weeks before"),
        ("How high is the fine?", "1,200 yen"),
        ("How much is a dose?", "two spoonfuls"),
        ("How late may the hall be given back?", "by 12 May"),
        ("何時間浸しますか", "8時間"),
        ("Who oils the belt?", "the caretaker"),
        ("The loom's display shows E-41, what now?", "E41: thread lost"),
        ("織り機にE41と表示されました", "E41 糸切れ"),
        ("Which paper do I buy for the A4 printer?", "plain, 80 g"),
    ],
)
def test_words_of_the_kind_that_is_asked_can_answer(question: str, words: str) -> None:
    assert can_answer(question, words)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How much does a new belt cost?", "BX-7741"),
        ("替えのベルトはいくらですか", "品番BX-7741"),
        ("What is the phone number of the harbour office?", "the harbour office"),
        ("How many litres does the tub hold?", "lukewarm water, 38 degrees"),
        ("How tall may the wall be?", "two walls at most, built by 3 May"),
        ("How heavy is the bench?", "2 m long, oak"),
        ("How loud is the pump?", "It draws 40 W."),
        ("At what time does the ferry leave?", "from pier 3"),
        ("What colour is the spare rope?", "20 m long"),
        ("What is the part number of the belt?", "It lasts a year."),
        ("What is the phone number of the harbour office?", "open 8 to 17"),
        ("何リットル入りますか。何分かかりますか", "水道水"),
        ("The loom's display shows E-41, what now?", "E4: thread lost; E42: door open"),
        ("織り機にE41と表示されました", "E42 糸切れ"),
    ],
)
def test_words_of_another_kind_cannot(question: str, words: str) -> None:
    assert not can_answer(question, words)


def test_the_code_of_a_display_is_told_from_others() -> None:
    assert has_the_code("織り機にＥ４１が出た", "E-41: thread lost")
    assert not has_the_code("The loom's display shows E41", "E4: door open")
    assert has_the_code("The loom is showing 41, may I go on?", "E-41: thread lost")
    assert has_the_code("織り機に41って出た", "Ｅ４１：糸切れ")
    assert not has_the_code("The dye bath says 41 degrees, is that right?", "E41: thread lost")
    assert not has_the_code("織り機が41センチ前に出た", "E41: 糸切れ")
    assert not has_the_code("When did the E41 bus leave?", "E41 at 8:10")


def test_a_model_a_form_and_a_method_go_by_their_letters_and_digits_however_spelled() -> None:
    assert designated("Where is the filter of the KX-40?") == designated("ＫＸ４０のフィルター") == {"kx40"}
    assert designated("How does 5-4-3-2-1 grounding work?") == {"54321"}
    assert designated("On which day do A4 sheets go out, and is 10kg too much for 2-3 people at 18:00?") == frozenset()


def test_a_code_is_explained_where_a_row_begins_with_it() -> None:
    asked = "The loom shows E41, why?"
    assert explains_the_code(asked, "表示：Ｅ４１；原因：糸切れ")
    assert explains_the_code("織り機に41って出た", "- E-41 — thread lost")
    assert explains_the_code(asked, "E41: thread lost")
    assert explains_the_code(asked, "Messages\n\nE41   thread lost")
    assert not explains_the_code(asked, "E41 that comes back: call us.")
    assert not explains_the_code("織り機にE41が出た", "E41が続くときは電話する。")
    assert not explains_the_code(asked, "If E41 comes back within the hour, call us.")
    assert not explains_the_code(asked, "Code: E42; Meaning: as E41")
