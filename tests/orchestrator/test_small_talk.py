"""Small talk gets a decent answer at once, and nothing that asks for something is taken for it."""

import pytest
from tests.agentkit.fakes import NOON, Yard, yard_agent
from tests.orchestrator.fakes import household, planner, said

from yamori.orchestrator.small_talk import small_talk
from yamori.orchestrator.speech import claims_an_action


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("Hello!", "Hello"),
        ("Good night, Yamori.", "Good night"),
        ("thanks a lot", "welcome"),
        ("How are you?", "well"),
        ("Tell me a joke, please", ""),
        ("Who are you?", "Yamori"),
        ("What’s your name?", "Yamori"),
        ("I’m home!", "Welcome"),
        ("こんにちは", "こんにちは"),
        ("おやすみー", "おやすみなさい"),
        ("ヤモリ、ありがとう！", "どういたしまして"),
        ("元気？", "元気です"),
        ("何か面白いこと言って", ""),
        ("あなたは誰？", "ヤモリ"),
        ("ただいま〜", "おかえり"),
    ],
)
def test_small_talk_is_answered_without_echo_or_claim(text: str, holds: str) -> None:
    answer = small_talk(text, now=NOON)
    assert answer and holds in answer
    assert answer.casefold().strip(" !.。！") != text.casefold().strip(" !.。！") or text == "こんにちは"
    assert not claims_an_action(answer)


@pytest.mark.parametrize(
    "text",
    [
        "Good night, turn everything off",
        "Thanks, and dim the lamp",
        "Remind me to tell a joke",
        "Say good night to the kids at eight",
        "おやすみモードにして",
        "ただいま、電気つけて",
        "ありがとうと書いておいて",
        "",
        "?!",
    ],
)
def test_a_request_beside_it_is_for_the_agents(text: str) -> None:
    assert small_talk(text, now=NOON) is None


async def test_it_is_answered_without_a_model_and_by_no_agent() -> None:
    yard = Yard()
    async with household(yard_agent(yard=yard), models=planner()) as house:
        assert "Good night" in said(await house.say("Good night!")) and yard.done == {}
