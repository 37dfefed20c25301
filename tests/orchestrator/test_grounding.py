"""A reply that the planner made up holds no fact that nobody found."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from tests.agentkit.fakes import yard_agent
from tests.orchestrator.fakes import household, planner, said

from yamori.domain.language import Language
from yamori.orchestrator import planning
from yamori.orchestrator.grounding import is_about_own_life, is_grounded, names_any, unknown_text
from yamori.orchestrator.planning import example_things

THINGS = sorted(example_things())


@pytest.mark.parametrize("thing", THINGS)
async def test_what_a_worked_example_speaks_of_is_never_told_as_a_fact(thing: str) -> None:
    japanese = not thing.isascii()
    reply = f"{thing}のことですね。" if japanese else f"That would be the {thing}."
    asked = "今週は何が楽しい？" if japanese else "Surprise me with something nice"
    async with household(yard_agent(), models=planner({"reply": reply})) as house:
        answer = said(await house.say(asked))
    assert answer == unknown_text(Language.JAPANESE if japanese else Language.ENGLISH)


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("Who do I need to call?", "You need to call your sister."),
        ("What did we buy last week?", "You bought apples and a lamp."),
        ("When is my passport running out?", "Your passport runs out in May."),
        ("Who is coming to us on Sunday?", "Your parents are coming."),
        ("うちの犬の名前は何だっけ？", "ポチです。"),
        ("誰に電話しなきゃいけないんだっけ？", "お母さんに電話する必要があります。"),
    ],
)
async def test_a_fact_of_the_household_that_nothing_tells_is_not_made_up(asked: str, reply: str) -> None:
    async with household(yard_agent(), models=planner({"reply": reply})) as house:
        answer = said(await house.say(asked))
    assert answer in (unknown_text(Language.ENGLISH), unknown_text(Language.JAPANESE)) and not set(answer.split()) >= set(reply.split())


async def test_an_agent_that_finds_anything_of_its_own_in_the_question_is_asked_before_that_is_said() -> None:
    models = planner({"reply": "You planted tulips."})
    async with household(yard_agent(weak="planted"), models=models) as house:
        assert said(await house.say("What have we planted there?")) == "garden: water done."


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("Who do I need to call?", "I don't know, sorry."),
        ("What should I wear to a wedding?", "Something light, and comfortable shoes."),
        ("Tell me a story about scarecrows", "Why did the scarecrow win a prize? It was outstanding in its field."),
        ("I am so tired today", "I am sorry to hear that. Have a quiet evening."),
        ("どうして空は青いの？", "空気が青い光をよく散らすからです。"),
    ],
)
async def test_talk_general_knowledge_and_admissions_are_said(asked: str, reply: str) -> None:
    async with household(yard_agent(), models=planner({"reply": reply})) as house:
        assert said(await house.say(asked)) == reply


def test_every_example_that_hands_a_task_on_says_what_it_speaks_of() -> None:
    for example in yaml.safe_load((planning._PROMPTS / "planner.yaml").read_text(encoding="utf-8")):
        told = f"{example['user']} {example['assistant']}".casefold()
        assert all(thing in told for thing in example.get("things", ())), example
        assert example.get("things") or "tasks" not in yaml.safe_load(example["assistant"]), example


@given(st.sampled_from(THINGS), st.sampled_from(["Is the {} open?", "{}はどこ？", "{}", "Tell me about {}s"]))
def test_what_the_person_spoke_of_may_be_answered(thing: str, asked: str) -> None:
    assert not names_any(f"The {thing} is fine.", [thing], said=asked.format(thing))
    assert is_about_own_life(asked) or is_grounded(f"A {thing} is nice.", text=asked.format(thing), before="", things=THINGS)
