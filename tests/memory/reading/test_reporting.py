"""What somebody else said of somebody, and what is so at the speaker's home, are told as if they had said it themselves."""

from datetime import datetime

import pytest

from yamori.memory.reading.meaning import wanted_of
from yamori.memory.reading.wanted import Keep, Known
from yamori.memory.statement import Statement, Topic
from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import utterance_of

NOW = datetime.fromisoformat("2026-11-27T10:00:00+09:00")


def kept(text: str) -> tuple[Statement, ...]:
    utterance = utterance_of(text, NOW)
    whole = Span(0, len(utterance.normal.text))
    marked = Slot(name=SlotName.TEXT, text=utterance.normal.text, span=whole)
    frames = (Frame(intent=IntentName.REMEMBER, span=whole, slots=(marked,), odds=0.97),)
    wanted = wanted_of(frames, utterance, Known(names=("Ines", "Rin", "凛"), things=("Heat lamp", "暖房ランプ")))
    return wanted.statements if isinstance(wanted, Keep) else ()


@pytest.mark.parametrize(
    ("said", "topic", "about", "value"),
    [
        ("The school nurse wrote that Rin is allergic to sesame", Topic.ALLERGY, "Rin", "sesame"),
        ("It turns out I'm allergic to cashews", Topic.ALLERGY, "", "cashews"),
        ("Rin told me she can't stand celery", Topic.DISLIKE, "Rin", "celery"),
        ("My brother told me he is allergic to latex", Topic.ALLERGY, "brother", "latex"),
        ("My dentist says my brother mustn't have toffee", Topic.AVOID, "brother", "toffee"),
        ("In our house we don't eat pork", Topic.AVOID, "", "pork"),
        ("看護師さんが凛はごまアレルギーだって", Topic.ALLERGY, "凛", "ごま"),
        ("病院でカシューナッツアレルギーだと言われた", Topic.ALLERGY, "", "カシューナッツ"),
        ("先生にえびアレルギーだって言われた", Topic.ALLERGY, "", "えび"),
    ],
)
def test_what_somebody_else_said_is_of_whom_they_said_it(said: str, topic: Topic, about: str, value: str) -> None:
    (statement,) = kept(said)
    assert (statement.topic, statement.about, statement.value) == (topic, about, value)


@pytest.mark.parametrize(
    "said",
    [
        "Nobody says Rin is allergic to sesame",
        "Ines didn't say she's allergic to sesame",
        "The nurse didn't say that Rin is allergic to sesame",
        "The nurse says she's allergic to sesame",
        "Ines's friend says she is allergic to sesame",
    ],
)
def test_what_nobody_said_or_of_whom_is_left_open_is_no_allergy(said: str) -> None:
    assert all(statement.topic is Topic.OTHER for statement in kept(said))


def test_what_is_called_so_at_home_is_a_name() -> None:
    (statement,) = kept("In our house we call the heat lamp Sunny, remember that")
    assert (statement.topic, statement.key, statement.value) == (Topic.ALIAS, "Heat lamp", "sunny")


def test_two_things_that_are_to_be_remembered_are_two() -> None:
    words = [statement.words for statement in kept("Please remember that the fuses are in the shed and the plumber is called Mr Ito")]
    assert words == ["the fuses are in the shed", "the plumber is called Mr Ito"]
