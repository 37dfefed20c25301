"""Titles of conversations, made from what was said."""

from yamori.orchestrator.conversation_title import title_of


def test_a_short_text_is_its_own_title_on_one_line() -> None:
    assert title_of("Close the\n  blinds") == "Close the blinds"


def test_a_long_text_is_cut_at_a_clause() -> None:
    assert title_of("Set the bedroom to 21.5 degrees, and then tell me when it is warm") == "Set the bedroom to 21.5 degrees…"


def test_a_long_text_without_a_clause_is_cut_at_a_word() -> None:
    assert title_of("aaaa bbbb cccc dddd", longest=12) == "aaaa bbbb…"


def test_a_long_japanese_text_is_cut_at_a_clause() -> None:
    assert title_of("寝室の温度を少しだけ上げて、そのあと窓を閉めてください", longest=20) == "寝室の温度を少しだけ上げて…"


def test_a_text_without_any_boundary_is_cut_at_the_length() -> None:
    assert title_of("あ" * 200) == "あ" * 47 + "…"
