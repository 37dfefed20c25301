"""Questions about Yamori and the clock are answered at once, by code."""

import pytest
from tests.agentkit.fakes import NOON, yard_agent

from yamori.orchestrator.plain_questions import plain_answer

CARD = yard_agent().card


@pytest.mark.parametrize(
    "text", ["What time is it?", "what’s the time now", "Do you have the time?", "今何時ですか", "なんじ？", "何時かな"]
)
def test_the_time_is_the_turns(text: str) -> None:
    assert plain_answer(text, now=NOON, cards=[]) in (f"It is {NOON:%H:%M}.", f"{NOON:%H}時{NOON:%M}分です。")


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("What day is it today?", NOON.strftime("%A")),
        ("what's the date", str(NOON.year)),
        ("今日は何曜日？", "曜日"),
        ("今日何日ですか", "日"),
    ],
)
def test_so_is_the_day(text: str, day: str) -> None:
    answer = plain_answer(text, now=NOON, cards=[])
    assert answer is not None
    assert day in answer
    assert str(NOON.day) in answer


@pytest.mark.parametrize(
    "text",
    [
        "What can you do?",
        "So what are you good at?",
        "What can you do for us?",
        "What can you do to help?",
        "Help",
        "何ができるの？",
        "使い方を教えてください",
    ],
)
def test_what_it_can_do_is_what_its_agents_can(text: str) -> None:
    answer = plain_answer(text, now=NOON, cards=[CARD])
    assert answer is not None
    assert "papers" in answer or "書類" in answer


@pytest.mark.parametrize(
    "text",
    [
        "What time is the train?",
        "What day is the party?",
        "Help me lift this",
        "What can you do about the draught?",
        "What could you do if nobody is in?",
        "電車は何時ですか",
        "誕生日は何日？",
        "",
    ],
)
def test_anything_else_is_for_the_agents(text: str) -> None:
    assert plain_answer(text, now=NOON, cards=[CARD]) is None
