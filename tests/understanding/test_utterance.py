"""What a sentence is made of: words, markers, clauses, and the way back to what was said."""

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.understanding.clauses import clauses_of
from yamori.understanding.normal_form import normal_form
from yamori.understanding.span import Span
from yamori.understanding.utterance import utterance_of
from yamori.understanding.vocabulary import MarkerKind, languages, vocabulary

NOW = datetime(2026, 11, 21, 9, tzinfo=timezone(timedelta(hours=9)))


def words(text: str) -> list[str]:
    return [w.text for w in utterance_of(text, NOW).words]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Could you turn the towel rail on, please?", ["towel", "rail"]),
        ("I was wondering if you could open the skylight for me", ["open", "skylight"]),
        ("タオルウォーマーつけてくれる？", ["タオル", "ウォーマー", "つけ"]),
        ("ちょっと寒いんだけど、暖房お願いできますか", ["寒い", "暖房"]),
    ],
)
def test_courtesy_and_grammar_are_no_content(text: str, content: list[str]) -> None:
    assert words(text) == content


@pytest.mark.parametrize(
    ("text", "normal"), [("門、ぜーんぶ閉めて", "門、ぜんぶ閉めて"), ("早ーく開けて", "早く開けて"), ("らーめんの窯", "らーめんの窯")]
)
def test_what_is_drawn_out_is_read_as_the_word_that_it_is(text: str, normal: str) -> None:
    assert normal_form(text).text == normal


def test_what_is_quoted_is_no_content_of_the_sentence_itself() -> None:
    assert words("add “if it rains” to my list") == ["add", "list"]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("skip it just this once", [MarkerKind.ONCE]),
        ("everything but the hall", [MarkerKind.EXCEPTION]),
        ("tell me when the kiln is hot", [MarkerKind.NOTIFICATION, MarkerKind.CONDITION]),
        ("remind me before, and again at noon", [MarkerKind.NOTIFICATION, MarkerKind.REPETITION]),
        ("廊下以外消して", [MarkerKind.EXCEPTION]),
        ("今週だけ休む", [MarkerKind.ONCE]),
        ("雨が降ったら閉めて", [MarkerKind.CONDITION]),
        ("薪が済んだら閉めて", [MarkerKind.CONDITION]),
        ("母ったら門を開けっぱなし", []),
        ("窯、もう少し熱くならん?", []),
        ("if you don't mind, open the gate", []),
        ("say “never without me” to the gate", []),
    ],
)
def test_markers_are_found_where_they_change_what_is_asked(text: str, kinds: list[MarkerKind]) -> None:
    assert [m.kind for m in utterance_of(text, NOW).markers] == kinds


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("open the gate and close the shed", ["open the gate", "close the shed"]),
        ("open the gate, my hands are full", ["open the gate", "my hands are full"]),
        ("remind me at half past seven and at eight", ["remind me at half past seven", "at eight"]),
        ("門を開けて、納屋を閉めておいて", ["門を開けて", "納屋を閉めておいて"]),
        ("門を開けて納屋を閉めて", ["門を開けて", "納屋を閉めて"]),
    ],
)
def test_a_sentence_is_cut_where_something_else_begins(text: str, clauses: list[str]) -> None:
    assert [c.text for c in clauses_of(utterance_of(text, NOW))] == clauses


def test_a_reason_is_a_remark_and_asks_for_nothing() -> None:
    assert [c.is_remark for c in clauses_of(utterance_of("dim it, my eyes hurt", NOW))] == [False, True]
    assert [c.is_remark for c in clauses_of(utterance_of("まぶしいから、暗くして", NOW))] == [True, False]


@pytest.mark.parametrize("text", ["I'd like the lamp on", "I want the gate shut", "we need the barn warm"])
def test_a_want_is_no_remark(text: str) -> None:
    assert not any(c.is_remark for c in clauses_of(utterance_of(text, NOW)))


@given(st.text(max_size=60))
def test_every_span_of_the_normal_form_leads_back_into_what_was_said(text: str) -> None:
    normal = normal_form(text)
    assert len(normal.origins) == len(normal.text) + 1
    assert list(normal.origins) == sorted(normal.origins)
    assert normal.shown(Span(0, len(normal.text))) == text.strip()


@given(st.text(max_size=80))
def test_any_text_can_be_read(text: str) -> None:
    utterance = utterance_of(text, NOW)
    length = len(utterance.normal.text)
    spans = [*(w.span for w in utterance.words), *(m.span for m in utterance.markers), *(c.span for c in clauses_of(utterance))]
    assert all(0 <= span.start < span.end <= length for span in spans)


def test_each_language_has_a_file_with_every_kind_of_marker() -> None:
    assert {"en", "ja", "de"} <= set(languages())
    assert all(set(vocabulary(language).markers) == set(MarkerKind) for language in languages())
