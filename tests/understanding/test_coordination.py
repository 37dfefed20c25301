"""Two things that one question joins, each as a question of its own."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.understanding.coordination import coordinated
from yamori.understanding.utterance import utterance_of

NOW = datetime.fromisoformat("2026-11-21T09:00:00+09:00")


def halves(text: str) -> tuple[str, str] | None:
    found = coordinated(utterance_of(text, NOW))
    return (found.first, found.second) if found is not None else None


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("Show me the tide and my errands on Friday", "Show me the tide on Friday", "Show me my errands on Friday"),
        ("What's the pressure and my plan for tomorrow?", "What's the pressure for tomorrow?", "What's my plan for tomorrow?"),
        ("read me the packing list and today's errands", "read me the packing list", "read me today's errands"),
        ("is the gate shut and the pump off", "is the gate shut", "is the pump off"),
        ("あさっての予定と風向きを教えて", "あさっての予定を教えて", "あさっての風向きを教えて"),
        ("今日の潮位と明日の予定は？", "今日の潮位は？", "明日の予定は？"),
        ("池の水温と、今週の予定", "池の水温", "今週の予定"),
    ],
)
def test_each_is_asked_with_the_time_that_is_said_of_both(text: str, first: str, second: str) -> None:
    assert halves(text) == (first, second)


@pytest.mark.parametrize(
    "text",
    [
        "what's on today and what does the forecast say?",
        "when is the fair",
        "plan, and tell me when",
        "and then?",
        "と",
        "",
        "池は凍る？",
    ],
)
def test_clauses_and_single_things_are_left_as_they_are(text: str) -> None:
    assert halves(text) is None


@given(st.text(alphabet="ab and,?.とのや今日天気予定を教えて 、", max_size=40))
def test_any_text_is_either_left_or_becomes_two_shorter_ones(text: str) -> None:
    found = halves(text)
    assert found is None or all(part and len(part) < len(text.strip()) + 1 for part in found)
